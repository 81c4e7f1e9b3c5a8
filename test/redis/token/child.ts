import { setTimeout as sleep } from "node:timers/promises";
import { type Clock, createLessorClient } from "@reg/sdk";
import { createRedisTokenStore } from "@reg/sdk/redis";
import { Redis } from "ioredis";
import { systemClock } from "../../../src/base/clock.js";

/** What the program is to do. */
export interface ChildTask {
  readonly redisUrl: string;
  readonly key: string;
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** How far its wall clock is ahead, in milliseconds. */
  readonly aheadMs: number;
}

/**
 * Sends calls until its input ends, and prints a dot for each that has succeeded. One that fails ends it with an error.
 *
 * Usage: child.ts <task as JSON>
 */
const task: ChildTask = JSON.parse(process.argv[2] ?? "");
const { redisUrl, key, baseUrl, clientId, clientSecret, aheadMs } = task;
const clock: Clock = { ...systemClock, now: () => Date.now() + aheadMs };
const redis = new Redis(redisUrl);
const tokenStore = createRedisTokenStore({ redis, key, clock });
const lessor = createLessorClient({ baseUrl, clientId, clientSecret, clock, tokenStore });

let isRunning = true;
process.stdin.on("end", () => {
  isRunning = false;
});
process.stdin.resume();
while (isRunning) {
  await lessor.vehicles.put({ licensePlate: "AB-123-C" });
  process.stdout.write(".");
  await sleep(10);
}
await lessor.close();
await redis.quit();
