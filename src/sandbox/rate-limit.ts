import type { Clock } from "../http/clock.js";
import { ProblemError } from "./server/problem.js";

/**
 * How requests are counted. All three allow `limit` requests in an idle `window`; they differ in when the next request
 * is allowed.
 *
 * - `rolling-window`: no interval of length `window` contains more than `limit` requests.
 * - `fixed-window`: windows start at multiples of `window` since 1970, and each starts counting at zero.
 * - `token-bucket`: `limit` tokens, one for each request, which refill evenly within `window`.
 */
export type Counting = "rolling-window" | "fixed-window" | "token-bucket";

/** Every way of counting requests. */
export const countings = [
  "rolling-window",
  "fixed-window",
  "token-bucket",
] as const satisfies readonly Counting[];

/**
 * How many requests to the supplier API are allowed in a period. The reference gives the number and the status 429
 * (supplier-api.md §8). How the service counts, and whether it sends `Retry-After`, is not shown: everything else here
 * is assumed, and can be set so that a client can be tested against each possibility.
 */
export interface RateLimit {
  /** The maximum number of requests in a `window`. Default 5000. */
  readonly limit?: number | undefined;
  /** The length of a window in milliseconds, at least 1 and at most 366 days. Default 60 000. */
  readonly window?: number | undefined;
  /** How requests are counted. Default `rolling-window`. */
  readonly counting?: Counting | undefined;
  /** Whether a 429 has a `Retry-After` header: in whole seconds, not at all, or as a date. Default true: in seconds. */
  readonly retryAfter?: boolean | "date" | undefined;
  /**
   * Whether a rejected request counts as well, so that a client that keeps sending waits longer: it takes a place in
   * the rolling window, or empties the bucket. It makes no difference for fixed windows. Default false.
   */
  readonly countRefused?: boolean | undefined;
}

/**
 * Rejects requests beyond the limit with 429 (supplier-api.md §8). One count covers the whole supplier API and all
 * callers: assumed, since the reference does not say whether each supplier has its own limit.
 */
export class RateLimiter {
  readonly #counter: Counter;
  readonly #clock: Clock;
  readonly #detail: string;
  readonly #retryAfter: boolean | "date";
  /** The zero of the monotonic clock, in milliseconds since 1970: fixed windows follow the date, but never jump. */
  readonly #zero: number;

  constructor(options: RateLimit, clock: Clock) {
    const { limit = 5000, window = 60_000, counting = "rolling-window" } = options;
    const { retryAfter = true, countRefused = false } = options;
    this.#counter = new counters[counting]({ limit, window, countRefused });
    this.#clock = clock;
    this.#detail = `More than ${limit} requests within ${window} ms.`;
    this.#retryAfter = retryAfter;
    this.#zero = clock.now() - clock.monotonic();
  }

  /**
   * Counts a request.
   *
   * @throws ProblemError 429 if the limit is reached
   */
  admit(): void {
    const now = this.#zero + this.#clock.monotonic();
    const wait = this.#counter.take(now);
    if (wait > 0) throw new ProblemError(429, this.#detail, { headers: this.#headers(now + wait, wait) });
  }

  /** Sets the count to zero. */
  reset(): void {
    this.#counter.reset();
  }

  /** Rounds up to whole seconds, so that a client that waits for the stated time is allowed. */
  #headers(end: number, wait: number): Record<string, string> {
    if (this.#retryAfter === false) return {};
    const seconds = Math.ceil(wait / 1000);
    const date = () => new Date(Math.ceil(end / 1000) * 1000).toUTCString();
    return { "retry-after": this.#retryAfter === "date" ? date() : String(seconds) };
  }
}

/** Counts requests in one way. Instants are in milliseconds, on a scale that never goes back. */
interface Counter {
  /**
   * Counts a request at an instant.
   *
   * @returns 0 if the request is allowed; otherwise the milliseconds until the next one would be
   */
  take(now: number): number;
  reset(): void;
}

interface CounterSettings {
  readonly limit: number;
  /** In milliseconds. */
  readonly window: number;
  readonly countRefused: boolean;
}

/** Windows start at the multiples of `window`; each starts at zero, whatever the previous one contained. */
class FixedWindowCounter implements Counter {
  readonly #settings: CounterSettings;
  #start = Number.NEGATIVE_INFINITY;
  #count = 0;

  constructor(settings: CounterSettings) {
    this.#settings = settings;
  }

  take(now: number): number {
    const { limit, window } = this.#settings;
    const start = Math.floor(now / window) * window;
    if (start !== this.#start) {
      this.#start = start;
      this.#count = 0;
    }
    // Counting rejected requests would change nothing: the window is full until it ends.
    if (this.#count >= limit) return start + window - now;
    this.#count += 1;
    return 0;
  }

  reset(): void {
    this.#count = 0;
  }
}

/** No interval of length `window` contains more than `limit` requests: each counts until it is a window old. */
class RollingWindowCounter implements Counter {
  readonly #settings: CounterSettings;
  /** The instants of the latest requests, in a ring of `limit` entries: earlier ones do not matter. */
  readonly #instants: number[] = [];
  #oldest = 0;
  #count = 0;

  constructor(settings: CounterSettings) {
    this.#settings = settings;
  }

  take(now: number): number {
    const { limit, window, countRefused } = this.#settings;
    while (this.#count > 0 && this.#first() + window <= now) this.#dropFirst();
    const isFull = this.#count >= limit;
    if (isFull && !countRefused) return this.#first() + window - now;
    if (isFull) this.#dropFirst();
    this.#instants[(this.#oldest + this.#count) % limit] = now;
    this.#count += 1;
    return isFull ? this.#first() + window - now : 0;
  }

  reset(): void {
    this.#count = 0;
  }

  #first(): number {
    return this.#instants[this.#oldest] ?? 0;
  }

  #dropFirst(): void {
    this.#oldest = (this.#oldest + 1) % this.#settings.limit;
    this.#count -= 1;
  }
}

/** A bucket of `limit` tokens, full at first; each request takes one, and `limit` tokens a window refill evenly. */
class TokenBucketCounter implements Counter {
  readonly #settings: CounterSettings;
  /**
   * The missing amount, in units of which a token has `window` and of which `limit` refill in a millisecond. In these
   * units, whole milliseconds give whole numbers: a token is available exactly in time, without a rounding error.
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
