import type { Clock } from "../../http/time/clock.js";
import { Refusal } from "../core/problem.js";
import type { Counter, CounterSettings } from "./counter.js";
import { FixedWindowCounter } from "./fixed-window.js";
import type { Counting, RateLimit } from "./rate-limit.js";
import { RollingWindowCounter } from "./rolling-window.js";
import { TokenBucketCounter } from "./token-bucket.js";

const counters: Readonly<Record<Counting, new (settings: CounterSettings) => Counter>> = {
  "rolling-window": RollingWindowCounter,
  "fixed-window": FixedWindowCounter,
  "token-bucket": TokenBucketCounter,
};

/**
 * Refuses requests beyond the limit with 429 (supplier-api.md §8). There is one count for the whole supplier API,
 * whoever asks: assumed, since the reference does not say whether each supplier has a limit of its own.
 */
export class RateLimiter {
  readonly #counter: Counter;
  readonly #clock: Clock;
  readonly #refusal: string;
  readonly #retryAfter: boolean | "date";
  /** The monotonic clock's zero, in milliseconds since 1970: fixed windows follow the date, yet never jump. */
  readonly #zero: number;

  constructor(options: RateLimit, clock: Clock) {
    const { limit = 5000, window = 60_000, counting = "rolling-window" } = options;
    const { retryAfter = true, countRefused = false } = options;
    this.#counter = new counters[counting]({ limit, window, countRefused });
    this.#clock = clock;
    this.#refusal = `More than ${limit} requests within ${window} ms.`;
    this.#retryAfter = retryAfter;
    this.#zero = clock.now() - clock.monotonic();
  }

  /**
   * Counts a request.
   *
   * @throws Refusal with 429 if it is one too many
   */
  admit(): void {
    const now = this.#zero + this.#clock.monotonic();
    const wait = this.#counter.take(now);
    if (wait > 0) throw new Refusal(429, this.#refusal, [], this.#headers(now + wait, wait));
  }

  /** Forgets every request. */
  reset(): void {
    this.#counter.reset();
  }

  /** Rounded up to whole seconds, so that one who waits as long as told is let through. */
  #headers(end: number, wait: number): Record<string, string> {
    if (this.#retryAfter === false) return {};
    const seconds = Math.ceil(wait / 1000);
    const date = () => new Date(Math.ceil(end / 1000) * 1000).toUTCString();
    return { "retry-after": this.#retryAfter === "date" ? date() : String(seconds) };
  }
}
