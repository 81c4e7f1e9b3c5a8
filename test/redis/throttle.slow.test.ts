import { setTimeout as sleep } from "node:timers/promises";
import { createSupplierClient } from "@reg/sdk";
import { createRedisThrottle, type RedisClient, type RedisThrottle, type RedisThrottleOptions } from "@reg/sdk/redis";
import { Redis } from "ioredis";
import { expect, onTestFinished, test, vi } from "vitest";
import { CallCancellation } from "../../src/base/cancellation.js";
import { systemClock } from "../../src/base/clock.js";
import { turn } from "../http/throttle/support.js";
import { failure } from "../support/errors.js";
import {
  connectIoredis,
  connectNodeRedis,
  describeWithRedis,
  redisClients,
  slowDown,
  startRedis,
} from "../support/redis.js";
import { measureDelay } from "../support/timers.js";

// The throttles of a test are in one process, and each has its own connection, as if each were in a process of its own.
// The windows are real, because Redis counts them with its own clock: a test that must see some of them sleeps.

const window = 1000;
const limit = 100;

type Options = Partial<RedisThrottleOptions>;

function createThrottle(redis: RedisClient, options: Options = {}): RedisThrottle {
  return createRedisThrottle({ redis, quota: "test", window, limit, onStoreFailure: "reject", ...options });
}

/** When requests were sent and when their responses arrived. */
interface Traffic {
  readonly sent: number[];
  readonly responded: number[];
  readonly failed: unknown[];
}

/**
 * Makes calls, 30 at a time, for a time in milliseconds; each takes up to `latency`. Calls that wait at the end leave.
 */
async function load(throttle: RedisThrottle, ms: number, latency = 30): Promise<Traffic> {
  const traffic: Traffic = { sent: [], responded: [], failed: [] };
  const end = performance.now() + ms;
  const cancellation = new CallCancellation();
  const cancelEnd = systemClock.schedule(() => cancellation.abort(new Error("the end")), ms);
  const worker = async () => {
    while (performance.now() < end)
      try {
        const permit = await throttle.take(turn({ cancellation }));
        traffic.sent.push(performance.now());
        await sleep(Math.random() * latency);
        traffic.responded.push(performance.now());
        permit.end("responded");
      } catch (error) {
        if (cancellation.aborted) return;
        traffic.failed.push(error);
        await sleep(20);
      }
  };
  await Promise.all(Array.from({ length: 30 }, worker));
  cancelEnd();
  return traffic;
}

