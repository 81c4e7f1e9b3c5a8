import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { FleetItem, StateStore } from "@reg/sdk";
import { describe, expect, test } from "vitest";
import { failure } from "../../support/errors.js";
import { empty } from "../../support/fetch.js";
import { temporaryFolder } from "../../support/folder.js";
import { FleetService, fleet, MapStore, vehicle } from "./support.js";

async function newPath(): Promise<string> {
  return join(temporaryFolder(), "fleet.state");
}

const dutch = fleet(200);
const belgian = [...fleet(199), vehicle("1-ABC-123")];

describe.each<[string, () => Promise<string | StateStore>]>([
  ["a file", newPath],
  ["a store", async () => new MapStore()],
])("a state in %s that a run with a source name has used", (_, createState) => {
  async function afterDutch() {
    const service = new FleetService();
    const state = await createState();
    await service.sync(dutch, { state, sourceName: "nl.csv" });
    return { service, state };
  }

  test.each<[string, object]>([
    ["another name", { sourceName: "be.csv" }],
    ["no name", {}],
    ["another name, in a dry run", { sourceName: "be.csv", dryRun: true }],
    ["another previous name", { sourceName: "be.csv", previousSourceName: "lu.csv" }],
  ])("is refused to a run with %s, before anything is sent or changed", async (_, options) => {
    const { service, state } = await afterDutch();
    const before = typeof state === "string" ? await readFile(state, "utf8") : [...(state as MapStore).entries];
    const run = service.sync(belgian, { state, removeMissing: true, ...options });
    const error = await failure(run, "state");
    expect(error.reason).toBe("version");
    expect(error.message).toMatch(/^the state belongs to the source "nl\.csv", .*nothing was sent/);
    expect(service.requests).toEqual([]);
    const after = typeof state === "string" ? await readFile(state, "utf8") : [...(state as MapStore).entries];
    expect(after).toEqual(before);
    expect((await service.sync(dutch, { state, sourceName: "nl.csv" })).report).toMatchObject({ ok: true });
  });

  test("is used by its source, also to remove what is missing", async () => {
    const { service, state } = await afterDutch();
    const { requests, report } = await service.sync(dutch.slice(1), {
      state,
      sourceName: "nl.csv",
      removeMissing: true,
    });
    expect(requests).toEqual(["DELETE AB-1"]);
    expect(report).toMatchObject({ ok: true, warnings: [] });
  });

  test("can be renamed: then it belongs to the new name alone", async () => {
    const { service, state } = await afterDutch();
    const renamed = { state, sourceName: "netherlands.csv", previousSourceName: "nl.csv" };
    for (const _ of [1, 2]) expect((await service.sync(dutch, renamed)).report.counts.unchanged).toBe(400);
    await failure(service.sync(dutch, { state, sourceName: "nl.csv" }), "state");
    expect((await service.sync(dutch, { state, sourceName: "netherlands.csv" })).requests).toEqual([]);
  });
});

test("a state without a source name belongs to the first run that has one, which says so", async () => {
  const service = new FleetService();
  const state = await newPath();
  await service.sync(fleet(3), { state });
  const planned = await service.sync(fleet(3), { state, sourceName: "nl.csv", dryRun: true });
  expect(planned.report.warnings).toEqual([]);
  const { report } = await service.sync(fleet(3), { state, sourceName: "nl.csv" });
  expect(report).toMatchObject({ ok: true, counts: { unchanged: 6 }, warnings: [{ code: "source-named" }] });
  await failure(service.sync(fleet(3), { state }), "state");
});

test("a state is not taken for new because its store does not return the notes once", async () => {
  const service = new FleetService();
  const { store } = service;
  await service.sync(fleet(3), { sourceName: "nl.csv" });
  let hidden = 0;
  // As a Keyv whose connection was closed.
  const get = (key: string) => (key.endsWith("&notes") && hidden++ === 0 ? undefined : store.get(key));
  const state = { get, set: store.set.bind(store), delete: store.delete.bind(store) };
  await failure(service.sync(fleet(3), { state, sourceName: "be.csv" }), "state");
  expect(hidden).toBe(2);
  expect((await service.sync(fleet(3), { sourceName: "nl.csv" })).report).toMatchObject({ ok: true });
});

