import { RegError } from "../../../errors/reg-error.js";
import type { Upload } from "../../../http/input/files.js";
import type { Journey } from "../journey.js";
import type { JourneyParts } from "../parts.js";
import { noteFound } from "./note-found.js";
import type { InvoiceOptions } from "./options.js";

/** Uploads the document of an invoice that is there; an error tells how to go on. */
export async function uploadPdf(
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
