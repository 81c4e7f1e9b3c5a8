import { createLessorClient, type FleetItem, type FleetSyncOptions, type StateStore } from "@reg/sdk";
import { createSandbox } from "@reg/sdk/sandbox";
import { describe, expect, test } from "vitest";
import { fasterClock } from "./kill/clock.js";
import { generateFleet, listResources } from "./kill/fleet.js";
import { listDifferences } from "./kill/service.js";

type Operation = "get" | "set" | "delete";

/** What a store does instead of an operation. */
type Failure = "throws" | "rejects" | "returns false";

/** Which operations fail: those on entries, or those on the lock, from the n-th on, so many times. */
interface FailurePlan {
  readonly operation: Operation;
  readonly on: "entries" | "lock";
  readonly from: number;
  readonly times: number;
  readonly how: Failure;
}

/** A store over a Map, some of whose operations fail. */
class FailingStore implements StateStore {
  readonly #texts = new Map<string, string>();
  #plan: FailurePlan | undefined;
  #count = 0;
  failures = 0;

  plan(plan: FailurePlan | undefined): void {
    this.#plan = plan;
    this.#count = 0;
    this.failures = 0;
  }

  get(key: string): unknown {
    return this.#do("get", key, () => this.#texts.get(key));
  }

  set(key: string, value: string): unknown {
    return this.#do("set", key, () => this.#texts.set(key, value) !== undefined);
  }

  delete(key: string): unknown {
    return this.#do("delete", key, () => this.#texts.delete(key));
  }

  async *iterator(): AsyncGenerator<readonly [string, string]> {
    yield* this.#texts;
  }

  #do(operation: Operation, key: string, action: () => unknown): unknown {
    const plan = this.#plan;
    const on = key.includes("licensePlate=") ? "entries" : "lock";
    if (plan?.operation !== operation || plan.on !== on) return action();
    this.#count += 1;
    if (this.#count < plan.from || this.#count >= plan.from + plan.times) return action();
    this.failures += 1;
    if (plan.how === "returns false") return false;
    const error = new Error("the store is not available");
    if (plan.how === "rejects") return Promise.reject(error);
    throw error;
  }
}

const fleet = [...generateFleet(9)];
const resources = listResources(fleet);

/** Creates a sandbox and a function that runs a sync with a store. */
function start() {
  const sandbox = createSandbox({ rateLimit: false });
  const { baseUrl, clientId, clientSecret } = sandbox.lessor;
  const store = new FailingStore();
  const puts: { path: string; run: number }[] = [];
  const sent: string[] = [];
  let run = 0;
  const lessor = createLessorClient({
    baseUrl,
    clientId,
    clientSecret,
    clock: fasterClock(200),
    fetch: async (url, init) => {
      const { pathname } = new URL(url);
      const response = await sandbox.fetch(url, init);
      if (init.method === "PUT") {
        const { licensePlate } = JSON.parse(String(init.body));
        const path = pathname.replace("/lessor", "");
        puts.push({ run, path: path === "/v1/vehicles" ? `${path}/${licensePlate}` : path });
      }
      return response;
    },
  });
  const sync = (source: readonly FleetItem[], options: Partial<FleetSyncOptions> = {}) => {
    run += 1;
    return lessor.sync(source, {
      state: store,
      concurrency: 3,
      onResult({ licensePlate, resource, status }) {
        if (status === "sent") sent.push(`${licensePlate} ${resource}`);
      },
      ...options,
    });
  };
  return { service: { sandbox, puts }, store, puts, sent, sync, lessor };
}

const firstThirty = Array.from({ length: 30 }, (_, index) => index + 1);

describe.each<[Operation, Failure, number]>([
  ["set", "throws", 1],
  ["set", "rejects", 1],
  ["set", "returns false", 1],
  ["set", "rejects", Number.POSITIVE_INFINITY],
  ["get", "throws", 1],
  ["get", "rejects", Number.POSITIVE_INFINITY],
])("a store whose %s %s, %d times", (operation, how, times) => {
  test("ends the run, and the next run sends everything that was not confirmed and nothing else", {
    timeout: 120_000,
  }, async () => {
    let failures = 0;
    for (const from of firstThirty) {
      const { service, store, puts, sent, sync } = start();
      store.plan({ operation, on: "entries", from, times, how });
      const report = await sync(fleet);
      if (store.failures > 0) {
        expect(report, `failure ${from}`).toMatchObject({ ok: false, stopped: "error" });
        expect(report.error).toMatchObject({ kind: "state", reason: "failed" });
      }
      failures += store.failures;
      const confirmed = new Set(sent);
      store.plan(undefined);
      expect(await sync(fleet), `failure ${from}`).toMatchObject({ ok: true });
      expect(await listDifferences(service, resources)).toEqual([]);
      const sentTwice = resources.filter(
        ({ key, path }) => confirmed.has(key) && puts.some((put) => put.run === 2 && put.path === path),
      );
      expect(sentTwice, `failure ${from}`).toEqual([]);
      expect(await sync(fleet)).toMatchObject({ ok: true, counts: { sent: 0, unchanged: resources.length } });
    }
    // A run reads the state once for each vehicle.
    expect(failures).toBeGreaterThanOrEqual(operation === "set" ? firstThirty.length : fleet.length);
  });
});

test("a store whose delete fails ends the run after the removal, and the next run has nothing to remove", async () => {
  const { service, store, sync, lessor } = start();
  await sync(fleet);
  const [removed, ...others] = fleet;
  store.plan({ operation: "delete", on: "entries", from: 1, times: 1, how: "rejects" });
  const options = { removeMissing: true, maxRemovals: 1 };
  const report = await sync(others, options);
  expect(report).toMatchObject({ ok: false, stopped: "error", error: { reason: "failed" } });
  expect(store.failures).toBe(1);
  expect(await sync(others, options)).toMatchObject({ ok: true, missing: { vehicles: 0 } });
  await expect(lessor.vehicles.get(removed?.licensePlate ?? "")).rejects.toMatchObject({ status: 404 });
  expect(await listDifferences({ ...service, puts: [] }, listResources(others))).toEqual([]);
});

describe("a store that fails for the lock", () => {
  test.each<[Operation, Failure]>([
    ["get", "throws"],
    ["get", "rejects"],
    ["set", "rejects"],
    ["set", "returns false"],
  ])("refuses the run before anything is sent if %s %s", async (operation, how) => {
    const { service, store, puts, sync } = start();
    store.plan({ operation, on: "lock", from: 1, times: 1, how });
    await expect(sync(fleet)).rejects.toMatchObject({ kind: "state", reason: "failed" });
    expect(puts).toEqual([]);
    expect(await sync(fleet)).toMatchObject({ ok: true });
    expect(await listDifferences(service, resources)).toEqual([]);
  });

  test("leaves a lock behind that does not block the next run if delete fails", async () => {
    const { service, store, sync } = start();
    store.plan({ operation: "delete", on: "lock", from: 1, times: 1, how: "rejects" });
    expect(await sync(fleet)).toMatchObject({ ok: true });
    expect(store.failures).toBe(1);
    store.plan(undefined);
    expect(await sync(fleet)).toMatchObject({ ok: true, counts: { sent: 0 } });
    expect(await listDifferences(service, resources)).toEqual([]);
  });
});