test("a state whose notes were changed is rejected as damaged", async () => {
  const service = new FleetService();
  await service.sync(fleet(1), { sourceName: "nl.csv" });
  const key = [...service.store.entries.keys()].find((each) => each.endsWith("&notes")) ?? "";
  service.store.entries.set(key, "nl.csv");
  expect(await failure(service.sync(fleet(1), { sourceName: "nl.csv" }), "state")).toMatchObject({ reason: "damaged" });
});

describe("expectItems", () => {
  test.each<[number, number, string | undefined]>([
    [10, 10, undefined],
    [9, 10, "ended after 9 items, and 10 were expected"],
    [0, 10, "ended after 0 items, and 10 were expected"],
    [11, 10, "has more items, and 10 were expected"],
    [0, 0, undefined],
  ])("with %i of %i items: %s", async (found, expectItems, problem) => {
    const service = new FleetService();
    await service.sync(fleet(20));
    const source = [...fleet(found).slice(1), { licensePlate: "AB-1", remove: true }].slice(-found || 20);
    const options = { expectItems, removeMissing: true, maxRemovals: "100%" } as const;
    const { report, requests } = await service.sync(found === 0 ? [] : source, options);
    if (problem === undefined) return expect(report.stopped).toBeUndefined();
    expect(requests).toEqual([]);
    expect(report).toMatchObject({ ok: false, stopped: "error", missing: { refused: "incomplete-source" } });
    expect(report.error).toMatchObject({ kind: "input", field: "source" });
    expect((report.error as Error).message).toContain(problem);
  });

  test("is the total of the progress", async () => {
    const service = new FleetService();
    const totals: unknown[] = [];
    await service.sync(fleet(2).values(), { expectItems: 2, onProgress: ({ total }) => totals.push(total) });
    expect(totals).toEqual([2]);
  });
});

describe("new vehicles", () => {
  const codes = ({ warnings }: { readonly warnings: readonly { readonly code: string }[] }) =>
    warnings.map(({ code }) => code);

  test("a new state is reported, also if it took the place of another", async () => {
    const service = new FleetService();
    const first = await service.sync(fleet(3));
    expect(first.report).toMatchObject({ ok: true, newVehicles: 3, warnings: [{ code: "new-state" }] });
    const second = await service.sync(fleet(3));
    expect(second.report).toMatchObject({ newVehicles: 0, warnings: [] });
    const third = await service.sync(fleet(3), { state: new MapStore() });
    expect(codes(third.report)).toEqual(["new-state"]);
  });

  test("a new state is no state without a source, also if no item can be read", async () => {
    const { report } = await new FleetService().sync([{} as FleetItem], { sourceName: "nl.csv" });
    expect(report).toMatchObject({ ok: false, newVehicles: 0, warnings: [] });
  });

  test.each<[number, number, readonly string[]]>([
    [10, 20, []],
    [11, 20, ["many-new-vehicles"]],
    [11, 200, []],
    [30, 200, ["many-new-vehicles"]],
  ])("%i of them beside %i known ones: %j", async (added, known, expected) => {
    const service = new FleetService();
    await service.sync(fleet(known));
    const source = [...fleet(known), ...Array.from({ length: added }, (_, index) => vehicle(`XX-${index}`))];
    const { report } = await service.sync(source, { dryRun: true });
    expect(codes(report)).toEqual(expected);
    expect(report.newVehicles).toBe(added);
  });

  test.each([0, 5])("maxNewVehicles %i: no more are sent, and nothing is removed", async (maxNewVehicles) => {
    const service = new FleetService();
    await service.sync(fleet(20));
    const wrong = Array.from({ length: 20 }, (_, index) => vehicle(`Volvo ${index}`));
    const options = { maxNewVehicles, removeMissing: true, maxRemovals: "100%" } as const;
    const { report, requests } = await service.sync([...fleet(10), ...wrong], options);
    expect(new Set(requests.map((name) => name.replace(/^PUT|\/.*/g, ""))).size).toBeLessThanOrEqual(maxNewVehicles);
    expect(requests.filter((name) => name.startsWith("DELETE"))).toEqual([]);
    expect(report).toMatchObject({ ok: false, stopped: "error", error: { kind: "input", field: "maxNewVehicles" } });
  });

  test("a vehicle that is only removed, or that was removed before, is not new", async () => {
    const service = new FleetService();
    await service.sync([{ licensePlate: "AB-1", remove: true }]);
    const source = [vehicle("AB-1"), { licensePlate: "AB-2", remove: true }];
    expect((await service.sync(source, { maxNewVehicles: 0 })).report).toMatchObject({ ok: true, newVehicles: 0 });
  });
});

