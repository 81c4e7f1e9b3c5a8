import type { FleetItem } from "@reg/sdk";
import { describe, expect, test } from "vitest";
import { empty, json, networkFailure, type Reply, text } from "../../support/fetch.js";
import { FleetService, fleet, noSuchVehicle, vehicle } from "./support.js";

const remove = (licensePlate: string): FleetItem => ({ licensePlate, remove: true });
const options = { removeMissing: true, maxRemovals: "100%" } as const;

/** A service that has AB-1 to AB-3, and a run that removes AB-2 by an item and AB-3 as missing. */
async function setUp(respondToProbe: Reply) {
  const service = new FleetService();
  await service.sync(fleet(3));
  const before = new Map(service.store.entries);
  service.respondToProbe = respondToProbe;
  const run = () => service.sync([vehicle("AB-1"), remove("AB-2")], options);
  return { service, before, run };
}

const html = { "content-type": "text/html" };

/** Responses that do not show that the service itself responds. */
const ofOthers: readonly (readonly [string, Reply, number])[] = [
  ["an empty 200", empty(200), 200],
  ["an empty 204", empty(204), 204],
  ["a 200 with JSON", json({}), 200],
  ["a 200 with HTML", text("<p>ok</p>", { headers: html }), 200],
  ["a 200 with text", text("ok", { headers: { "content-type": "text/plain" } }), 200],
  ["an empty 404", empty(404), 404],
  ["a 404 with text", text("404 page not found\n", { status: 404, headers: { "content-type": "text/plain" } }), 404],
  ["a 404 with HTML", text("<h1>Not Found</h1>", { status: 404, headers: html }), 404],
  ["a 410 with HTML", text("<h1>Gone</h1>", { status: 410, headers: html }), 410],
  ["a 301 to a login page", empty(301, { location: "https://login.example/" }), 301],
  ["an empty 400", empty(400), 400],
  ["a 403 of a firewall", json({ message: "Forbidden" }, { status: 403 }), 403],
  ["a 405", json({ message: "Method Not Allowed" }, { status: 405 }), 405],
];

describe("a removal, if a vehicle that cannot exist is answered by", () => {
  test.each(ofOthers)("%s, is not carried out, and the state stays as it is", async (_, reply, status) => {
    const { service, before, run } = await setUp(reply);
    const { report, requests, lines } = await run();
    expect(requests).toEqual([]);
    expect(service.probes).toEqual(["GET NO-SUCH-VEHICLE"]);
    expect(lines.slice(-2)).toEqual(["vehicle delete failed", "2 AB-2 vehicle delete failed"]);
    expect(report).toMatchObject({
      ok: false,
      removedVehicles: 0,
      missing: { vehicles: 1, licensePlates: ["AB-3"], refused: "unconfirmed-service" },
    });
    for (const { error } of report.failures) expect(error).toMatchObject({ kind: "response", status });
    expect(report.failures[0]?.error?.message).toMatch(
      new RegExp(`^sync: nothing more was removed or cleared .* NO-SUCH-VEHICLE, .* answered with status ${status}\\b`),
    );
    expect(service.store.entries).toEqual(before);
    service.respondToProbe = noSuchVehicle;
    expect((await run()).requests.sort()).toEqual(["DELETE AB-2", "DELETE AB-3"]);
  });

  test.each<[string, Reply, string]>([
    ["a 401", empty(401), "authentication"],
    ["a 429", json({ errors: [] }, { status: 429 }), "rate-limit"],
    ["a 503", empty(503), "server"],
    ["no response", networkFailure("ECONNREFUSED", "connect"), "connection"],
  ])("%s, is not carried out, and the error is that of the call", async (_, reply, kind) => {
    const { service, before, run } = await setUp(reply);
    const { report, requests } = await run();
    expect(requests).toEqual([]);
    expect(report.missing).toMatchObject({ refused: "unconfirmed-service" });
    expect(report.failures.map(({ error }) => error?.kind)).toEqual([kind, kind]);
    expect(service.store.entries).toEqual(before);
  });

  test.each<[string, Reply]>([
    ["a 404 with any JSON object", json({}, { status: 404 })],
    ["a 400 with a text about the error", json({ title: "No license plate." }, { status: 400 })],
    ["a 422 with errors", json({ errors: [{ code: "X", description: "", context: {} }] }, { status: 422 })],
  ])("%s, is carried out after one such request", async (_, reply) => {
    const { service, run } = await setUp(reply);
    const { report, requests } = await run();
    expect(requests.sort()).toEqual(["DELETE AB-2", "DELETE AB-3"]);
    expect(service.probes).toHaveLength(1);
    expect(report).toMatchObject({ ok: true, removedVehicles: 2, missing: { vehicles: 1 } });
  });
});

