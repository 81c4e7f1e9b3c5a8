import type { Clock } from "../base/clock.js";
import { RegInputError } from "../errors/errors.js";
import { aFunction, aName, anything, checkInput, count, either, optionsSchema, positiveTime } from "../errors/input.js";
import {
  commonThrottleOptions,
  QueuedThrottle,
  type Throttle,
  withThrottleDefaults,
} from "../http/throttle/throttle.js";
import type { RedisClient } from "./connection.js";
import { SharedLimiter } from "./limiter.js";
import { createRunScript } from "./script.js";

/** The rate limit that several processes share, and what happens while Redis fails. Times are in milliseconds. */
export interface RedisThrottleOptions {
  /** The user's client. The throttle sends commands with it and never closes it. */
  readonly redis: RedisClient;
  /**
   * The name of the limit, such as `supplier-4711`: 1 to 40 characters. All processes with this name share one limit.
   * Give all of them the same `limit` and `window`; while they differ, the smallest limit applies to all.
   */
  readonly quota: string;
  /** The most requests of all processes together in any period of `window`. Default 5000 (supplier-api.md §8). */
  readonly limit?: number | undefined;
  /** The period. Default 60 000 (supplier-api.md §8: the limit is per minute). */
  readonly window?: number | undefined;
  /**
   * What to do while Redis fails or does not respond within `storeTimeout`. `reject`: calls fail with RegThrottleError
   * (`failed`), and nothing is sent. `local`: each process continues with `limit` divided by `instances`, until a
   * window after Redis responds again. The processes together may send more than `limit` in the window in which Redis
   * fails, and in every window while only some of them cannot reach Redis.
   */
  readonly onStoreFailure: "local" | "reject";
  /** How many processes share the limit: at most `limit`. Only for `onStoreFailure: "local"`, which requires it. */
  readonly instances?: number | undefined;
  /** The longest time that Redis may take to respond. Default 1000, or half of `window` if that is shorter. */
  readonly storeTimeout?: number | undefined;
  /**
   * Called when Redis begins to fail, once until it responds again, and when another process has another `limit` or
   * `window`, once for each. What it throws is ignored. Default: nothing is reported.
   */
  readonly onStoreError?: ((error: Error) => void) | undefined;
  /**
   * Called when Redis responds again, with the time since it began to fail. What it throws is ignored. Default: nothing
   * is reported.
   */
  readonly onStoreRecovered?: ((failedForMs: number) => void) | undefined;
  /** The most requests in flight in this process; as in `createThrottle`. Default 50. */
  readonly maxInFlight?: number | undefined;
  /** The most calls that wait in this process; as in `createThrottle`. Default 10 000. */
  readonly queueLimit?: number | undefined;
  /** The longest time that a call waits for its turn; as in `createThrottle`. Default: Infinity, no limit. */
  readonly maxWait?: number | undefined;
  /** Measures durations in this process. Default: the system's clock. */
  readonly clock?: Clock | undefined;
}

/** A rate limit that several processes share: the `throttle` option of a client. */
export interface RedisThrottle extends Throttle {
  /**
   * Waits until Redis knows which requests have ended. Call it before you close the Redis client; without it, other
   * processes get the units of the last requests after at most two windows. It never rejects, takes at most
   * `storeTimeout`, and the throttle can be used afterwards.
   */
  release(): Promise<void>;
}

const throttleOptions = optionsSchema<RedisThrottleOptions>({
  redis: anything,
  quota: aName,
  limit: count(1),
  onStoreFailure: either("local", "reject"),
  instances: count(1),
  storeTimeout: positiveTime,
  onStoreError: aFunction,
  onStoreRecovered: aFunction,
  ...commonThrottleOptions,
});

/**
 * Creates a throttle whose limit is shared by all processes that use the same Redis and the same `quota`. Each process
 * keeps its own queue. docs/cluster.md describes what happens when processes or Redis stop.
 *
 * @example
 * const throttle = createRedisThrottle({ redis: new Redis(url), quota: "supplier-4711", onStoreFailure: "reject" });
 * const supplier = createSupplierClient({ throttle });
 *
 * @throws RegInputError for an invalid option
 */
export function createRedisThrottle(options: RedisThrottleOptions): RedisThrottle {
  checkInput(throttleOptions, options, { below: "throttle" });
  const settings = withThrottleDefaults(options);
  const { limit, window } = settings;
  const { redis, quota, onStoreFailure, instances, onStoreError, onStoreRecovered } = options;
  const { storeTimeout = Math.min(1000, window / 2) } = options;
  if (quota === undefined) throw new RegInputError("throttle.quota", "must be the name of the shared limit");
  if (onStoreFailure === undefined) throw new RegInputError("throttle.onStoreFailure", 'must be "local" or "reject"');
  if (onStoreFailure === "local" && instances === undefined)
    throw new RegInputError(
      "throttle.instances",
      'must be the number of processes that share the limit, because onStoreFailure is "local"',
    );
  if (onStoreFailure === "reject" && instances !== undefined)
    throw new RegInputError("throttle.instances", 'must be left out, because onStoreFailure is "reject"');
  if (instances !== undefined && instances > limit)
    throw new RegInputError("throttle.instances", "must not be more than limit: each process needs a request");
  const runScript = createRunScript(redis, { quota, limit, window, storeTimeout });
  const shared = { ...settings, runScript, instances, storeTimeout, onStoreError, onStoreRecovered };
  const limiter = new SharedLimiter(shared);
  const throttle = new QueuedThrottle(settings, limiter);
  return {
    take: (turn) => throttle.take(turn),
    statistics: () => throttle.statistics(),
    release: () => limiter.release(),
  };
}
