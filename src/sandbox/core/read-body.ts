import type { Exchange } from "./handler.js";
import { Refusal, sandboxEntry } from "./problem.js";
import type { StoredFile } from "./reply.js";

/** Reads a file that is sent raw, with its name in Content-Disposition, or as the first file of a form. */
export async function readFile({ request, body }: Pick<Exchange, "request" | "body">): Promise<StoredFile> {
  const type = request.headers.get("content-type") ?? "application/octet-stream";
  if (!/^multipart\/form-data\b/i.test(type)) {
    return { name: nameIn(request.headers.get("content-disposition")), type, bytes: body };
  }
  const packed = new Response(body, { headers: { "content-type": type } });
  const form = await packed.formData().catch(() => {
    throw invalid("The body is not a readable form.");
  });
  const file = [...form.values()].find((value) => value instanceof File);
  if (file === undefined) throw invalid("The form holds no file.");
  return {
    name: file.name,
    type: file.type || "application/octet-stream",
    bytes: new Uint8Array(await file.arrayBuffer()),
  };
}

const invalid = (detail: string) => new Refusal(400, detail, [sandboxEntry("BODY", detail)]);

function nameIn(disposition: string | null): string | undefined {
  if (disposition === null) return undefined;
  const encoded = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded);
    } catch {
      throw invalid("The file name in Content-Disposition cannot be decoded.");
    }
  }
  return /filename="([^"]*)"/i.exec(disposition)?.[1] ?? /filename=([^;\s"]+)/i.exec(disposition)?.[1];
}
