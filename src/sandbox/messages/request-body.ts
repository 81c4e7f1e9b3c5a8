import { fileNameIn } from "../../base/content-disposition.js";
import { BodyTooLargeError, readBytes, readerOf } from "../../http/transport/body.js";
import { invalidRequest } from "./problem.js";
import type { StoredFile } from "./reply.js";

/** The maximum length of a body, 16 MiB. The number is made up: the reference shows no limit. */
export const longestBody: number = 16 * 1024 * 1024;

/** The error text for a longer body. */
export const tooLong: string = `The body is longer than ${longestBody} bytes. The limit is the sandbox's own.`;

/** The body of a request failed while it was sent; neither the sandbox nor the request is defective. */
export class BrokenUpload extends Error {
  /** @param cause the error of the sender's stream */
  constructor(cause: unknown) {
    super("the body of the request failed before its end", { cause });
  }
}

/**
 * Reads the body of a request.
 *
 * @returns undefined if it is longer than `longestBody`; the rest is not read
 * @throws BrokenUpload if the sender's stream fails
 */
export async function readRequestBody(request: Request): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return await readBytes(readerOf(request), longestBody);
  } catch (error) {
    if (error instanceof BodyTooLargeError) return undefined;
    throw new BrokenUpload(error);
  }
}

/** Reads a file that is either the raw body, named in Content-Disposition, or the first file of a form. */
export async function readFile({
  httpRequest,
  body,
}: {
  readonly httpRequest: Request;
  readonly body: Uint8Array<ArrayBuffer>;
}): Promise<StoredFile> {
  const type = httpRequest.headers.get("content-type") ?? "application/octet-stream";
  if (!/^multipart\/form-data\b/i.test(type)) {
    return { name: fileNameIn(httpRequest.headers.get("content-disposition")), type, bytes: body };
  }
  const response = new Response(body, { headers: { "content-type": type } });
  const form = await response.formData().catch(() => {
    throw invalidRequest("BODY", "The body is not a readable form.");
  });
  const file = [...form.values()].find((value) => typeof value !== "string");
  if (file === undefined) throw invalidRequest("BODY", "The form holds no file.");
  if (file.size === 0) throw invalidRequest("BODY", "The file is empty.");
  return {
    name: file.name,
    type: file.type || "application/octet-stream",
    bytes: new Uint8Array(await file.arrayBuffer()),
  };
}
