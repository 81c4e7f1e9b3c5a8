import type { BodySource, Chunk } from "./body-source.js";

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
