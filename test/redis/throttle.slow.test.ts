import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { createClient } from "redis";
import { expect, onTestFinished, test } from "vitest";
import { createRedisThrottle, type RedisThrottle, type RedisThrottleOptions } from "../../src/redis/index.js";
import { turn } from "../http/throttle/support.js";
import { failure } from "../support/errors.js";
import { describeWithRedis, startRedis } from "../support/redis.js";

/** Connects ioredis until the end of the test. */
function connect(url: string): Redis {
  const redis = new Redis(url);
  redis.on("error", () => {});
  onTestFinished(() => redis.disconnect());
  return redis;
}

type Options = Partial<RedisThrottleOptions>;

function createThrottle(redis: RedisThrottleOptions["redis"], options: Options = {}): RedisThrottle {
  return createRedisThrottle({
    redis,
    quota: "test",
    window: 1000,
    limit: 10,
    onStoreFailure: "reject",
    ...options,
  });
}

/** How many of `count` calls get a turn in `ms` milliseconds; each ends at once. */
async function countServed(throttle: RedisThrottle, count: number, ms: number): Promise<number> {
  let served = 0;
  for (let call = 0; call < count; call += 1)
    void Promise.resolve(throttle.take(turn())).then(
      (permit) => {
        served += 1;
        permit.end("responded");
        // The calls that still wait fail when the test closes its Redis client.
      },
      () => {},
    );
  await sleep(ms);
  return served;
}

describeWithRedis("a throttle over Redis", () => {
  test("serves no more calls of two processes than the limit, and the next ones a window later", async () => {
    const { url } = await startRedis();
    const [one, other] = [createThrottle(connect(url)), createThrottle(connect(url))];
    const counts = await Promise.all([countServed(one, 20, 800), countServed(other, 20, 800)]);
    expect(counts[0] + counts[1]).toBe(10);
    await sleep(800);
    expect(one.statistics().served + other.statistics().served).toBe(20);
  });

  test("works with node-redis as with ioredis", async () => {
    const { url } = await startRedis();
    const redis = await createClient({ url }).connect();
    onTestFinished(() => redis.destroy());
    expect(await countServed(createThrottle(redis), 20, 500)).toBe(10);
  });

  test("leases a block for many calls, and then takes units at once", async () => {
    const { url } = await startRedis();
    const throttle = createThrottle(connect(url), {
      limit: 5000,
      window: 60_000,
      maxInFlight: Number.POSITIVE_INFINITY,
    });
    let waited = 0;
    for (let call = 0; call < 200; call += 1) {
      const taken = throttle.take(turn());
      if (taken instanceof Promise) waited += 1;
      (await taken).end("responded");
    }
    expect(waited).toBeLessThan(15);
  });

  test("fails calls while Redis is not there, and serves them again afterwards", async () => {
    const { url, kill, start } = await startRedis();
    const throttle = createThrottle(connect(url), { storeTimeout: 200 });
    (await throttle.take(turn())).end("responded");
    await sleep(100);
    await kill();
    const error = await failure(Promise.resolve(throttle.take(turn())), "throttle");
    expect(error.reason).toBe("failed");
    await start();
    await sleep(1500);
    (await throttle.take(turn())).end("responded");
  });
});
