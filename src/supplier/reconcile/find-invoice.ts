import { RegInputError } from "../../errors/client-errors.js";
import type { Invoice, InvoiceList } from "../../generated/supplier/models.js";
import type { CallOptions } from "../../http/options.js";
import { theOnly, undecided } from "./undecided.js";

/** What {@link findInvoice} needs: `supplier.serviceRequests` or `supplier.damageServiceRequests`. */
export interface ListsInvoices {
  readonly invoices: { list(id: string, options?: CallOptions): Promise<InvoiceList> };
}

/**
 * Looks for an invoice of a request by the supplier's own invoice number, also when the request is archived; undefined
 * if there is none. Only as good as the number is unique.
 *
 * The reference shows neither the form of the list nor the name of the number (supplier-api.md §2.7, §4.2). Taken to be
 * it are a list, or an object with the list in `invoices`, and a text `invoiceNumber` in each invoice. Where an answer is
 * not like that, this rejects: it never calls an invoice missing that it could not recognise.
 *
 * @throws RegResponseError if the list cannot be read in this way, or has the number several times
 * @throws RegInputError for an invoice number that is empty; and whatever else `invoices.list` rejects with
 */
export async function findInvoice(
  requests: ListsInvoices,
  requestId: string,
  invoiceNumber: string,
  options?: CallOptions,
): Promise<Invoice | undefined> {
  if (typeof invoiceNumber !== "string" || invoiceNumber === "")
    throw new RegInputError("invoiceNumber", "must be the number of the invoice to look for");
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