test("a 404 to a DELETE that is not JSON does not confirm the removal, although the service itself responds", async () => {
  const { service, run } = await setUp(json({}, { status: 404 }));
  service.intercept = text("404 page not found\n", { status: 404 });
  const { report } = await run();
  expect(report).toMatchObject({ ok: false, removedVehicles: 0, counts: { unknown: 2 } });
  expect(service.store.textOf("AB-2")).not.toContain("removed");
  service.intercept = () => undefined;
  expect((await run()).requests.sort()).toEqual(["DELETE AB-2", "DELETE AB-3"]);
});

test("a 404 with JSON to a DELETE confirms the removal", async () => {
  const { service, run } = await setUp(json({}, { status: 404 }));
  service.intercept = json({}, { status: 404 });
  expect((await run()).report).toMatchObject({ ok: true, removedVehicles: 2 });
});

test("clearing related data needs the service itself, too, and the other data is sent", async () => {
  const service = new FleetService();
  await service.sync(fleet(2));
  const before = service.store.textOf("AB-1");
  service.respondToProbe = empty(200);
  const items = [
    { licensePlate: "AB-1", mileages: null, routings: null },
    { licensePlate: "AB-2", vehicle: { make: "Opel" }, mileages: null, routings: { preferred: "A" } },
  ];
  const { report, requests, lines } = await service.sync(items);
  expect(requests).toEqual(["PUT AB-2", "PUT AB-2/routings"]);
  expect(lines.filter((line) => line.endsWith("failed")).sort()).toEqual([
    "1 AB-1 mileages delete failed",
    "1 AB-1 routings delete failed",
    "2 AB-2 mileages delete failed",
  ]);
  expect(report.ok).toBe(false);
  expect(service.probes).toHaveLength(1);
  expect(service.store.textOf("AB-1")).toBe(before);
  service.respondToProbe = noSuchVehicle;
  const { requests: later } = await service.sync(items);
  expect(later.sort()).toEqual(["DELETE AB-1/mileages", "DELETE AB-1/routings", "DELETE AB-2/mileages"]);
});

describe("no vehicle that cannot exist is asked for", () => {
  test.each<[string, readonly FleetItem[], object]>([
    ["by a run that removes nothing", [vehicle("AB-1", 2), vehicle("AB-2")], options],
    ["by a dry run", [{ licensePlate: "AB-1", mileages: null }, remove("AB-2")], { ...options, dryRun: true }],
    ["by a run that may not remove so many", [remove("AB-1")], { ...options, maxRemovals: 0 }],
    ["for what is removed already", [vehicle("AB-1"), vehicle("AB-2"), remove("AB-3")], options],
  ])("%s", async (_, source, runOptions) => {
    const service = new FleetService();
    await service.sync([vehicle("AB-1"), vehicle("AB-2"), remove("AB-3")]);
    service.probes.length = 0;
    await service.sync(source, runOptions);
    expect(service.probes).toEqual([]);
  });
});

