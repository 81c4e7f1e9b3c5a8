import Keyv from "keyv";
import { expect, test } from "vitest";
import { createLessorClient } from "../../../src/lessor/client.js";
import type {
  FleetItem,
  FleetStateStore,
  FleetSyncOptions,
  FleetSyncReport,
} from "../../../src/lessor/index.js";
import { createSandbox } from "../../../src/sandbox/index.js";
import { ManualClock, waitUntil } from "../../support/clock.js";
import { failure } from "../../support/errors.js";

const fleet: readonly FleetItem[] = Array.from({ length: 20 }, (_, index) => ({
  licensePlate: `AB-${index}`,
  vehicle: { make: "Volvo" },
  mileages: [{ date: "2026-06-15", value: index }],
}));

type Run = Omit<FleetSyncOptions, "state"> & { readonly source?: readonly FleetItem[] };

/** Creates a client with a store, and functions that run it and list its vehicles. Each name is a client id of its own. */
function lessorWith(state: FleetStateStore, { sandbox = createSandbox(), name = "north" } = {}) {
  const { fetch } = sandbox;
  const { baseUrl } = sandbox.lessor;
  const clock = new ManualClock();
  const lessor = createLessorClient({ baseUrl, ...sandbox.lessor.client(name), fetch, clock });
  const isRegistered = ({ licensePlate }: FleetItem) =>
    lessor.vehicles.get(licensePlate).then(
      () => true,
      () => false,
    );
  return {
    sandbox,
    clock,
    async sync({ source = fleet, ...options }: Run = {}): Promise<FleetSyncReport> {
      // The lock is read again after this time.
      const [report] = await Promise.all([lessor.sync(source, { state, ...options }), clock.advance(100)]);
      return report;
    },
    /** The license plates of the fleet that the service has. */
    async registered(): Promise<readonly string[]> {
      const found = await Promise.all(fleet.map(isRegistered));
      return fleet.filter((_, index) => found[index]).map(({ licensePlate }) => licensePlate);
    },
  };
}

test("a second run over the same Keyv sends nothing", async () => {
  const { sync } = lessorWith(new Keyv());
  expect(await sync()).toMatchObject({ ok: true, counts: { sent: 40 } });
  expect(await sync()).toMatchObject({ ok: true, counts: { sent: 0, unchanged: 40 } });
});

// Keyv removes what precedes the first colon of a key, whether it added a namespace or not; and it adds no namespace
// that the key already starts with.
test.each(["keyv", "", "reg-fleet", "fleet:north"])(
  "removeMissing removes a missing vehicle that a Keyv with the namespace '%s' lists",
  async (namespace) => {
    const { sync, registered } = lessorWith(new Keyv({ namespace }));
    await sync();
    const report = await sync({ source: fleet.slice(1), removeMissing: true });
    expect(report).toMatchObject({ ok: true, missing: { vehicles: 1 } });
    expect(await registered()).toEqual(fleet.slice(1).map(({ licensePlate }) => licensePlate));
  },
);

/** Creates two lessors with a namespace each. Over a Map, the second Keyv lists all keys that contain its namespace. */
function twoNamespaces() {
  const sandbox = createSandbox();
  const store = new Map();
  const over = (namespace: string) => lessorWith(new Keyv({ store, namespace }), { sandbox });
  return { north: over("fleet-north"), all: over("fleet") };
}

test("removeMissing leaves the vehicles alone that Keyv lists from another namespace", async () => {
  const { north, all } = twoNamespaces();
  await north.sync({ source: fleet.slice(0, 10) });
  const report = await all.sync({ source: fleet.slice(10), removeMissing: true, maxRemovals: "100%" });
  expect(report).toMatchObject({ ok: true, missing: { vehicles: 0 } });
  expect(await all.registered()).toHaveLength(20);
});

test("the entries of another namespace do not raise the limit of removeMissing", async () => {
  const { north, all } = twoNamespaces();
  await north.sync({ source: fleet.slice(0, 10) });
  await all.sync({ source: fleet.slice(10) });
  const report = await all.sync({ source: fleet.slice(12), removeMissing: true, maxRemovals: "10%" });
  expect(report.missing).toEqual({ vehicles: 2, refused: "too-many" });
});

test("two clients in one store do not know each other's vehicles", async () => {
  const store = new Keyv();
  const sandbox = createSandbox();
  const north = lessorWith(store, { sandbox, name: "north" });
  const south = lessorWith(store, { sandbox, name: "south" });
  await north.sync();
  expect(await south.sync({ source: fleet.slice(0, 5), removeMissing: true })).toMatchObject({
    counts: { sent: 10, unchanged: 0 },
    missing: { vehicles: 0 },
  });
  expect(await north.sync()).toMatchObject({ counts: { sent: 0, unchanged: 40 } });
});

