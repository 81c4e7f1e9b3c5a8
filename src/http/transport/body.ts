import { onAbort } from "../../base/abort.js";
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
  if (body === null) return { read: async () => ({ done: true }), cancel: async () => {} };
  let reader: BodyReader | undefined;
  const open = () => {
    // The types of a browser, with which the page of the sandbox is checked, have another reader.
    reader ??= body.getReader() as BodyReader;
    return reader;
  };
  return { read: async () => open().read(), cancel: async (reason) => open().cancel(reason) };
}

/** Reads the first chunk of a body, and returns it with the whole body. */
export async function readAhead(body: BodyReader): Promise<{ readonly first: Bytes; readonly whole: BodyReader }> {
  const first = await body.read();
  const read = body.read.bind(body);
  let next = async () => {
    next = read;
    return first;
  };
  return {
    first: first.value ?? new Uint8Array(),
    whole: { read: () => next(), cancel: (reason) => body.cancel(reason) },
  };
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
    const { done, value: chunk } = await reader.read();
    if (done) break;
    if (filled === 0) bytes = chunk;
    else {
      if (reader.size > bytes.byteLength) {
        // A length that is no number, or that the body has exceeded, is ignored.
        const expected = announced !== undefined && announced >= reader.size ? announced : 2 * reader.size;
        bytes = enlarge(bytes, Math.min(expected, limit));
      }
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

function decoderOf(charset: string | undefined, fatal: boolean): InstanceType<typeof TextDecoder> {
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

/** How a stream has ended. */
export type StreamEnd = "finished" | "failed" | "cancelled";

/**
 * Creates a stream that ends when the signal is aborted or `stop` is called, also while nothing reads it.
 *
 * @param onEnd is called once when the stream has ended
 * @param highWaterMark how many chunks are read before the reader of the stream asks for them
 */
export function endingStream(
  source: BodyReader,
  signal: AbortSignal | undefined,
  { onEnd, highWaterMark }: { readonly onEnd: (how: StreamEnd) => void; readonly highWaterMark: number },
) {
  let over = false;
  let unlisten = () => {};
  let fail = (_error: unknown, _how: StreamEnd) => {};
  const stop = (reason: unknown) => fail(reason, "cancelled");
  const end = (how: StreamEnd) => {
    over = true;
    unlisten();
    onEnd(how);
  };
  const body = new ReadableStream<Bytes>(
    {
      start(controller) {
        fail = (error, how) => {
          if (over) return;
          end(how);
          controller.error(error);
          source.cancel(error).catch(() => {});
        };
        unlisten = onAbort(signal, stop);
      },
      async pull(controller) {
        try {
          const { done, value } = await source.read();
          if (over) return;
          if (!done) return controller.enqueue(value);
          end("finished");
          controller.close();
        } catch (error) {
          fail(error, "failed");
        }
      },
      async cancel(reason) {
        end("cancelled");
        await source.cancel(reason);
      },
    },
    { highWaterMark },
  );
  return { body, stop };
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
  const read = async () => {
    try {
      const result = await bounded(() => reader.read());
      if (result.done && reader.size === 0) throw new EmptyFileError();
      return result;
    } catch (error) {
      throw asError(error);
    }
  };
  return endingStream({ read, cancel: (reason) => reader.cancel(reason) }, signal, { onEnd, highWaterMark: 1 }).body;
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

  async read(): ReturnType<BodyReader["read"]> {
    const result = await this.#body.read();
    if (result.done && this.size < this.#announced) throw new BodyCutOffError(this.size, this.#announced);
    if (!result.done) this.size += result.value.byteLength;
    if (this.size <= this.#limit) return result;
    this.cancel().catch(() => {});
    throw new BodyTooLargeError(this.#limit);
  }

  cancel(reason?: unknown): Promise<void> {
    return this.#body.cancel(reason);
  }
}
