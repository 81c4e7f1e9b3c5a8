import type { RedisClient } from "@reg/sdk/redis";
import { Redis } from "ioredis";
import { expect, onTestFinished, test } from "vitest";
import { createRunScript, type ScriptInput, type ScriptResult } from "../../src/redis/script.js";
import { describeWithRedis, startRedis } from "../support/redis.js";

// Redis keeps the data for three windows of its own clock, which does not stand.
const window = 60_000;
const storeTimeout = 200;

/** Connects to a Redis whose clock stands, for the script, until the test advances it by milliseconds. */
async function connect() {
  const { url } = await startRedis();
  const redis = new Redis(url);
  onTestFinished(() => redis.disconnect());
  let now = Date.parse("2026-06-15T09:00:00Z");
  const client: RedisClient = {
    call: async (command: string, ...[text = "", ...rest]: string[]) => {
      if (command === "EVALSHA") throw new Error("NOSCRIPT");
      const time = `{ ${Math.floor(now / 1000)}, ${(now % 1000) * 1000} }`;
      return redis.call(command, text.replace("redis.call('TIME')", time), ...rest);
    },
  };
  const advance = (ms: number) => {
    now += ms;
  };
  return { redis, client, advance };
}

/** Creates processes that share 10 units; each numbers its units from 1. */
async function createProcesses(count: number) {
  const { client, advance } = await connect();
  const processes = Array.from({ length: count }, () => {
    const run = createRunScript(client, { quota: "test", limit: 10, window, storeTimeout });
    let firstUnit = 1;
    return async (want: number, units: ScriptInput["units"] = []): Promise<ScriptResult> => {
      const result = await run({ firstUnit, want, units });
      firstUnit += want;
      return result;
    };
  });
  return { processes, advance };
}

const none = async (): Promise<ScriptResult> => {
  throw new Error("there are fewer processes");
};

/** All 10 units are free again in `ms`. */
const allFreeIn = (ms: number): ScriptInput["units"] => Array.from({ length: 10 }, (_, index) => [index + 1, ms]);

describeWithRedis("the script that counts units", () => {
  test("gives a unit to the process that has waited longer, also if another asks first", async () => {
    const { processes, advance } = await createProcesses(3);
    const [busy = none, first = none, second = none] = processes;
    await busy(10);
    await busy(0, [[1, 150]]);
    expect(await first(1)).toMatchObject({ given: 0, free: 0 });
    const { given, waitMs } = await second(1);
    expect([given, waitMs > 1000]).toEqual([0, true]);
    advance(170);
    expect((await second(1)).given).toBe(0);
    expect((await first(1)).given).toBe(1);
  });

  test("does not keep a unit for a process that is later than storeTimeout", async () => {
    const { processes, advance } = await createProcesses(3);
    const [busy = none, late = none, other = none] = processes;
    await busy(10);
    await busy(0, [[1, 50]]);
    await late(1);
    await other(1);
    advance(100);
    expect((await other(1)).given).toBe(0);
    advance(storeTimeout);
    expect((await other(1)).given).toBe(1);
  });

  test("divides the units that are free among the processes that wait", async () => {
    const { processes, advance } = await createProcesses(4);
    const [busy = none, ...waiting] = processes;
    await busy(10);
    await busy(0, allFreeIn(100));
    for (const run of waiting) await run(10);
    advance(120);
    const given = [(await busy(10)).given];
    for (const run of waiting) given.push((await run(10)).given);
    expect(given).toEqual([2, 2, 1, 1]);
  });

  test("lets a process ask again soon if units are left that others may want", async () => {
    const { processes } = await createProcesses(2);
    const [busy = none, other = none] = processes;
    await busy(10);
    await other(1);
    await busy(0, allFreeIn(0));
    expect(await busy(10)).toMatchObject({ given: 5, free: 5, waitMs: 50 });
  });

  test("keeps no data for longer than three windows", async () => {
    const { client, redis } = await connect();
    const run = createRunScript(client, { quota: "test", limit: 1, window, storeTimeout });
    await run({ firstUnit: 1, want: 2, units: [] });
    const keys = await redis.keys("*");
    expect(keys).toHaveLength(3);
    for (const key of keys) {
      const lifetime = await redis.pttl(key);
      expect(lifetime).toBeGreaterThan(2 * window);
      expect(lifetime).toBeLessThanOrEqual(3 * window);
    }
  });

  test("reduces the limit after a 429, and increases it again with each window", async () => {
    const { client, advance } = await connect();
    const run = createRunScript(client, { quota: "test", limit: 10, window: 40_000, storeTimeout });
    const report = { firstUnit: 1, want: 0, units: [] };
    const refused = { ageMs: 0, pauseMs: 0, requestedPauseMs: 0 };
    expect((await run({ ...report, refused })).allowed).toBe(7);
    expect((await run({ ...report, refused: { ...refused, ageMs: 10_000 } })).allowed).toBe(7);
    advance(45_000);
    expect((await run(report)).allowed).toBe(8);
    advance(40_000);
    expect((await run(report)).allowed).toBe(9);
  });

  test("keeps a pause of many windows, and increases the limit only after it", async () => {
    const { client, advance } = await connect();
    const run = createRunScript(client, { quota: "test", limit: 10, window: 20_000, storeTimeout });
    const report = { firstUnit: 1, want: 1, units: [] };
    const refused = { ageMs: 0, pauseMs: 150_000, requestedPauseMs: 150_000 };
    await run({ ...report, refused });
    advance(100_000);
    const { given, allowed, pausedForMs, requestedPauseMs } = await run(report);
    expect({ given, allowed }).toEqual({ given: 0, allowed: 7 });
    expect(pausedForMs).toBeGreaterThan(20_000);
    expect(requestedPauseMs).toBe(pausedForMs);
  });
});
