import type { Upload } from "../../../http/input/files.js";
import type { Begun } from "../begin.js";
import { Journey } from "../journey.js";
import type { JourneyParts } from "../parts.js";
import { ensureInvoice, type InvoiceResult } from "./ensure.js";
import { type InvoiceOptions, invoiceRules, requireNumber } from "./options.js";
import { uploadPdf } from "./upload-pdf.js";

/** Creates an invoice, unless one with its number is there, and uploads its PDF. */
export async function runInvoice(
  parts: JourneyParts,
  begun: Begun<InvoiceOptions>,
  id: string,
  file: Upload | undefined,
): Promise<InvoiceResult> {
  const journey = new Journey(parts, begun, invoiceRules);
  requireNumber(journey.options.number, journey.operationId);
  const result = await ensureInvoice(parts, journey, id);
  if (file !== undefined) await uploadPdf(parts, journey, id, result.invoiceId, file);
  return result;
}
