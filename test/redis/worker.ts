import { setTimeout as sleep } from "node:timers/promises";
import { createSupplierClient, RegError } from "@reg/sdk";
import { createRedisThrottle, type RedisThrottleOptions } from "@reg/sdk/redis";
import { Redis } from "ioredis";

/** What the program is to do. */
export interface WorkerTask extends Pick<RedisThrottleOptions, "limit" | "window" | "onStoreFailure" | "instances"> {
  readonly baseUrl: string;
  readonly token: string;
  readonly redisUrl: string;
  /** The number of calls at the same time. */
  readonly callers: number;
}

/**
 * Calls the service as fast as a shared throttle permits, until it is killed. Calls that the throttle or the service
 * rejects are made again later; any other failure ends the process. Sends the number of successful calls for each
 * message of its parent.
 *
 * Usage: fork(program, [task as JSON])
 */
const { baseUrl, token, redisUrl, callers, ...options }: WorkerTask = JSON.parse(process.argv[2] ?? "");
const redis = new Redis(redisUrl);
// The throttle reports the failures of a Redis that restarts.
redis.on("error", () => {});
const throttle = createRedisThrottle({ redis, quota: "test", ...options });
const supplier = createSupplierClient({ baseUrl, token, throttle, retry: false });
let successful = 0;

async function keepCalling(): Promise<never> {
  for (;;) {
    try {
      await supplier.lessors.list();
      successful += 1;
    } catch (error) {
      if (!RegError.is(error, "throttle") && !RegError.is(error, "rate-limit")) throw error;
      await sleep(100);
    }
  }
}

process.on("message", () => process.send?.(successful));
for (let caller = 0; caller < callers; caller += 1) void keepCalling();
