import type { BodySource, Chunk } from "./body-source.js";

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
