import { describe, expect, it } from "vitest";
import { relatedKinds } from "../../../src/sandbox/model.js";
import { checkReferenceTags } from "../reference.js";
import { open, refusal } from "../support.js";

checkReferenceTags();

const plate = "ZX-987-Y";

describe("the vehicle operations of the lessor API", () => {
  it("require a vehicle before its related data is set [L3.EXISTS]", async () => {
    const { lessor } = await open();
    for (const kind of relatedKinds)
      expect(await refusal(lessor.vehicles[kind].put(plate, { set: 1 }))).toEqual([404]);
    await lessor.vehicles.put({ licensePlate: plate });
    for (const kind of relatedKinds) await lessor.vehicles[kind].put(plate, { set: 1 });
  });

  it("create and update a vehicle with PUT, which keeps its related data [L3.UPSERT][L4.2]", async () => {
    const { lessor } = await open();
    await lessor.vehicles.put({ licensePlate: plate, color: "red" });
    await lessor.vehicles.mileages.put(plate, [{ value: 1 }]);
    await lessor.vehicles.put({ licensePlate: plate, doors: 5 });
    expect(await lessor.vehicles.get(plate)).toEqual({ licensePlate: plate, doors: 5 });
    expect(await lessor.vehicles.mileages.get(plate)).toEqual([{ value: 1 }]);
    expect((await refusal(lessor.vehicles.put({ licensePlate: "" })))[0]).toBe(400);
  });

  it("return a vehicle with GET as it was sent [L4.3]", async () => {
    const { lessor } = await open();
    expect(await refusal(lessor.vehicles.get(plate))).toEqual([404]);
    await lessor.vehicles.put({ licensePlate: plate, color: "red" });
    expect(await lessor.vehicles.get(plate)).toEqual({ licensePlate: plate, color: "red" });
  });

  it("remove a vehicle and its related data with DELETE, which ends the documented order [L3.DELETE][L4.4][L4.ORDER]", async () => {
    const { lessor } = await open();
    expect(await refusal(lessor.vehicles.delete(plate))).toEqual([404]);
    await lessor.vehicles.put({ licensePlate: plate });
    await lessor.vehicles.mileages.put(plate, [{ value: 48_210 }]);
    await lessor.vehicles.delete(plate);
    expect(await refusal(lessor.vehicles.get(plate))).toEqual([404]);
    expect(await refusal(lessor.vehicles.mileages.put(plate, []))).toEqual([404]);
    await lessor.vehicles.put({ licensePlate: plate });
    expect(await refusal(lessor.vehicles.mileages.get(plate))).toEqual([404]);
  });

  it.each([
    ["set contract tires with PUT [L4.5]", "contractTires"],
    ["set mounted tires with PUT, and return their latest state with GET [L4.6]", "currentTire"],
    ["set last maintenance data with PUT [L4.7]", "lastMaintenance"],
    ["set mileage readings with PUT [L4.8]", "mileages"],
    ["set routing rules with PUT [L4.9]", "routings"],
    ["set the extra tire set flag with PUT [L4.10]", "extraTireSet"],
    ["set purchase settings with PUT [L4.11]", "purchasedTires"],
  ] as const)("%s", async (_, kind) => {
    const { sandbox, lessor } = await open();
    await lessor.vehicles.put({ licensePlate: plate });
    await lessor.vehicles[kind].put(plate, { sent: 1 });
    expect(sandbox.journal.entries.at(-1)?.path).toBe(`/v1/vehicles/{licensePlate}/${kind.toLowerCase()}`);
    expect(await lessor.vehicles[kind].get(plate)).toEqual({ sent: 1 });
    await lessor.vehicles[kind].put(plate, { sent: 2 });
    expect(await lessor.vehicles[kind].get(plate)).toEqual({ sent: 2 });
    // Some data is also maintained by the service itself (lessor-api.md §1).
    sandbox.lessor.maintain(plate, kind, { maintained: 3 });
    expect(await lessor.vehicles[kind].get(plate)).toEqual({ maintained: 3 });
  });

  it("set, return and clear each kind of related data separately [L4.RELATED]", async () => {
    const { lessor } = await open();
    await lessor.vehicles.put({ licensePlate: plate });
    for (const kind of relatedKinds) await lessor.vehicles[kind].put(plate, { kind });
    await lessor.vehicles.routings.delete(plate);
    for (const kind of relatedKinds.filter((each) => each !== "routings"))
      expect(await lessor.vehicles[kind].get(plate)).toEqual({ kind });
    expect(await refusal(lessor.vehicles.routings.get(plate))).toEqual([404]);
    expect(await refusal(lessor.vehicles.routings.delete(plate))).toEqual([404]);
  });
});
