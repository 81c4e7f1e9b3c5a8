import { describe, expect, it } from "vitest";
import {
  type Agreement,
  type Categories,
  initialServiceLevels,
  type ServiceLevels,
} from "../../../src/sandbox/data/service-levels.js";
import { createWorld } from "../../../src/sandbox/data/world.js";
import {
  levelsOn,
  type PricedComponent,
  serviceLevelPrice,
} from "../../../src/sandbox/supplier/service-level-values.js";
import { untyped } from "../../support/untyped.js";
import { open, refusal } from "../support.js";
import { agree, future, oil, oilNow } from "./support.js";

describe("a future value of a service level", () => {
  it("becomes current when its day begins in Amsterdam", async () => {
    const { sandbox, supplier } = await open();
    const { serviceLevels } = supplier;
    const rates = { current: oil(100), ...future(oil(110), "2026-06-16") };
    await serviceLevels.default.patch(untyped({ repairAndMaintenance: { rates } }));
    const id = await agree(supplier, { lessors: [1001], repairAndMaintenance: { rates } });
    const all = async () => [
      await serviceLevels.default.get(),
      await serviceLevels.agreements.get(id),
      (await serviceLevels.get())["default"],
    ];
    sandbox.clock.set("2026-06-15T21:59:59Z");
    for (const each of await all()) expect(each).toMatchObject({ repairAndMaintenance: { rates } });
    sandbox.clock.set("2026-06-15T22:00:00Z");
    for (const each of await all()) {
      expect(each).toHaveProperty("repairAndMaintenance", { rates: { current: oil(110) } });
    }
  });

  it("that has become current stays after a change and after the clearing of future rates", async () => {
    const { sandbox, supplier } = await open();
    const { repairAndMaintenance, get, patch } = supplier.serviceLevels.default;
    const ahead = (price: number, day: string) => ({
      repairAndMaintenance: { rates: future(oil(price), day) },
    });
    await patch(untyped(ahead(110, "2026-06-16")));
    sandbox.clock.advance({ days: 1 });
    await patch(untyped(ahead(120, "2026-06-20")));
    const rates = { current: oil(110), ...future(oil(120), "2026-06-20") };
    expect(await get()).toHaveProperty("repairAndMaintenance", { rates });
    sandbox.clock.advance({ days: 4 });
    await repairAndMaintenance.clearFutureRates();
    expect(await get()).toHaveProperty("repairAndMaintenance", { rates: { current: oil(120) } });
  });

  it("must be later than today, in the default and in agreements", async () => {
    const { sandbox, supplier } = await open();
    const { agreements, default: byDefault } = supplier.serviceLevels;
    const id = await agree(supplier, { lessors: [1001] });
    const today = { tires: { preferredMakes: future(["10"], "2026-06-15") } };
    const rejection = [400, "SANDBOX-FUTURE tires.preferredMakes.future.validFrom"];
    expect(await refusal(byDefault.patch(untyped(today)))).toEqual(rejection);
    expect(await refusal(agreements.patch(id, untyped(today)))).toEqual(rejection);
    expect(await refusal(agreements.create(untyped({ lessors: [1002], ...today })))).toEqual(rejection);
    sandbox.clock.set("2026-06-15T22:00:00Z");
    const tomorrow = { tires: { preferredMakes: future(["10"], "2026-06-16") } };
    expect(await refusal(byDefault.patch(untyped(tomorrow)))).toEqual(rejection);
  });
});

describe("the price of a component", () => {
  const { vehicles } = createWorld({
    vehicles: [
      { licensePlate: "RE-001-A", make: "Renault" },
      { licensePlate: "VW-002-B", make: "Volkswagen", lessorNumber: 1002 },
    ],
  });
  const findVehicle = (licensePlate: string) => {
    const vehicle = vehicles.get(licensePlate);
    if (vehicle === undefined) throw new Error(`there is no ${licensePlate}`);
    return vehicle;
  };
  const agreement = (id: string, lessors: number[], dealerships: string[], categories: Categories): Agreement => ({
    id,
    lessors,
    dealerships,
    categories,
  });
  const oilService: PricedComponent = { regCode: "1101", role: "work" };
  const priceOf = (
    levels: Partial<ServiceLevels>,
    { plate = "AB-123-C", component = oilService, today = "2026-06-15" } = {},
  ) => serviceLevelPrice(levelsOn({ ...initialServiceLevels, ...levels }, today), findVehicle(plate), component);

  it("comes from the agreement for lessor and make, else from that for the lessor, else from the default", () => {
    const agreements = [
      agreement("lessor", [1001], [], oilNow(2)),
      agreement("lessor and make", [1001, 1003], ["OP", "VW"], oilNow(1)),
    ];
    expect(priceOf({ agreements }, { plate: "AB-123-C" })).toBe(1);
    expect(priceOf({ agreements }, { plate: "RE-001-A" })).toBe(2);
    expect(priceOf({ agreements }, { plate: "KL-012-M" })).toBe(2);
    expect(priceOf({ agreements }, { plate: "GH-789-J" })).toBe(1);
    expect(priceOf({ agreements }, { plate: "VW-002-B" })).toBe(129.5);
    expect(priceOf({ agreements: agreements.slice(1) }, { plate: "RE-001-A" })).toBe(129.5);
  });

  it("comes from the older of two agreements that match equally", () => {
    const agreements = [agreement("a", [1001, 1002], [], oilNow(3)), agreement("b", [1001], [], oilNow(4))];
    expect(priceOf({ agreements })).toBe(3);
    expect(priceOf({ agreements: agreements.toReversed() })).toBe(4);
  });

  it("falls back for each category to the next service level with values on the day", () => {
    const ahead = { repairAndMaintenance: { rates: future([{ regCode: "1101", price: 5 }], "2026-06-20") } };
    const agreements = [
      agreement("make", [1001], ["VW"], { tires: { rates: { current: [{ regCode: "3199", price: 44 }] } } }),
      agreement("lessor", [1001], [], untyped(ahead)),
    ];
    const swap = { regCode: "3199", role: "tire" } as const;
    expect(priceOf({ agreements }, { component: swap })).toBe(44);
    expect(priceOf({ agreements }, { today: "2026-06-19" })).toBe(129.5);
    expect(priceOf({ agreements }, { today: "2026-06-20" })).toBe(5);
    expect(priceOf({ agreements, default: {} }, { today: "2026-06-19" })).toBeUndefined();
  });

  it("does not fall back for a component if the category has other values", () => {
    const preferring = agreement("a", [1001], [], { tires: { preferredMakes: { current: ["10"] } } });
    const swap = { regCode: "3199", role: "tire" } as const;
    expect(priceOf({ agreements: [preferring] }, { component: swap })).toBeUndefined();
  });
});

describe("the body of a service level", () => {
  const rates = (value: unknown) => ({ repairAndMaintenance: { rates: { current: [value] } } });

  it.each([
    ["a negative price", rates({ regCode: "1101", price: -1 }), "repairAndMaintenance.rates.current[0].price"],
    ["a price as text", rates({ regCode: "1101", price: "1" }), "repairAndMaintenance.rates.current[0].price"],
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
    const rejection = [400, `SANDBOX-INVALID ${field}`];
    expect(await refusal(supplier.serviceLevels.default.patch(untyped(body)))).toEqual(rejection);
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
