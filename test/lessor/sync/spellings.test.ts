import { join } from "node:path";
import type { FleetItem, FleetSyncOptions, StateStore } from "@reg/sdk";
import { describe, expect, test } from "vitest";
import { plateKey } from "../../../src/base/plates.js";
import { temporaryFolder } from "../../support/folder.js";
import { FleetService, fleet, vehicle } from "./support.js";

const remove = (licensePlate: string): FleetItem => ({ licensePlate, remove: true });

const deletions = (requests: readonly string[]) => requests.filter((request) => request.startsWith("DELETE"));

/** Other spellings of AB-1É: a service may take each of them for the same vehicle. */
const spellings: readonly (readonly [string, string])[] = [
  ["in small letters", "ab-1é"],
  ["without its hyphen", "AB1É"],
  ["with spaces", "AB 1 É"],
  ["with a decomposed letter", "AB-1E\u0301"],
  ["with a character of no width", "AB-1\u200bÉ"],
  ["in wide characters", "ＡＢ-１É"],
  ["with Cyrillic letters", "\u0410\u0412-1É"],
  ["with small Greek letters", "\u03b1\u03b2-1\u03ad"],
];

describe("a vehicle that the source contains in another spelling", () => {
  test.each(spellings)("%s is not removed because the source has only that spelling", async (_, spelling) => {
    const service = new FleetService();
    await service.sync([vehicle("AB-1É"), vehicle("CD-2")]);
    const run = await service.sync([vehicle(spelling), vehicle("CD-2")], { removeMissing: true, maxRemovals: "100%" });
    expect(deletions(run.requests)).toEqual([]);
    expect(run.report.ok).toBe(false);
    expect(run.results.at(-1)).toMatchObject({
      licensePlate: "AB-1É",
      inSource: spelling,
      resource: "vehicle",
      action: "delete",
      status: "failed",
      error: { kind: "input", field: "licensePlate" },
    });
    expect(run.report.failures.map(({ error }) => error?.message).join()).not.toContain("AB");
  });

  test.each(spellings)("%s is not removed by an item with remove", async (_, spelling) => {
    const service = new FleetService();
    await service.sync([vehicle("AB-1É")]);
    for (const source of [
      [remove("AB-1É"), vehicle(spelling)],
      [vehicle(spelling), remove("AB-1É")],
    ]) {
      const run = await service.sync(source, { maxRemovals: "100%" });
      expect(deletions(run.requests)).toEqual([]);
      expect(run.results.at(-1)).toMatchObject({ licensePlate: "AB-1É", inSource: spelling, status: "failed" });
    }
  });

  test("is not removed if the item with that spelling cannot be sent", async () => {
    const service = new FleetService();
    await service.sync([vehicle("AB-1")]);
    const source = [{ licensePlate: "ab1", other: 1 } as unknown as FleetItem];
    const run = await service.sync(source, { removeMissing: true, maxRemovals: "100%" });
    expect(deletions(run.requests)).toEqual([]);
  });

  test("is removed by a run whose source does not contain the other", async () => {
    const service = new FleetService();
    await service.sync([vehicle("AB-1"), vehicle("ab1")]);
    const run = await service.sync([remove("AB-1")]);
    expect(run.report.ok).toBe(true);
    expect(run.requests).toEqual(["DELETE AB-1"]);
  });

  test("does not keep other vehicles from being removed", async () => {
    const service = new FleetService();
    await service.sync([vehicle("AB-1"), vehicle("CD-2")]);
    const run = await service.sync([vehicle("ab1")], { removeMissing: true });
    expect(deletions(run.requests)).toEqual(["DELETE CD-2"]);
    expect(run.report).toMatchObject({ ok: false, counts: { failed: 1 }, missing: { vehicles: 2 } });
  });

  test("both can be removed together", async () => {
    const service = new FleetService();
    await service.sync([vehicle("AB-1"), vehicle("ab1")]);
    const source = [remove("AB-1"), remove("ab1")];
    const run = await service.sync(source, { maxRemovals: 2, concurrency: 1 });
    expect(run.requests).toEqual(["DELETE AB-1", "DELETE ab1"]);
    expect((await service.sync(source)).requests).toEqual([]);
  });

  test("is found in a state in a file as well", async () => {
    const service = new FleetService();
    const state = join(temporaryFolder(), "fleet.state");
    await service.sync([vehicle("AB-1")], { state });
    const run = await service.sync([vehicle("ab1")], { state, removeMissing: true });
    expect(deletions(run.requests)).toEqual([]);
    expect(run.results.at(-1)).toMatchObject({ licensePlate: "AB-1", inSource: "ab1" });
  });
});

