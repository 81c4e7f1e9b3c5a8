/** How many instants that are over are kept before they are thrown away together. */
const mostStale = 1024;

/** Instants in ascending order, added at the end and dropped from the beginning. */
export class Instants {
  #all: number[] = [];
  #start = 0;

  get size(): number {
    return this.#all.length - this.#start;
  }

  /** The earliest; Infinity if there is none. */
  get first(): number {
    return this.#all[this.#start] ?? Number.POSITIVE_INFINITY;
  }

  /** Adds an instant that is no earlier than the last one. */
  push(instant: number): void {
    this.#all.push(instant);
  }

  /** Drops what lies no later than `now`. */
  dropUntil(now: number): void {
    while (this.first <= now) this.#start += 1;
    if (this.#start > mostStale && this.#start * 2 > this.#all.length) {
      this.#all = this.#all.slice(this.#start);
      this.#start = 0;
    }
  }
}
