import { toCents, toEuros } from "../../../values/amounts.js";
import { isDate } from "../../../values/calendar.js";
import type { FoundInvoice } from "../../reconcile/found-invoices.js";

/** What can be told of an entry in a list of invoices. The names of its fields are assumed (supplier-api.md §2.7). */
export function factsOf(entry: unknown): FoundInvoice {
  const { id, invoiceNumber, invoiceDate, total } = Object(entry);
  return {
    ...(Number.isSafeInteger(id) && { id }),
    ...(typeof invoiceNumber === "string" && { number: invoiceNumber }),
    ...(typeof invoiceDate === "string" && isDate(invoiceDate) && { date: invoiceDate }),
    ...(typeof total === "number" && { total }),
  };
}

/** Whether an invoice is over another total than was to be invoiced, by a cent at least. What is not told, fits. */
export function isAnother({ total }: FoundInvoice, wanted: number): boolean {
  return total !== undefined && toCents(total) !== toCents(wanted);
}

/** What the invoices above zero come to, in euros: the most that can have been credited. Undefined if one does not tell. */
export function debitsIn(entries: readonly unknown[]): number | undefined {
  const totals = entries.map((entry) => factsOf(entry).total ?? Number.NaN);
  const cents = totals.reduce((sum, total) => sum + Math.max(0, toCents(total)), 0);
  return Number.isNaN(cents) ? undefined : toEuros(cents);
}
