import type { SandboxVehicle } from "@reg/sdk/sandbox";
import type { AllowedComponent } from "@reg/sdk/supplier";
import { describe, expect, it } from "vitest";
import { open, refusal, repair, supplierOf, work } from "../support.js";

const listCodes = (components: readonly AllowedComponent[] = []) => components.map(({ regCode }) => regCode);

/** Reads the allowed components of a vehicle with these properties. */
async function readAllowed(vehicle: Partial<SandboxVehicle>) {
  const { supplier } = await open({ vehicles: [{ licensePlate: "X", ...vehicle }] });
  const { components } = await supplier.contracts.components("X");
  const { components: damage } = await supplier.contracts.damageComponents("X");
  const partsOf = (code: string) => listCodes(components.find(({ regCode }) => regCode === code)?.subcomponents);
  return { components, codes: listCodes(components), partsOf, damage: listCodes(damage) };
}

const supplierContract = (fields: NonNullable<SandboxVehicle["contract"]>["supplierContract"]) => ({
  contract: { supplierContract: { ...fields } },
});

describe("the allowed components exclude what the contract does not allow:", () => {
  it.each([
    ["repair and maintenance", { repairAndMaintenance: { allowed: false } }, ["1101", "2201", "2901"]],
    ["tire swaps", { tires: { tireSwapAllowed: false } }, ["3199"]],
    ["tire replacements", { tires: { tireReplaceAllowed: false } }, ["3198"]],
    ["any work on tires", { tires: { tireSwapAllowed: false, tireReplaceAllowed: false } }, ["3197"]],
    ["rental vehicles", { rentalVehicle: { allowed: false } }, ["9001"]],
  ] as const)("components for %s", async (_, fields, gone) => {
    const usual = await readAllowed({});
    const { codes } = await readAllowed(supplierContract(fields));
    expect(usual.codes).toEqual(expect.arrayContaining([...gone]));
    expect(codes.filter((code) => gone.some((each) => each === code))).toEqual([]);
    expect(codes).toEqual(expect.arrayContaining(["5401", "5449"]));
  });

  it("the purchase of a tire without mounting", async () => {
    expect((await readAllowed({})).codes).not.toContain("3196");
    const own = supplierContract({ tires: { tirePurchaseWithoutMountingAllowed: true } });
    expect((await readAllowed(own)).codes).toContain("3196");
  });

  it("damage components", async () => {
    expect((await readAllowed({})).damage).toEqual(["7101", "7201", "7301"]);
    expect((await readAllowed(supplierContract({ damage: { allowed: false } }))).damage).toEqual([]);
  });

  it("components with damage", async () => {
    expect((await readAllowed({})).codes).toContain("2301");
    expect((await readAllowed({ damageAllowed: false })).codes).not.toContain("2301");
  });

  it("subcomponents for costs", async () => {
    const usual = await readAllowed({});
    expect(usual.partsOf("3199")).toEqual(["3151", "3153", "3156", "3157", "3160", "3163"]);
    expect(usual.partsOf("9001")).toEqual(["9002", "9003"]);
    const own = supplierContract({
      tires: { allowedCosts: { tireDisposalFee: false, tireTransportCosts: true } },
      rentalVehicle: { allowedCosts: { deliveryCosts: false, fuelServiceCosts: true } },
    });
    const { partsOf } = await readAllowed(own);
    expect(partsOf("3199")).toEqual(["3151", "3153", "3157", "3158", "3160", "3163"]);
    expect(partsOf("9001")).toEqual(["9003", "9004"]);
  });
});

