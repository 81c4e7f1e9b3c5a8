import { BodyTooLargeError, readBytes } from "../../http/wire/read-body.js";

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
