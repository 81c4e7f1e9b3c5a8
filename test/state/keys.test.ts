import { inspect } from "node:util";
import type { StateStore } from "@reg/sdk";
import Keyv from "keyv";
import { expect, test } from "vitest";
import { FleetService, fleet } from "../lessor/sync/support.js";
import { failure } from "../support/errors.js";

const vehicles = fleet(20);

/** A store that lists its entries with other keys than the Keyv in it. */
function storeInKeyv() {
  const keyv = new Keyv();
  const keyOf = (key: string) => Buffer.from(key).toString("hex");
  return {
    // The name of the field is that of a Keyv for its adapter.
    store: keyv,
    get: (key: string) => keyv.get(keyOf(key)),
    set: (key: string, value: string) => keyv.set(keyOf(key), value),
    delete: (key: string) => keyv.delete(keyOf(key)),
    async *iterator() {
      for await (const [key, value] of keyv.iterator?.({}) ?? []) yield [`${Buffer.from(key, "hex")}`, value] as const;
    },
  };
}

// Keyv removes what precedes the first colon of a listed key, whether it added a namespace or not; and it adds no
// namespace that the key already starts with.
test.each([
  ...["keyv", "", "reg-fleet", "fleet:north"].map(
    (namespace) => [`a Keyv with the namespace '${namespace}'`, () => new Keyv({ namespace })] as const,
  ),
  ["a Map", () => new Map<string, string>()],
  ["a store with other keys than the Keyv in it", storeInKeyv],
] as const)("removeMissing removes a missing vehicle that %s lists", async (_, createState) => {
  const service = new FleetService();
  const state = createState();
  await service.sync(vehicles, { state });
  const { report, requests } = await service.sync(vehicles.slice(1), { state, removeMissing: true });
  expect(report).toMatchObject({ ok: true, missing: { vehicles: 1 } });
  expect(requests).toEqual(["DELETE AB-1"]);
});

test("a store may return null for what it does not have, and has no lock then", async () => {
  const service = new FleetService();
  const { store } = service;
  const get = (key: string) => store.get(key) ?? null;
  const state = { get, set: store.set.bind(store), delete: store.delete.bind(store) };
  const { report } = await service.sync(fleet(1), { state });
  expect(report.ok).toBe(true);
  // The run would wait 5 seconds for the lock of another one.
  expect(service.clock.monotonic()).toBeLessThan(1000);
});

test("a store that lists none of the entries that it has ends the run before anything is removed", async () => {
  const service = new FleetService();
  await service.sync(vehicles);
  // As a Keyv over Redis does whose namespace has a `[`.
  service.store.iterator = async function* () {};
  const source = [...vehicles.slice(2), { licensePlate: "AB-1", remove: true } as const];
  const { report, requests } = await service.sync(source, { removeMissing: true });
  expect(report).toMatchObject({ stopped: "error", error: { kind: "state", reason: "failed" } });
  expect(report.error).toHaveProperty("message", expect.stringContaining("the store does not list its entries"));
  expect(requests).toEqual([]);
});

/** Creates two Keyv over one Map, which has the keys of both. */
function twoNamespaces() {
  const store = new Map();
  return {
    north: new Keyv({ store, namespace: "fleet-north" }),
    all: new Keyv({ store, namespace: "fleet" }),
  };
}

test("removeMissing leaves the vehicles alone that Keyv lists from another namespace", async () => {
  const service = new FleetService();
  const { north, all } = twoNamespaces();
  await service.sync(vehicles.slice(0, 10), { state: north });
  const options = { state: all, removeMissing: true, maxRemovals: "100%" } as const;
  const { report, requests } = await service.sync(vehicles.slice(10), options);
  expect(report.missing).toEqual({ vehicles: 0, licensePlates: [] });
  expect(requests.filter((request) => request.startsWith("DELETE"))).toEqual([]);
});

test("the entries of another namespace do not raise the limit of removeMissing", async () => {
  const service = new FleetService();
  const { north, all } = twoNamespaces();
  await service.sync(vehicles.slice(0, 10), { state: north });
  await service.sync(vehicles.slice(10), { state: all });
  const options = { state: all, removeMissing: true, maxRemovals: "10%" } as const;
  const { report } = await service.sync(vehicles.slice(12), options);
  expect(report.missing).toMatchObject({ vehicles: 2, refused: "too-many" });
});

test("two clients in one Keyv do not know each other's vehicles", async () => {
  const service = new FleetService();
  const state = new Keyv();
  const south = service.client({ clientId: "south" });
  await service.sync(vehicles, { state });
  const second = await service.sync(vehicles.slice(0, 5), { state, lessor: south, removeMissing: true });
  expect(second.report).toMatchObject({ counts: { sent: 10, unchanged: 0 }, missing: { vehicles: 0 } });
  expect((await service.sync(vehicles, { state })).report.counts).toMatchObject({ sent: 0, unchanged: 40 });
});

