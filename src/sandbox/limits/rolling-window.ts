import type { Counter, CounterSettings } from "./counter.js";

/** No stretch of `window` holds more than `limit` requests: each counts until it is a window old. */
export class RollingWindowCounter implements Counter {
  readonly #settings: CounterSettings;
  /** The instants of the latest requests, in a ring of `limit`: what went before does not matter. */
  readonly #instants: number[] = [];
  #oldest = 0;
  #count = 0;

  constructor(settings: CounterSettings) {
    this.#settings = settings;
  }

  take(now: number): number {
    const { limit, window, countRefused } = this.#settings;
    while (this.#count > 0 && this.#first() + window <= now) this.#drop();
    const full = this.#count >= limit;
    if (full && !countRefused) return this.#first() + window - now;
    if (full) this.#drop();
    this.#instants[(this.#oldest + this.#count) % limit] = now;
    this.#count += 1;
    return full ? this.#first() + window - now : 0;
  }

  reset(): void {
    this.#count = 0;
  }

  #first(): number {
    return this.#instants[this.#oldest] ?? 0;
  }

  #drop(): void {
    this.#oldest = (this.#oldest + 1) % this.#settings.limit;
    this.#count -= 1;
  }
}
