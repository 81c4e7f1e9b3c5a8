import { amsterdamDay, isDate, parseDateTime } from "../../../values/calendar.js";
import { isRecord } from "../forms.js";
import { isRental } from "../is-rental.js";
import { regViolation, type Violation } from "../violation.js";
import type { InvoiceDateContext } from "./context.js";
import { invoicePhase } from "./phase.js";

/** The days on which an invoice may be dated, `yyyy-MM-dd` in Amsterdam, both included. */
export interface InvoiceDateRange {
  /** Undefined: not known. */
  readonly earliest: string | undefined;
  /** Undefined: not known, or none is shown. */
  readonly latest: string | undefined;
}

/**
 * On which days an invoice may be dated (supplier-api.md §7): from the workshop date on, or for a rental vehicle from
 * the day in Amsterdam on which it is handed over. Of an archived request only the date of the invoice that was
 * processed last is possible. What does not follow from the context is undefined.
 */
export function invoiceDateRange(context: InvoiceDateContext): InvoiceDateRange {
  const given: InvoiceDateContext = isRecord(context) ? context : {};
  if (invoicePhase(given) === "Archived") {
    const latest = dateOrNone(given.latestInvoiceDate);
    return { earliest: latest, latest };
  }
  const { workshopDate, checkoutDate } = given.request?.appointment ?? {};
  return {
    earliest: isRentalInvoice(given) ? dayOf(checkoutDate) : dateOrNone(workshopDate),
    latest: undefined,
  };
}

function isRentalInvoice({ request, kind, known }: InvoiceDateContext): boolean {
  return isRental(request ?? {}, kind ?? "service", known ?? {});
}

function dateOrNone(value: unknown): string | undefined {
  return typeof value === "string" && isDate(value) ? value : undefined;
}

function dayOf(dateTime: unknown): string | undefined {
  const instant = typeof dateTime === "string" ? parseDateTime(dateTime) : undefined;
  return instant === undefined ? undefined : amsterdamDay(instant);
}

/** What is wrong with the date of an invoice. Texts are compared: `yyyy-MM-dd` sorts by day. */
export function dateViolations(day: string | undefined, context: InvoiceDateContext): Violation[] {
  if (day === undefined) return [];
  const { earliest, latest } = invoiceDateRange(context);
  if (latest !== undefined && day !== latest) {
    const found = `The invoice is dated ${day}, and the last one that was processed ${latest}.`;
    return [regViolation("REG-INV000107", "invoiceDate", found)];
  }
  if (earliest === undefined || day >= earliest) return [];
  const code = isRentalInvoice(context) ? "REG-INV000106" : "REG-INV000105";
  return [regViolation(code, "invoiceDate", `The invoice is dated ${day}, which is before ${earliest}.`)];
}
