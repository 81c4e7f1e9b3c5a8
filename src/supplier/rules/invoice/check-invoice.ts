import { regViolation, type Violation } from "../violation.js";
import type { InvoiceContext, InvoiceDraft } from "./context.js";
import { isRecord, malformed, missing } from "./fields.js";
import { identityViolations, senderViolations } from "./identities.js";
import { dateViolations } from "./invoice-date-range.js";
import { phaseViolations } from "./invoice-phase.js";
import { totalViolations } from "./total.js";
import { vatViolations } from "./vat-lines.js";

/**
 * Every rule that an invoice breaks (supplier-api.md §2.7, §4.2, §7, §8), before it is sent; nothing if it keeps them.
 * Of what the context leaves out, only the form is checked. Never throws, whatever the invoice holds.
 *
 * Only the service knows which invoice was processed last, and what was invoiced since the request was read.
 */
export function checkInvoice(invoice: InvoiceDraft, context: InvoiceContext = {}): Violation[] {
  if (!isRecord(invoice)) return [malformed("body", "an object")];
  const given = isRecord(context) ? context : {};
  const { identitySender, identityReceiver, invoiceNumber, invoiceDate, vatLines, total } = invoice;
  return [
    ...phaseViolations(given),
    ...identityViolations("identitySender", identitySender),
    ...senderViolations(identitySender, given),
    ...identityViolations("identityReceiver", identityReceiver),
    ...numberViolations(invoiceNumber),
    ...dateViolations(invoiceDate, given),
    ...vatViolations(vatLines, total, given),
    ...totalViolations(total, given),
  ];
}

/** An invoice has a number; `0` is none. */
function numberViolations(number: unknown): Violation[] {
  if (number === undefined || number === "") return [missing("invoiceNumber")];
  if (typeof number !== "string") return [malformed("invoiceNumber", "a text")];
  return number === "0" ? [regViolation("REG-INV000104", "invoiceNumber")] : [];
}
