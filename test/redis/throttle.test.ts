import { readFileSync } from "node:fs";
import { createRedisThrottle, type RedisClient, type RedisThrottleOptions } from "@reg/sdk/redis";
import { createClient, createCluster, createSentinel } from "redis";
import { describe, expect, test } from "vitest";
import { turn, wait } from "../http/throttle/support.js";
import { ManualClock, settle } from "../support/clock.js";
import { failure, thrown } from "../support/errors.js";

/** A client of ioredis that has no Redis: it records the commands and replies with the units that were wanted. */
class FakeRedis {
  readonly commands: string[][] = [];
  reply = (args: readonly string[]): unknown => [Number(args[9]), 0, 100, 5000, 0, 0];

  async call(...command: string[]): Promise<unknown> {
    this.commands.push(command);
    return this.reply(command.slice(1));
  }
}

const redis = new FakeRedis();

function createThrottle(options: Partial<RedisThrottleOptions> = {}) {
  return createRedisThrottle({ redis, quota: "supplier", onStoreFailure: "reject", ...options });
}

/** Options that TypeScript would reject. */
const invalid = (options: object) => options as Partial<RedisThrottleOptions>;

describe("the options of a throttle over Redis", () => {
  const isNoClient =
    "throttle.redis must be a client of ioredis 5 or 6, or of node-redis (redis 5 or 6), such as new Redis(url)";
  const isIoredis4 =
    "throttle.redis needs ioredis 5 or 6, but found a client of version 4 or older: run npm install ioredis@6";
  const isRedis = (version: string) =>
    `throttle.redis needs redis 5 or 6, but found a client of version ${version}: run npm install redis@6`;
  const run = () => {};
  const isNodeCluster = "throttle.redis is a cluster or Sentinel client of node-redis, which is not supported: use";
  const needsInstances =
    'throttle.instances must be the number of processes that share the limit, because onStoreFailure is "local"';
  test.each([
    [invalid({ redis: undefined }), isNoClient],
    [invalid({ redis: "redis://localhost" }), isNoClient],
    [invalid({ redis: {} }), isNoClient],
    [invalid({ redis: class Redis {} }), isNoClient],
    [invalid({ redis: Promise.resolve() }), "throttle.redis is a promise: await it"],
    [invalid({ redis: createCluster({ rootNodes: [] }) }), isNodeCluster],
    [invalid({ redis: createSentinel({ name: "main", sentinelRootNodes: [] }) }), isNodeCluster],
    [invalid({ redis: { call: run, connector: {} } }), isIoredis4],
    [invalid({ redis: { call: run, connectionPool: {} } }), isIoredis4],
    [invalid({ redis: { sendCommand: run, executeIsolated: run } }), isRedis("4")],
    [invalid({ redis: { sendCommand: run, internal_send_command: run } }), isRedis("3 or older")],
    [invalid({ quota: undefined }), "throttle.quota must be the name of the shared limit"],
    [{ quota: "" }, "throttle.quota must be a text of 1 to 40"],
    [invalid({ onStoreFailure: undefined }), 'throttle.onStoreFailure must be "local" or "reject"'],
    [invalid({ onStoreFailure: "wait" }), 'throttle.onStoreFailure must be "local" or "reject"'],
    [{ onStoreFailure: "local" } as const, needsInstances],
    [{ instances: 2 }, 'throttle.instances must be left out, because onStoreFailure is "reject"'],
    [
      { onStoreFailure: "local", limit: 5, instances: 6 } as const,
      "throttle.instances must not be more than limit: each process needs a request",
    ],
    [{ instances: 0 }, "throttle.instances must be a whole number from 1"],
    [{ limit: 0 }, "throttle.limit must be a whole number from 1"],
    [{ limit: Number.POSITIVE_INFINITY }, "throttle.limit must be a whole number from 1"],
    [{ window: 0 }, "throttle.window must be a positive number of milliseconds"],
    [{ storeTimeout: 0 }, "throttle.storeTimeout must be a positive number of milliseconds"],
    [invalid({ onStoreError: true }), "throttle.onStoreError must be a function"],
    [{ maxInFlight: 0 }, "throttle.maxInFlight must be a whole number from 1, or Infinity for no bound"],
    [{ queueLimit: -1 }, "throttle.queueLimit must be a whole number from 0, or Infinity for no bound"],
    [{ maxWait: -1 }, "throttle.maxWait must be a number of milliseconds from 0, or Infinity for no bound"],
    [invalid({ clock: {} }), "throttle.clock must have the functions now, monotonic and schedule"],
    [invalid({ quotas: "a" }), "throttle.quotas is not an option"],
  ])("%# are rejected: %j", (options, message) => {
    expect(thrown(() => createThrottle(options), "input").message).toContain(message);
  });

  test("allow a process for each request of the limit", () => {
    createThrottle({ onStoreFailure: "local", limit: 5, instances: 5 });
  });

  test("have the limit of the supplier API by default", () => {
    expect(createThrottle().statistics()).toMatchObject({ limit: 5000, window: 60_000, free: 5000 });
  });
});

