import type { Fetch } from "@reg/sdk";
import { createSandbox, type SandboxOptions } from "@reg/sdk/sandbox";
import { type BodyShapes, createShapeRecorder } from "@reg/sdk/validation";
import { describe, expect, it } from "vitest";
import { mergeShapes } from "../../../src/document/shapes/shapes.js";
import { findRoute } from "../../../src/sandbox/messages/router.js";
import { createInventedLessor, inventedBodies, inventedPlates, resources } from "../../cli/verify/invented-lessor.js";
import { planReads } from "../../cli/verify/read-all.js";
import { clientsOver, openFilledService } from "../../cli/verify/service.js";
import { runOver, supplierSettings } from "../../cli/verify/support.js";
import { learn } from "../../document/shapes/support.js";
import { untyped } from "../../support/untyped.js";
import { approved, catchInputError, invoice, monday, open } from "../support.js";

const plate = "ZX-987-Y";
const guid = "7d1f2a34-0c55-4e7b-9d21-5a7f10c3b9e0";

/** Learns the shapes of an invented lessor service: 40 fields in 8 resources. */
function learnInventedLessor(): BodyShapes {
  const vehicles = inventedPlates.map((licensePlate, index) => inventedBodies(licensePlate, index));
  return learn(
    Object.fromEntries(
      resources.map((resource) => [
        resource === "vehicle" ? "vehicles.get" : `vehicles.${resource}.get`,
        vehicles.map((bodies) => bodies[resource]),
      ]),
    ),
  );
}

/** Opens a sandbox with a vehicle. */
async function openWithVehicle(shapes: SandboxOptions["shapes"], fields: object = {}) {
  const opened = await open({ shapes });
  await opened.lessor.vehicles.put({ licensePlate: plate, ...fields });
  return { ...opened, vehicles: opened.lessor.vehicles };
}

describe("the option shapes of a sandbox", () => {
  const withSeats = learn({ "vehicles.get": [{ licensePlate: plate, seats: 5 }] });
  const withDoors = learn({ "vehicles.get": [{ licensePlate: plate, seats: 5, doors: 3 }] });

  it.each([
    [
      "a result of the command verify",
      { api: "lessor", requests: 9, shapes: withSeats, assumptions: [], differences: [] },
    ],
    ["the shapes of a recorder", withSeats],
    ["what the command learn keeps", { writtenBy: "Written by npx @reg/sdk learn", ...withSeats, digests: [] }],
    ["a list of them", [learn({}), { shapes: withSeats }]],
  ])("can be %s", async (_, shapes) => {
    const { vehicles } = await openWithVehicle(shapes);
    expect(await vehicles.get(plate)).toEqual({ licensePlate: plate, seats: 1 });
  });

  it("merges what several runs have seen of a body: a field that one of them lacks is not always returned", async () => {
    const { vehicles } = await openWithVehicle([withSeats, withDoors]);
    expect(await vehicles.get(plate)).toEqual({ licensePlate: plate, seats: 1 });
  });

  it("is read when the sandbox is created", async () => {
    const shapes = structuredClone(withSeats);
    const { lessor } = await open({ shapes });
    Reflect.set(shapes.bodies, "VehicleFields", withDoors.bodies["VehicleFields"]);
    await lessor.vehicles.put({ licensePlate: plate });
    expect(await lessor.vehicles.get(plate)).toEqual({ licensePlate: plate, seats: 1 });
  });

  it.each([
    ["text", "verify.json", "shapes must be a report of npx @reg/sdk verify --json, or shapes of a recorder"],
    ["an object without shapes", { assumptions: [] }, "shapes must be a report of npx @reg/sdk verify --json"],
    ["null", null, "shapes must be a report of npx @reg/sdk verify --json"],
    ["a list with something else", [withSeats, 5], "shapes.1 must be a report of npx @reg/sdk verify --json"],
    ["shapes of another version", { version: 2, bodies: {} }, "shapes has shapes of version 2"],
    [
      "shapes with negative counts",
      { shapes: { version: 1, bodies: { VehicleFields: { seen: -1 } } } },
      "shapes must be",
    ],
    ["shapes of an unknown body", { version: 1, bodies: { VehicleBody: { seen: 1 } } }, "has no open body VehicleBody"],
  ])("cannot be %s", (_, shapes, message) => {
    expect(catchInputError(() => createSandbox({ shapes: untyped(shapes) })).message).toContain(message);
  });

  it("can be the report of a run of the command verify", async () => {
    const { fetch, baseUrl, clientId, clientSecret } = createInventedLessor();
    const service = await openFilledService();
    const access = { baseUrl, clientId, clientSecret };
    const settings = { ...supplierSettings(service), api: "lessor", access, licensePlates: inventedPlates } as const;
    const { report } = await runOver(service, settings, { fetch });
    const { vehicles } = await openWithVehicle(JSON.parse(JSON.stringify(report)));
    expect(Object.keys(await vehicles.get(plate)).sort()).toEqual(Object.keys(inventedBodies(plate).vehicle).sort());
  });
});

