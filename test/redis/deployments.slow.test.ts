import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRedisThrottle, createRedisTokenStore, type RedisClient } from "@reg/sdk/redis";
import { Cluster, Redis } from "ioredis";
import { createClient, createClientPool, RESP_TYPES } from "redis";
import { expect, onTestFinished, test } from "vitest";
import { turn } from "../http/throttle/support.js";
import { failure } from "../support/errors.js";
import { describeWithRedis, type RedisServer, startCluster, startRedis, startSentinel } from "../support/redis.js";

const key = randomBytes(32);
const window = 1000;

/** Disconnects a client after the test. */
function use<C extends { disconnect(): void }>(redis: C): C {
  onTestFinished(() => redis.disconnect());
  return redis;
}

const createThrottle = (redis: RedisClient, quota: string) =>
  createRedisThrottle({ redis, quota, limit: 2, window, onStoreFailure: "reject", storeTimeout: 10_000 });

/** Two throttles that share a quota use all units, wait for others, and are refused. */
async function useThrottles(redis: RedisClient, quota: string): Promise<void> {
  const [first, second] = [createThrottle(redis, quota), createThrottle(redis, quota)];
  const taken = [await first.take(turn()), await second.take(turn())];
  const startedAt = performance.now();
  const waiting = Promise.all([first.take(turn()), second.take(turn())]);
  for (const permit of taken) permit.end("responded");
  for (const permit of await waiting) permit.end("refused", 50);
  expect(performance.now() - startedAt).toBeGreaterThan(window - 50);
  await Promise.all([first.release(), second.release()]);
}

/** Uses all that the throttle and the token store do with Redis. */
async function useEverything(redis: RedisClient): Promise<void> {
  await Promise.all(["one", "two", "three", "four"].map((quota) => useThrottles(redis, quota)));
  const store = createRedisTokenStore({ redis, key });
  const value = JSON.stringify({ token: "a", issuedAt: 0, expiresAt: 60_000 });
  for (const name of ["reg-token:one", "reg-token:two", "reg-token:three"]) {
    const unlock = await store.lock(`${name}:lock`, 10_000);
    expect(await store.lock(`${name}:lock`, 10_000)).toBeUndefined();
    await store.set(name, value, 60_000);
    await unlock?.();
    expect(await store.lock(`${name}:lock`, 10_000)).toBeInstanceOf(Function);
    expect(await store.get(name)).toContain('"token":"a"');
    await store.delete(name);
    expect(await store.get(name)).toBeUndefined();
  }
}

const [, user = "", password = "", rules = ""] =
  /^ACL SETUSER (\S+) on >(\S+) (.+)$/m.exec(readFileSync("docs/cluster.md", "utf8")) ?? [];

/** Creates the user of docs/cluster.md. */
async function createUser({ url }: RedisServer, further: readonly string[] = []): Promise<Redis> {
  const admin = use(new Redis(url));
  await admin.call("ACL", "SETUSER", user, "on", `>${password}`, ...rules.split(" "), ...further);
  return admin;
}

describeWithRedis("the user of Redis in docs/cluster.md", () => {
  test.each<[string, readonly string[], (port: number) => Promise<RedisClient>]>([
    ["ioredis", ["+info"], async (port) => use(new Redis({ port, username: user, password }))],
    [
      "node-redis",
      [],
      async (port) => {
        const redis = createClient({ url: `redis://${user}:${password}@127.0.0.1:${port}` });
        await redis.connect();
        onTestFinished(() => redis.destroy());
        return redis;
      },
    ],
  ])("has the commands that are needed and no others, with %s", async (_, further, connect) => {
    const server = await startRedis();
    const admin = await createUser(server, further);
    await admin.call("CONFIG", "RESETSTAT");
    await useEverything(await connect(server.port));
    expect(await admin.call("ACL", "LOG")).toEqual([]);
    const used = [...(await admin.info("commandstats")).matchAll(/^cmdstat_([a-z]+):/gm)].map(([, name]) => name);
    const allowed = [...`${rules} ${further}`.matchAll(/\+([a-z]+)/g)].map(([, name]) => name);
    expect(used).toEqual(expect.arrayContaining(allowed));
  });
});

describeWithRedis("node-redis that replies with Buffers to its own program", () => {
  const commandOptions = {
    typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer, [RESP_TYPES.SIMPLE_STRING]: Buffer, [RESP_TYPES.NUMBER]: String },
  };
  test.each([
    ["a client", (url: string) => createClient({ url, commandOptions })],
    ["a pool", (url: string) => createClientPool({ url, commandOptions })],
  ])("shares limits and tokens with %s", async (_, create) => {
    const { url } = await startRedis();
    const redis = create(url);
    await redis.connect();
    onTestFinished(() => redis.destroy());
    await useEverything(redis);
  });
});

describeWithRedis("a Redis Cluster with ioredis", () => {
  test("counts each quota on one node, and keeps tokens on both", async () => {
    const nodes = await startCluster();
    const admins = await Promise.all(
      nodes.map((node) => createUser(node, ["+info", "+cluster|slots", "+cluster|info"])),
    );
    const redisOptions = { username: user, password };
    await useEverything(use(new Cluster([{ host: "127.0.0.1", port: nodes[0]?.port }], { redisOptions })));
    for (const admin of admins) {
      expect(await admin.keys("reg:throttle:*")).not.toEqual([]);
      expect(await admin.call("ACL", "LOG")).toEqual([]);
    }
  });
});

describeWithRedis("Sentinel with ioredis", () => {
  test("serves calls, and serves them again after a failover, with the units that were taken", async () => {
    const { main, sentinel } = await startSentinel();
    const sentinels = [{ host: "127.0.0.1", port: sentinel.port }];
    const redis = use(new Redis({ sentinels, name: "main", sentinelRetryStrategy: () => 100 }));
    redis.on("error", () => {});
    await useEverything(redis);
    const throttle = createRedisThrottle({ redis, quota: "long", limit: 10, onStoreFailure: "reject", maxWait: 500 });
    for (let call = 0; call < 5; call += 1) (await throttle.take(turn())).end("responded");
    await throttle.release();
    // The replica has the unit.
    expect(await redis.wait(1, 10_000)).toBe(1);
    await main.kill();
    await failure(Promise.resolve(throttle.take(turn())), "throttle");
    const isServed = () => Promise.resolve(throttle.take(turn())).then(Boolean, () => false);
    await expect.poll(isServed).toBe(true);
    expect(throttle.statistics().free).toBeLessThanOrEqual(4);
  });
});
