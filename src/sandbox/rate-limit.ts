import type { Clock } from "../http/clock.js";
import { ProblemError } from "./server/problem.js";

/** Counts requests one way. Instants are in milliseconds, on a scale that never goes back. */
export interface Counter {
  /**
   * Counts a request at an instant.
   *
   * @returns 0 if it is let through; otherwise how long, in milliseconds, until the next one would be
   */
  take(now: number): number;
  /** Forgets every request. */
  reset(): void;
}

/** What each way of counting is told. */
export interface CounterSettings {
  readonly limit: number;
  /** In milliseconds. */
  readonly window: number;
  readonly countRefused: boolean;
}

/** Windows begin at the multiples of `window`; each counts from nothing, whatever the one before it held. */
class FixedWindowCounter implements Counter {
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

/** No stretch of `window` holds more than `limit` requests: each counts until it is a window old. */
class RollingWindowCounter implements Counter {
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

/** A bucket of `limit` tokens, full at first; each request takes one, and `limit` a window flow back evenly. */
class TokenBucketCounter implements Counter {
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
    if (wait > 0) throw new ProblemError(429, this.#refusal, [], this.#headers(now + wait, wait));
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

/**
 * How requests are counted. All three let `limit` requests through in an idle `window`; they differ in when the
 * next one may follow.
 *
 * - `rolling-window`: no stretch of `window` holds more than `limit` requests.
 * - `fixed-window`: windows begin at multiples of `window` since 1970, and each counts from nothing.
 * - `token-bucket`: `limit` tokens, one for each request, which refill evenly within `window`.
 */
export type Counting = "rolling-window" | "fixed-window" | "token-bucket";

/** Every way of counting. */
export const countings = [
  "rolling-window",
  "fixed-window",
  "token-bucket",
] as const satisfies readonly Counting[];

/**
 * How many requests to the supplier API are let through in how long. The reference gives the number and the status
 * 429 (supplier-api.md §8). How the service counts, and whether it says `Retry-After`, is not shown: everything
 * else here is assumed, and can be set so that a client can be tried against each possibility.
 */
export interface RateLimit {
  /** The most requests in a `window`. Default 5000. */
  readonly limit?: number;
  /** How long a window is, in milliseconds: from 1 to 366 days. Default 60 000. */
  readonly window?: number;
  /** How requests are counted. Default `rolling-window`. */
  readonly counting?: Counting;
  /** Whether a 429 says `Retry-After`: in whole seconds, not at all, or as a date. Default true: in seconds. */
  readonly retryAfter?: boolean | "date";
  /**
   * Whether a refused request counts as well, so that one who keeps asking waits longer: it takes a place in the
   * rolling window, or empties the bucket. In fixed windows it makes no difference. Default false.
   */
  readonly countRefused?: boolean;
}
