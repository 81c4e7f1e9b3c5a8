import type { SandboxOptions } from "@reg/sdk/sandbox";
import { createShapeRecorder } from "@reg/sdk/validation";
import { describe, expect, it } from "vitest";
import { relatedKinds } from "../../../src/generated/lessor/operations.js";
import { inventedBodies } from "../../cli/verify/invented-lessor.js";
import { untyped } from "../../support/untyped.js";
import { open, refusal } from "../support.js";
import { learn, learnInventedLessor } from "./support.js";

const plate = "ZX-987-Y";

const openLearned = (options: SandboxOptions = {}) => open({ shapes: learnInventedLessor(), ...options });

type Lessor = Awaited<ReturnType<typeof open>>["lessor"];

const putVehicle = (lessor: Lessor, fields: object) => lessor.vehicles.put({ licensePlate: plate, ...fields });

/** Stores a vehicle with one field, so that all others are made up. */
async function readCompleted(options: SandboxOptions = {}) {
  const { lessor, sandbox } = await openLearned(options);
  await putVehicle(lessor, { seats: 5 });
  return { lessor, sandbox, vehicle: await lessor.vehicles.get(plate) };
}

describe("a lessor's request in a sandbox with learned shapes", () => {
  it("is accepted with the fields of the service, which come back as they were sent", async () => {
    const { lessor } = await openLearned();
    const bodies = inventedBodies(plate);
    await lessor.vehicles.put(untyped(bodies.vehicle));
    expect(await lessor.vehicles.get(plate)).toEqual(bodies.vehicle);
    for (const kind of relatedKinds) {
      await lessor.vehicles[kind].put(plate, untyped(bodies[kind]));
      expect(await lessor.vehicles[kind].get(plate)).toEqual(bodies[kind]);
    }
  });

  it.each([
    ["a misspelt field", { fuelTyp: "Diesel" }, "SANDBOX-UNKNOWN-FIELD fuelTyp"],
    ["an unknown field of an object", { driver: { nmae: "Kim" } }, "SANDBOX-UNKNOWN-FIELD driver.nmae"],
    ["a number as text", { seats: "5" }, "SANDBOX-INVALID seats"],
    ["a text as object", { driver: "Kim" }, "SANDBOX-INVALID driver"],
    ["null where it was never seen", { make: null }, "SANDBOX-INVALID make"],
    ["a date in another form", { firstRegistrationDate: "01-03-2024" }, "SANDBOX-INVALID firstRegistrationDate"],
    ["a date-time in another form", { lastChangedUtc: "yesterday" }, "SANDBOX-INVALID lastChangedUtc"],
  ])("is rejected with %s", async (_, fields, violation) => {
    const { lessor } = await openLearned();
    expect(await refusal(putVehicle(lessor, fields))).toEqual([400, violation]);
  });

  it("is accepted with what was sent to the service, also if it is returned in another form", async () => {
    const recorder = createShapeRecorder();
    const response = { status: 200, headers: new Headers(), body: undefined };
    recorder.inspect({ ...response, operationId: "vehicles.put", sent: { seats: "5" } });
    recorder.inspect({ ...response, operationId: "vehicles.get", body: { seats: 5 } });
    const { lessor } = await open({ shapes: recorder.shapes() });
    for (const seats of ["5", 5]) await putVehicle(lessor, { seats });
    expect(await refusal(putVehicle(lessor, { seats: true }))).toEqual([400, "SANDBOX-INVALID seats"]);
  });

  it("is rejected with every violation at once, and is not stored", async () => {
    const { lessor } = await openLearned();
    const call = putVehicle(lessor, { make: 1, driver: { phone: 2, age: 3 } });
    expect(await refusal(call)).toEqual([
      400,
      "SANDBOX-INVALID make",
      "SANDBOX-INVALID driver.phone",
      "SANDBOX-UNKNOWN-FIELD driver.age",
    ]);
    expect(await refusal(lessor.vehicles.get(plate))).toEqual([404]);
  });

  it("names the entry of a list that is wrong", async () => {
    const { lessor } = await openLearned();
    await putVehicle(lessor, {});
    const readings = [
      { date: "2026-06-01", value: 1 },
      { date: "2026-06-01", valeu: 1 },
    ];
    expect(await refusal(lessor.vehicles.mileages.put(plate, readings))).toEqual([
      400,
      "SANDBOX-UNKNOWN-FIELD [1].valeu",
    ]);
    expect(await refusal(lessor.vehicles.mileages.put(plate, { readings }))).toEqual([400, "SANDBOX-INVALID body"]);
  });

  it.each([
    ["the first of two types", { mileage: 38_000 }],
    ["the second of two types", { mileage: "38000" }],
    ["null where it was seen", { nextDueDate: null }],
    ["a text of which other values were seen", { workshop: "Another garage" }],
    ["no field", {}],
  ])("is accepted with %s", async (_, body) => {
    const { lessor } = await openLearned();
    await putVehicle(lessor, {});
    await lessor.vehicles.lastMaintenance.put(plate, body);
    expect(await lessor.vehicles.lastMaintenance.get(plate)).toMatchObject(body);
  });

  it("can have fields that were not seen if unknown fields are accepted, but none of another type", async () => {
    const { lessor } = await openLearned({ unknownFields: "accept" });
    await putVehicle(lessor, { colour: "red" });
    expect(await lessor.vehicles.get(plate)).toMatchObject({ colour: "red" });
    expect(await refusal(putVehicle(lessor, { colour: "red", seats: "5" }))).toEqual([400, "SANDBOX-INVALID seats"]);
  });

  it("is not compared with what was only ever null or empty", async () => {
    const vehicle = { licensePlate: plate, options: [], notes: {}, owner: null };
    const { lessor } = await open({ shapes: learn({ "vehicles.get": [vehicle] }) });
    await putVehicle(lessor, { options: [1], notes: { one: 1 }, owner: { name: "Kim" } });
    expect(await refusal(putVehicle(lessor, { options: 1 }))).toEqual([400, "SANDBOX-INVALID options"]);
  });

  it("can have any digits where all texts were decimal numbers, and must have a GUID where all were one", async () => {
    const seen = { licensePlate: plate, order: "1001", owner: "7d1f2a34-0c55-4e7b-9d21-5a7f10c3b9e0" };
    const { lessor } = await open({ shapes: learn({ "vehicles.get": [seen] }) });
    await putVehicle(lessor, { order: "A-1001" });
    expect(await refusal(putVehicle(lessor, { owner: "A-1001" }))).toEqual([400, "SANDBOX-INVALID owner"]);
  });

  it("can have entries with any name where the names are values", async () => {
    const seen = { licensePlate: plate, tires: { "501": { depth: 6.5 }, "502": { depth: 6 } } };
    const { lessor } = await open({ shapes: learn({ "vehicles.get": [seen] }) });
    await putVehicle(lessor, { tires: { "777": { depth: 4 } } });
    expect(await refusal(putVehicle(lessor, { tires: { "777": { depth: "4" } } }))).toEqual([
      400,
      "SANDBOX-INVALID tires.777.depth",
    ]);
  });
});

