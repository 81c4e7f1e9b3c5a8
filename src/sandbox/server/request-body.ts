import { BodyTooLargeError, readBytes } from "../../http/body.js";
import { fileNameIn } from "../../http/files.js";
import type { HandlerContext } from "./context.js";
import { ProblemError, sandboxEntry } from "./problem.js";
import type { StoredFile } from "./reply.js";

/** Reads a file that is sent raw, with its name in Content-Disposition, or as the first file of a form. */
export async function readFile({
  request,
  body,
}: Pick<HandlerContext, "request" | "body">): Promise<StoredFile> {
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

const invalid = (detail: string) => new ProblemError(400, detail, [sandboxEntry("BODY", detail)]);

/** The most bytes that the sandbox takes, 16 MiB. The number is made up: the reference shows no limit of size. */
export const longestBody = 16 * 1024 * 1024;

/** What is said of a body that is longer. */
export const tooLong = `The body is longer than ${longestBody} bytes. The limit is the sandbox's own.`;

/** The body of a request failed while it was sent: neither the request nor the sandbox is to blame. */
export class BrokenUpload extends Error {
  /** @param cause what the sender's own stream failed with */
  constructor(cause: unknown) {
    super("the body of a request ended within", { cause });
  }
}

/**
 * Reads the body of a request.
 *
 * @returns undefined if it is longer than `longestBody`; what follows is not read
 * @throws BrokenUpload if the sender's stream fails
 */
export async function readRequestBody(request: Request): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return await readBytes(request, longestBody);
  } catch (error) {
    if (error instanceof BodyTooLargeError) return undefined;
    throw new BrokenUpload(error);
  }
}
