import type { BodyReader } from "./types.js";

type Bytes = Uint8Array<ArrayBuffer>;

/** The body is larger than the limit. */
export class BodyTooLargeError extends Error {
  constructor(limit: number) {
    super(`the body is larger than ${limit} bytes`);
  }
}

/** Reads the body of a fetch Response or Request. Its stream is locked only when it is read. */
export function readerOf({ body }: Pick<Response, "body">): BodyReader {
  let reader: BodyReader | undefined;
  const open = () => {
    reader ??= (body ?? new Blob([]).stream()).getReader();
    return reader;
  };
  return { read: async () => open().read(), cancel: async (reason) => open().cancel(reason) };
}

/**
 * Reads the chunks of a whole body. The limit counts bytes after decompression, whatever `Content-Length` says.
 *
 * @param announced the length of the whole body in bytes, if it is known: then the end of the stream is not awaited
 * @throws BodyTooLargeError for more than `limit` bytes; the rest is cancelled
 */
export async function readChunks(body: BodyReader, limit: number, announced?: number): Promise<Bytes[]> {
  const reader = new BoundedReader(body, limit);
  const chunks: Bytes[] = [];
  do {
    const chunk = await reader.read();
    if (chunk === undefined) break;
    chunks.push(chunk);
  } while (reader.size !== announced);
  return chunks;
}

/** Reads a whole body into one array, as `readChunks` does. */
export async function readBytes(body: BodyReader, limit: number): Promise<Bytes> {
  return concat(await readChunks(body, limit));
}

/** Reads a whole body as UTF-8 text, as `readChunks` does. */
export async function readText(body: BodyReader, limit: number): Promise<string> {
  return decodeText(await readChunks(body, limit));
}

/** Decodes the chunks of a whole body as UTF-8 text. */
export function decodeText(chunks: readonly Bytes[]): string {
  return utf8.decode(chunks.length === 1 ? chunks[0] : concat(chunks));
}

const utf8 = new TextDecoder();

/** The length of the body by its headers; undefined if they do not name it, or not as it is after decompression. */
export function announcedLength(headers: Pick<Headers, "get">): number | undefined {
  const length = headers.get("content-length");
  return length === null || headers.get("content-encoding") !== null ? undefined : Number(length);
}

/** Concatenates chunks into an array that shares no memory with them. */
function concat(chunks: readonly Bytes[]): Bytes {
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

/** Returns a body as a stream that fails beyond `limit` bytes and when the signal is aborted. */
export function boundedStream(
  body: BodyReader,
  limit: number,
  { onEnd, signal, bounded, asError }: StreamOwner,
): ReadableStream<Bytes> {
  const reader = new BoundedReader(body, limit);
  let over = false;
  let onAbort = () => {};
  const end = () => {
    over = true;
    signal?.removeEventListener("abort", onAbort);
    onEnd();
  };
  return new ReadableStream<Bytes>({
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
class BoundedReader {
  size = 0;
  readonly #body: BodyReader;
  readonly #limit: number;

  constructor(body: BodyReader, limit: number) {
    this.#body = body;
    this.#limit = limit;
  }

  /**
   * Reads the next chunk; undefined at the end. Throws {@link BodyTooLargeError} beyond the limit, and cancels the
   * rest.
   */
  async read(): Promise<Bytes | undefined> {
    const { done, value } = await this.#body.read();
    if (done) return undefined;
    this.size += value.byteLength;
    if (this.size <= this.#limit) return value;
    this.cancel().catch(() => {});
    throw new BodyTooLargeError(this.#limit);
  }

  cancel(reason?: unknown): Promise<void> {
    return this.#body.cancel(reason);
  }
}
