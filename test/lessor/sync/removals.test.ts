import type { FleetItem, FleetSyncOptions } from "@reg/sdk";
import { describe, expect, test } from "vitest";
import { failure } from "../../support/errors.js";
import { empty } from "../../support/fetch.js";
import { untyped } from "../../support/untyped.js";
import { FleetService, fleet, vehicle } from "./support.js";

const remove = (licensePlate: string): FleetItem => ({ licensePlate, remove: true });

const deletions = (requests: readonly string[]) => requests.filter((request) => request.startsWith("DELETE"));

const removal = remove("AB-1");

describe("remove", () => {
  test("removes a vehicle once, also one that the service does not know", async () => {
    const service = new FleetService();
    expect((await service.sync([removal])).lines).toEqual(["1 AB-1 vehicle delete sent"]);
    const { lines, requests } = await service.sync([removal]);
    expect(lines).toEqual(["1 AB-1 vehicle delete unchanged"]);
    expect(requests).toEqual([]);
  });

  test.each<[string, object, readonly string[], string]>([
    ["does not create it", {}, [], "unchanged"],
    ["with verify only reads it", { verify: true }, ["GET AB-1"], "unchanged"],
    ["with force only removes it again", { force: true }, ["DELETE AB-1"], "sent"],
  ])("of a vehicle that was removed %s", async (_, options, expected, status) => {
    const service = new FleetService();
    const item = { ...vehicle("AB-1"), remove: true };
    expect((await service.sync([item])).requests).toEqual(["PUT AB-1", "PUT AB-1/mileages", "DELETE AB-1"]);
    const { lines, requests } = await service.sync([item], options);
    expect(requests).toEqual(expected);
    expect(lines).toEqual([
      "1 AB-1 vehicle put unchanged",
      "1 AB-1 mileages put unchanged",
      `1 AB-1 vehicle delete ${status}`,
    ]);
  });

  test("of a vehicle that was removed is not undone by a run with force that is stopped", async () => {
    const service = new FleetService();
    const items = fleet(20).map((item) => ({ ...item, remove: true }));
    await service.sync(items);
    const controller = new AbortController();
    const onResult = () => controller.abort();
    await service.sync(items, { force: true, concurrency: 1, signal: controller.signal, onResult });
    expect(service.held.size).toBe(0);
    expect((await service.sync(items)).report.ok).toBe(true);
  });

  test("is repeated if it failed", async () => {
    const service = new FleetService();
    await service.sync([vehicle("AB-1")]);
    service.intercept = (request) => empty(400)(request);
    expect((await service.sync([removal])).lines).toEqual(["1 AB-1 vehicle delete failed"]);
    service.intercept = () => undefined;
    expect((await service.sync([removal])).lines).toEqual(["1 AB-1 vehicle delete sent"]);
    expect(service.held.size).toBe(0);
  });

  test("is checked by verify, and repeated if the service has the vehicle again", async () => {
    const service = new FleetService();
    await service.sync([removal]);
    expect((await service.sync([removal], { verify: true })).requests).toEqual(["GET AB-1"]);
    service.held.set("AB-1", {});
    const { requests } = await service.sync([removal], { verify: true });
    expect(requests).toEqual(["GET AB-1", "DELETE AB-1"]);
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

describe("removeMissing", () => {
  /** Syncs AB-1 to AB-n, then a shorter source with these options. */
  async function syncWithout(
    missing: number,
    { of = 10, ...options }: Partial<FleetSyncOptions> & { of?: number } = {},
    source: readonly (FleetItem | Error)[] = fleet(of - missing),
  ) {
    const service = new FleetService();
    await service.sync(fleet(of));
    return { service, ...(await service.sync(source, { removeMissing: true, ...options })) };
  }

  test("removes the vehicles that the source no longer contains, and forgets them", async () => {
    const { service, requests, report, lines } = await syncWithout(1);
    expect(requests).toEqual(["DELETE AB-10"]);
    expect(lines.at(-1)).toBe("AB-10 vehicle delete sent");
    expect(report).toMatchObject({ ok: true, items: 9, missing: { vehicles: 1, licensePlates: ["AB-10"] } });
    expect(service.store.textOf("AB-10")).toBeUndefined();
    expect(service.held.has("AB-10")).toBe(false);
  });

  test("as a function decides at the end of the source whether something is removed", async () => {
    for (const isTrusted of [true, false]) {
      let calls = 0;
      let isRead = false;
      const removeMissing = () => {
        expect(isRead).toBe(true);
        calls += 1;
        return isTrusted;
      };
      const source = {
        *[Symbol.iterator]() {
          yield* fleet(9);
          isRead = true;
        },
      };
      const service = new FleetService();
      await service.sync(fleet(10));
      const { requests, report } = await service.sync(source, { removeMissing });
      expect([calls, requests]).toEqual([1, isTrusted ? ["DELETE AB-10"] : []]);
      const refusal = isTrusted ? {} : { refused: "doubtful-source" };
      expect(report).toMatchObject({ ok: isTrusted, missing: { vehicles: 1, licensePlates: ["AB-10"], ...refusal } });
    }
  });

  test("as a function receives the missing license plates, and is not asked without any", async () => {
    const asked: unknown[] = [];
    const removeMissing = (licensePlates: readonly string[]) => asked.push(licensePlates) > 0;
    const service = new FleetService();
    await service.sync(fleet(10));
    await service.sync(fleet(10), { removeMissing });
    expect(asked).toEqual([]);
    await service.sync(fleet(8), { removeMissing, maxRemovals: 9 });
    expect(asked).toEqual([["AB-9", "AB-10"]]);
  });

  test.each([
    ["a promise", async () => false],
    ["a promise", async () => true],
    ["1", () => 1],
    ["nothing", () => {}],
  ])("as a function that returns %s removes nothing", async (_, given) => {
    const removeMissing = given as () => boolean;
    const { requests, report } = await syncWithout(1, { removeMissing });
    expect([requests, report.ok, report.missing?.refused]).toEqual([[], false, "doubtful-source"]);
  });

  test("as a function that throws ends the run, and removes nothing", async () => {
    const removeMissing = () => {
      throw new Error("no");
    };
    const { requests, report } = await syncWithout(1, { removeMissing });
    expect([requests, report.ok, report.stopped]).toEqual([[], false, "error"]);
  });

  test("is off by default", async () => {
    const { requests, report } = await syncWithout(1, { removeMissing: undefined });
    expect(requests).toEqual([]);
    expect(report.missing).toBeUndefined();
  });

  test.each<[number, FleetSyncOptions["maxRemovals"], number, boolean]>([
    [1, undefined, 100, true],
    [2, undefined, 100, false],
    [2, undefined, 199, false],
    [2, undefined, 200, true],
    [5, "5%", 100, true],
    [6, "5%", 100, false],
    [34, "11%", 300, false],
    [33, "11%", 300, true],
    [1, "0.5%", 10, true],
    [6, 6, 10, true],
    [7, 6, 10, false],
    [1, 0, 10, false],
    [1, "0%", 10, false],
  ])("of %i vehicles with maxRemovals %j of %i known ones: %s", async (missing, maxRemovals, of, isAllowed) => {
    const { requests, report } = await syncWithout(missing, { of, maxRemovals });
    expect(requests).toHaveLength(isAllowed ? missing : 0);
    const refusal = isAllowed ? {} : { refused: "too-many" };
    expect(report).toMatchObject({ ok: isAllowed, missing: { vehicles: missing, ...refusal } });
  });

  test("takes the percentage of the vehicles that were known before the run, also in a dry run", async () => {
    const service = new FleetService();
    await service.sync(fleet(10));
    const other = Array.from({ length: 1000 }, (_, index) => ({ licensePlate: `XX-${index}`, vehicle: {} }));
    for (const dryRun of [true, false]) {
      const { report } = await service.sync(other, { removeMissing: true, dryRun });
      expect(report).toMatchObject({ ok: false, missing: { vehicles: 10, refused: "too-many" } });
    }
    expect(service.held.has("AB-1")).toBe(true);
  });

  test("removes nothing if the source is empty, whatever the limit", async () => {
    const { requests, report } = await syncWithout(10, { maxRemovals: "100%" }, []);
    expect(requests).toEqual([]);
    expect(report).toMatchObject({ ok: false, missing: { vehicles: 10, refused: "empty-source" } });
  });

  test("removes nothing if an item has no readable license plate: it may be that of a missing vehicle", async () => {
    const source = [...fleet(9), new Error("line 10 is not JSON")];
    const { requests, report } = await syncWithout(1, {}, source);
    expect(requests).toEqual([]);
    expect(report).toMatchObject({ ok: false, missing: { vehicles: 1, refused: "unreadable-item" } });
  });

  test("does not take a vehicle for missing whose item has another mistake", async () => {
    const { requests, report } = await syncWithout(1, {}, [...fleet(9), untyped({ licensePlate: "AB-10", x: 1 })]);
    expect(requests).toEqual([]);
    expect(report).toMatchObject({ counts: { failed: 1 }, missing: { vehicles: 0 } });
  });

  test("removes nothing if the source was not read to its end", async () => {
    const controller = new AbortController();
    const { requests, report } = await syncWithout(1, {
      signal: controller.signal,
      concurrency: 1,
      onResult: ({ position }) => position === 3 && controller.abort(),
    });
    expect(requests).toEqual([]);
    expect(report).toMatchObject({
      stopped: "aborted",
      missing: { vehicles: 0, refused: "incomplete-source" },
    });
  });

  test("does not remove again what the source had removed", async () => {
    const service = new FleetService();
    await service.sync([vehicle("AB-1"), vehicle("AB-2"), { licensePlate: "AB-2", remove: true }]);
    const { requests, report } = await service.sync([vehicle("AB-1")], { removeMissing: true });
    expect(requests).toEqual([]);
    expect(report).toMatchObject({ ok: true, missing: { vehicles: 0 } });
  });

  test("keeps a vehicle whose removal failed, for the next run", async () => {
    const service = new FleetService();
    await service.sync(fleet(3));
    service.intercept = (request) => empty(400)(request);
    await service.sync(fleet(2), { removeMissing: true, maxRemovals: 1 });
    service.intercept = () => undefined;
    const { requests } = await service.sync(fleet(2), { removeMissing: true, maxRemovals: 1 });
    expect(requests).toEqual(["DELETE AB-3"]);
  });

  test("is rejected at once with a store that cannot list its keys", async () => {
    const state = { get: () => undefined, set: () => true, delete: () => true };
    const service = new FleetService();
    const run = service.client().sync(fleet(1), { state, removeMissing: true });
    expect(await failure(run, "input")).toMatchObject({ field: "state", operationId: "sync" });
  });
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
    expect([two.report.removedVehicles, two.report.counts.sent]).toEqual([2, 2]);
    const one = await syncAfter(9, source, { ...options, maxRemovals: 1 });
    expect(deletions(one.requests)).toEqual([]);
    expect(one.report).toMatchObject({ ok: false, removedVehicles: 0, missing: { vehicles: 1, refused: "too-many" } });
    expect(one.report.failures).toMatchObject([{ licensePlate: "AB-1", error: { field: "remove" } }]);
    expect(one.report.failures[0]?.error?.message).toContain("would remove 2 known vehicles and maxRemovals permits 1");
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