describe("a vehicle that the source contains twice", () => {
  test.each(spellings)("in another spelling, %s, is sent and reported as a failure", async (_, spelling) => {
    const service = new FleetService();
    const source = [vehicle("AB-1É"), vehicle("CD-2"), vehicle(spelling)];
    const options = { removeMissing: true, maxRemovals: "100%" } as const;
    for (const sent of [6, 0]) {
      const { report, requests } = await service.sync(source, options);
      expect(deletions(requests)).toEqual([]);
      expect(report).toMatchObject({ ok: false, counts: { sent, failed: 1 } });
      expect(report.failures).toMatchObject([{ licensePlate: spelling, inSource: "AB-1É", error: { kind: "input" } }]);
      expect(report.failures[0]?.error?.message).toContain("keep one of them");
    }
  });

  test("in the same spelling is sent in the order of the source, and the report says so", async () => {
    const service = new FleetService();
    const source = [vehicle("AB-1"), { licensePlate: "AB-1", mileages: [{ value: 2 }] }, vehicle("CD-2")];
    const { report } = await service.sync(source, { removeMissing: true });
    expect(service.held.get("AB-1/mileages")).toEqual([{ value: 2 }]);
    expect(report.ok).toBe(true);
    expect(report.warnings).toContainEqual({
      code: "repeated-vehicles",
      message: expect.stringMatching(/^the source has 1 items with the license plate of an earlier item/),
    });
  });

  test("in two spellings, each once to be removed, is no failure", async () => {
    const service = new FleetService();
    expect((await service.sync([remove("AB-1"), remove("ab1")])).report).toMatchObject({ ok: true });
  });
});