describe("a request in a sandbox with learned shapes", () => {
  it("is not compared with them, and comes back as it was sent", async () => {
    const { vehicles } = await openWithVehicle(learnInventedLessor());
    const fields = { seats: "five", colour: "red", driver: "Kim", firstRegistrationDate: "01-03-2024", make: null };
    await vehicles.put(untyped({ licensePlate: plate, ...fields }));
    expect(await vehicles.get(plate)).toMatchObject(fields);
    const readings = { readings: [1] };
    await vehicles.mileages.put(plate, untyped(readings));
    expect(await vehicles.mileages.get(plate)).toEqual(readings);
  });
});

describe("a response of a sandbox with learned shapes", () => {
  it("also has each field that the service always returned, with an example for its form", async () => {
    const seen = {
      licensePlate: plate,
      make: "Kia",
      order: "1001",
      builtOn: "2020-05-01",
      changedAt: "2020-05-01T10:00:00Z",
      owner: guid,
      price: 41_250.5,
      seats: 5,
      isActive: false,
      note: null,
      keys: [{ code: "A", lostOn: "2021-01-01" }],
      options: [],
      driver: { name: "Kim Visser", phone: "1" },
      mixed: "2020-05-01",
      remark: "at times",
    };
    const { remark: _, ...other } = { ...seen, mixed: "none", driver: { name: "Sam Bakker" } };
    const { vehicles } = await openWithVehicle(learn({ "vehicles.get": [seen, other] }));
    expect(await vehicles.get(plate)).toEqual({
      licensePlate: plate,
      make: "text",
      order: "1",
      builtOn: "2026-01-01",
      changedAt: "2026-01-01T00:00:00Z",
      owner: "00000000-0000-4000-8000-000000000000",
      price: 1.5,
      seats: 1,
      isActive: true,
      note: null,
      keys: [{ code: "text", lostOn: "2026-01-01" }],
      options: [],
      driver: { name: "text" },
      mixed: "text",
    });
  });

  it("keeps what is stored, also inside objects and lists, and null", async () => {
    const { vehicles } = await openWithVehicle(learnInventedLessor(), { seats: 5, make: null, driver: { age: 40 } });
    const vehicle = await vehicles.get(plate);
    expect(vehicle).toMatchObject({ seats: 5, make: null, model: "text", driver: { age: 40, name: "text" } });
    await vehicles.mileages.put(plate, [{ value: 7 }, { value: 8, unit: "Mile" }]);
    expect(await vehicles.mileages.get(plate)).toEqual([
      { value: 7, date: "2026-01-01", unit: "text" },
      { value: 8, date: "2026-01-01", unit: "Mile" },
    ]);
    await vehicles.mileages.put(plate, []);
    expect(await vehicles.mileages.get(plate)).toEqual([]);
  });

  it("has them in the envelope of the document, and in an entry of a list", async () => {
    const seen = { "serviceRequests.get": [{ data: { id: guid, remarks: "x" } }] };
    const list = { "serviceRequests.invoices.list": [{ invoices: [{ id: 1, paidOn: "2026-06-30" }] }] };
    const opened = await open({ shapes: learn({ ...seen, ...list }) });
    const requests = opened.supplier.serviceRequests;
    const id = await approved(opened);
    expect(await requests.get(id)).toMatchObject({ id, status: "Approved", remarks: "text" });
    await requests.invoices.create(id, invoice());
    expect(await requests.invoices.list(id)).toEqual({
      invoices: [{ ...invoice(), id: 70_001, paidOn: "2026-01-01" }],
    });
  });

  it("is an example if the service returns a lookup in another type, and stays as stored otherwise", async () => {
    const invoices = [{ invoiceNumber: "F-0", paidOn: "2026-06-30" }];
    const shapes = learn({ "dealerships.list": [[{ city: "Utrecht" }]], "serviceRequests.invoices.list": [invoices] });
    const opened = await open({ shapes });
    expect(await opened.supplier.dealerships.list()).toEqual([{ city: "text" }]);
    const id = await approved(opened);
    const { invoices: stored } = opened.supplier.serviceRequests;
    await stored.create(id, invoice());
    expect(await stored.list(id)).toEqual({ invoices: [{ ...invoice(), id: 70_001 }] });
  });

  it("keeps the fields of a lookup beside those of the service, and all of it if only null was seen", async () => {
    const plain = await (await open()).supplier.dealerships.list();
    const readWith = async (seen: unknown) =>
      (await open({ shapes: learn({ "dealerships.list": [seen] }) })).supplier.dealerships.list();
    const seen = { items: [{ city: "Utrecht" }], hasMore: false };
    expect(await readWith(seen)).toEqual({ ...Object(plain), items: [{ city: "text" }], hasMore: true });
    expect(await readWith(null)).toEqual(plain);
  });

  it("has the body of an error without them", async () => {
    const { sandbox } = await open({ shapes: learn({ "rentalVehicles.get": [{ doors: 5 }] }) });
    const headers = { authorization: `Bearer ${await sandbox.supplier.token()}` };
    const address = `${sandbox.supplier.baseUrl}/v2/rentalvehicles/XX-000-X`;
    const body = await (await sandbox.fetch(address, { headers })).json();
    expect(body).toMatchObject({ status: 404 });
    expect(body).not.toHaveProperty("doors");
  });
});