test.each(["A B", "A:B", "A::B", "%41", "A&licensePlate=B", "*", "é", "🚗", "keyv:A", "__proto__"])(
  "the license plate %s is found again in a Keyv, and removed when it is missing",
  async (licensePlate) => {
    const service = new FleetService();
    const state = new Keyv();
    const source = [...vehicles, { licensePlate, vehicle: {} }];
    await service.sync(source, { state });
    expect((await service.sync(source, { state })).requests).toEqual([]);
    const { requests } = await service.sync(vehicles, { state, removeMissing: true });
    expect(requests).toEqual([`DELETE ${licensePlate}`]);
  },
);

/** Creates a Keyv over an adapter for Redis with these raw texts; `undefined`: the key is gone when its text is read. */
function keyvOver(texts: Readonly<Record<string, string | undefined>>) {
  const entries = new Map<string, string | undefined>(Object.entries(texts));
  const store = {
    opts: { dialect: "redis" },
    namespace: undefined,
    on: () => store,
    get: async (key: string) => entries.get(key),
    set: async (key: string, value: string) => void entries.set(key, value),
    delete: async (key: string) => entries.delete(key),
    clear: async () => entries.clear(),
    async *iterator() {
      yield* [...entries];
    },
  };
  const keyv = new Keyv({ store });
  // As `createKeyv` does without a namespace.
  keyv.namespace = undefined;
  return { state: keyv, entries };
}

/** What other programs keep in a Redis. */
const foreignTexts = {
  "bull:jobs:1:lock": "a5f1-token",
  "reg-token:baseUrl=https%3A%2F%2Freg.example&clientId=fleet": "eyJhbGciOiJkaXIifQ..a.b.c",
  "json:list": "[1,2]",
  "json:null": "null",
  "json:entry": '{"value":"1 removed"}',
  counter: "17",
  "vehicle&licensePlate=AB-1": "",
  expired: undefined,
};

test.each(Object.entries(foreignTexts))(
  "the key %s of another program in the store is left alone",
  async (key, text) => {
    const service = new FleetService();
    const { state, entries } = keyvOver({ [key]: text });
    await service.sync(vehicles, { state });
    const { report, requests } = await service.sync(vehicles.slice(1), { state, removeMissing: true });
    expect(report).toMatchObject({ ok: true, missing: { vehicles: 1 } });
    expect(requests).toEqual(["DELETE AB-1"]);
    expect(entries.get(key)).toBe(text);
  },
);

test("a text in a Map that a Keyv shares with other programs is left alone", async () => {
  const service = new FleetService();
  const store = new Map<string, unknown>([
    ["keyv:other", "not JSON"],
    ["other", 17],
  ]);
  const state = new Keyv({ store });
  await service.sync(vehicles, { state });
  const { report, requests } = await service.sync(vehicles.slice(1), { state, removeMissing: true });
  expect(report).toMatchObject({ ok: true, missing: { vehicles: 1 } });
  expect(requests).toEqual(["DELETE AB-1"]);
  expect(store.get("keyv:other")).toBe("not JSON");
});

test.each(["null", "[]", '{"x":1}'])(
  "an entry of the state that the store lists but does not return ends the run before anything is removed: %s",
  async (text) => {
    const service = new FleetService();
    const { state, entries } = keyvOver({});
    await service.sync(vehicles, { state });
    const damaged = [...entries.keys()].find((key) => key.endsWith("&licensePlate=AB-1")) ?? "";
    entries.set(damaged, text);
    const { report, requests } = await service.sync(vehicles.slice(2), { state, removeMissing: true });
    expect(report).toMatchObject({ stopped: "error", error: { kind: "state", reason: "failed" } });
    expect(report.error).toHaveProperty("message", expect.stringContaining("did not return"));
    expect(inspect(report.error, { depth: 9 })).not.toContain("AB-1");
    expect(requests).toEqual([]);
  },
);

test("an entry that is not returned ends the run as well if it is only looked at for its spelling", async () => {
  const service = new FleetService();
  const { state, entries } = keyvOver({});
  await service.sync(vehicles, { state });
  const damaged = [...entries.keys()].find((key) => key.endsWith("&licensePlate=AB-1")) ?? "";
  entries.set(damaged, "null");
  const source = [...vehicles.slice(1), { licensePlate: "ab1", vehicle: {} }];
  const { report } = await service.sync(source, { state });
  expect(report).toMatchObject({ stopped: "error", error: { kind: "state", reason: "failed" } });
});

test.each([
  ["that no version has written", '{"value":"2 unknown"}', "damaged"],
  ["that Keyv has not written", "secret", "failed"],
])("an entry of the state %s ends the run before anything is removed", async (_, text, reason) => {
  const service = new FleetService();
  const { state, entries } = keyvOver({});
  await service.sync(vehicles, { state });
  const damaged = [...entries.keys()].find((key) => key.endsWith("&licensePlate=AB-1")) ?? "";
  entries.set(damaged, text);
  const { report, requests } = await service.sync(vehicles.slice(1), { state, removeMissing: true });
  expect(report).toMatchObject({ stopped: "error", error: { kind: "state", reason } });
  expect(inspect(report.error, { depth: 9 })).not.toContain("secret");
  expect(requests).toEqual([]);
});

