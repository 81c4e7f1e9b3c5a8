import { describe, expect, it } from "vitest";
import {
  initialServiceLevels,
  type ServiceLevel,
  type ServiceLevels,
} from "../../../../src/sandbox/data/service-levels.js";
import { createWorld } from "../../../../src/sandbox/data/world.js";
import {
  type PricedComponent,
  serviceLevelPrice,
} from "../../../../src/sandbox/service/supplier/service-level-prices.js";
import { untyped } from "../../../support/untyped.js";
import { open } from "../../support.js";
import { agree, future, oil, oilNow } from "./support.js";

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
  const agreement = (id: string, lessors: number[], dealerships: string[], categories: ServiceLevel): ServiceLevel => ({
    id,
    lessors,
    dealerships,
    ...categories,
  });
  const oilService: PricedComponent = { regCode: "1101", role: "work" };
  const priceOf = (levels: Partial<ServiceLevels>, { plate = "AB-123-C", component = oilService } = {}) =>
    serviceLevelPrice({ ...initialServiceLevels, ...levels }, findVehicle(plate), component);

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

  it("falls back for each category to the next service level with values", () => {
    const agreements = [
      agreement("make", [1001], ["VW"], { tires: { rates: { current: [{ regCode: "3199", price: 44 }] } } }),
      agreement("empty", [1001], ["VW"], { repairAndMaintenance: { rates: { current: [] } } }),
      agreement("null", [1001], ["VW"], { repairAndMaintenance: null }),
      agreement("lessor", [1001], [], oilNow(5)),
    ];
    const swap = { regCode: "3199", role: "tire" } as const;
    expect(priceOf({ agreements }, { component: swap })).toBe(44);
    expect(priceOf({ agreements })).toBe(5);
    expect(priceOf({ agreements: agreements.slice(0, 3) })).toBe(129.5);
    expect(priceOf({ agreements: agreements.slice(0, 3), default: {} })).toBeUndefined();
  });

  it("comes from future values once their day begins in Amsterdam", async () => {
    const { sandbox, supplier } = await open();
    const ahead = { repairAndMaintenance: { rates: future(oil(5), "2026-06-16") } };
    await agree(supplier, { lessors: [1001], ...ahead });
    const shown = async () => {
      const { components } = await supplier.contracts.components("AB-123-C");
      return components.find(({ regCode }) => regCode === "1101")?.serviceLevel?.price;
    };
    sandbox.clock.set("2026-06-15T21:59:59Z");
    expect(await shown()).toBe(129.5);
    sandbox.clock.set("2026-06-15T22:00:00Z");
    expect(await shown()).toBe(5);
  });

  it("is that of the rate for its object type category, else of the rate for all", () => {
    const rates = { current: [{ ...oil(1)[0], objectTypeCategory: "Truck" }, ...oil(2)] };
    const own = { current: [...oil(2), { ...oil(3)[0], objectTypeCategory: "PassengerCar" }] };
    expect(priceOf({ default: { repairAndMaintenance: { rates } } })).toBe(2);
    expect(priceOf({ default: { repairAndMaintenance: { rates: own } } })).toBe(3);
  });

  it("does not fall back for a component if the category has other values", () => {
    const preferring = agreement("a", [1001], [], { tires: { preferredMakes: { current: ["10"] } } });
    const swap = { regCode: "3199", role: "tire" } as const;
    expect(priceOf({ agreements: [preferring] }, { component: swap })).toBeUndefined();
  });

  it("is not shown if it is no number, and for values of another form", async () => {
    const { supplier } = await open();
    for (const rates of [{ current: oil(untyped("12.50")) }, { current: [null, "1101"] }, [oil(1)], "none", null]) {
      await supplier.serviceLevels.default.patch(untyped({ repairAndMaintenance: { rates } }));
      expect(await supplier.serviceLevels.default.get()).toHaveProperty("repairAndMaintenance", { rates });
      const { components } = await supplier.contracts.components("AB-123-C");
      expect(components.find(({ regCode }) => regCode === "1101")).not.toHaveProperty("serviceLevel");
    }
  });
});