test("an installation never fails because of another version of a Redis client", () => {
  const { peerDependencies, peerDependenciesMeta } = JSON.parse(readFileSync("package.json", "utf8"));
  for (const name of ["ioredis", "redis"]) {
    expect(peerDependenciesMeta[name]).toEqual({ optional: true });
    // npm also refuses to install a package if an optional peer of it is present in a version out of the range.
    expect(peerDependencies[name]).toBe("*");
  }
});

describe("a throttle over Redis", () => {
  test("sends nothing before the first call", () => {
    const unused = new FakeRedis();
    createThrottle({ redis: unused });
    expect(unused.commands).toEqual([]);
  });

  test("keeps the keys of a quota on one node of a cluster", async () => {
    const own = new FakeRedis();
    (await createThrottle({ redis: own }).take(turn())).end("responded");
    const keys = own.commands[0]?.slice(3, 6);
    expect(keys).toEqual(["units", "waiting", "state"].map((name) => `reg:throttle:1:{supplier}:${name}`));
  });

  test("sends its script only if Redis does not know it", async () => {
    const own = new FakeRedis();
    const { reply } = own;
    own.reply = () => {
      own.reply = reply;
      throw new Error("NOSCRIPT No matching script.");
    };
    const throttle = createThrottle({ redis: own });
    (await throttle.take(turn())).end("responded");
    (await throttle.take(turn())).end("responded");
    expect(own.commands.map(([command]) => command).slice(0, 3)).toEqual(["EVALSHA", "EVAL", "EVALSHA"]);
  });

  test("understands a client that returns numbers as texts", async () => {
    const own = new FakeRedis();
    own.reply = (args) => [`${args[9]}`, "0", "100", "5000", "0", "0"];
    const throttle = createThrottle({ redis: own });
    await throttle.take(turn());
    expect(throttle.statistics()).toMatchObject({ allowed: 5000, free: 100 });
  });

  const readOnly = "READONLY You can't write against a read only replica.";
  test.each<[string, () => unknown, string]>([
    ["the reply of a pipeline", () => ({ exec() {} }), "redis replied to a script with no list: it must be a client,"],
    ["no reply", () => undefined, "redis replied to a script with no list: it must be a client,"],
    ["an error of another kind", () => Promise.reject(new Error(readOnly)), readOnly],
  ])("fails calls after %s", async (_, reply, message) => {
    const own = new FakeRedis();
    own.reply = reply;
    const clock = new ManualClock();
    const call = failure(wait(createThrottle({ redis: own, clock })), "throttle");
    await clock.advance(100);
    expect(await call).toMatchObject({
      reason: "failed",
      cause: { message: expect.stringContaining(message) },
    });
    expect(own.commands).toHaveLength(1);
  });

  test("fails calls until a client of node-redis is connected", async () => {
    const clock = new ManualClock();
    const call = failure(wait(createThrottle({ redis: createClient() as RedisClient, clock })), "throttle");
    await settle();
    await clock.advance(100);
    expect((await call).cause).toMatchObject({ message: "The client is closed" });
  });

  test("fails calls after half a window if Redis does not respond, if the window is short", async () => {
    const own = new FakeRedis();
    own.reply = () => new Promise(() => {});
    const clock = new ManualClock();
    const call = failure(wait(createThrottle({ redis: own, clock, window: 800 })), "throttle");
    await clock.advance(400);
    expect((await call).cause).toMatchObject({ message: "Redis has not responded within 400 ms" });
  });
});
