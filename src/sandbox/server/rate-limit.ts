import type { Clock } from "../../base/clock.js";
import { ProblemError } from "../messages/problem.js";

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
export const countings = ["rolling-window", "fixed-window", "token-bucket"] as const satisfies readonly Counting[];

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
export class ServiceLimit {
  readonly #createCounter: () => Counter;
  #count: Counter;
  readonly #clock: Clock;
  readonly #detail: string;
  readonly #retryAfter: boolean | "date";
  /** The zero of the monotonic clock, in milliseconds since 1970: fixed windows follow the date, but never jump. */
  readonly #zero: number;

  constructor(options: RateLimit, clock: Clock) {
    const { limit = 5000, window = 60_000, counting = "rolling-window" } = options;
    const { retryAfter = true, countRefused = false } = options;
    this.#createCounter = () => counters[counting]({ limit, window, countRefused });
    this.#count = this.#createCounter();
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
    const wait = this.#count(now);
    if (wait > 0) throw new ProblemError(429, this.#detail, { headers: this.#headers(now + wait, wait) });
  }

  reset(): void {
    this.#count = this.#createCounter();
  }

  /** Rounds up to whole seconds, so that a client that waits for the stated time is allowed. */
  #headers(end: number, wait: number): Record<string, string> {
    if (this.#retryAfter === false) return {};
    const seconds = Math.ceil(wait / 1000);
    const date = () => new Date(Math.ceil(end / 1000) * 1000).toUTCString();
    return { "retry-after": this.#retryAfter === "date" ? date() : String(seconds) };
  }
}

/**
 * Counts a request at an instant in milliseconds, on a scale that never goes back.
 *
 * @returns 0 if the request is allowed; otherwise the milliseconds until the next one would be
 */
type Counter = (now: number) => number;

interface CounterSettings {
  readonly limit: number;
  /** In milliseconds. */
  readonly window: number;
  readonly countRefused: boolean;
}

const counters: Readonly<Record<Counting, (settings: CounterSettings) => Counter>> = {
  "rolling-window": ({ limit, window, countRefused }) => {
    // The instants of the latest requests, in a ring of `limit` entries: earlier ones do not matter.
    const instants: number[] = [];
    let oldest = 0;
    let count = 0;
    const freeAt = () => (instants[oldest] ?? 0) + window;
    const dropOldest = () => {
      oldest = (oldest + 1) % limit;
      count -= 1;
    };
    return (now) => {
      while (count > 0 && freeAt() <= now) dropOldest();
      const isFull = count >= limit;
      if (isFull && !countRefused) return freeAt() - now;
      if (isFull) dropOldest();
      instants[(oldest + count) % limit] = now;
      count += 1;
      return isFull ? freeAt() - now : 0;
    };
  },
  "fixed-window": ({ limit, window }) => {
    let current = Number.NEGATIVE_INFINITY;
    let count = 0;
    return (now) => {
      const start = Math.floor(now / window) * window;
      if (start !== current) count = 0;
      current = start;
      // Counting rejected requests would change nothing: the window is full until it ends.
      if (count >= limit) return start + window - now;
      count += 1;
      return 0;
    };
  },
  "token-bucket": ({ limit, window, countRefused }) => {
    // The missing amount, in units of which a token has `window` and of which `limit` refill in a millisecond. In these
    // units, whole milliseconds give whole numbers: a token is available exactly in time, without a rounding error.
    let missing = 0;
    let at = 0;
    const capacity = limit * window;
    return (now) => {
      missing = Math.max(0, missing - (now - at) * limit);
      at = now;
      if (missing + window <= capacity) {
        missing += window;
        return 0;
      }
      if (countRefused) missing = capacity;
      return (missing + window - capacity) / limit;
    };
  },
};
