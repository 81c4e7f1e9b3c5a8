import { describe, expect, it } from "vitest";
import { relatedKinds } from "../../../src/generated/lessor/operations.js";
import type { SupplierClient } from "../../../src/supplier/client.js";
import { untyped } from "../../support/untyped.js";
import { refusal } from "../support.js";
import type { Open } from "./support.js";

const includeComponent = (code: string) => ({
  components: expect.arrayContaining([haveFields({ regCode: code })]),
});
const haveFields = (fields: Record<string, unknown>) => expect.objectContaining(fields);
const includeInList = (name: string, fields: Record<string, unknown>) => ({
  [name]: expect.arrayContaining([haveFields(fields)]),
});

/** Every lookup, with a part of its response. */
const lookups: [string, (supplier: SupplierClient) => Promise<unknown>, Record<string, unknown>][] = [
  ["components.list", ({ components }) => components.list(), includeComponent("3199")],
  ["damageComponents.list", ({ damageComponents }) => damageComponents.list(), includeComponent("7101")],
  ["contracts.get", ({ contracts }) => contracts.get("AB-123-C"), { isActive: true }],
  ["contracts.components", ({ contracts }) => contracts.components("AB-123-C"), includeComponent("1101")],
  [
    "contracts.damageComponents",
    ({ contracts }) => contracts.damageComponents("AB-123-C"),
    includeComponent("7101"),
  ],
  ["lessors.list", ({ lessors }) => lessors.list(), includeInList("lessors", { number: 1001 })],
  ["lessors.get", ({ lessors }) => lessors.get(1002), { name: "Polder Mobiliteit", active: true }],
  [
    "lessors.notifications",
    ({ lessors }) => lessors.notifications({ showInactiveNotifications: true, lessorId: 1001 }),
    includeInList("notifications", { id: 3, lessorId: 1001 }),
  ],
  [
    "lessors.contracts.get",
    ({ lessors }) => lessors.contracts.get(1001, "ST-678-V"),
    { isActive: false, vehicle: haveFields({ licensePlate: "ST-678-V" }) },
  ],
  [
    "lessors.contracts.components",
    ({ lessors }) => lessors.contracts.components(1001, "ST-678-V"),
    includeComponent("1101"),
  ],
  [
    "lessors.contracts.damageComponents",
    ({ lessors }) => lessors.contracts.damageComponents(1001, "ST-678-V"),
    includeComponent("7101"),
  ],
  ["objectTypes.list", ({ objectTypes }) => objectTypes.list(), includeInList("objectTypes", { code: "PC" })],
  ["dealerships.list", ({ dealerships }) => dealerships.list(), includeInList("dealerships", { code: "VW" })],
  [
    "rentalClasses.list",
    ({ rentalClasses }) => rentalClasses.list(),
    includeInList("rentalClasses", { hasEstateVariant: true }),
  ],
  [
    "rentalVehicles.get",
    ({ rentalVehicles }) => rentalVehicles.get("AB-123-C"),
    { licensePlate: "AB-123-C", rentalClass: "C" },
  ],
  ["tires.get", ({ tires }) => tires.get({ id: 501 }), { id: 501, bacCode: "BAC501" }],
  [
    "tires.search",
    ({ tires }) => tires.search({ makeCode: ["20", "30"], seasonIndicator: ["Winter"] }),
    includeInList("tires", { id: 503, makeCode: "30" }),
  ],
  [
    "tires.makes.list",
    ({ tires }) => tires.makes.list(),
    includeInList("makes", { code: "10", name: "Bandro" }),
  ],
];

/** The lookups of master data. */
export function testLookups(open: Open): void {
  it.each(lookups)("looks up %s", async (_, lookUp, expected) => {
    const { supplier } = await open();
    expect(await lookUp(supplier)).toMatchObject(expected);
  });

  it("finds no contract of an inactive object without its lessor, and no unknown object", async () => {
    const { supplier } = await open();
    const statuses = await Promise.all([
      refusal(supplier.contracts.get("ST-678-V")),
      refusal(supplier.lessors.contracts.get(1002, "ST-678-V")),
      refusal(supplier.lessors.get(1003)),
      refusal(supplier.rentalVehicles.get("XX-000-X")),
      refusal(supplier.tires.get({ bacCode: "BAC000" })),
    ]);
    expect(statuses.flat()).toEqual([404, 404, 404, 404, 404]);
  });

  it("decodes a path only once", async () => {
    const { supplier } = await open({ vehicles: [{ licensePlate: "É/1 %41" }] });
    expect((await supplier.contracts.get("É/1 %41")).vehicle.licensePlate).toBe("É/1 %41");
    expect(await refusal(supplier.contracts.get("É/1 A"))).toEqual([404]);
  });
}