describe("the allowed components of a vehicle", () => {
  it("depend on its object type category", async () => {
    const car = await readAllowed({ objectType: "PC" });
    const machine = await readAllowed({ objectType: "WM" });
    const motorcycle = await readAllowed({ objectType: "MC" });
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

  it("depend on its make", async () => {
    expect((await readAllowed({ make: "Skoda" })).codes).toContain("1103");
    expect((await readAllowed({ make: "Opel" })).codes).not.toContain("1103");
  });

  it("depend on its rims and on its tires in storage", async () => {
    const tires = { hasTireSetForTireSwapInStorage: true };
    expect((await readAllowed({})).partsOf("3199")).not.toContain("3152");
    expect((await readAllowed({ contract: { leaseContract: { tires } } })).partsOf("3199")).toContain("3152");
    expect((await readAllowed({})).partsOf("3198")).toContain("3163");
    expect((await readAllowed({ objectType: "LC" })).partsOf("3198")).not.toContain("3163");
  });

  it("have the locations of its object type", async () => {
    const locations = async (vehicle: Partial<SandboxVehicle>, code: string) =>
      (await readAllowed(vehicle)).components.find(({ regCode }) => regCode === code)?.locations;
    const pair = (positionCode1: string, positionCode2: string) => ({ positionCode1, positionCode2 });
    expect(await locations({}, "3198")).toEqual([pair("1", "L"), pair("1", "R"), pair("2", "L"), pair("2", "R")]);
    expect(await locations({ objectType: "MC" }, "3198")).toEqual([pair("1", "M"), pair("2", "M")]);
    expect(await locations({ objectType: "TR" }, "2203")).toEqual([
      { positionCode1: "1" },
      { positionCode1: "2" },
      { positionCode1: "3" },
    ]);
    expect(await locations({}, "2301")).toEqual([{ positionCode1: "L" }, { positionCode1: "R" }]);
    expect(await locations({}, "1101")).toBeUndefined();
  });

  it("change with the contract, and a request is checked against them whenever it is changed", async () => {
    const { sandbox, supplier } = await open();
    const { create, patch, components } = supplier.serviceRequests;
    const { id } = await create(repair());
    const codes = async () =>
      (await supplier.contracts.components("AB-123-C")).components?.map(({ regCode }) => regCode);
    expect(await codes()).toContain("2201");
    const { id: lineId, ...line } = work({ reg: { code: "2201" } });
    await components.put(id, lineId, line);
    sandbox.lessor.changeContract("AB-123-C", {
      supplierContract: { repairAndMaintenance: { allowed: false } },
    });
    expect(await codes()).not.toContain("2201");
    expect((await refusal(components.put(id, lineId, line)))[1]).toBe("SANDBOX-COMPONENT reg.code");
    expect(await refusal(patch(id, { appointment: { workOrderNumber: "WO-2" } }))).toEqual([
      400,
      "SANDBOX-COMPONENT components[1].reg.code",
      "SANDBOX-COMPONENT components[2].reg.code",
    ]);
  });
});

describe("an allowed component", () => {
  it("has the fields that a line needs, and none that only the sandbox uses", async () => {
    const { components } = await readAllowed({});
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
    const { components } = await supplier.contracts.components("AB-123-C");
    const parts = components.flatMap(({ subcomponents = [] }) => subcomponents);
    const fees = parts.filter(({ regCode }) => regCode === "3156").map(({ serviceLevel }) => serviceLevel?.price);
    expect([...new Set(fees)]).toEqual([3.5]); // the disposal fee of tires
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
    expect((await priced(await supplierOf(sandbox, { supplierNumber: 4712 })))[0]).toEqual(["1101", 129.5]);
  });
});

describe("the lookup of components", () => {
  it("returns all components, whether or not a vehicle allows them", async () => {
    const { supplier } = await open();
    const { components } = (await supplier.components.list()) as { components: AllowedComponent[] };
    const { components: allowed } = await supplier.contracts.components("XG-505-K");
    expect(listCodes(allowed)).not.toContain("3199");
    expect(listCodes(components)).toEqual(expect.arrayContaining(["3199", ...listCodes(allowed)]));
    expect(listCodes(components)).not.toContain("7101");
    expect(components.every(({ serviceLevel }) => serviceLevel === undefined)).toBe(true);
  });

  it("returns the components that an active object allows", async () => {
    const { supplier } = await open();
    const { components } = await supplier.contracts.components("AB-123-C");
    expect(components.find(({ regCode }) => regCode === "1101")?.requiredFields).toContain("Price");
    expect(listCodes(components)).not.toContain("3196");
    expect(await refusal(supplier.contracts.components("ST-678-V"))).toEqual([404]);
  });

  it("returns the components that an object of a lessor allows, active or not", async () => {
    const { supplier } = await open();
    const { lessors, contracts } = supplier;
    const { components } = await lessors.contracts.components(1001, "ST-678-V");
    expect(listCodes(components)).toContain("1101");
    expect(await lessors.contracts.components(1001, "AB-123-C")).toEqual(await contracts.components("AB-123-C"));
    expect(await refusal(lessors.contracts.components(1002, "ST-678-V"))).toEqual([404]);
  });

  it("returns the damage components that an active object allows", async () => {
    const { contracts } = (await open()).supplier;
    expect(listCodes((await contracts.damageComponents("AB-123-C")).components)).toContain("7101");
    expect((await contracts.damageComponents("XG-505-K")).components).toEqual([]);
    for (const licensePlate of ["ST-678-V", "XX-000-X"])
      expect(await refusal(contracts.damageComponents(licensePlate))).toEqual([404]);
  });
});

it("allows the reason 38 for disposed tires only, as the reference does", async () => {
  const { components } = await readAllowed({});
  const isDriedOut = ({ reasons = [] }: AllowedComponent) => reasons.some(({ code }) => code === "38");
  const lines = components.filter(isDriedOut);
  const parts = components.flatMap(({ regCode, subcomponents = [] }) =>
    listCodes(subcomponents.filter(isDriedOut)).map((part) => `${regCode} ${part}`),
  );
  expect(listCodes(lines)).toEqual([]);
  expect(parts).toEqual(["3198 3153", "3199 3153"]);
});
