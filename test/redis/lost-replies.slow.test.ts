import { randomBytes } from "node:crypto";
import { createLessorClient } from "@reg/sdk";
import { createRedisThrottle, createRedisTokenStore, type RedisClient } from "@reg/sdk/redis";
import { createSandbox } from "@reg/sdk/sandbox";
import type { Redis } from "ioredis";
import { expect, test } from "vitest";
import { createRunScript } from "../../src/redis/script.js";
import { turn } from "../http/throttle/support.js";
import { connectIoredis, describeWithRedis, redisClients, startLossyConnection, startRedis } from "../support/redis.js";

// After a lost connection, ioredis sends the commands again whose replies have not arrived; node-redis rejects them.

const key = randomBytes(32);
const [window, storeTimeout] = [60_000, 20_000];

/** Starts a Redis, with a connection to it that can lose replies, and one that loses none. */
async function start() {
  const server = await startRedis();
  return { lossy: await startLossyConnection(server), redis: connectIoredis(server.url) };
}

/** How many units of the limit are in use. */
const countUnits = (redis: Redis) => redis.zcard("reg:throttle:1:{test}:units");

/** How often Redis has run scripts. */
async function countScripts(redis: Redis): Promise<number> {
  const statistics = await redis.info("commandstats");
  return Number(/^cmdstat_evalsha:calls=(\d+)/m.exec(statistics)?.[1]);
}

describeWithRedis("a lost reply of the script that counts units", () => {
  const report = { want: 0, firstUnit: 0, units: [] };

  test("costs no unit, although ioredis sends the script again", async () => {
    const { lossy, redis } = await start();
    const limit = { quota: "test", limit: 10, window, storeTimeout };
    const run = createRunScript(connectIoredis(lossy.url), limit);
    const other = createRunScript(redis, limit);
    await run(report);
    const runsBefore = await countScripts(redis);
    const lost = lossy.loseReplyTo("EVALSHA");
    const [{ given, free }] = await Promise.all([run({ want: 10, firstUnit: 1, units: [] }), lost]);
    expect(await countScripts(redis)).toBe(runsBefore + 2);
    expect({ given, free }).toEqual({ given: 10, free: 0 });
    expect(await countUnits(redis)).toBe(10);
    expect(await other({ ...report, want: 1, firstUnit: 1 })).toMatchObject({ given: 0 });
  });

  test("leaves what the process has taken before", async () => {
    const { lossy, redis } = await start();
    const run = createRunScript(connectIoredis(lossy.url), { quota: "test", limit: 10, window, storeTimeout });
    await run({ want: 4, firstUnit: 1, units: [] });
    const lost = lossy.loseReplyTo("EVALSHA");
    const [{ given }] = await Promise.all([run({ want: 10, firstUnit: 5, units: [] }), lost]);
    expect(given).toBe(6);
    expect(await countUnits(redis)).toBe(10);
  });

  test("reduces the limit once after a 429, if its pause is longer than the connection was lost", async () => {
    const { lossy } = await start();
    const run = createRunScript(connectIoredis(lossy.url), { quota: "test", limit: 10, window, storeTimeout });
    await run(report);
    const lost = lossy.loseReplyTo("EVALSHA");
    const refused = { ageMs: 5, pauseMs: 20_000, requestedPauseMs: 0 };
    const [{ allowed, pausedForMs }] = await Promise.all([run({ ...report, refused }), lost]);
    expect(allowed).toBe(7);
    expect(pausedForMs).toBeLessThanOrEqual(20_000);
  });

  test.each(redisClients)("delays no call, with %s", async (_, connect) => {
    const { lossy, redis } = await start();
    const throttle = createRedisThrottle({
      redis: await connect(lossy.url),
      ...{ quota: "test", limit: 1, window, storeTimeout, onStoreFailure: "local", instances: 1 },
    });
    (await throttle.take(turn())).end("unused");
    await throttle.release();
    const lost = lossy.loseReplyTo("EVALSHA");
    // Before the end of a window: the first unit is not in use.
    const [permit] = await Promise.all([throttle.take(turn()), lost]);
    permit.end("responded");
    // Otherwise its report, which Redis no longer receives, waits for `storeTimeout`.
    await throttle.release();
    expect(await countUnits(redis)).toBe(1);
  });
});

describeWithRedis("a lost reply to the token store", () => {
  test.each(redisClients)(
    "leaves a lock to the process that has taken it, or to nobody, with %s",
    async (name, connect) => {
      const { lossy, redis } = await start();
      const store = createRedisTokenStore({ redis: await connect(lossy.url), key });
      // Redis knows the scripts then.
      await (await store.lock("first", 10_000))?.();
      const lost = lossy.loseReplyTo("second");
      const [unlock] = await Promise.all([store.lock("second", 600_000).catch(() => undefined), lost]);
      expect(unlock !== undefined).toBe(name === "ioredis");
      await unlock?.();
      await expect.poll(() => redis.exists("second")).toBe(0);
    },
  );

  // With node-redis, this process requests a token of its own, as with a Redis that fails.
  test.each([
    ["one token request", ...redisClients[0], 1],
    ["at most one token request of each process", ...redisClients[1], 2],
  ] as const)("leads to %s, without a wait for a lock, with %s", async (_, __, connect, most) => {
    const { lossy, redis } = await start();
    const sandbox = createSandbox();
    const { baseUrl, clientId, clientSecret } = sandbox.lessor;
    const createClientOf = (client: RedisClient) =>
      createLessorClient({
        ...{ baseUrl, clientId, clientSecret, fetch: sandbox.fetch },
        tokenStore: createRedisTokenStore({ redis: client, key }),
      });
    const clientsRedis = await connect(lossy.url);
    const vehicle = { licensePlate: "AB-123-C" };
    await createClientOf(clientsRedis).vehicles.put(vehicle);
    const commands = ["reg-token:", ":lock", "\r\nSET\r\n"];
    /** The token is stored, and its lock is released. */
    const isIdle = () => expect.poll(() => redis.keys("*")).toEqual([expect.stringMatching(/^reg-token:(?!.*:lock)/)]);
    for (const command of commands) {
      const requestsBefore = sandbox.journal.of("token.create").length;
      await isIdle();
      await redis.flushdb();
      const lost = lossy.loseReplyTo(command);
      const startedAt = performance.now();
      await createClientOf(clientsRedis).vehicles.put(vehicle);
      await createClientOf(redis).vehicles.put(vehicle);
      await lost;
      // A lock that nobody holds expires after 10 seconds.
      expect(performance.now() - startedAt).toBeLessThan(9000);
      expect(sandbox.journal.of("token.create").length - requestsBefore).toBeLessThanOrEqual(most);
    }
    await isIdle();
  });
});
