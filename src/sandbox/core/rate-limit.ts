import type { Clock } from "../../http/clock.js";
import { Refusal } from "./problem.js";

/** How many requests are let through in how long. */
export interface RateLimit {
  /** The most requests in any stretch of `window`. Default 5000 (supplier-api.md §8). */
  readonly limit?: number;
  /** The stretch, in milliseconds. Default 60 000. */
  readonly window?: number;
}

/**
 * Counts requests in a rolling window, and refuses with 429 those beyond the limit. That the window rolls, that
 * refused requests do not count and that `Retry-After` is sent is assumed.
 */
export class RateLimiter {
  readonly #limit: number;
  readonly #window: number;
  readonly #clock: Clock;
  /** The instants of the requests in the window, oldest first, in a ring. */
  readonly #instants: number[] = [];
  #oldest = 0;
  #count = 0;

  constructor({ limit = 5000, window = 60_000 }: RateLimit, clock: Clock) {
    this.#limit = limit;
    this.#window = window;
    this.#clock = clock;
  }

  /** Counts a request. */
  admit(): void {
    const now = this.#clock.monotonic();
    while (this.#count > 0 && this.#first() + this.#window <= now) {
      this.#oldest = (this.#oldest + 1) % this.#limit;
      this.#count -= 1;
    }
    if (this.#count >= this.#limit) {
      const seconds = Math.ceil((this.#first() + this.#window - now) / 1000);
      throw new Refusal(429, `More than ${this.#limit} requests within ${this.#window} ms.`, [], {
        "retry-after": String(seconds),
      });
    }
    this.#instants[(this.#oldest + this.#count) % this.#limit] = now;
    this.#count += 1;
  }

  /** Forgets every request. */
  reset(): void {
    this.#count = 0;
  }

  #first(): number {
    return this.#instants[this.#oldest] ?? 0;
  }
}