describe("a service that takes all spellings for one vehicle", () => {
  function setUp(state?: StateStore) {
    const service = new FleetService();
    service.vehicleOf = plateKey;
    const sync = (...source: FleetItem[]) => service.sync(source, { state: state ?? service.store });
    return { service, sync };
  }

  test("gets the old value again when the source returns to its earlier spelling", async () => {
    const { service, sync } = setUp();
    await sync(vehicle("AB-1", 1));
    const respelled = await sync(vehicle("ab1", 2));
    expect(respelled.report).toMatchObject({ ok: false, failures: [{ licensePlate: "AB-1", inSource: "ab1" }] });
    expect(respelled.report.failures[0]?.error?.message).toContain("The next run sends the vehicle again");
    expect((await sync(vehicle("ab1", 2))).report).toMatchObject({ ok: true, counts: { sent: 2 } });
    expect((await sync(vehicle("ab1", 2))).report).toMatchObject({ ok: true, counts: { sent: 0 } });
    while (!(await sync(vehicle("AB-1", 1))).report.ok);
    expect(service.held.get("AB1/mileages")).toEqual([{ value: 1 }]);
  });

  test("gets the old value again also if the run with the other spelling was killed", async () => {
    const { service, sync } = setUp();
    await sync(vehicle("AB-1", 1));
    await sync(vehicle("ab1", 2));
    await sync(vehicle("ab1", 2));
    let atFirstRequest: ReadonlyMap<string, string> | undefined;
    service.intercept = () => {
      atFirstRequest ??= new Map(service.store.entries);
      return undefined;
    };
    expect((await sync(vehicle("AB-1", 1))).requests).toContain("PUT AB-1/mileages");
    service.store.entries.clear();
    for (const entry of atFirstRequest ?? []) service.store.entries.set(...entry);
    while (!(await sync(vehicle("ab1", 2))).report.ok);
    expect(service.held.get("AB1/mileages")).toEqual([{ value: 2 }]);
  });

  test("gets a vehicle again that was removed under another spelling", async () => {
    const { service, sync } = setUp();
    await sync(vehicle("AB-1"));
    expect((await sync(remove("ab1"))).requests).toEqual(["DELETE ab1"]);
    expect(service.held.size).toBe(0);
    expect((await sync(vehicle("AB-1"))).report).toMatchObject({ ok: true, counts: { sent: 2 } });
  });

  test("removes a vehicle again that was sent under another spelling since", async () => {
    const { service, sync } = setUp();
    await sync(remove("AB-1"));
    await sync(vehicle("ab1"));
    expect((await sync(remove("AB-1"))).requests).toEqual(["DELETE AB-1"]);
    expect(service.held.size).toBe(0);
    expect((await sync(remove("AB-1"))).requests).toEqual([]);
  });

  test.each<[string, FleetItem[], Partial<FleetSyncOptions>]>([
    ["a limit refuses the missing one", [remove("cd1")], { removeMissing: true, maxRemovals: 0 }],
    ["too many are missing", [...fleet(4), remove("cd1")], { removeMissing: true }],
    ["the run ends between the two", [...fleet(5), remove("cd1")], { removeMissing: true, maxRemovals: 9 }],
    ["both have an item with remove", [remove("cd1"), remove("CD-1")], { maxRemovals: 0 }],
    ["both have one and the run ends between the two", [remove("cd1"), remove("CD-1")], { maxRemovals: 9 }],
  ])("has the vehicle after the next run with it, if both spellings are to be removed and %s", async (_, ...run) => {
    const [source, options] = run;
    const { service } = setUp();
    await service.sync([...fleet(5), vehicle("CD-1")]);
    const stop = new AbortController();
    service.intercept = ({ method }) => {
      if (method === "DELETE") stop.abort();
      return undefined;
    };
    const { report } = await service.sync(source, { ...options, concurrency: 1, signal: stop.signal });
    if (options.maxRemovals === 0) expect([report.ok, report.removedVehicles]).toEqual([false, 0]);
    await service.sync([...fleet(5), vehicle("CD-1")]);
    expect(service.held.has("CD1")).toBe(true);
  });

  test("counts removals of known vehicles in any spelling for maxRemovals", async () => {
    const { service, sync } = setUp();
    await sync(...fleet(200));
    const { report, requests } = await sync(
      ...fleet(200).map(({ licensePlate }) => remove(licensePlate.toLowerCase())),
    );
    expect(requests).toEqual([]);
    expect(report).toMatchObject({ ok: false, counts: { failed: 200 } });
    expect(service.held.size).toBe(400);
  });

  test("is not noticed by a store that cannot list its entries, and nothing is removed", async () => {
    const entries = new Map<string, string>();
    const { service, sync } = setUp({
      get: (key) => entries.get(key),
      set: (key, value) => entries.set(key, value),
      delete: (key) => entries.delete(key),
    });
    await sync(vehicle("AB-1"));
    expect((await sync(vehicle("ab1"))).report.ok).toBe(true);
    expect(service.held.has("AB1")).toBe(true);
  });
});

test("a dry run reports other spellings and leaves the state as it is", async () => {
  const service = new FleetService();
  await service.sync([vehicle("AB-1")]);
  const before = [...service.store.entries];
  const { report } = await service.sync([vehicle("ab1")], { dryRun: true });
  expect(report).toMatchObject({ ok: false, failures: [{ licensePlate: "AB-1", inSource: "ab1" }] });
  expect([...service.store.entries]).toEqual(before);
});
