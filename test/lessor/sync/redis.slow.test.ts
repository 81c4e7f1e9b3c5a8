import { createKeyv, type Keyv, type default as KeyvRedis, type KeyvRedisOptions } from "@keyv/redis";
import { createLessorClient, type FleetItem, type FleetSyncOptions } from "@reg/sdk";
import { createSandbox } from "@reg/sdk/sandbox";
import { expect, onTestFinished, test } from "vitest";
import { describeWithRedis, startRedis } from "../../support/redis.js";

const fleet: readonly FleetItem[] = Array.from({ length: 200 }, (_, index) => ({
  licensePlate: `AB-${index}`,
  vehicle: { make: "Volvo" },
  mileages: [{ date: "2026-06-15", value: index }],
}));

/** Connects a Keyv to Redis until the end of the test. */
function connect(
  url: string,
  options?: { readonly disableOfflineQueue: boolean },
  keyvOptions?: KeyvRedisOptions,
): Keyv {
  const keyv = createKeyv({ url, ...options }, keyvOptions);
  onTestFinished(() => keyv.store.disconnect(true));
  return keyv;
}

function createLessor() {
  const sandbox = createSandbox();
  const { baseUrl, clientId, clientSecret } = sandbox.lessor;
  const lessor = createLessorClient({ baseUrl, clientId, clientSecret, fetch: sandbox.fetch });
  const sync = (state: Keyv, { source = fleet, ...options }: Run = {}) => lessor.sync(source, { state, ...options });
  return { sandbox, sync };
}

type Run = Partial<FleetSyncOptions> & { readonly source?: readonly FleetItem[] };

describeWithRedis("a fleet sync with its state in Redis", () => {
  test("sends nothing in a second run, and removes the vehicles that its source no longer contains", async () => {
    const { url } = await startRedis("disk");
    const { sync, sandbox } = createLessor();
    expect(await sync(connect(url))).toMatchObject({ ok: true, counts: { sent: 400 } });
    expect(await sync(connect(url))).toMatchObject({ ok: true, counts: { sent: 0, unchanged: 400 } });
    const report = await sync(connect(url), { source: fleet.slice(2), removeMissing: true });
    expect(report).toMatchObject({ ok: true, missing: { vehicles: 2 } });
    const removed = sandbox.journal.of("vehicles.delete").map(({ params }) => params["licensePlate"]);
    expect(removed.sort()).toEqual(["AB-0", "AB-1"]);
  });

  test.each([
    ["as in docs/fleet-sync.md", { namespace: "reg-fleet", throwOnErrors: true }],
    ["without a namespace", undefined],
  ])("is not disturbed by the other keys of the database, with a Keyv %s", async (_, keyvOptions) => {
    const { url } = await startRedis("disk");
    const { sync, sandbox } = createLessor();
    const client = await (connect(url).store as KeyvRedis<unknown>).getClient();
    // The lock of a job queue, a shared token, and what else may be in a Redis.
    await client.set("bull:jobs:1:lock", "a5f1-token");
    await client.set("reg-token:baseUrl=https%3A%2F%2Freg.example&clientId=fleet", "eyJhbGciOiJkaXIifQ..a.b.c");
    await client.set("list", "[1,2]");
    await client.hSet("bull:jobs:meta", "a", "b");
    await client.zAdd("reg:throttle:1:{fleet}:units", { score: 1, value: "a" });
    const state = connect(url, { disableOfflineQueue: true }, keyvOptions);
    expect(await sync(state, { removeMissing: true })).toMatchObject({ ok: true, counts: { sent: 400 } });
    const report = await sync(state, { source: fleet.slice(1), removeMissing: true });
    expect(report).toMatchObject({ ok: true, missing: { vehicles: 1 }, removedVehicles: 1 });
    expect(sandbox.journal.of("vehicles.delete")).toHaveLength(1);
  });

  test("ends before anything is removed if the namespace of a Keyv lists nothing", async () => {
    const { url } = await startRedis("disk");
    const { sync, sandbox } = createLessor();
    const report = await sync(connect(url, undefined, { namespace: "fleet[1]" }), { removeMissing: true });
    expect(report).toMatchObject({ stopped: "error", error: { kind: "state", reason: "failed" } });
    expect(report.error).toHaveProperty("message", expect.stringContaining("the store does not list its entries"));
    expect(sandbox.journal.of("vehicles.delete")).toEqual([]);
  });

  // By default, the client of Redis hides failures and waits for a new connection without a limit.
  test.each([
    ["that waits for a new connection", undefined],
    ["that rejects calls without a connection", { disableOfflineQueue: true }],
  ])(
    "ends when Redis is killed, with a client %s, and the next run sends the rest",
    async (_, options) => {
      const { url, start, kill } = await startRedis("disk");
      const { sync, sandbox } = createLessor();
      let results = 0;
      const onResult = async () => {
        results += 1;
        if (results === 100) await kill();
      };
      const report = await sync(connect(url, options), { onResult });
      expect(report).toMatchObject({ stopped: "error", error: { kind: "state", reason: "failed" } });
      const sentBefore = sandbox.journal.of("vehicles.put").length + sandbox.journal.of("vehicles.mileages.put").length;
      await start();
      const { ok, counts } = await sync(connect(url));
      expect(ok).toBe(true);
      expect(sentBefore).toBeLessThan(200);
      // Each of the 8 vehicles in progress may have one resource that was not confirmed in the store.
      expect(sentBefore + counts.sent).toBeGreaterThanOrEqual(400);
      expect(sentBefore + counts.sent).toBeLessThanOrEqual(408);
    },
    180_000,
  );

  test("reports ok only if the state is complete, also if Redis is restarted in between", async () => {
    const { url, start, kill } = await startRedis("disk");
    const { sync } = createLessor();
    let results = 0;
    const onResult = async () => {
      results += 1;
      if (results !== 100) return;
      await kill();
      await start();
    };
    const report = await sync(connect(url), { onResult });
    const next = await sync(connect(url));
    expect(next.counts.sent === 0).toBe(report.ok);
  }, 180_000);
});
