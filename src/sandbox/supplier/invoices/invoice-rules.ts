import type { RegProblemEntry } from "../../../errors/problem.js";
import { regEntry, sandboxEntry } from "../../core/problem.js";
import { toCents } from "../../state/amounts.js";
import type { StoredRequest } from "../../state/state.js";
import { amsterdamDay, parseDateTime } from "../../time/calendar.js";
import type { Found } from "../requests/access.js";
import { isRental } from "../requests/rules.js";
import type { InvoiceBody } from "./invoice-body.js";
import { invoicedCents, outstandingCents } from "./totals.js";

/** Every rule that an invoice breaks (supplier-api.md §7). */
export function invoiceViolations(body: InvoiceBody, found: Found): RegProblemEntry[] {
  const entries = [...dateViolations(body, found), ...amountViolations(body, found)];
  if (body.invoiceNumber === "0") entries.push(regEntry("REG-INV000104", "invoiceNumber"));
  if (String(body.identitySender.RegNumber) !== String(found.request.supplierNumber)) {
    entries.push(regEntry("REG-INV000010", "identitySender.RegNumber"));
  }
  return entries;
}

function dateViolations({ invoiceDate }: InvoiceBody, { request, phase }: Found): RegProblemEntry[] {
  if (phase === "Archived") {
    const latest = request.invoices.at(-1)?.date;
    return latest !== undefined && invoiceDate !== latest ? [regEntry("REG-INV000107", "invoiceDate")] : [];
  }
  const earliest = firstInvoiceDay(request);
  if (earliest === undefined || invoiceDate >= earliest) return [];
  return [regEntry(isRental(request) ? "REG-INV000106" : "REG-INV000105", "invoiceDate")];
}

/** The day of the work; that of a checkout is the day in Amsterdam. */
function firstInvoiceDay(request: StoredRequest): string | undefined {
  const { workshopDate, checkoutDate } = request.appointment ?? {};
  if (!isRental(request)) return workshopDate;
  const checkout = checkoutDate === undefined ? undefined : parseDateTime(checkoutDate);
  return checkout === undefined ? undefined : amsterdamDay(checkout);
}

/** The reference does not show what tells a credit invoice from a debit one: a negative total is taken for credit. */
function amountViolations({ total }: InvoiceBody, { request, phase }: Found): RegProblemEntry[] {
  const cents = toCents(total);
  if (cents >= 0) {
    const due = outstandingCents(request);
    return cents > 0 && cents === due ? [] : [regEntry("REG-INV000018", "total")];
  }
  if (phase !== "Archived") return [sandboxEntry("CREDIT", "Credit is for archived requests only.", "total")];
  if (-cents <= invoicedCents(request)) return [];
  return [sandboxEntry("CREDIT", "No more can be credited than was invoiced.", "total")];
}