const plate = "É-9/87 Y";

/** Vehicles and their related data. */
export function testLessor(open: Open): void {
  it("registers, updates, returns and removes a vehicle", async () => {
    const { lessor, sandbox } = await open();
    await lessor.vehicles.put({ licensePlate: plate, color: "grün" });
    expect(sandbox.journal.entries.at(-1)).toMatchObject({ status: 204 });
    await lessor.vehicles.put({ licensePlate: plate, color: "赤" });
    expect(await lessor.vehicles.get(plate)).toEqual({ licensePlate: plate, color: "赤" });
    await lessor.vehicles.delete(plate);
    expect(await refusal(lessor.vehicles.get(plate))).toEqual([404]);
    expect(await refusal(lessor.vehicles.delete(plate))).toEqual([404]);
  });

  describe.each(relatedKinds)("%s", (kind) => {
    it("are set, returned and cleared for a registered vehicle", async () => {
      const { lessor } = await open();
      const related = lessor.vehicles[kind];
      expect(await refusal(related.put(plate, { first: 1 }))).toEqual([404]);
      await lessor.vehicles.put({ licensePlate: plate });
      await related.put(plate, [{ second: "2 €" }]);
      expect(await related.get(plate)).toEqual([{ second: "2 €" }]);
      await related.delete(plate);
      expect(await refusal(related.get(plate))).toEqual([404]);
    });
  });
}

const withFuture = <T>(current: T, values: T) => ({ current, future: { validFrom: "2026-07-01", values } });

/** All values that can be cleared, current and future. */
const filled = {
  repairAndMaintenance: {
    rates: withFuture([{ regCode: "1101", price: 100 }], [{ regCode: "1101", price: 110 }]),
  },
  tires: {
    rates: withFuture([{ regCode: "3199", price: 50 }], [{ regCode: "3199", price: 55 }]),
    preferredMakes: withFuture(["20"], ["30"]),
    discounts: withFuture([{ makeCode: "20", percentage: 10 }], [{ makeCode: "30", percentage: 12.5 }]),
  },
  rentalVehicle: { rates: withFuture([{ rentalClass: "A", price: 40 }], [{ rentalClass: "A", price: 42 }]) },
};

type ClearingMethods = Pick<
  SupplierClient["serviceLevels"]["default"],
  "repairAndMaintenance" | "tires" | "rentalVehicle"
>;

/** Every clearing method, and the rest of the category after it. */
const clearings: [string, (methods: ClearingMethods) => Promise<void>, keyof typeof filled, unknown][] = [
  ["repairAndMaintenance.clear", (of) => of.repairAndMaintenance.clear(), "repairAndMaintenance", undefined],
  [
    "repairAndMaintenance.clearFutureRates",
    (of) => of.repairAndMaintenance.clearFutureRates(),
    "repairAndMaintenance",
    { rates: { current: filled.repairAndMaintenance.rates.current } },
  ],
  ["tires.clear", (of) => of.tires.clear(), "tires", undefined],
  [
    "tires.clearFutureRates",
    (of) => of.tires.clearFutureRates(),
    "tires",
    { ...filled.tires, rates: { current: filled.tires.rates.current } },
  ],
  [
    "tires.clearFuturePreferredMakes",
    (of) => of.tires.clearFuturePreferredMakes(),
    "tires",
    { ...filled.tires, preferredMakes: { current: ["20"] } },
  ],
  [
    "tires.clearFutureDiscounts",
    (of) => of.tires.clearFutureDiscounts(),
    "tires",
    { ...filled.tires, discounts: { current: filled.tires.discounts.current } },
  ],
  ["rentalVehicle.clear", (of) => of.rentalVehicle.clear(), "rentalVehicle", undefined],
  [
    "rentalVehicle.clearFutureRates",
    (of) => of.rentalVehicle.clearFutureRates(),
    "rentalVehicle",
    { rates: { current: filled.rentalVehicle.rates.current } },
  ],
];

