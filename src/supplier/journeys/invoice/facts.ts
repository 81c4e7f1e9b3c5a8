import { toCents } from "../../../values/amounts.js";
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

/** Whether an invoice is another one than was to be made: the total differs by a cent, or the date. What is not told, fits. */
export function isAnother(found: FoundInvoice, total: number | undefined, date: string | undefined): boolean {
  const hasOther = <T>(there: T | undefined, wanted: T | undefined, same: (value: T) => unknown) =>
    there !== undefined && wanted !== undefined && same(there) !== same(wanted);
  return hasOther(found.total, total, toCents) || hasOther(found.date, date, (day) => day);
}
