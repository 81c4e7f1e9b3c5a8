import { isUpload, type Upload } from "../../../http/input/files.js";
import { letGo, streamFrom } from "../../../http/input/stream-source.js";
import { groupOf } from "../../request-kind.js";
import { Journey } from "../journey.js";
import { loadSteps } from "../load-steps.js";
import type { JourneyParts } from "../parts.js";
import type { InvoiceResult } from "./ensure.js";
import { type InvoiceOptions, invoiceRules, requireNumber, withOwnContent } from "./options.js";

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
    const { ensureInvoice, uploadPdf } = await loadSteps(journey);
    const result = await ensureInvoice(parts, journey, id);
    if (file !== undefined) await uploadPdf(parts, journey, id, result.invoiceId, file);
    return result;
  } catch (error) {
    // Where the journey ends before the upload, nobody else ends the stream.
    letGo(file, error);
    throw error;
  }
}

/** Every stream as one that can be let go of, and a copy of bytes, which the caller may use for the next file. */
function asFile(pdf: Upload): Upload {
  if (pdf instanceof ArrayBuffer || ArrayBuffer.isView(pdf)) return new Blob([pdf]);
  return !(pdf instanceof ReadableStream) && Symbol.asyncIterator in pdf ? streamFrom(pdf) : pdf;
}