test("a run that is aborted while it asks for a vehicle that cannot exist ends without a result of the removals", async () => {
  const controller = new AbortController();
  const { service } = await setUp((request) => {
    controller.abort();
    return noSuchVehicle(request);
  });
  const source = [vehicle("AB-1"), remove("AB-2")];
  const { report, requests, lines } = await service.sync(source, { ...options, signal: controller.signal });
  expect(requests).toEqual([]);
  expect(lines).toEqual(["1 AB-1 vehicle put unchanged", "1 AB-1 mileages put unchanged"]);
  expect(report).toMatchObject({ ok: false, stopped: "aborted", missing: { vehicles: 1 } });
  expect(report.missing?.refused).toBeUndefined();
});

test.each<[string, Reply, object]>([
  ["an empty 200", empty(200), { response: () => ({ status: 404, body: {} }) }],
  ["an empty 404", empty(404), { error: ({ status }: { status: number }) => (status === 404 ? { body: {} } : {}) }],
])("an adapter can permit %s of a service for a vehicle that does not exist", async (_, reply, get) => {
  const { service } = await setUp(reply);
  const lessor = service.client({ adapter: { lessor: { "vehicles.get": get } } });
  const { report } = await service.sync([vehicle("AB-1"), remove("AB-2")], { ...options, lessor });
  expect(report).toMatchObject({ ok: true, removedVehicles: 2 });
});

test("an item cannot have the license plate of the vehicle that cannot exist", async () => {
  const { report, requests } = await new FleetService().sync([vehicle("NO-SUCH-VEHICLE")]);
  expect(requests).toEqual([]);
  expect(report.failures[0]?.error?.message).toBe("licensePlate must be the plate of a vehicle");
});

describe("after a run in which the service was not confirmed", () => {
  test.each<[string, FleetItem, string]>([
    ["a clearing", { licensePlate: "AB-1", mileages: null }, "DELETE AB-1/mileages"],
    ["a removal", remove("AB-1"), "DELETE AB-1"],
  ])("%s that force sends again is still sent by the next run", async (_, item, request) => {
    const service = new FleetService();
    await service.sync([vehicle("AB-1")]);
    await service.sync([item]);
    service.respondToProbe = empty(503);
    expect((await service.sync([item], { force: true })).report.ok).toBe(false);
    service.respondToProbe = noSuchVehicle;
    expect((await service.sync([item])).requests).toContain(request);
  });
});

test.each<[string, FleetItem, RegExp]>([
  ["a clearing", { licensePlate: "AB-1", mileages: null }, /^1 [\w-]{12}$/],
  ["a removal", remove("AB-1"), /^1$/],
])(
  "%s that force sends again is forgotten before the service is asked: the run may be killed",
  async (_, item, text) => {
    const service = new FleetService();
    await service.sync([vehicle("AB-1")]);
    await service.sync([item]);
    const known: unknown[] = [];
    service.respondToProbe = (request) => {
      known.push(service.store.textOf("AB-1"));
      return noSuchVehicle(request);
    };
    await service.sync([item], { force: true });
    expect(known).toEqual([expect.stringMatching(text)]);
  },
);

test("a service that failed for a moment is asked again, and the rest of the run is carried out", async () => {
  const service = new FleetService();
  await service.sync(fleet(2));
  // The first request for the vehicle, and its three retries.
  let failures = 4;
  service.respondToProbe = (request) => (failures-- > 0 ? empty(503) : noSuchVehicle)(request);
  const { requests, report } = await service.sync([remove("AB-1"), remove("AB-2")], {
    concurrency: 1,
    maxRemovals: "100%",
  });
  expect(requests).toEqual(["DELETE AB-2"]);
  expect(report).toMatchObject({ counts: { failed: 1, sent: 1 } });
});

test("a gateway that responds since the last clearing confirms no removal", async () => {
  const service = new FleetService();
  await service.sync(fleet(2));
  let probes = 0;
  service.respondToProbe = (request) => (++probes === 1 ? noSuchVehicle : empty(200))(request);
  const { requests, report } = await service.sync([{ licensePlate: "AB-1", mileages: null }, remove("AB-2")]);
  expect(requests).toEqual(["DELETE AB-1/mileages"]);
  expect(report).toMatchObject({ ok: false, removedVehicles: 0 });
});
