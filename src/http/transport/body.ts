import type { BodyReader } from "./types.js";

type Bytes = Uint8Array<ArrayBuffer>;

/** The body is larger than the limit. */
export class BodyTooLargeError extends Error {
  constructor(limit: number) {
    super(`the body is larger than ${limit} bytes`);
  }
}

/** The body ended before its announced length. Over HTTP/2, the connection itself need not report that. */
class BodyCutOffError extends Error {
  constructor(size: number, announced: number) {
    super(`the body ended after ${size} of ${announced} bytes`);
  }
}

/** The body of a file has no bytes. */
export class EmptyFileError extends Error {}

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
 * Reads a whole body. The limit counts bytes after decompression, whatever `Content-Length` says. Chunks are joined as
 * they arrive: a body in chunks of one byte takes no more memory than any other.
 *
 * @param announced the length of the whole body in bytes, if it is known: then the end of the stream is not awaited
 * @throws BodyTooLargeError beyond the limit; the rest is cancelled
 * @throws BodyCutOffError for a body that is shorter than announced
 */
export async function readBytes(body: BodyReader, limit: number, announced?: number): Promise<Bytes> {
  const reader = new BoundedReader(body, limit, announced);
  let bytes: Bytes = new Uint8Array();
  do {
    const filled = reader.size;
    const chunk = await reader.read();
    if (chunk === undefined) break;
    if (filled === 0) bytes = chunk;
    else {
      if (reader.size > bytes.byteLength) bytes = enlarge(bytes, Math.max(reader.size, 2 * bytes.byteLength));
      bytes.set(chunk, filled);
    }
  } while (reader.size !== announced);
  return bytes.subarray(0, reader.size);
}

function enlarge(bytes: Bytes, size: number): Bytes {
  const larger = new Uint8Array(size);
  larger.set(bytes);
  return larger;
}

/** Reads a whole body as text, as `readBytes` does. */
export async function readText(body: BodyReader, limit: number, contentType: string | null = null): Promise<string> {
  return decodeText(await readBytes(body, limit), contentType).text;
}

/** A body as text. */
export interface DecodedText {
  readonly text: string;
  /** Whether all bytes were text of the charset; those that were not became U+FFFD. */
  readonly isExact: boolean;
}

/** Decodes text in the charset of its content type; without one, or if the runtime does not know it, as UTF-8. */
export function decodeText(bytes: Bytes, contentType: string | null): DecodedText {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? "")?.[1];
  try {
    return { text: decoderOf(charset, true).decode(bytes), isExact: true };
  } catch {
    return { text: decoderOf(charset, false).decode(bytes), isExact: false };
  }
}

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

function decoderOf(charset: string | undefined, fatal: boolean): InstanceType<typeof TextDecoder> {
  if (fatal && (charset === undefined || /^utf-?8$/i.test(charset))) return strictUtf8;
  try {
    return new TextDecoder(charset, { fatal });
  } catch {
    return new TextDecoder("utf-8", { fatal });
  }
}

/** The length of the body by its headers; undefined if they do not name it, or not as it is after decompression. */
export function announcedLength(headers: Pick<Headers, "get">): number | undefined {
  const length = headers.get("content-length");
  return length === null || headers.get("content-encoding") !== null ? undefined : Number(length);
}

/** The owner of a bounded stream. */
export interface StreamOwner {
  /** The length of the whole body in bytes, if it is known. */
  readonly announced?: number | undefined;
  /** Called once when the stream has ended, for any reason. */
  onEnd(): void;
  /** Ends the stream, also while nothing reads it. */
  readonly signal: AbortSignal | undefined;
  /** Reads a chunk; may reject if that takes too long, which ends the stream. */
  bounded<T>(read: () => Promise<T>): Promise<T>;
  /** Returns the error that the reader of the stream sees if reading failed. */
  asError(error: unknown): unknown;
}

/** Returns the body of a file as a stream that fails where `readBytes` does, and when the signal is aborted. */
export function boundedStream(
  body: BodyReader,
  limit: number,
  { announced, onEnd, signal, bounded, asError }: StreamOwner,
): ReadableStream<Bytes> {
  const reader = new BoundedReader(body, limit, announced);
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
        if (reader.size === 0) throw new EmptyFileError();
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
  readonly #announced: number;

  constructor(body: BodyReader, limit: number, announced = 0) {
    this.#body = body;
    this.#limit = limit;
    this.#announced = announced;
  }

  /** Reads the next chunk; undefined at the end. */
  async read(): Promise<Bytes | undefined> {
    const { done, value } = await this.#body.read();
    if (done && this.size < this.#announced) throw new BodyCutOffError(this.size, this.#announced);
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
