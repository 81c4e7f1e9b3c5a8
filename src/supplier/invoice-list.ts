import { isDate } from "../base/dates.js";
import { isObject } from "../base/json.js";
import { toCents, toEuros } from "../base/money.js";
import { readNumber } from "../base/text.js";
import { RegError, RegInputError } from "../errors/errors.js";
import type { Invoice, InvoiceList } from "../generated/supplier/models.js";
import type { CallOptions } from "../http/call/options.js";
import { ambiguousResult, checkRequests, mayBeCutKey, mayBeKey, onlyMatch } from "./lookup.js";

/*
 * Reads the list of invoices of a request. The reference shows neither its form nor the names of its fields
 * (supplier-api.md §2.7, §4.2), so every assumption about them is in this file.
 */

/** The parameter of {@link findInvoice}: `supplier.serviceRequests` or `supplier.damageServiceRequests`. */
export interface ListsInvoices {
  readonly invoices: { list(id: string, options?: CallOptions): Promise<InvoiceList> };
}

/**
 * Looks for an invoice of a request by your own invoice number, also when the request is archived; undefined if there
 * is none. Use each number once. The form of the list and the name of the number are assumed: see docs/unknowns.md. A
 * response with another form is rejected, so that an invoice is never reported as missing because it was not
 * recognised.
 *
 * @throws RegResponseError if the list cannot be read in this way, or contains the number several times, or only what
 *   may be another form of it
 * @throws RegInputError for an invoice number that is empty; and the errors of `invoices.list`
 *
 * @example
 * const invoice = await findInvoice(supplier.serviceRequests, id, "2026-0417");
 */
export async function findInvoice(
  requests: ListsInvoices,
  requestId: string,
  invoiceNumber: string,
  options?: CallOptions,
): Promise<Invoice | undefined> {
  checkRequests(requests?.invoices?.list);
  if (typeof invoiceNumber !== "string" || invoiceNumber === "")
    throw new RegInputError("invoiceNumber", "must be the number of the invoice to look for, as text");
  return findByNumber(await requests.invoices.list(requestId, options), invoiceNumber);
}

/**
 * Finds the invoice with a number in a fetched list.
 *
 * @param total of the invoice that is looked for: one with another total is not a form of it
 * @throws RegResponseError if several invoices have the number, or it is not certain that none has it
 */
export function findByNumber(list: unknown, invoiceNumber: string, total?: number): Invoice | undefined {
  const entries = readEntries(list);
  const numbered = entries?.filter(hasNumber) ?? [];
  const found = onlyMatch(
    numbered.filter((invoice) => invoice.invoiceNumber === invoiceNumber),
    (count) => `${count} invoices of this request have this number`,
  );
  if (found === undefined && numbered.length !== entries?.length)
    throw ambiguousResult(
      "the list of invoices has a form in which invoice numbers cannot be looked up (an adapter for invoices.list can return its invoices with id and invoiceNumber)",
    );
  const mayBeIt = (entry: Invoice) => {
    const shown = String(entry["invoiceNumber"]);
    const isOther = total !== undefined && isOtherTotal(readFacts(entry), total);
    return !isOther && (mayBeKey(shown, invoiceNumber) || mayBeCutKey(shown, invoiceNumber));
  };
  const doubtful = found === undefined ? numbered.find(mayBeIt) : undefined;
  if (doubtful !== undefined)
    throw ambiguousResult(
      `no invoice of this request has this number, but it may be ${readFacts(doubtful).id ?? "one"}, which perhaps shows another form of it`,
    );
  return found;
}

/** The entries of a list of invoices; undefined if the list has a form that is not known. */
export function readEntries(list: unknown): readonly unknown[] | undefined {
  const entries = isObject(list) ? list["invoices"] : list;
  return Array.isArray(entries) ? entries : undefined;
}

function hasNumber(entry: unknown): entry is Invoice {
  return isObject(entry) && typeof entry["invoiceNumber"] === "string";
}

/** The facts that the service shows of an invoice; a fact that it does not show is absent. */
export interface FoundInvoice {
  /** The id under which the service stores it. */
  readonly id?: number;
  /** The supplier's own number. */
  readonly number?: string;
  /** `yyyy-MM-dd`. */
  readonly date?: string;
  /** In euros, excluding VAT. */
  readonly total?: number;
}

/** Reads the facts that an entry of the list shows. */
export function readFacts(entry: unknown): FoundInvoice {
  const { id, invoiceNumber, invoiceDate, total: shownTotal } = Object(entry);
  const total = readNumber(shownTotal);
  return {
    ...(Number.isSafeInteger(id) && { id }),
    ...(typeof invoiceNumber === "string" && { number: invoiceNumber }),
    ...(typeof invoiceDate === "string" && isDate(invoiceDate) && { date: invoiceDate }),
    ...(total !== undefined && { total }),
  };
}

/** Whether an invoice has another total than expected, by at least a cent; an unknown total counts as the same. */
export function isOtherTotal({ total }: { readonly total?: number | undefined }, expected: number): boolean {
  return total !== undefined && toCents(total) !== toCents(expected);
}

/** The sum of all invoices above zero, in euros, which limits a credit. Undefined if a total is not shown. */
export function sumDebits(entries: readonly unknown[]): number | undefined {
  const totals = entries.map((entry) => readFacts(entry).total ?? Number.NaN);
  const cents = totals.reduce((sum, total) => sum + Math.max(0, toCents(total)), 0);
  return Number.isNaN(cents) ? undefined : toEuros(cents);
}

/** The date of all invoices in the list; undefined if they differ, because the order of the list is not shown. */
export function findCommonDate(entries: readonly unknown[]): string | undefined {
  const [date, ...others] = new Set(entries.map((entry) => readFacts(entry).date));
  return others.length === 0 ? date : undefined;
}

/** Shared by all copies of the package in a process, as the errors' brand is. */
const foundInvoicesKey = Symbol.for("@reg/sdk/found-invoices");

/**
 * Returns the invoices that the request has, from an error that the workflow `invoice` rejected with; `undefined` if it
 * did not read them, or could not. They are not part of the error's JSON, and do not show where it is printed.
 *
 * @example
 * const numbers = foundInvoicesOf(error)?.map(({ number }) => number);
 */
export function foundInvoicesOf(error: unknown): readonly FoundInvoice[] | undefined {
  return RegError.is(error) ? Reflect.get(error, foundInvoicesKey) : undefined;
}

/**
 * Returns the id of the invoice, from an error that the workflow `invoice` rejected with because it could not upload the
 * PDF; otherwise `undefined`. The JSON of the error contains it as `invoiceId`.
 *
 * @example
 * if (invoiceIdOf(error) !== undefined) console.warn("Only the PDF is missing: call invoice again.");
 */
export function invoiceIdOf(error: unknown): number | undefined {
  const id: unknown = RegError.is(error) ? Reflect.get(error, "invoiceId") : undefined;
  return typeof id === "number" ? id : undefined;
}

/** Attaches the invoices that exist to an error. */
export function attachInvoices(error: RegError, found: readonly FoundInvoice[]): void {
  Reflect.defineProperty(error, foundInvoicesKey, { value: found, configurable: true });
}
