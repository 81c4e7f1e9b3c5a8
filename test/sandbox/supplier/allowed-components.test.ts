import { describe, expect, it } from "vitest";
import type { AllowedComponent } from "../../../src/generated/supplier/models.js";
import type { SandboxVehicle } from "../../../src/sandbox/data/vehicles.js";
import { open, refusal, supplierOf } from "../support.js";

const codesOf = (components: readonly AllowedComponent[] = []) => components.map(({ regCode }) => regCode);

async function allowedOn(vehicle: Partial<SandboxVehicle>) {
  const { supplier } = await open({ vehicles: [{ licensePlate: "X", ...vehicle }] });
  const { components } = await supplier.contracts.components("X");
  const { components: damage } = await supplier.contracts.damageComponents("X");
  const partsOf = (code: string) =>
    codesOf(components.find(({ regCode }) => regCode === code)?.subcomponents);
  return { components, codes: codesOf(components), partsOf, damage: codesOf(damage) };
}

const supplierContract = (fields: NonNullable<SandboxVehicle["contract"]>["supplierContract"]) => ({
  contract: { supplierContract: { ...fields } },
});

describe("the allowed components exclude what the contract does not allow", () => {
  it.each([
    ["repairAndMaintenance", { repairAndMaintenance: { allowed: false } }, ["1101", "2201", "2901"]],
    ["tireSwapAllowed", { tires: { tireSwapAllowed: false } }, ["3199"]],
    ["tireReplaceAllowed", { tires: { tireReplaceAllowed: false } }, ["3198"]],
    ["every tire work", { tires: { tireSwapAllowed: false, tireReplaceAllowed: false } }, ["3197"]],
    ["rentalVehicle", { rentalVehicle: { allowed: false } }, ["9001"]],
  ] as const)("without %s", async (_, fields, gone) => {
    const usual = await allowedOn({});
    const { codes } = await allowedOn(supplierContract(fields));
    expect(usual.codes).toEqual(expect.arrayContaining([...gone]));
    expect(codes.filter((code) => gone.some((each) => each === code))).toEqual([]);
    expect(codes).toEqual(expect.arrayContaining(["5401", "5449"]));
  });

  it("without the purchase without mounting", async () => {
    expect((await allowedOn({})).codes).not.toContain("3196");
    const own = supplierContract({ tires: { tirePurchaseWithoutMountingAllowed: true } });
    expect((await allowedOn(own)).codes).toContain("3196");
  });

  it("without damage", async () => {
    expect((await allowedOn({})).damage).toEqual(["7101", "7201", "7301"]);
    expect((await allowedOn(supplierContract({ damage: { allowed: false } }))).damage).toEqual([]);
  });

  it("without components with damage", async () => {
    expect((await allowedOn({})).codes).toContain("2301");
    expect((await allowedOn({ damageAllowed: false })).codes).not.toContain("2301");
  });

  it("without the subcomponents for costs", async () => {
    const usual = await allowedOn({});
    expect(usual.partsOf("3199")).toEqual(["3151", "3153", "3156", "3157", "3160", "3163"]);
    expect(usual.partsOf("9001")).toEqual(["9002", "9003"]);
    const own = supplierContract({
      tires: { allowedCosts: { tireDisposalFee: false, tireTransportCosts: true } },
      rentalVehicle: { allowedCosts: { deliveryCosts: false, fuelServiceCosts: true } },
    });
    const { partsOf } = await allowedOn(own);
    expect(partsOf("3199")).toEqual(["3151", "3153", "3157", "3158", "3160", "3163"]);
    expect(partsOf("9001")).toEqual(["9003", "9004"]);
  });
});

describe("the allowed components depend on the vehicle", () => {
  it("by its object type category", async () => {
    const car = await allowedOn({ objectType: "PC" });
    const machine = await allowedOn({ objectType: "WM" });
    const motorcycle = await allowedOn({ objectType: "MC" });
    expect(car.codes).toEqual(expect.arrayContaining(["5401", "5449", "1102", "9001"]));
    expect(machine.codes).toContain("5449");
    expect(machine.codes).not.toContain("5401");
    expect(machine.codes).not.toContain("9001");
    expect(motorcycle.codes).not.toContain("1102");
    expect([car.damage, motorcycle.damage]).toEqual([
      ["7101", "7201", "7301"],
      ["7101", "7201", "7401"],
    ]);
  });

  it("by its make", async () => {
    expect((await allowedOn({ make: "Skoda" })).codes).toContain("1103");
    expect((await allowedOn({ make: "Opel" })).codes).not.toContain("1103");
  });

  it("by its rims, and by its tires in storage", async () => {
    const tires = { hasTireSetForTireSwapInStorage: true };
    expect((await allowedOn({})).partsOf("3199")).not.toContain("3152");
    expect((await allowedOn({ contract: { leaseContract: { tires } } })).partsOf("3199")).toContain("3152");
    expect((await allowedOn({})).partsOf("3198")).toContain("3163");
    expect((await allowedOn({ objectType: "LC" })).partsOf("3198")).not.toContain("3163");
  });

  it("and so do their locations", async () => {
    const locations = async (vehicle: Partial<SandboxVehicle>, code: string) =>
      (await allowedOn(vehicle)).components.find(({ regCode }) => regCode === code)?.locations;
    const pair = (positionCode1: string, positionCode2: string) => ({ positionCode1, positionCode2 });
    expect(await locations({}, "3198")).toEqual([
      pair("1", "L"),
      pair("1", "R"),
      pair("2", "L"),
      pair("2", "R"),
    ]);
    expect(await locations({ objectType: "MC" }, "3198")).toEqual([pair("1", "M"), pair("2", "M")]);
    expect(await locations({ objectType: "TR" }, "2203")).toEqual([
      { positionCode1: "1" },
      { positionCode1: "2" },
      { positionCode1: "3" },
    ]);
    expect(await locations({}, "2301")).toEqual([{ positionCode1: "L" }, { positionCode1: "R" }]);
    expect(await locations({}, "1101")).toBeUndefined();
  });
});

