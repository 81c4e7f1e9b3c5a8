import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { plateKey } from "../../../src/lessor/sync/item.js";
import type { FleetItem, FleetSyncOptions } from "../../../src/lessor/sync/types.js";
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
    const run = await service.sync([remove("AB-1"), remove("ab1")], { maxRemovals: 2 });
    expect(deletions(run.requests).sort()).toEqual(["DELETE AB-1", "DELETE ab1"]);
  });

  test("is found in a state in a file as well", async () => {
    const service = new FleetService();
    const folder = await mkdtemp(join(tmpdir(), "reg-removals-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const state = join(folder, "fleet.state");
    await service.sync([vehicle("AB-1")], { state });
    const run = await service.sync([vehicle("ab1")], { state, removeMissing: true });
    expect(deletions(run.requests)).toEqual([]);
    expect(run.results.at(-1)).toMatchObject({ licensePlate: "AB-1", inSource: "ab1" });
  });

  test("has letters or digits: plates that differ in these are different vehicles", () => {
    expect(plateKey("AB-1")).not.toBe(plateKey("AB-11"));
    expect(plateKey("ÄB-1")).not.toBe(plateKey("AB-1"));
  });
});

test.each<[string, FleetItem | Error]>([
  ["cannot be sent", { licensePlate: "AB-1", other: 1 } as FleetItem],
  ["cannot be read", Object.assign(new Error("not JSON"), { licensePlate: "AB-1" })],
])("a vehicle is not removed if a later item of it %s", async (_, item) => {
  const service = new FleetService();
  await service.sync([vehicle("AB-1")]);
  const run = await service.sync([remove("AB-1"), item]);
  expect(run.requests).toEqual([]);
  expect(run.report).toMatchObject({ ok: false, counts: { failed: 1 } });
});

describe("maxRemovals", () => {
  /** Syncs AB-1 to AB-n, and then the source with these options. */
  async function syncAfter(count: number, source: readonly FleetItem[], options: Partial<FleetSyncOptions> = {}) {
    const service = new FleetService();
    await service.sync(fleet(count));
    return service.sync(source, options);
  }

  test.each<[number, number, FleetSyncOptions["maxRemovals"], boolean]>([
    [1, 20, undefined, true],
    [2, 20, undefined, false],
    [2, 199, undefined, false],
    [2, 200, undefined, true],
    [20, 20, undefined, false],
    [20, 20, "100%", true],
    [3, 20, 3, true],
    [4, 20, 3, false],
    [1, 20, 0, false],
  ])("for %i items with remove, of %i known vehicles, with %j: %s", async (count, of, maxRemovals, isAllowed) => {
    const source = fleet(of).map((item, index) => (index < count ? { ...item, remove: true } : item));
    const { requests, report, results } = await syncAfter(of, source, { maxRemovals });
    expect(deletions(requests)).toHaveLength(isAllowed ? count : 0);
    expect(report.ok).toBe(isAllowed);
    const refused = results.filter(({ error }) => error?.kind === "input");
    expect(refused.map(({ action, position }) => `${action} ${position}`)).toEqual(
      isAllowed ? [] : Array.from({ length: count }, (_, index) => `delete ${index + 1}`),
    );
  });

  test("counts items with remove and missing vehicles together", async () => {
    const source = fleet(8).map((item, index) => (index === 0 ? { ...item, remove: true } : item));
    const options = { removeMissing: true } as const;
    const two = await syncAfter(9, source, { ...options, maxRemovals: 2 });
    expect(deletions(two.requests).sort()).toEqual(["DELETE AB-1", "DELETE AB-9"]);
    const one = await syncAfter(9, source, { ...options, maxRemovals: 1 });
    expect(deletions(one.requests)).toEqual([]);
    expect(one.report).toMatchObject({ ok: false, missing: { vehicles: 1, refused: "too-many" } });
    expect(one.report.failures).toMatchObject([{ licensePlate: "AB-1", error: { field: "remove" } }]);
  });

  test("does not count vehicles that the state does not know, or knows as removed", async () => {
    const service = new FleetService();
    const removals = fleet(5).map((item) => ({ ...item, remove: true }));
    expect((await service.sync(removals)).report.ok).toBe(true);
    expect((await service.sync(removals)).report).toMatchObject({ ok: true, counts: { unchanged: 15 } });
  });

  test("limits a dry run in the same way", async () => {
    const { report, requests } = await syncAfter(
      20,
      fleet(20).map((item) => ({ ...item, remove: true })),
      {
        dryRun: true,
      },
    );
    expect(requests).toEqual([]);
    expect(report).toMatchObject({ ok: false, counts: { failed: 20, planned: 0 } });
  });

  test("ignores a field remove that an item inherits", async () => {
    const source = fleet(2).map(({ licensePlate }) => Object.assign(Object.create({ remove: true }), { licensePlate }));
    const { requests } = await syncAfter(2, source);
    expect(requests).toEqual([]);
  });

  test("is not needed if the run was stopped: then nothing is removed", async () => {
    const controller = new AbortController();
    const { requests, report } = await syncAfter(3, [remove("AB-1"), vehicle("AB-2"), vehicle("AB-3")], {
      signal: controller.signal,
      concurrency: 1,
      onResult: () => controller.abort(),
    });
    expect(requests).toEqual([]);
    expect(report.stopped).toBe("aborted");
  });
});
