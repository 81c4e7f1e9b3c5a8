import { amsterdamDay } from "../../../values/calendar.js";
import type { InvoiceContext } from "../../rules/invoice/context.js";
import { invoiceDateRange } from "../../rules/invoice/invoice-date-range.js";
import { factsOf } from "./facts.js";
import type { InvoiceOptions } from "./options.js";

/** The date of the invoice that was processed last: the list tells it only if all of its dates agree, since its order is not shown. */
export function latestDate(
  { latestInvoiceDate }: InvoiceOptions,
  entries: readonly unknown[],
): string | undefined {
  const [date, ...others] = new Set(entries.map((entry) => factsOf(entry).date));
  return latestInvoiceDate ?? (others.length === 0 ? date : undefined);
}

/**
 * The only date that is possible, or today, or the first day after it that is possible. Undefined in the archive while
 * it is not known which of the invoices was processed last.
 */
export function defaultDate(
  context: InvoiceContext,
  entries: readonly unknown[],
  now: number,
): string | undefined {
  const { earliest, latest } = invoiceDateRange(context);
  if (context.phase === "Archived" && latest === undefined && entries.length > 0) return undefined;
  const today = amsterdamDay(now);
  if (latest !== undefined && today > latest) return latest;
  return earliest !== undefined && today < earliest ? earliest : today;
}