/** The most of these times in any period of a window. */
function mostPerWindow(times: readonly number[], period: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  let first = 0;
  let most = 0;
  for (const [index, time] of sorted.entries()) {
    while ((sorted[first] ?? time) <= time - period) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}

/** Checks the limit, whether the service counts requests when they arrive or when it responds. */
function expectWithinLimit(traffic: readonly Traffic[], most = limit, period = window): void {
  expect(
    mostPerWindow(
      traffic.flatMap(({ sent }) => sent),
      period,
    ),
  ).toBeLessThanOrEqual(most);
  expect(
    mostPerWindow(
      traffic.flatMap(({ responded }) => responded),
      period,
    ),
  ).toBeLessThanOrEqual(most);
}

const count = (traffic: readonly Traffic[]) => traffic.reduce((sum, { sent }) => sum + sent.length, 0);

/** A call that ends at once. */
async function callOnce(throttle: RedisThrottle): Promise<void> {
  (await throttle.take(turn())).end("responded");
}

/** Makes a call as soon as the throttle serves one. */
async function callWhenServed(throttle: RedisThrottle): Promise<void> {
  while (true)
    try {
      await callOnce(throttle);
      return;
    } catch {
      await sleep(50);
    }
}

describeWithRedis("throttles that share a limit over Redis", () => {
  test("keep the limit in every period of a window and use most of it, with any wall clock and both clients", async () => {
    const { url } = await startRedis();
    const clockWith = (ms: number) => ({ ...systemClock, now: () => Date.now() + ms });
    const throttles = [
      createThrottle(connectIoredis(url)),
      createThrottle(connectIoredis(url), { clock: clockWith(600_000) }),
      createThrottle(await connectNodeRedis(url), { clock: clockWith(-600_000) }),
      createThrottle(await connectNodeRedis(url)),
    ];
    const traffic = await Promise.all(throttles.map((throttle) => load(throttle, 5 * window, 60)));
    expectWithinLimit(traffic);

    expect(count(traffic)).toBeGreaterThan(4.3 * limit);
    expect(traffic.flatMap(({ failed }) => failed)).toEqual([]);
  });

  test("do not use the unit of a request that takes longer than two windows", async () => {
    const { url } = await startRedis();
    const slow = createThrottle(connectIoredis(url), { limit: 10 });
    const permits = await Promise.all(Array.from({ length: 10 }, () => slow.take(turn())));
    const throttle = createThrottle(connectIoredis(url), { limit: 10 });
    const call = callOnce(throttle);
    await sleep(3 * window);
    expect(throttle.statistics()).toMatchObject({ waiting: 1, free: 0 });
    for (const permit of permits) permit.end("responded");
    const endedAt = performance.now();
    await call;
    expect(performance.now() - endedAt).toBeGreaterThanOrEqual(window);
  });

  test("give a process that joins its share, and its first unit within a window, also if it is farther from Redis", {
    timeout: 120_000,
  }, async () => {
    // Longer than in the other tests: how long single requests take on a busy machine matters less.
    const period = 3 * window;
    const redis = await startRedis();
    const join = async (delay: number) => {
      const options = { quota: `farther by ${delay} ms`, window: period };
      const create = (url: string) => createThrottle(connectIoredis(url), options);
      const joining = create(delay === 0 ? redis.url : await slowDown(redis, delay));
      const early = [create(redis.url), create(redis.url)].map((throttle) => load(throttle, 5.5 * period));
      await sleep(1.5 * period);
      const joinedAt = performance.now();
      const late = await load(joining, 4 * period);
      const traffic = [...(await Promise.all(early)), late];
      expectWithinLimit(traffic, limit, period);
      expect((late.sent[0] ?? 0) - joinedAt).toBeLessThan(period);
      const others = traffic.slice(0, 2).map(({ sent }) => sent.filter((time) => time > joinedAt).length);
      expect(late.sent.length, options.quota).toBeGreaterThan(0.6 * Math.min(...others));
    };
    await Promise.all([join(0), join(10)]);
  });

  test("free the units of a process that died after two windows at most, and not before", async () => {
    const { url } = await startRedis();
    const redis = connectIoredis(url);
    const dying = createThrottle(redis, { limit: 10 });
    for (let call = 0; call < 10; call += 1) await dying.take(turn());
    const readDelay = measureDelay();
    const startedAt = performance.now();
    redis.disconnect();
    const throttle = createThrottle(connectIoredis(url), { limit: 10 });
    await callOnce(throttle);
    const waited = performance.now() - startedAt;
    expect(waited).toBeGreaterThan(1.5 * window);
    expect(waited).toBeLessThan(2.1 * window + readDelay());
  });

  test("connect a client of ioredis that connects lazily", async () => {
    const { url } = await startRedis();
    const redis = new Redis(url, { lazyConnect: true });
    onTestFinished(() => redis.disconnect());
    await callOnce(createThrottle(redis));
    expect(redis.status).toBe("ready");
  });

  test("pause together after a 429, and reduce the limit once", async () => {
    const { url } = await startRedis();
    const throttles = [createThrottle(connectIoredis(url)), createThrottle(connectIoredis(url))];
    const permits = await Promise.all(throttles.flatMap((throttle) => [throttle.take(turn()), throttle.take(turn())]));
    permits[0]?.end("refused", 700);
    await expect.poll(() => throttles[0]?.statistics().allowed).toBe(70);
    for (const permit of permits) permit.end("refused", 700);
    const pauses = () => throttles.map((throttle) => throttle.statistics().pausedForMs);
    await expect.poll(() => Math.min(...pauses())).toBeGreaterThan(300);
    const startedAt = performance.now();
    await Promise.all(throttles.map(callOnce));
    expect(performance.now() - startedAt).toBeGreaterThan(300);
    expect(throttles.map((throttle) => throttle.statistics().allowed)).toEqual([70, 70]);
  });

  test("keep the smaller limit while their limits differ, and both get turns, with a report", async () => {
    const { url } = await startRedis();
    const reports: string[] = [];
    const onStoreError = ({ message }: Error) => reports.push(message);
    const throttles = [20, limit].map((each) => createThrottle(connectIoredis(url), { limit: each, onStoreError }));
    // Only from its first request on does the process with the smaller limit count.
    for (const throttle of throttles) await callOnce(throttle);
    const traffic = await Promise.all(throttles.map((throttle) => load(throttle, 4 * window)));
    expectWithinLimit(traffic, 20);
    for (const { sent } of traffic) expect(sent.length).toBeGreaterThan(20);
    const report = "this one has 100 requests in 1000 ms, another one 20 requests in 1000 ms";
    expect(reports).toContainEqual(expect.stringContaining(report));
  });

  test("use their own limit two windows after the last process with a smaller one", async () => {
    const { url } = await startRedis();
    const [old, ...others] = [10, limit, limit].map((each) => createThrottle(connectIoredis(url), { limit: each }));
    for (const throttle of [old, ...others]) if (throttle !== undefined) await callOnce(throttle);
    expect(others.map((throttle) => throttle.statistics().allowed)).toEqual([10, 10]);
    await sleep(2 * window + 50);
    await Promise.all(others.map(callOnce));
    expect(others.map((throttle) => throttle.statistics().allowed)).toEqual([limit, limit]);
  });
});

describeWithRedis("throttles whose Redis fails", () => {
  test.each(redisClients)("keep the limit through a restart without loss of data, with %s", async (_, connect) => {
    const redis = await startRedis("disk");
    const throttles = [createThrottle(await connect(redis.url)), createThrottle(await connect(redis.url))];
    const pending = throttles.map((throttle) => load(throttle, 5 * window));
    await sleep(1.5 * window);
    await redis.kill();
    await sleep(300);
    await redis.start();
    const traffic = await Promise.all(pending);
    expectWithinLimit(traffic);
    const end = performance.now();
    expect(traffic.flatMap(({ sent }) => sent).filter((time) => time > end - window).length).toBeGreaterThan(50);
  });

  test("exceed the limit in one window at most after a FLUSHALL and SCRIPT FLUSH", async () => {
    const { url } = await startRedis();
    const throttles = [createThrottle(connectIoredis(url)), createThrottle(connectIoredis(url))];
    const pending = throttles.map((throttle) => load(throttle, 5 * window));
    await sleep(1.5 * window);
    const redis = connectIoredis(url);
    await redis.flushall();
    await redis.script("FLUSH");
    const flushedAt = performance.now();
    const traffic = await Promise.all(pending);
    expect(traffic.flatMap(({ failed }) => failed)).toEqual([]);
    expectWithinLimit(traffic, 2 * limit);
    const isLater = (time: number) => time > flushedAt + window;
    expectWithinLimit(
      traffic.map(({ sent, responded }) => ({
        sent: sent.filter(isLater),
        responded: responded.filter(isLater),
        failed: [],
      })),
    );
  });

  test.each(redisClients)(
    "reject calls after storeTimeout while Redis hangs, and serve the first one afterwards, with %s",
    async (_, connect) => {
      const redis = await startRedis();
      const errors: Error[] = [];
      const client = (await connect(redis.url)) as Redis;
      const send = vi.spyOn(client, "sendCommand");
      const throttle = createThrottle(client, {
        storeTimeout: 300,
        onStoreError: (error) => errors.push(error),
      });
      await callOnce(throttle);
      await throttle.release();
      redis.suspend();
      const readDelay = measureDelay();
      const startedAt = performance.now();
      const error = await failure(Promise.resolve(throttle.take(turn())), "throttle");
      expect(error).toMatchObject({ reason: "failed", cause: errors[0] });
      expect(performance.now() - startedAt).toBeLessThan(700 + readDelay());
      // For a second, Redis is not asked again.
      const sent = send.mock.calls.length;
      await failure(Promise.resolve(throttle.take(turn())), "throttle");
      expect(send).toHaveBeenCalledTimes(sent);
      await sleep(1500);
      redis.resume();
      await sleep(200);
      await callOnce(throttle);
      expect(errors).toHaveLength(1);
    },
  );

  test("continue with their parts of the limit while Redis is killed, and share it again afterwards", async () => {
    const redis = await startRedis("disk");
    const options = { onStoreFailure: "local", instances: 2, storeTimeout: 200 } as const;
    const throttles = [
      createThrottle(connectIoredis(redis.url), options),
      createThrottle(await connectNodeRedis(redis.url), options),
    ];
    const pending = throttles.map((throttle) => load(throttle, 7 * window));
    await sleep(1.5 * window);
    await redis.kill();
    const killedAt = performance.now();
    await sleep(2.5 * window);
    await redis.start();
    await Promise.all(throttles.map(callWhenServed));
    const traffic = await Promise.all(pending);
    expect(traffic.flatMap(({ failed }) => failed)).toEqual([]);
    expectWithinLimit(traffic, 2 * limit);
    const whileKilled = traffic.map(({ sent }) =>
      sent.filter((time) => time > killedAt + 1.3 * window && time < killedAt + 2.3 * window),
    );
    for (const times of whileKilled) {
      expect(times.length).toBeGreaterThan(0.6 * (limit / 2));
      expect(times.length).toBeLessThanOrEqual(limit / 2);
    }
    for (const throttle of throttles) expect(throttle.statistics().allowed).toBe(limit);
  });

  test("keep the limit, and get equal parts, if each command takes 300 ms", async () => {
    const redis = await startRedis();
    const url = await slowDown(redis, 150);
    const options = { storeTimeout: 2000 };
    const throttles = [createThrottle(connectIoredis(url), options), createThrottle(connectIoredis(url), options)];
    const traffic = await Promise.all(throttles.map((throttle) => load(throttle, 6 * window)));
    expectWithinLimit(traffic);
    expect(traffic.flatMap(({ failed }) => failed)).toEqual([]);
    for (const { sent } of traffic) expect(sent.length).toBeGreaterThan(limit);
  });

  test("keep the limit and go on when the clock of Redis is set back by an hour", async () => {
    const { url } = await startRedis();
    let offset = 0;
    const redis = connectIoredis(url);
    const withOffset: RedisClient = {
      call: async (command: string, ...args: string[]) => {
        if (command === "EVALSHA") throw new Error("NOSCRIPT");
        const [text = "", ...rest] = args;
        const time = `(function() local time = redis.call('TIME') time[1] = time[1] + ${offset} return time end)()`;
        return redis.call(command, text.replace("redis.call('TIME')", time), ...rest);
      },
    };
    const throttles = [createThrottle(withOffset), createThrottle(withOffset)];
    const pending = throttles.map((throttle) => load(throttle, 5 * window));
    await sleep(1.5 * window);
    offset = -3600;
    const traffic = await Promise.all(pending);
    expectWithinLimit(traffic);
    expect(count(traffic)).toBeGreaterThan(4 * limit);
  });

  test("end a call of a client at its deadline, and waiting calls when the client is closed", async () => {
    const redis = await startRedis();
    const storeTimeout = 20_000;
    const throttle = createThrottle(connectIoredis(redis.url), { storeTimeout });
    await callOnce(throttle);
    await throttle.release();
    redis.suspend();
    const client = createSupplierClient({
      baseUrl: "https://api.example.com",
      token: "token",
      throttle,
      fetch: async () => new Response("{}"),
    });
    const startedAt = performance.now();
    const waiting = failure(client.objectTypes.list(), "closed");
    await failure(client.objectTypes.list({ deadline: 300 }), "timeout");
    await client.close({ abort: true });
    await waiting;
    // Otherwise both wait for the store.
    expect(performance.now() - startedAt).toBeLessThan(0.5 * storeTimeout);
    redis.resume();
  });
});