/** Fills a sandbox, makes every read, and returns what was learned from the responses. */
async function learnFromSandbox(options: SandboxOptions = {}) {
  const service = await openFilledService({ now: monday, ...options });
  const recorder = createShapeRecorder();
  const fetch: Fetch = async (url, init) => {
    const response = await service.sandbox.fetch(url, init);
    const { id: operationId } = findRoute(init.method ?? "GET", new URL(url)).operation;
    const { status, headers } = response;
    const isJson = headers.get("content-type") === "application/json";
    if (isJson) recorder.inspect({ operationId, status, headers, body: await response.clone().json() });
    return response;
  };
  const clients = clientsOver(service, fetch);
  for (const run of planReads(service.ids)) await run(clients);
  return recorder.shapes();
}

/** Removes the counts, so that the fields, types and forms remain. */
function withoutCounts(shapes: BodyShapes): unknown {
  return JSON.parse(JSON.stringify(shapes), (_, value) => (typeof value === "number" ? "seen" : value));
}

describe("a sandbox with the shapes of another sandbox", () => {
  it("returns nothing that the other one would not", async () => {
    // The reads see one vehicle of the fleet, and the others have further types.
    const learned = mergeShapes(await learnFromSandbox(), learnInventedLessor());
    expect(Object.keys(learned.bodies).length).toBeGreaterThan(30);
    const relearned = await learnFromSandbox({ shapes: learned });
    expect(withoutCounts(mergeShapes(learned, relearned))).toEqual(withoutCounts(learned));
    expect(Object.keys(relearned.bodies).sort()).toEqual(Object.keys(learned.bodies).sort());
  });
});
