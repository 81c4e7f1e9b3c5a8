/** The body was larger than allowed. */
export class BodyTooLargeError extends Error {
  constructor(limit: number) {
    super(`the body is larger than ${limit} bytes`);
  }
}

/**
 * Reads a whole body, but no more than `limit` bytes of it (as they are after decompression, whatever
 * `Content-Length` says); rejects with {@link BodyTooLargeError} beyond, having cancelled the rest.
 *
 * @param stop cancels the rest when it is aborted
 */
export async function readBytes(
  { body }: Pick<Response, "body">,
  limit: number,
  stop?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  if (body === null) return new Uint8Array(0);
  const reader = new BoundedReader(body, limit);
  stop?.addEventListener("abort", () => void reader.cancel().catch(() => {}), { once: true });
  const chunks: Uint8Array[] = [];
  for (;;) {
    const chunk = await reader.read();
    if (chunk === undefined) return concat(chunks, reader.size);
    chunks.push(chunk);
  }
}

/** Reads a whole body as UTF-8 text, with the same bound. */
export async function readText(response: Response, limit: number, stop?: AbortSignal): Promise<string> {
  return new TextDecoder().decode(await readBytes(response, limit, stop));
}

/** A plain reader rather than an async generator, which could not be cancelled while a chunk is awaited. */
export class BoundedReader {
  size = 0;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #limit: number;

  constructor(body: ReadableStream<Uint8Array>, limit: number) {
    this.#reader = body.getReader();
    this.#limit = limit;
  }

  /** The next chunk; undefined at the end. */
  async read(): Promise<Uint8Array | undefined> {
    const { done, value } = await this.#reader.read();
    if (done) return undefined;
    this.size += value.byteLength;
    if (this.size <= this.#limit) return value;
    this.cancel().catch(() => {});
    throw new BodyTooLargeError(this.#limit);
  }

  cancel(reason?: unknown): Promise<void> {
    return this.#reader.cancel(reason);
  }
}

function concat(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