test.each([
  "A B",
  "A:B",
  "A::B",
  "%41",
  "A&licensePlate=B",
  "*",
  "é",
  "🚗",
  "keyv:A",
  "__proto__",
  "constructor",
])("the license plate %s is found again, and removed when it is missing", async (licensePlate) => {
  const { sync, sandbox } = lessorWith(new Keyv());
  const source = [...fleet, { licensePlate, vehicle: {} }];
  await sync({ source });
  expect((await sync({ source })).counts.unchanged).toBe(41);
  expect((await sync({ removeMissing: true })).missing).toEqual({ vehicles: 1 });
  const [removal, ...others] = sandbox.journal.of("vehicles.delete");
  expect([removal?.params, others]).toEqual([{ licensePlate }, []]);
});

test("a vehicle that the store lists twice is removed once", async () => {
  const entries = new Map<string, string>();
  const store: FleetStateStore = {
    get: (key) => entries.get(key),
    set: (key, value) => void entries.set(key, value),
    delete: (key) => entries.delete(key),
    // SCAN of Redis may return a key more than once.
    async *iterator() {
      yield* [...entries, ...entries];
    },
  };
  const { sync, sandbox } = lessorWith(store);
  await sync();
  const report = await sync({ source: fleet.slice(1), removeMissing: true });
  expect(report).toMatchObject({ ok: true, missing: { vehicles: 1 } });
  expect(sandbox.journal.of("vehicles.delete")).toHaveLength(1);
});

/** Creates a Keyv whose adapter resolves as usual while it fails, as the one for Redis does. */
function keyvWithSilentErrors() {
  const entries = new Map<string, string>();
  const control = { hasFailed: false };
  const unlessFailed = (task: () => unknown) => (control.hasFailed ? undefined : task());
  const store = {
    opts: {},
    on: () => store,
    get: async (key: string) => unlessFailed(() => entries.get(key)),
    set: async (key: string, value: string) => void unlessFailed(() => entries.set(key, value)),
    delete: async (key: string) => unlessFailed(() => entries.delete(key)) ?? false,
    clear: async () => entries.clear(),
  };
  return { keyv: new Keyv({ store }), control };
}

test("a store that does not keep the lock is reported before anything is sent", async () => {
  const { keyv, control } = keyvWithSilentErrors();
  const { sync, sandbox } = lessorWith(keyv);
  control.hasFailed = true;
  expect(await failure(sync(), "state")).toMatchObject({ reason: "failed" });
  expect(sandbox.journal.entries).toEqual([]);
});

test("a store that no longer keeps what it is given ends the run, and the next run sends the rest", async () => {
  const { keyv, control } = keyvWithSilentErrors();
  const { sync, clock } = lessorWith(keyv);
  let results = 0;
  const onResult = () => {
    results += 1;
    control.hasFailed = results >= 10;
  };
  const report = await sync({ onResult });
  expect(report).toMatchObject({ ok: false, stopped: "error", error: { kind: "state", reason: "failed" } });
  control.hasFailed = false;
  // The lock could not be deleted.
  const [next] = await Promise.all([sync(), clock.advance(10_000)]);
  expect(next).toMatchObject({ ok: true });
  // What was in flight when the store failed is sent again.
  expect(next.counts.unchanged).toBeGreaterThanOrEqual(10 - 8);
});

test("a changed resource is not sent if the store has silently failed to forget its last content", async () => {
  const { keyv, control } = keyvWithSilentErrors();
  const { sync, sandbox } = lessorWith(keyv);
  const [item = { licensePlate: "" }] = fleet;
  await sync({ source: [item] });
  const changed = { ...item, vehicle: { make: "Polestar" } };
  const report = await sync({
    source: [item, changed],
    onResult: () => {
      control.hasFailed = true;
    },
  });
  expect(report).toMatchObject({ stopped: "error", error: { kind: "state", reason: "failed" } });
  expect(sandbox.journal.of("vehicles.put")).toHaveLength(1);
});

test.each(["get", "set", "iterator"] as const)(
  "a store whose %s never responds ends the run",
  async (name) => {
    const entries = new Keyv();
    let isBlocked = false;
    const never = new Promise<never>(() => {});
    const store: FleetStateStore = {
      get: (key) => (isBlocked && name === "get" ? never : entries.get(key)),
      set: (key, value) => (isBlocked && name === "set" ? never : entries.set(key, value)),
      delete: (key) => entries.delete(key),
      async *iterator() {
        if (isBlocked && name === "iterator") await never;
        yield* entries.iterator?.(undefined) ?? [];
      },
    };
    const { sync, clock } = lessorWith(store);
    let report: FleetSyncReport | undefined;
    const onResult = () => {
      isBlocked = true;
    };
    const run = sync({ removeMissing: true, onResult }).then((result) => {
      report = result;
    });
    await waitUntil(() => isBlocked);
    while (report === undefined) await clock.advance(10_000);
    await run;
    expect(report).toMatchObject({ stopped: "error", error: { kind: "state", reason: "failed" } });
    expect(report.error).toHaveProperty("message", expect.stringContaining("did not respond within 10 s"));
  },
);
