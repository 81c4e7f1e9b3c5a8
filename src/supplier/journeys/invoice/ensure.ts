import { invoiceIn } from "../../reconcile/invoices.js";
import type { Journey } from "../journey.js";
import type { JourneyParts } from "../parts.js";
import { createInvoice } from "./create.js";
import { draftInvoice } from "./draft.js";
import { existingInvoice, refuseAnother } from "./existing.js";
import type { InvoiceOptions } from "./options.js";
import { refuseWrongSign } from "./sign.js";
import { hasDiscount, readSituation, wantsDiscount } from "./situation.js";

/** What became of an invoice. */
export interface InvoiceResult {
  /** The id under which the service keeps it; not your own number. */
  readonly invoiceId: number;
  /** Its address, as the answer's `Location` has it; undefined where no answer, or one without it, came. */
  readonly location: string | undefined;
  /**
   * Whether this run created it; false if it was there before, or another caller was faster. Undefined: the answer was
   * lost, and the invoice is there: this run made it, or another caller with the same number.
   */
  readonly created: boolean | undefined;
  /**
   * Whether the lessor of a damage wants a discount invoice, and the list of invoices shows none below zero. Always false in
   * the archive.
   */
  readonly discountInvoiceDue: boolean;
}

/** Creates an invoice, unless one with its number is there. */
export async function ensureInvoice(
  parts: JourneyParts,
  journey: Journey<InvoiceOptions>,
  id: string,
): Promise<InvoiceResult> {
  const situation = await readSituation(parts, journey, id);
  const entry = invoiceIn(situation.list, journey.options.number);
  const discountInvoiceDue = wantsDiscount(situation) && !hasDiscount(situation);
  if (entry !== undefined) {
    refuseAnother(journey, entry);
    return { ...existingInvoice(entry, false), discountInvoiceDue };
  }
  refuseWrongSign(parts, journey, situation);
  const body = draftInvoice(parts, journey, situation);
  const made = await createInvoice(parts, journey, id, body);
  return { ...made, discountInvoiceDue: discountInvoiceDue && body.total >= 0 };
}
