import type { Counter, CounterSettings } from "./counter.js";

/** Windows begin at the multiples of `window`; each counts from nothing, whatever the one before it held. */
export class FixedWindowCounter implements Counter {
  readonly #settings: CounterSettings;
  #begin = Number.NEGATIVE_INFINITY;
  #count = 0;

  constructor(settings: CounterSettings) {
    this.#settings = settings;
  }

  take(now: number): number {
    const { limit, window } = this.#settings;
    const begin = Math.floor(now / window) * window;
    if (begin !== this.#begin) {
      this.#begin = begin;
      this.#count = 0;
    }
    // That a refused request does not count changes nothing: the window is full until it ends.
    if (this.#count >= limit) return begin + window - now;
    this.#count += 1;
    return 0;
  }

  reset(): void {
    this.#count = 0;
  }
}
