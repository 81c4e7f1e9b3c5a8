import { directBody, hasDirectBody } from "./direct-body.js";

/** The body was larger than allowed. */
export class BodyTooLargeError extends Error {
  constructor(limit: number) {
    super(`the body is larger than ${limit} bytes`);
  }
}

/** How a body is read. */
export interface ReadOptions {
  /** Cancels the rest when it is aborted. */
  readonly stop?: AbortSignal | undefined;
  /**
   * The length of the whole body in bytes, as far as it is known: with the last of them the body is over. To be told
   * so once more by its stream costs about a tenth of a call.
   */
  readonly announced?: number | undefined;
}

/**
 * Reads a whole body, but no more than `limit` bytes of it (as they are after decompression, whatever
 * `Content-Length` says); rejects with {@link BodyTooLargeError} beyond, having cancelled the rest.
 */
export function readBytes(
  response: Pick<Response, "body">,
  limit: number,
  options?: ReadOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  return readWhole(response, limit, concat, options);
}

/** Reads a whole body as UTF-8 text, with the same bound. */
export function readText(
  response: Pick<Response, "body">,
  limit: number,
  options?: ReadOptions,
): Promise<string> {
  return readWhole(response, limit, decode, options);
}

async function readWhole<T>(
  response: Pick<Response, "body">,
  limit: number,
  join: (chunks: readonly Uint8Array[]) => T,
  { stop, announced }: ReadOptions = {},
): Promise<T> {
  const direct = hasDirectBody(response) ? response[directBody](limit, stop) : undefined;
  if (direct !== undefined) {
    const bytes = await direct;
    if (bytes === null) throw new BodyTooLargeError(limit);
    return join([bytes]);
  }
  if (response.body === null) return join([]);
  const reader = new BoundedReader(response.body, limit);
  stop?.addEventListener("abort", () => void reader.cancel().catch(() => {}), { once: true });
  const chunks: Uint8Array[] = [];
  for (;;) {
    const { done, value } = await reader.next();
    if (done) return join(chunks);
    chunks.push(reader.admit(value));
    if (reader.size === announced) return join(chunks);
  }
}

const utf8 = new TextDecoder();

function decode(chunks: readonly Uint8Array[]): string {
  const [only] = chunks;
  return utf8.decode(only !== undefined && chunks.length === 1 ? only : concat(chunks));
}

/**
 * How many bytes of body an answer announces; undefined if it does not, or not as they are after decompression.
 */
export function announcedLength(headers: Headers): number | undefined {
  const length = headers.get("content-length");
  return length === null || headers.has("content-encoding") ? undefined : Number(length);
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
    const { done, value } = await this.next();
    return done ? undefined : this.admit(value);
  }

  /** The next chunk as the stream gives it, to be admitted. */
  next(): ReturnType<ReadableStreamDefaultReader<Uint8Array>["read"]> {
    return this.#reader.read();
  }

  /** Counts a chunk; cancels the rest and throws {@link BodyTooLargeError} if it is one too many. */
  admit(chunk: Uint8Array): Uint8Array {
    this.size += chunk.byteLength;
    if (this.size <= this.#limit) return chunk;
    this.cancel().catch(() => {});
    throw new BodyTooLargeError(this.#limit);
  }

  cancel(reason?: unknown): Promise<void> {
    return this.#reader.cancel(reason);
  }
}

/** All chunks in one. */
export function concat(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.byteLength, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
