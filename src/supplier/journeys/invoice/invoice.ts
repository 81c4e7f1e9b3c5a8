import { RegError } from "../../../errors/reg-error.js";
import { isUpload, type Upload } from "../../../http/input/files.js";
import { letGo, streamFrom } from "../../../http/input/stream-source.js";
import { invoiceIn } from "../../reconcile/find-invoice.js";
import { groupOf } from "../../request-kind.js";
import { Journey } from "../journey.js";
import type { JourneyParts } from "../parts.js";
import { createInvoice } from "./create.js";
import { draftInvoice } from "./draft.js";
import { existingInvoice, refuseAnother } from "./existing.js";
import { noteFound } from "./note-found.js";
import { type InvoiceOptions, invoiceRules, requireNumber, withOwnContent } from "./options.js";
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

/** Creates an invoice, unless one with its number is there, and uploads its PDF. */
export async function invoice(
  parts: JourneyParts,
  id: string,
  options: InvoiceOptions,
): Promise<InvoiceResult> {
  const { pdf }: { readonly pdf?: unknown } = Object(options);
  const file = isUpload(pdf) ? asFile(pdf) : undefined;
  try {
    const journey = new Journey(
      parts,
      "invoice",
      withOwnContent(options, `${groupOf[parts.kind]}.invoice`),
      invoiceRules,
    );
    requireNumber(journey.options.number, journey.operationId);
    const result = await ensureInvoice(parts, journey, id);
    if (file !== undefined) await uploadPdf(parts, journey, id, result.invoiceId, file);
    return result;
  } catch (error) {
    // Where the journey ends before the upload, nobody else ends the stream.
    letGo(file, error);
    throw error;
  }
}

async function ensureInvoice(
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

/** Every stream as one that can be let go of, and a copy of bytes, which the caller may use for the next file. */
function asFile(pdf: Upload): Upload {
  if (pdf instanceof ArrayBuffer || ArrayBuffer.isView(pdf)) return new Blob([pdf]);
  return !(pdf instanceof ReadableStream) && Symbol.asyncIterator in pdf ? streamFrom(pdf) : pdf;
}

async function uploadPdf(
  { requests }: JourneyParts,
  journey: Journey<InvoiceOptions>,
  id: string,
  invoiceId: number,
  file: Upload,
): Promise<void> {
  try {
    const contentType = "application/pdf";
    await requests.invoices.pdf.upload(id, invoiceId, file, { ...journey.callOptions(), contentType });
  } catch (error) {
    const { number } = journey.options;
    const advice = "call invoice again with the same number and total, and only the PDF is uploaded";
    const sentence = `The invoice is there, with the id ${invoiceId}: ${advice}`;
    if (RegError.is(error)) noteFound(error, [{ id: invoiceId, number }], sentence);
    throw error;
  }
}
