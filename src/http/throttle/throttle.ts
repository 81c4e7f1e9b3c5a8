import { checkFields, type RulesFor } from "../input/check-fields.js";
import { clock, count, countLimit, positiveTime, waitLimit } from "../input/rules.js";
import { type Clock, systemClock } from "../time/clock.js";
import { LocalThrottle } from "./local-throttle.js";
import type { Permit, Turn } from "./permit.js";
import type { ThrottleStatistics } from "./statistics.js";

/** How many requests may be sent in how long, and how calls wait for their turn. */
export interface ThrottleOptions {
  /**
   * The most requests in any stretch of `window`. Default 5000 (supplier-api.md §8). Calls that have to wait are served
   * a few at a time, some 1000 a second: a limit beyond that is reached only by calls that need not wait.
   */
  readonly limit?: number | undefined;
  /** The stretch, in milliseconds. Default 60 000 (supplier-api.md §8: the limit is per minute). */
  readonly window?: number | undefined;
  /** The most calls that wait; a further one fails with RegThrottleError. Infinity: no bound. Default 100 000. */
  readonly queueLimit?: number | undefined;
  /**
   * The longest that a call waits for its turn, in milliseconds, before it fails with RegThrottleError. Default:
   * Infinity, no bound.
   */
  readonly maxWait?: number | undefined;
  /** Default: the machine's clock. */
  readonly clock?: Clock | undefined;
}

/** A budget of requests, which several clients can share. Make one with {@link createThrottle}. */
export interface Throttle {
  /**
   * Takes a unit for one request: at once if one is free and nobody waits; otherwise by a promise that is fulfilled
   * when the caller's turn has come. It rejects with the reason if the call is ended first, and with
   * RegThrottleError if the line is full, the wait too long, or the gate closed for too long.
   */
  take(turn: Turn): Permit | Promise<Permit>;
  /** How it stands. */
  statistics(): ThrottleStatistics;
}

const throttleOptions: RulesFor<ThrottleOptions> = {
  limit: count(1),
  window: positiveTime,
  queueLimit: countLimit,
  maxWait: waitLimit,
  clock,
};

/**
 * Makes a throttle to be shared by several clients that use one quota.
 *
 * @throws RegInputError for an option that cannot be used
 */
export function createThrottle(options: ThrottleOptions = {}): Throttle {
  checkFields("throttle", throttleOptions, options);
  const { limit = 5000, window = 60_000, queueLimit = 100_000, clock = systemClock } = options;
  const { maxWait = Number.POSITIVE_INFINITY } = options;
  return new LocalThrottle({ limit, window, queueLimit, maxWait, clock });
}
