import { describe, expect, it } from "vitest";
import { initialServiceLevels } from "../../../src/sandbox/data/service-levels.js";
import { open, refusal, untyped } from "../support.js";

const future = (values: unknown[], validFrom = "2026-07-01") => ({ future: { validFrom, values } });

describe("the body of a service level", () => {
  const rates = (value: unknown) => ({ repairAndMaintenance: { rates: { current: [value] } } });
  it.each([
    [
      "a negative price",
      rates({ regCode: "1101", price: -1 }),
      "repairAndMaintenance.rates.current[0].price",
    ],
    [
      "a price as text",
      rates({ regCode: "1101", price: "1" }),
      "repairAndMaintenance.rates.current[0].price",
    ],
    [
      "a component of another category",
      rates({ regCode: "3199", price: 1 }),
      "repairAndMaintenance.rates.current[0].regCode",
    ],
    [
      "an object type category that does not exist",
      rates({ regCode: "1101", price: 1, objectTypeCategory: "Boat" }),
      "repairAndMaintenance.rates.current[0].objectTypeCategory",
    ],
    [
      "a day that does not exist",
      { tires: { preferredMakes: future([], "2026-02-30") } },
      "tires.preferredMakes.future.validFrom",
    ],
    [
      "a make that does not exist",
      { tires: { preferredMakes: { current: ["99"] } } },
      "tires.preferredMakes.current[0]",
    ],
    [
      "a discount above 100 percent",
      { tires: { discounts: { current: [{ makeCode: "10", percentage: 101 }] } } },
      "tires.discounts.current[0].percentage",
    ],
    [
      "a rental class that does not exist",
      { rentalVehicle: { rates: { current: [{ rentalClass: "Z", price: 1 }] } } },
      "rentalVehicle.rates.current[0].rentalClass",
    ],
    ["discounts on rental vehicles", { rentalVehicle: { discounts: {} } }, "rentalVehicle.discounts"],
    ["a category that does not exist", { damage: {} }, "damage"],
  ])("is rejected with %s", async (_, body, field) => {
    const { supplier } = await open();
    const refused = [400, `SANDBOX-INVALID ${field}`];
    expect(await refusal(supplier.serviceLevels.default.patch(untyped(body)))).toEqual(refused);
    expect(await supplier.serviceLevels.default.get()).toEqual(initialServiceLevels.default);
  });

  it("is rejected with all violations at once", async () => {
    const { supplier } = await open();
    const body = {
      lessors: "all",
      damage: {},
      tires: { rates: { current: [{ regCode: "3199", price: -1 }] } },
    };
    const [status, ...codes] = await refusal(supplier.serviceLevels.agreements.create(untyped(body)));
    expect([status, codes.toSorted()]).toEqual([
      400,
      ["SANDBOX-INVALID damage", "SANDBOX-INVALID lessors", "SANDBOX-INVALID tires.rates.current[0].price"],
    ]);
  });
});