describe("a learned shape that lacks a name which may be a value", () => {
  it("rejects a misspelt field, and accepts a name that may be the one", async () => {
    const seen = { licensePlate: plate, make: "Kia", seats: 5, rate30: 1.5 };
    const { lessor } = await open({ shapes: learn({ "vehicles.get": [seen] }) });
    await lessor.vehicles.put(untyped(seen));
    expect(await lessor.vehicles.get(plate)).toEqual(seen);
    expect(await refusal(putVehicle(lessor, { seat: 5, rate30: "high" }))).toEqual([
      400,
      "SANDBOX-UNKNOWN-FIELD seat",
      "SANDBOX-INVALID rate30",
    ]);
  });
});

describe("what a lessor stored in a sandbox with learned shapes", () => {
  it("is completed with the fields that the service always returned, and no others", async () => {
    const { vehicle } = await readCompleted();
    expect(vehicle).toEqual({
      licensePlate: plate,
      seats: 5,
      vin: expect.stringMatching(/^sandbox-/),
      make: expect.any(String),
      model: expect.any(String),
      fuelType: expect.any(String),
      firstRegistrationDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      catalogPrice: expect.any(Number),
      isActive: expect.any(Boolean),
      lastChangedUtc: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      driver: { name: expect.any(String) },
    });
  });

  it("is completed in the same way by each read and by each sandbox with the same seed", async () => {
    const { lessor, vehicle } = await readCompleted();
    expect(await lessor.vehicles.get(plate)).toEqual(vehicle);
    expect((await readCompleted()).vehicle).toEqual(vehicle);
    expect((await readCompleted({ seed: 2 })).vehicle).not.toEqual(vehicle);
  });

  it("is completed in every entry of a list", async () => {
    const { lessor } = await readCompleted();
    await lessor.vehicles.mileages.put(plate, [{ value: 1 }, { value: 2 }]);
    expect(await lessor.vehicles.mileages.get(plate)).toEqual(
      [1, 2].map((value) => ({ value, date: expect.any(String), unit: expect.any(String) })),
    );
  });

  it("changes no id that the sandbox creates later", async () => {
    const plain = await open();
    const { sandbox, lessor } = await openLearned();
    await putVehicle(lessor, {});
    await lessor.vehicles.get(plate);
    expect(await sandbox.seed("draft")).toEqual(await plain.sandbox.seed("draft"));
  });

  it("is returned as the service maintains it, completed in the same way", async () => {
    const { lessor, sandbox } = await readCompleted();
    sandbox.lessor.maintain(plate, "lastMaintenance", { workshop: "Garage", remark: "late" });
    expect(await lessor.vehicles.lastMaintenance.get(plate)).toEqual({
      workshop: "Garage",
      remark: "late",
      date: expect.any(String),
      mileage: expect.anything(),
      nextDueDate: expect.any(String),
    });
  });
});
