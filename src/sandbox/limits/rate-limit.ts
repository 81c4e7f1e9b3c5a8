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
