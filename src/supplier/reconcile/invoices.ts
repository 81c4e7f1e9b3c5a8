import { RegInputError } from "../../errors/client-errors.js";
import type { Invoice } from "../../generated/supplier/models.js";
import type { CallOptions } from "../../http/options.js";
import { checkRequests } from "./check-requests.js";
import type { ListsInvoices } from "./find-invoice.js";
import { theOnly, undecided } from "./undecided.js";

/** What `findInvoice` does. */
export async function invoiceNumbered(
  requests: ListsInvoices,
  requestId: string,
  invoiceNumber: string,
  options?: CallOptions,
): Promise<Invoice | undefined> {
  checkRequests(requests?.invoices?.list);
  if (typeof invoiceNumber !== "string" || invoiceNumber === "")
    throw new RegInputError("invoiceNumber", "must be the number of the invoice to look for, as text");
  return invoiceIn(await requests.invoices.list(requestId, options), invoiceNumber);
}

/** The same, in a list that was read. */
export function invoiceIn(list: unknown, invoiceNumber: string): Invoice | undefined {
  const entries = entriesIn(list);
  const numbered = entries?.filter(isNumbered) ?? [];
  const found = theOnly(
    numbered.filter((invoice) => invoice.invoiceNumber === invoiceNumber),
    (count) => `${count} invoices of this request have this number`,
  );
  if (found === undefined && numbered.length !== entries?.length)
    throw undecided("the list of invoices has a form in which invoice numbers cannot be looked up");
  return found;
}

/** The entries of a list of invoices; undefined if it has none that can be told. */
export function entriesIn(list: unknown): readonly unknown[] | undefined {
  const entries = isObject(list) && !Array.isArray(list) ? list["invoices"] : list;
  return Array.isArray(entries) ? entries : undefined;
}

function isNumbered(entry: unknown): entry is Invoice {
  return isObject(entry) && typeof entry["invoiceNumber"] === "string";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
