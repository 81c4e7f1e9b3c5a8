import { isUpload, type Upload } from "../../../http/input/files.js";
import { letGo, streamFrom } from "../../../http/input/stream-source.js";
import { groupOf } from "../../request-kind.js";
import { begin } from "../begin.js";
import type { JourneyParts } from "../parts.js";
import type { InvoiceResult } from "./ensure.js";
import type { InvoiceOptions } from "./options.js";
import { withOwnContent } from "./own-content.js";
import { runInvoice } from "./run.js";

/** Begins an invoice; lets go of its PDF if it ends before the upload. */
export async function invoice(
  parts: JourneyParts,
  id: string,
  options: InvoiceOptions,
): Promise<InvoiceResult> {
  const { pdf }: { readonly pdf?: unknown } = Object(options);
  const file = isUpload(pdf) ? asFile(pdf) : undefined;
  try {
    const own = withOwnContent(options, `${groupOf[parts.kind]}.invoice`);
    const begun = begin(parts, "invoice", own);
    return await runInvoice(parts, begun, id, file);
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
