import { concat, type WholeBody } from "../http/body.js";

/** Where the bytes of a body come from. Only one reads it at a time. */
export interface BodySource {
  /** The next chunk, undefined at the end; a promise only if it is not there yet, which rejects if the body breaks off. */
  next(): Chunk | Promise<Chunk>;
  /** Lets go of the rest. What waits for a chunk gets the end. */
  cancel(): void;
}

/** A piece of a body; undefined: there are no more. */
export type Chunk = Uint8Array<ArrayBuffer> | undefined;

/**
 * Reads a body to its end.
 *
 * @param limit the most bytes
 */
export async function collect(source: BodySource, limit: number, stop?: AbortSignal): Promise<WholeBody> {
  const onStop = () => source.cancel();
  stop?.addEventListener("abort", onStop, { once: true });
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const next = source.next();
    const chunk = next instanceof Promise ? await next : next;
    if (chunk === undefined) return { done: true, value: join(chunks) };
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > limit) {
      source.cancel();
      return { done: true, value: null };
    }
  }
}

function join(chunks: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const [first] = chunks;
  return first !== undefined && chunks.length === 1 ? first : concat(chunks);
}

/**
 * The body as a web stream, which asks the source only for what is asked of it.
 *
 * @param onUse called when something was asked of it, or it was cancelled
 */
export function streamOf(source: BodySource, onUse: () => void): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream(
    {
      async pull(controller) {
        onUse();
        const chunk = await source.next();
        if (chunk === undefined) controller.close();
        // A copy, as fetch makes: the chunk may lie in the buffer of its neighbours.
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

/** A web stream as a source. */
export function sourceOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): BodySource {
  const reader = stream.getReader();
  return {
    next: async () => (await reader.read()).value,
    cancel() {
      reader.cancel().catch(() => {});
    },
  };
}

/** So many bytes wait for a reader before the connection is told to pause. */
const highWaterMark = 64 * 1024;

/** What the connection can be told. */
export interface Flow {
  pause(): void;
  resume(): void;
  /** Gives the request up, connection and all. */
  abort(): void;
}

/** A body as undici hands it over, chunk by chunk, kept until it is read. */
export class PushedBody implements BodySource {
  readonly #flow: Flow;
  #waiting: Uint8Array<ArrayBuffer>[] = [];
  #size = 0;
  #paused = false;
  #over = false;
  #failed = false;
  #error: unknown;
  #reader: { resolve(chunk: Chunk): void; reject(error: unknown): void } | undefined;

  constructor(flow: Flow) {
    this.#flow = flow;
  }

  /** Takes a chunk from the connection. */
  push(chunk: Uint8Array<ArrayBuffer>): void {
    if (this.#over) return;
    if (this.#reader !== undefined) {
      this.#takeReader()?.resolve(chunk);
      return;
    }
    this.#waiting.push(chunk);
    this.#size += chunk.byteLength;
    if (this.#size <= highWaterMark || this.#paused) return;
    this.#paused = true;
    this.#flow.pause();
  }

  /** The last chunk has come. */
  end(): void {
    this.#over = true;
    this.#takeReader()?.resolve(undefined);
  }

  /** The body broke off. What waits is lost, as it is in fetch. */
  fail(error: unknown): void {
    if (this.#over) return;
    this.#over = true;
    this.#failed = true;
    this.#error = error;
    this.#waiting = [];
    this.#takeReader()?.reject(error);
  }

  next(): Chunk | Promise<Chunk> {
    if (this.#failed) return Promise.reject(this.#error);
    const chunk = this.#waiting.shift();
    if (chunk !== undefined) {
      this.#size -= chunk.byteLength;
      return chunk;
    }
    if (this.#over) return undefined;
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject };
      if (!this.#paused) return;
      this.#paused = false;
      this.#flow.resume();
    });
  }

  cancel(): void {
    this.#waiting = [];
    if (this.#over) return;
    this.end();
    this.#flow.abort();
  }

  #takeReader() {
    const reader = this.#reader;
    this.#reader = undefined;
    return reader;
  }
}

/** A body that is not read: it gives an error at once. */
export class RefusedBody implements BodySource {
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