/** The default service level, agreements, and their values. */
export function testServiceLevels(open: Open): void {
  it("returns the default, the agreements and the cluster, separately and together", async () => {
    const { supplier } = await open();
    const levels = supplier.serviceLevels;
    const changed = await levels.default.patch(untyped(filled));
    expect(changed).toEqual(filled);
    expect(await levels.default.get()).toEqual(filled);
    const cluster = await levels.cluster.get();
    expect(cluster).toMatchObject({
      members: expect.arrayContaining([{ number: 4711, name: "Garage De Brug" }]),
    });
    const { agreements } = (await levels.agreements.list()) as { agreements: unknown[] };
    expect(await levels.get()).toEqual({ default: filled, agreements, cluster });
  });

  it("creates, changes and deletes an agreement", async () => {
    const { supplier, sandbox, supplierUrl } = await open();
    const { agreements } = supplier.serviceLevels;
    const made = await agreements.create(untyped({ lessors: [1001], dealerships: ["VW"] }));
    const { id = "" } = made;
    expect(sandbox.journal.entries.at(-1)).toMatchObject({ status: 201 });
    expect(made.location).toBe(`${supplierUrl}/v2/servicelevel/agreements/${id}`);
    expect(await agreements.get(id)).toMatchObject({ id, lessors: [1001], dealerships: ["VW"] });
    expect(await agreements.patch(id, untyped(filled))).toMatchObject({ id, lessors: [1001], ...filled });
    expect(await agreements.list()).toMatchObject({ agreements: [{ id, ...filled }] });
    await agreements.delete(id);
    expect(await refusal(agreements.get(id))).toEqual([404]);
  });

  describe.each(clearings)("%s", (_, clear, category, left) => {
    it("clears its part of the default and of an agreement", async () => {
      const { supplier, sandbox } = await open();
      const { default: byDefault, agreements } = supplier.serviceLevels;
      await byDefault.patch(untyped(filled));
      const { id = "" } = await agreements.create(untyped({ lessors: [1001], ...filled }));
      await clear(byDefault);
      expect(sandbox.journal.entries.at(-1)).toMatchObject({ status: 204 });
      await clear({
        repairAndMaintenance: {
          clear: () => agreements.repairAndMaintenance.clear(id),
          clearFutureRates: () => agreements.repairAndMaintenance.clearFutureRates(id),
        },
        tires: {
          clear: () => agreements.tires.clear(id),
          clearFutureRates: () => agreements.tires.clearFutureRates(id),
          clearFuturePreferredMakes: () => agreements.tires.clearFuturePreferredMakes(id),
          clearFutureDiscounts: () => agreements.tires.clearFutureDiscounts(id),
        },
        rentalVehicle: {
          clear: () => agreements.rentalVehicle.clear(id),
          clearFutureRates: () => agreements.rentalVehicle.clearFutureRates(id),
        },
      });
      const { [category]: _cleared, ...others } = filled;
      const expected = left === undefined ? others : { ...others, [category]: left };
      expect(await byDefault.get()).toEqual(expected);
      expect(await agreements.get(id)).toEqual({ id, lessors: [1001], ...expected });
    });
  });

  it("lists the objects that can have rates", async () => {
    const { repairAndMaintenance, tires, rentalVehicle } = (await open()).supplier.serviceLevels;
    const include = (fields: Record<string, unknown>) => expect.arrayContaining([haveFields(fields)]);
    expect(await repairAndMaintenance.components()).toEqual({ components: include({ regCode: "1101" }) });
    expect(await tires.allowedRates()).toEqual({ allowedRates: include({ regCode: "3199" }) });
    expect(await rentalVehicle.allowedRates()).toEqual({ allowedRates: include({ rentalClass: "A" }) });
  });

  it("responds with 403 to an administrator of a cluster who reads the default", async () => {
    const { sandbox, supplierWith } = await open();
    const administrator = supplierWith(await sandbox.supplier.token({ supplierNumber: 4713 }));
    expect(await refusal(administrator.serviceLevels.default.get())).toEqual([403]);
    expect(await administrator.serviceLevels.get()).not.toHaveProperty("default");
  });
}
