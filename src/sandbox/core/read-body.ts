import { fileNameIn } from "../../http/input/content-disposition.js";
import type { Exchange } from "./handler.js";
import { Refusal, sandboxEntry } from "./problem.js";
import type { StoredFile } from "./reply.js";

/** Reads a file that is sent raw, with its name in Content-Disposition, or as the first file of a form. */
export async function readFile({ request, body }: Pick<Exchange, "request" | "body">): Promise<StoredFile> {
  const type = request.headers.get("content-type") ?? "application/octet-stream";
  if (!/^multipart\/form-data\b/i.test(type)) {
    return { name: fileNameIn(request.headers.get("content-disposition")), type, bytes: body };
  }
  const packed = new Response(body, { headers: { "content-type": type } });
  const form = await packed.formData().catch(() => {
    throw invalid("The body is not a readable form.");
  });
  const file = [...form.values()].find((value) => value instanceof File);
  if (file === undefined) throw invalid("The form holds no file.");
  if (file.size === 0) throw invalid("The file is empty.");
  return {
    name: file.name,
    type: file.type || "application/octet-stream",
    bytes: new Uint8Array(await file.arrayBuffer()),
  };
}

const invalid = (detail: string) => new Refusal(400, detail, [sandboxEntry("BODY", detail)]);
