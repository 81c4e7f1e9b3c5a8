/**
 * The name of the method with which a response of our own transport returns its whole body, without a web stream. It is
 * in the registry of symbols, so that the ESM and the CommonJS copy of this package share it.
 */
export const directBody = Symbol.for("@reg/sdk/direct-body");

/** A whole body; null if it is larger than the limit. */
export type WholeBody = Uint8Array<ArrayBuffer> | null;

/** A response that can return its whole body. */
export interface DirectBody {
  /**
   * Reads the whole body; rejects if the connection breaks.
   *
   * @param limit the largest size in bytes, after decompression
   * @param stop cancels the rest when it is aborted
   * @returns the bytes; null if there are more than `limit`, whose rest is cancelled; undefined if the stream of the body
   *   is in use already, and must be read instead
   */
  [directBody](limit: number, stop: AbortSignal | undefined): Promise<WholeBody> | undefined;
}

/** Whether a response is one of our own transport. */
export function hasDirectBody(response: object): response is DirectBody {
  return directBody in response;
}

/**
 * Marks the function that `undiciFetch` returns. The value is the function itself: a wrapper that copies the property
 * then does not count as ours. The symbol is in the registry of symbols, as {@link directBody} is.
 */
export const ownTransportMark = Symbol.for("@reg/sdk/forgets-signals");

type Bytes = Uint8Array<ArrayBuffer>;

/** The body is larger than the limit. */
export class BodyTooLargeError extends Error {
  constructor(limit: number) {
    super(`the body is larger than ${limit} bytes`);
  }
}

/** The options of reading a body. */
export interface ReadOptions {
  /** Cancels the rest when it is aborted. */
  readonly stop?: AbortSignal | undefined;
  /** The length of the whole body in bytes, if it is known: then the end of the stream is not awaited. */
  readonly announced?: number | undefined;
}

/**
 * Reads the chunks of a whole body. The limit counts bytes after decompression, whatever `Content-Length` says.
 *
 * @throws BodyTooLargeError for more than `limit` bytes; the rest is cancelled
 */
export async function readChunks(
  response: Pick<Response, "body">,
  limit: number,
  { stop, announced }: ReadOptions = {},
): Promise<Bytes[]> {
  const whole = hasDirectBody(response) ? await response[directBody](limit, stop) : undefined;
  if (whole === null) throw new BodyTooLargeError(limit);
  if (whole !== undefined) return [whole];
  const { body } = response;
  if (body === null) return [];
  const reader = new BoundedReader(body, limit);
  stop?.addEventListener("abort", () => void reader.cancel().catch(() => {}), { once: true });
  const chunks: Bytes[] = [];
  do {
    const { done, value } = await reader.next();
    if (done) break;
    chunks.push(reader.admit(value));
  } while (reader.size !== announced);
  return chunks;
}

/** Reads a whole body into one array, as `readChunks` does. */
export async function readBytes(
  response: Pick<Response, "body">,
  limit: number,
  options?: ReadOptions,
): Promise<Bytes> {
  return concat(await readChunks(response, limit, options));
}

/** Reads a whole body as UTF-8 text, as `readChunks` does. */
export async function readText(
  response: Pick<Response, "body">,
  limit: number,
  options?: ReadOptions,
): Promise<string> {
  return decodeText(await readChunks(response, limit, options));
}

/** Decodes the chunks of a whole body as UTF-8 text. */
export function decodeText(chunks: readonly Bytes[]): string {
  return utf8.decode(chunks.length === 1 ? chunks[0] : concat(chunks));
}

const utf8 = new TextDecoder();

/** The length of the body by its headers; undefined if they do not name it, or not as it is after decompression. */
export function announcedLength(headers: Headers): number | undefined {
  const length = headers.get("content-length");
  return length === null || headers.has("content-encoding") ? undefined : Number(length);
}

/** Concatenates chunks into an array that shares no memory with them. */
export function concat(chunks: readonly Bytes[]): Bytes {
  const bytes = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.byteLength, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

/** The owner of a bounded stream. */
export interface StreamOwner {
  /** Called once when the stream has ended, for any reason. */
  onEnd(): void;
  /** Ends the stream, also while nothing reads it. */
  readonly signal: AbortSignal | undefined;
  /** Reads a chunk; may reject if that takes too long, which ends the stream. */
  bounded<T>(read: () => Promise<T>): Promise<T>;
  /** Returns the error that the reader of the stream sees if reading failed. */
  asError(error: unknown): unknown;
}

/** Wraps a stream in one that fails beyond `limit` bytes and when the signal is aborted. */
export function boundedStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  limit: number,
  { onEnd, signal, bounded, asError }: StreamOwner,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = new BoundedReader(body, limit);
  let over = false;
  let onAbort = () => {};
  const end = () => {
    over = true;
    signal?.removeEventListener("abort", onAbort);
    onEnd();
  };
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      onAbort = () => fail(controller, signal?.reason);
      signal?.addEventListener("abort", onAbort);
      if (signal?.aborted) onAbort();
    },
    async pull(controller) {
      try {
        const chunk = await bounded(() => reader.read());
        if (over) return;
        if (chunk !== undefined) return controller.enqueue(chunk);
        end();
        controller.close();
      } catch (error) {
        fail(controller, asError(error));
      }
    },
    async cancel(reason) {
      end();
      await reader.cancel(reason);
    },
  });

  function fail(controller: ReadableStreamDefaultController<Uint8Array>, error: unknown): void {
    if (over) return;
    end();
    controller.error(error);
    reader.cancel().catch(() => {});
  }
}

/** A reader with a limit. It is not an async generator, which could not be cancelled while it waits for a chunk. */
export class BoundedReader {
  size = 0;
  readonly #reader: ReadableStreamDefaultReader<Bytes>;
  readonly #limit: number;

  constructor(body: ReadableStream<Bytes>, limit: number) {
    this.#reader = body.getReader();
    this.#limit = limit;
  }

  /** Reads the next chunk; undefined at the end. */
  async read(): Promise<Bytes | undefined> {
    const { done, value } = await this.next();
    return done ? undefined : this.admit(value);
  }

  /** Reads the next chunk without counting it: `admit` does. */
  next(): ReturnType<ReadableStreamDefaultReader<Bytes>["read"]> {
    return this.#reader.read();
  }

  /** Counts a chunk; throws {@link BodyTooLargeError} beyond the limit, and cancels the rest. */
  admit(chunk: Bytes): Bytes {
    this.size += chunk.byteLength;
    if (this.size <= this.#limit) return chunk;
    this.cancel().catch(() => {});
    throw new BodyTooLargeError(this.#limit);
  }

  cancel(reason?: unknown): Promise<void> {
    return this.#reader.cancel(reason);
  }
}
