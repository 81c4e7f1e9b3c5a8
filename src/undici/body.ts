import { concat, type WholeBody } from "../http/body.js";

type Bytes = Uint8Array<ArrayBuffer>;

/** A chunk of a body; undefined at its end. */
export type Chunk = Bytes | undefined;

/** A source of the bytes of a body, with one reader at a time. Simpler and faster than a web stream. */
export interface BodySource {
  /** Returns the next chunk, or a promise if the chunk has not arrived yet, which rejects if the body breaks off. */
  next(): Chunk | Promise<Chunk>;
  /** Discards the rest of the body. A reader that waits for a chunk gets the end. */
  cancel(): void;
}

/** Controls the connection that a body comes from. */
export interface FlowControl {
  pause(): void;
  resume(): void;
  /** Aborts the request and closes its connection. */
  abort(): void;
}

/** This many bytes may wait for a reader before the connection is paused. */
const highWaterMark = 64 * 1024;

/** Buffers the chunks that undici pushes until they are read, and pauses the connection meanwhile. */
export class IncomingBody implements BodySource {
  readonly #flow: FlowControl;
  #buffered: Bytes[] = [];
  #size = 0;
  #isPaused = false;
  #isOver = false;
  #hasFailed = false;
  #error: unknown;
  #reader: { resolve(chunk: Chunk): void; reject(error: unknown): void } | undefined;

  constructor(flow: FlowControl) {
    this.#flow = flow;
  }

  push(chunk: Bytes): void {
    if (this.#isOver) return;
    if (this.#reader !== undefined) {
      this.#takeReader()?.resolve(chunk);
      return;
    }
    this.#buffered.push(chunk);
    this.#size += chunk.byteLength;
    if (this.#size <= highWaterMark || this.#isPaused) return;
    this.#isPaused = true;
    this.#flow.pause();
  }

  /** Ends the body after the buffered chunks. */
  end(): void {
    this.#isOver = true;
    this.#takeReader()?.resolve(undefined);
  }

  /** Breaks the body off. Buffered chunks are lost, as they are in fetch. */
  fail(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#hasFailed = true;
    this.#error = error;
    this.#buffered = [];
    this.#takeReader()?.reject(error);
  }

  next(): Chunk | Promise<Chunk> {
    if (this.#hasFailed) return Promise.reject(this.#error);
    const chunk = this.#buffered.shift();
    if (chunk !== undefined) {
      this.#size -= chunk.byteLength;
      return chunk;
    }
    if (this.#isOver) return undefined;
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject };
      if (!this.#isPaused) return;
      this.#isPaused = false;
      this.#flow.resume();
    });
  }

  cancel(): void {
    this.#buffered = [];
    if (this.#isOver) return;
    this.end();
    this.#flow.abort();
  }

  #takeReader() {
    const reader = this.#reader;
    this.#reader = undefined;
    return reader;
  }
}

/** A body that is not read: the first read cancels it and rejects. */
export class RejectedBody implements BodySource {
  readonly #body: BodySource;
  readonly #problem: string;

  constructor(body: BodySource, problem: string) {
    this.#body = body;
    this.#problem = problem;
  }

  next(): Promise<Chunk> {
    this.cancel();
    return Promise.reject(new TypeError("terminated", { cause: new Error(this.#problem) }));
  }

  cancel(): void {
    this.#body.cancel();
  }
}

/**
 * Reads a body to its end.
 *
 * @param limit the maximum number of bytes
 */
export async function readWhole(source: BodySource, limit: number, stop?: AbortSignal): Promise<WholeBody> {
  stop?.addEventListener("abort", () => source.cancel(), { once: true });
  const chunks: Bytes[] = [];
  let size = 0;
  for (;;) {
    const next = source.next();
    // A chunk that has arrived is not awaited, because each await costs time.
    const chunk = next instanceof Promise ? await next : next;
    if (chunk === undefined) return join(chunks);
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > limit) {
      source.cancel();
      return null;
    }
  }
}

function join(chunks: readonly Bytes[]): Bytes {
  const [first] = chunks;
  return first !== undefined && chunks.length === 1 ? first : concat(chunks);
}

/**
 * Wraps a source into a web stream, which reads the source only on demand.
 *
 * @param onUse called when the stream is read or cancelled
 */
export function toStream(source: BodySource, onUse: () => void): ReadableStream<Bytes> {
  return new ReadableStream(
    {
      async pull(controller) {
        onUse();
        const chunk = await source.next();
        if (chunk === undefined) controller.close();
        // Copied, as in fetch, because the chunk may share its buffer with others.
        else controller.enqueue(new Uint8Array(chunk));
      },
      cancel() {
        onUse();
        source.cancel();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Wraps a web stream into a source. */
export function fromStream(stream: ReadableStream<Bytes>): BodySource {
  const reader = stream.getReader();
  return {
    next: async () => (await reader.read()).value,
    cancel() {
      reader.cancel().catch(() => {});
    },
  };
}