describe("force", () => {
  test.each<[string, (service: FleetService) => Promise<unknown>]>([
    [
      "was aborted",
      (service) => {
        const controller = new AbortController();
        const onResult = () => controller.abort();
        return service.sync(fleet(20), { force: true, signal: controller.signal, onResult, concurrency: 1 });
      },
    ],
    ["could not open its source", (service) => service.sync(broken(), { force: true })],
  ])("that %s is continued by the next run, which sends everything", async (_, interrupt) => {
    const service = new FleetService();
    await service.sync(fleet(20));
    await interrupt(service);
    const { report } = await service.sync(fleet(20));
    expect(report).toMatchObject({ ok: true, counts: { sent: 40 }, warnings: [{ code: "force-continued" }] });
    expect((await service.sync(fleet(20))).report).toMatchObject({ counts: { sent: 0 }, warnings: [] });
  });

  test("that reached its end, or was a dry run, has no effect on the next run", async () => {
    const service = new FleetService();
    await service.sync(fleet(3));
    service.intercept = (request, name) => (name === "PUT AB-3" ? empty(400)(request) : undefined);
    await service.sync(fleet(3), { force: true });
    service.intercept = () => undefined;
    const planned = await service.sync(fleet(3), { force: true, dryRun: true });
    expect(planned.report.counts.planned).toBe(6);
    expect((await service.sync(fleet(3))).requests).toEqual(["PUT AB-3"]);
    expect([...service.store.entries.keys()].filter((key) => key.endsWith("&notes"))).toEqual([]);
  });

  test("of a killed process is continued from the file", async () => {
    const service = new FleetService();
    const state = await newPath();
    await service.sync(fleet(3), { state });
    let copy = "";
    service.intercept = () => {
      copy ||= "taken";
      return undefined;
    };
    const onResult = async () => {
      if (copy === "taken") copy = await readFile(state, "utf8");
    };
    await service.sync(fleet(3), { state, force: true, concurrency: 1, onResult });
    await writeFile(state, copy);
    expect((await service.sync(fleet(3), { state })).report.counts.sent).toBe(6);
  });
});

// biome-ignore lint/correctness/useYield: it fails before its first item.
function* broken(): Generator<FleetItem> {
  throw new Error("no connection");
}

describe("a Node stream as a source", () => {
  const failing = () =>
    new Readable({
      objectMode: true,
      read() {
        this.destroy(new Error("the disk failed"));
      },
    });

  test("that fails before it is read ends the run with its error, and not the process", async () => {
    const source = failing();
    source.resume();
    const service = new FleetService();
    const { report } = await service.sync(source as AsyncIterable<FleetItem>);
    expect(report).toMatchObject({ ok: false, stopped: "error", error: { message: "the disk failed" } });
    expect(service.requests).toEqual([]);
  });

  test.each<[string, object]>([
    ["an option is unknown", { unknown: true }],
    ["the state cannot be used", { state: temporaryFolder }],
  ])("is closed if %s", async (_, options) => {
    const source = Readable.from(fleet(2));
    await failure(new FleetService().sync(source as AsyncIterable<FleetItem>, options), "input");
    expect(source.destroyed).toBe(true);
  });

  test("is closed if the run is aborted before it is read", async () => {
    const source = Readable.from(fleet(2));
    await new FleetService().sync(source as AsyncIterable<FleetItem>, { signal: AbortSignal.abort() });
    expect(source.destroyed).toBe(true);
  });
});
