import type { Counter, CounterSettings } from "./counter.js";

/** A bucket of `limit` tokens, full at first; each request takes one, and `limit` a window flow back evenly. */
export class TokenBucketCounter implements Counter {
  readonly #settings: CounterSettings;
  /**
   * What is missing, where a token is `window` parts and `limit` parts flow back in a millisecond. In parts, whole
   * milliseconds give whole numbers: a token is there at its very instant, and not a rounding error later.
   */
  #missing = 0;
  #at = 0;

  constructor(settings: CounterSettings) {
    this.#settings = settings;
  }

  take(now: number): number {
    const { limit, window, countRefused } = this.#settings;
    const capacity = limit * window;
    this.#missing = Math.max(0, this.#missing - (now - this.#at) * limit);
    this.#at = now;
    if (this.#missing + window <= capacity) {
      this.#missing += window;
      return 0;
    }
    if (countRefused) this.#missing = capacity;
    return (this.#missing + window - capacity) / limit;
  }

  reset(): void {
    this.#missing = 0;
  }
}
