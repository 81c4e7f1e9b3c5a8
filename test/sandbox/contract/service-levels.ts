import { describe, expect, it } from "vitest";
import type { SupplierClient } from "../../../src/supplier/client.js";
import { refusal, untyped } from "../support.js";
import type { Open } from "./bench.js";

const ahead = <T>(current: T, values: T) => ({ current, future: { validFrom: "2026-07-01", values } });

/** Everything that can be cleared, current and future. */
const filled = {
  repairAndMaintenance: {
    rates: ahead([{ regCode: "1101", price: 100 }], [{ regCode: "1101", price: 110 }]),
  },
  tires: {
    rates: ahead([{ regCode: "3199", price: 50 }], [{ regCode: "3199", price: 55 }]),
    preferredMakes: ahead(["20"], ["30"]),
    discounts: ahead([{ makeCode: "20", percentage: 10 }], [{ makeCode: "30", percentage: 12.5 }]),
  },
  rentalVehicle: { rates: ahead([{ rentalClass: "A", price: 40 }], [{ rentalClass: "A", price: 42 }]) },
};

type Clears = Pick<
  SupplierClient["serviceLevels"]["default"],
  "repairAndMaintenance" | "tires" | "rentalVehicle"
>;

/** Every clearing method, and what it leaves of a category. */
const clearings: [string, (clears: Clears) => Promise<void>, keyof typeof filled, unknown][] = [
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

/** The default service level, agreements, and what they can hold. */
export function serviceLevels(open: Open): void {
  it("shows the default, the agreements and the cluster, apart and together", async () => {
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

  it("takes an agreement, changes it, and deletes it", async () => {
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
    it("clears its part of the default, and of an agreement", async () => {
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

  it("lists what there can be rates for", async () => {
    const { repairAndMaintenance, tires, rentalVehicle } = (await open()).supplier.serviceLevels;
    const some = (fields: Record<string, unknown>) =>
      expect.arrayContaining([expect.objectContaining(fields)]);
    expect(await repairAndMaintenance.components()).toEqual({ components: some({ regCode: "1101" }) });
    expect(await tires.allowedRates()).toEqual({ allowedRates: some({ regCode: "3199" }) });
    expect(await rentalVehicle.allowedRates()).toEqual({ allowedRates: some({ rentalClass: "A" }) });
  });

  it("keeps the default from an administrator of a cluster with 403", async () => {
    const { sandbox, supplierWith } = await open();
    const administrator = supplierWith(await sandbox.supplier.token({ supplierNumber: 4713 }));
    expect(await refusal(administrator.serviceLevels.default.get())).toEqual([403]);
    expect(await administrator.serviceLevels.get()).not.toHaveProperty("default");
  });
}