test.each([
  ["licensePlate=", 'an entry "licensePlate=…"', "an entry of a vehicle"],
  ["&notes", "notes", "notes"],
  ["&clientId=lessor", "a lock", undefined],
])("the error of a damaged entry says of what kind it is: %s", async (end, undecoded, unknown) => {
  const service = new FleetService();
  const { state, entries } = keyvOver({});
  await service.sync(vehicles, { state, sourceName: "fleet.csv" });
  const owner = [...entries.keys()][0]?.split("&licensePlate")[0]?.replace("&notes", "");
  const damage = async (text: string) => {
    const key = end === "&clientId=lessor" ? owner : [...entries.keys()].find((each) => each.includes(end));
    entries.set(key ?? "", text);
    return failureOf(service.sync(vehicles, { state, sourceName: "fleet.csv" }));
  };
  expect(await damage("secret")).toContain(`the store has ${undecoded} in another form than its own`);
  if (unknown !== undefined)
    expect(await damage('{"value":"2"}')).toContain(`the state has ${unknown} that this version`);
});

/** The message of the error that a run is rejected with, or that its report has. */
async function failureOf(run: ReturnType<FleetService["sync"]>): Promise<string> {
  const error: unknown = await run.then(
    ({ report }) => report.error,
    (reason: unknown) => reason,
  );
  expect(inspect(error, { depth: 9 })).not.toMatch(/secret|AB-/);
  return String(error);
}

test("a SyntaxError of a store of the user's own is the cause of the error", async () => {
  const service = new FleetService();
  const cause = new SyntaxError("Unexpected token '<', \"<html>\"... is not valid JSON");
  service.store.get = () => {
    throw cause;
  };
  const error = await failure(service.sync(vehicles), "state");
  expect(error).toMatchObject({ reason: "failed", cause });
  expect(error.message).toContain("Unexpected token '<'");
});

test("a vehicle that the store lists twice is removed once", async () => {
  const service = new FleetService();
  await service.sync(vehicles);
  const { store } = service;
  // SCAN of Redis may return a key more than once.
  store.iterator = async function* () {
    yield* [...store.entries, ...store.entries];
  };
  const { report, requests } = await service.sync(vehicles.slice(1), { removeMissing: true });
  expect(report).toMatchObject({ ok: true, missing: { vehicles: 1 } });
  expect(requests).toEqual(["DELETE AB-1"]);
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
  return { state: new Keyv({ store }), control };
}

test("a store that does not keep the lock is reported before anything is sent", async () => {
  const service = new FleetService();
  const { state, control } = keyvWithSilentErrors();
  control.hasFailed = true;
  expect(await failure(service.sync(vehicles, { state }), "state")).toMatchObject({ reason: "failed" });
  expect(service.requests).toEqual([]);
});

test("a store that no longer keeps what it is given ends the run, and the next run sends the rest", async () => {
  const service = new FleetService();
  const { state, control } = keyvWithSilentErrors();
  let results = 0;
  const onResult = () => {
    results += 1;
    control.hasFailed = results >= 10;
  };
  const { report, requests } = await service.sync(vehicles, { state, onResult });
  expect(report).toMatchObject({ ok: false, stopped: "error", error: { kind: "state", reason: "failed" } });
  control.hasFailed = false;
  const next = await service.sync(vehicles, { state });
  expect(next.report.ok).toBe(true);
  // One resource of each of the 8 vehicles in progress may be sent again.
  expect(requests.length + next.requests.length).toBeLessThanOrEqual(40 + 8);
});

test("a changed resource is not sent if the store has silently failed to forget its last content", async () => {
  const service = new FleetService();
  const { state, control } = keyvWithSilentErrors();
  const onResult = () => {
    control.hasFailed = true;
  };
  await service.sync(fleet(1), { state });
  const { report, requests } = await service.sync([...fleet(1), ...fleet(1, 2)], { state, onResult });
  expect(report).toMatchObject({ stopped: "error", error: { kind: "state", reason: "failed" } });
  expect(requests).toEqual([]);
});

const never = new Promise<never>(() => {});

test.each<[string, Partial<StateStore>]>([
  ["get", { get: () => never }],
  ["set", { set: () => never }],
  ["iterator", { iterator: () => ({ [Symbol.asyncIterator]: () => ({ next: () => never }) }) }],
])("a store whose %s never responds ends the run", async (_, broken) => {
  const service = new FleetService();
  const onResult = () => Object.assign(service.store, broken);
  const { report } = await service.sync(vehicles, { removeMissing: true, onResult });
  expect(report).toMatchObject({ stopped: "error", error: { kind: "state", reason: "failed" } });
  expect(report.error).toHaveProperty("message", expect.stringContaining("did not respond within 10 s"));
});