describe("an allowed component", () => {
  it("has the fields that a line needs, and none that only the sandbox uses", async () => {
    const { components } = await allowedOn({});
    expect(components.find(({ regCode }) => regCode === "5401")).toEqual({
      regCode: "5401",
      description: "Mileage",
      operation: { code: "19", description: "Read" },
      reasons: [{ code: "99", description: "Reading" }],
      requiredFields: ["RegCode", "Operation", "Reason", "Value"],
      optionalFields: [],
    });
    const known = [
      "description",
      "locations",
      "operation",
      "optionalFields",
      "reasons",
      "regCode",
      "requiredFields",
      "serviceLevel",
      "subcomponents",
    ];
    const all = components.flatMap((component) => [component, ...(component.subcomponents ?? [])]);
    expect([...new Set(all.flatMap((each) => Object.keys(each)))].sort()).toEqual(known);
  });

  it("may have the reason 38 for disposed tires, in a swap and in a replacement", async () => {
    const { supplier } = await open();
    const { components } = await supplier.contracts.components("VB-101-X");
    const driedOut = (code: string) =>
      components
        .find(({ regCode }) => regCode === code)
        ?.subcomponents?.filter(({ reasons = [] }) => reasons.some((reason) => reason.code === "38"))
        .map(({ description }) => description);
    expect(driedOut("3199")).toEqual(["Disposed tire from storage", "Disposed unmounted tire"]);
    expect(driedOut("3198")).toEqual(["Disposed unmounted tire"]);
  });

  it("can occur with two operations", async () => {
    const { components } = await allowedOn({});
    const pads = components.filter(({ regCode }) => regCode === "2201");
    expect(pads.map(({ operation }) => operation?.code)).toEqual(["01", "05"]);
  });

  it("has a price if the caller's service level has one", async () => {
    const { sandbox, supplier } = await open();
    const priced = async (client = supplier, licensePlate = "AB-123-C") => {
      const { components } = await client.contracts.components(licensePlate);
      return components
        .filter(({ serviceLevel }) => serviceLevel !== undefined)
        .map(({ regCode, serviceLevel }) => [regCode, serviceLevel?.price]);
    };
    expect(await priced()).toEqual([
      ["1101", 129.5],
      ["3199", 48],
    ]);
    await supplier.serviceLevels.default.patch({
      repairAndMaintenance: {
        rates: {
          current: [
            { regCode: "1101", price: 140 },
            { regCode: "1101", price: 310, objectTypeCategory: "Truck" },
          ],
        },
      },
    });
    expect((await priced())[0]).toEqual(["1101", 140]);
    expect((await priced(supplier, "BT-202-Z"))[0]).toEqual(["1101", 310]);
    expect((await priced(await supplierOf(sandbox, 4712)))[0]).toEqual(["1101", 129.5]);
  });
});

describe("the lookups of components", () => {
  it("return the whole catalogue without a vehicle", async () => {
    const { supplier } = await open();
    const { components } = (await supplier.components.list()) as { components: AllowedComponent[] };
    const own = ["5401", "5449", "3196", "3197", "3198", "3199"];
    expect(codesOf(components)).toEqual(expect.arrayContaining(own));
    const parts = components.flatMap(({ subcomponents }) => codesOf(subcomponents));
    expect(parts).toEqual(expect.arrayContaining(["3101", "3156", "3152", "3171"]));
    expect(components.every(({ serviceLevel }) => serviceLevel === undefined)).toBe(true);
    const replacement = components.find(({ regCode }) => regCode === "3198");
    expect(replacement?.locations).toHaveLength(8);
    const damage = (await supplier.damageComponents.list()) as { components: AllowedComponent[] };
    expect(codesOf(damage.components)).toEqual(["7101", "7201", "7301", "7401"]);
  });

  it("find inactive objects only with their lessor", async () => {
    const { supplier } = await open();
    expect(await refusal(supplier.contracts.components("ST-678-V"))).toEqual([404]);
    expect(await refusal(supplier.contracts.damageComponents("ST-678-V"))).toEqual([404]);
    const { components } = await supplier.lessors.contracts.components(1001, "ST-678-V");
    expect(codesOf(components)).toContain("1101");
    const { components: damage } = await supplier.lessors.contracts.damageComponents(1001, "ST-678-V");
    expect(codesOf(damage)).toContain("7101");
    expect(await refusal(supplier.lessors.contracts.components(1002, "ST-678-V"))).toEqual([404]);
  });
});
