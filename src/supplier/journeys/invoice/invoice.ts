import type { Invoice } from "../../../generated/supplier/models.js";
import type { Upload } from "../../../http/input/files.js";
import { invoiceIn } from "../../reconcile/find-invoice.js";
import { toCents } from "../../rules/amounts.js";
import { ruleViolation } from "../../rules/violation.js";
import { Journey } from "../journey.js";
import type { JourneyParts } from "../parts.js";
import { createInvoice, type Stored, stored } from "./create.js";
import { draftInvoice } from "./draft.js";
import { factsOf, noteFound } from "./facts.js";
import { type InvoiceOptions, invoiceRules, requireNumber } from "./options.js";
import { hasDiscount, readSituation, wantsDiscount } from "./situation.js";

/** What became of an invoice. */
export interface InvoiceResult {
  /** The id under which the service keeps it; not your own number. */
  readonly invoiceId: number;
  /** Its address, as the answer's `Location` has it; undefined where no answer came. */
  readonly location: string | undefined;
  /** Whether this run created it; false if an earlier run or another caller had. */
  readonly created: boolean;
  /** Whether the lessor of a damage wants a discount invoice that is not there yet. Always false in the archive. */
  readonly discountInvoiceDue: boolean;
}

/** Creates an invoice, unless one with its number is there, and uploads its PDF. */
export async function invoice(
  parts: JourneyParts,
  id: string,
  options: InvoiceOptions,
): Promise<InvoiceResult> {
  const journey = new Journey(parts, "invoice", options, invoiceRules);
  requireNumber(options.number, journey.operationId);
  const situation = await readSituation(parts, journey, id, options);
  const existing = invoiceIn(situation.list, options.number);
  if (existing !== undefined) refuseOther(journey, existing, options.total);
  const body = existing === undefined ? draftInvoice(parts, journey, situation, options) : undefined;
  const made = body === undefined ? stored(existing) : await createInvoice(parts, journey, id, body, options);
  if (options.pdf !== undefined) await uploadPdf(parts, journey, id, made, options.pdf, options.number);
  const hasOne = hasDiscount(situation) || (body !== undefined && body.total < 0);
  return { ...made, discountInvoiceDue: wantsDiscount(situation) && !hasOne };
}

/** A number that was used for another amount is a mistake: what the caller wants invoiced would be lost. */
function refuseOther(journey: Journey, existing: Invoice, wanted: number | undefined): void {
  const { total } = factsOf(existing);
  if (wanted === undefined || total === undefined || toCents(total) === toCents(wanted)) return;
  journey.refuseIfAny([
    ruleViolation(
      "RULE-DUPLICATE",
      "invoiceNumber",
      `The request has an invoice with this number over ${total} euros, not ${wanted}. Use a number that is new.`,
    ),
  ]);
}

async function uploadPdf(
  { requests }: JourneyParts,
  journey: Journey,
  id: string,
  { invoiceId }: Stored,
  pdf: Upload,
  number: string,
): Promise<void> {
  try {
    const contentType = "application/pdf";
    await requests.invoices.pdf.upload(id, invoiceId, pdf, { ...journey.callOptions(), contentType });
  } catch (error) {
    const advice = "call invoice again with the same number, and only the PDF is uploaded";
    noteFound(
      error,
      [{ id: invoiceId, number }],
      `The invoice is there, with the id ${invoiceId}: ${advice}`,
    );
    throw error;
  }
}
