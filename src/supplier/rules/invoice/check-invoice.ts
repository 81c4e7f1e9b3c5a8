import { faultyFields, invalid, isRecord, missing } from "../forms.js";
import { regViolation, type Violation } from "../violation.js";
import type { InvoiceContext, InvoiceDraft } from "./context.js";
import { dateViolations } from "./invoice-date-range.js";
import { soundInvoice } from "./invoice-forms.js";
import { invoicePhase, phaseViolations } from "./phase.js";
import { senderViolations } from "./sender.js";
import { totalViolations } from "./total.js";
import { vatViolations } from "./vat-lines.js";

/**
 * Every rule that an invoice breaks (supplier-api.md §2.7, §4.2, §7, §8), before it is sent; nothing if it keeps them.
 * Of what the context leaves out, or has as null, only the form is checked. Throws nothing, whatever JSON it gets, and
 * whatever `vatBaseOf` does.
 *
 * Only the service knows which invoice was processed last, and what was invoiced since the request was read.
 */
export function checkInvoice(invoice: InvoiceDraft, context: InvoiceContext = {}): Violation[] {
  if (!isRecord(invoice)) return [invalid("body", "an object")];
  const given: InvoiceContext = isRecord(context) ? context : {};
  const malformed: Violation[] = [];
  const draft = soundInvoice(invoice, invoicePhase(given) === "Archived", malformed);
  const said = faultyFields(malformed);
  const others = [
    ...senderViolations(draft, given),
    ...numberViolations(draft),
    ...dateViolations(draft.invoiceDate, given),
    ...([...said].some((field) => field.startsWith("vatLines")) ? [] : vatViolations(draft, given)),
    ...totalViolations(draft.total, given),
  ];
  return [
    ...phaseViolations(given),
    ...malformed,
    // Of a field whose form is wrong already, nothing else is worth saying.
    ...others.filter(({ context: { fieldName } }) => !said.has(fieldName)),
  ];
}

/** A text of blanks is no number, and neither is `0`. */
function numberViolations({ invoiceNumber: number }: InvoiceDraft): Violation[] {
  if (number?.trim() === "") return [missing("invoiceNumber", "give your own number for the invoice")];
  return number === "0" ? [regViolation("REG-INV000104", "invoiceNumber")] : [];
}
