/**
 * The name of the method with which an answer of our own transport gives its whole body at once, without a web stream
 * in between. From the registry of symbols, so that the ESM and the CommonJS copy of this package share it.
 */
export const directBody = Symbol.for("@reg/sdk/direct-body");

/** The whole of a body, as the last that a stream would give. */
export interface WholeBody {
  readonly done: true;
  /** Null if it has more bytes than may be read. */
  readonly value: Uint8Array<ArrayBuffer> | null;
}

/** An answer that can give its body at once. */
export interface DirectBody {
  /**
   * Reads the whole body; rejects if it breaks off.
   *
   * @param limit the most bytes, counted after decompression
   * @param stop cancels the rest when it is aborted
   * @returns the bytes, of which the rest is cancelled if there are more than `limit`; undefined if somebody uses the
   *   stream already, and it must be read in the ordinary way
   */
  [directBody](limit: number, stop: AbortSignal | undefined): Promise<WholeBody> | undefined;
}

/** Whether an answer is one of our own transport. */
export function hasDirectBody(response: object): response is DirectBody {
  return directBody in response;
}

/**
 * The mark of our own transport: once a request is over, nothing is done any more when its signal is aborted, and until
 * then its listeners are to be told once. What bears it names itself in it, because a wrapper that a user makes may
 * inherit or copy the mark, and do more. From the registry of symbols, as {@link directBody} is.
 */
export const forgetsSignals = Symbol.for("@reg/sdk/forgets-signals");

type Bytes = Uint8Array<ArrayBuffer>;

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
export async function readBytes(
  response: Pick<Response, "body">,
  limit: number,
  options?: ReadOptions,
): Promise<Bytes> {
  const body = new BodyReading(response, limit, options);
  while (!body.isOver) body.take(await body.next());
  return concat(body.chunks);
}

/** Reads a whole body as UTF-8 text, with the same bound. */
export async function readText(
  response: Pick<Response, "body">,
  limit: number,
  options?: ReadOptions,
): Promise<string> {
  return utf8.decode(await readBytes(response, limit, options));
}

/**
 * A whole body that is being read, with the same bound: `while (!body.isOver) body.take(await body.next())`. Whoever
 * wants it loops, because a function in between that waits would cost each call a little.
 */
export class BodyReading {
  /** What has come of it. */
  readonly chunks: Bytes[] = [];
  /** Nothing more of it is to come. */
  isOver = false;
  readonly #limit: number;
  readonly #announced: number | undefined;
  readonly #direct: Promise<Part> | undefined;
  readonly #reader: BoundedReader | undefined;

  constructor(response: Pick<Response, "body">, limit: number, { stop, announced }: ReadOptions = {}) {
    this.#limit = limit;
    this.#announced = announced;
    this.#direct = hasDirectBody(response) ? response[directBody](limit, stop) : undefined;
    if (this.#direct !== undefined) return;
    const { body } = response;
    this.#reader = body === null ? undefined : new BoundedReader(body, limit);
    stop?.addEventListener("abort", () => void this.#reader?.cancel().catch(() => {}), { once: true });
  }

  /** What it gives next. */
  next(): Promise<Part> {
    return this.#direct ?? this.#reader?.next() ?? Promise.resolve(end);
  }

  /** Adds that; throws {@link BodyTooLargeError} if it is too much, having cancelled the rest. */
  take({ done, value }: Part): void {
    if (value === null) throw new BodyTooLargeError(this.#limit);
    if (value !== undefined) this.chunks.push(this.#reader?.admit(value) ?? value);
    this.isOver = done || this.#reader?.size === this.#announced;
  }

  text(): string {
    return utf8.decode(this.chunks.length === 1 ? this.chunks[0] : concat(this.chunks));
  }
}

/** Of a stream a chunk or its end, of a direct body all of it; null if that is too large. */
interface Part {
  readonly done: boolean;
  readonly value?: Bytes | null | undefined;
}

const end: Part = { done: true };

const utf8 = new TextDecoder();

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
  readonly #reader: ReadableStreamDefaultReader<Bytes>;
  readonly #limit: number;

  constructor(body: ReadableStream<Bytes>, limit: number) {
    this.#reader = body.getReader();
    this.#limit = limit;
  }

  /** The next chunk; undefined at the end. */
  async read(): Promise<Bytes | undefined> {
    const { done, value } = await this.next();
    return done ? undefined : this.admit(value);
  }

  /** The next chunk as the stream gives it, to be admitted. */
  next(): ReturnType<ReadableStreamDefaultReader<Bytes>["read"]> {
    return this.#reader.read();
  }

  /** Counts a chunk; cancels the rest and throws {@link BodyTooLargeError} if it is one too many. */
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

/** All chunks in one, which shares no memory with them. */
export function concat(chunks: readonly Bytes[]): Bytes {
  const bytes = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.byteLength, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

/** What {@link boundedStream} tells its owner, and asks of it. */
export interface StreamOwner {
  /** Called once when the stream is over, in whatever way. */
  onEnd(): void;
  /** Ends the stream, also while nobody reads it. */
  readonly signal: AbortSignal | undefined;
  /** Reads a chunk; may reject instead of waiting for too long, which ends the stream. */
  bounded<T>(read: () => Promise<T>): Promise<T>;
  /** The error that the stream's reader is to see, where reading failed. */
  asError(error: unknown): unknown;
}

/** The same stream, which errors beyond `limit` bytes and when the signal is aborted. */
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
