import { describe, expect, it } from "vitest";
import { createSandbox } from "../../../src/sandbox/index.js";
import { untyped } from "../../support/untyped.js";
import { checkReferenceTags } from "../reference.js";
import { open, refusal } from "../support.js";
import { agree, draftOf, oilNow } from "./support.js";

checkReferenceTags();

describe("a contract", () => {
  it("is found by the license plate of an active object [S4.3.4]", async () => {
    const { supplier } = await open();
    expect(await supplier.contracts.get("KL-012-M")).toMatchObject({
      isActive: true,
      componentsWithDamageAllowed: false,
      vehicle: { licensePlate: "KL-012-M", vehicleMake: "Volvo" },
      lessor: { number: 1001, name: "Noordzee Lease" },
      leaseContract: { startDate: "2024-01-01" },
    });
    expect(await refusal(supplier.contracts.get("ST-678-V"))).toEqual([404]);
    expect(await refusal(supplier.contracts.get("XX-000-X"))).toEqual([404]);
  });

  it("of an active or inactive object is found with the lessor that a request names [S4.3.5]", async () => {
    const { supplier } = await open();
    const { id } = await supplier.serviceRequests.create(draftOf("DE-456-F"));
    const { lessorId, licensePlate } = await supplier.serviceRequests.get(id);
    expect((await supplier.lessors.contracts.get(lessorId, licensePlate)).isActive).toBe(true);
    expect((await supplier.lessors.contracts.get(1001, "ST-678-V")).isActive).toBe(false);
    expect(await refusal(supplier.lessors.contracts.get(1001, "DE-456-F"))).toEqual([404]);
    expect(await refusal(supplier.lessors.contracts.get(1002, "ST-678-V"))).toEqual([404]);
  });

  it("links to the service level that applies in each category [S2.5.LEVEL]", async () => {
    const { supplier } = await open();
    const linksOf = async (licensePlate: string) => {
      const { repairAndMaintenance, tires } = (await supplier.contracts.get(licensePlate)).supplierContract;
      return [repairAndMaintenance?.serviceLevel?.href, tires?.serviceLevel?.href];
    };
    const byDefault = "/v2/servicelevel/default";
    expect(await linksOf("AB-123-C")).toEqual([byDefault, byDefault]);
    const ofLessor = await agree(supplier, { lessors: [1001], ...oilNow(1) });
    const ofVolvo = await agree(supplier, {
      lessors: [1001],
      dealerships: ["VO"],
      tires: { rates: { current: [{ regCode: "3199", price: 44 }] } },
    });
    const linkTo = (id: string) => `/v2/servicelevel/agreements/${id}`;
    expect(await linksOf("AB-123-C")).toEqual([linkTo(ofLessor), byDefault]);
    expect(await linksOf("KL-012-M")).toEqual([linkTo(ofLessor), linkTo(ofVolvo)]);
    expect(await linksOf("DE-456-F")).toEqual([byDefault, byDefault]);
  });

  it("has every documented field", async () => {
    const { supplier } = await open();
    const { vehicle, leaseContract, supplierContract } = await supplier.contracts.get("VB-101-X");
    expect(Object.keys(vehicle).sort()).toEqual([
      "dealership",
      "firstRegisteredDate",
      "fuelTypeCode",
      "licensePlate",
      "maintenance",
      "mountedTires",
      "objectType",
      "storedTires",
      "tirePositions",
      "vehicleMake",
      "vehicleModel",
      "vehicleType",
    ]);
    expect(vehicle.dealership).toEqual({ code: "MB", name: "Mercedes-Benz" });
    expect(vehicle.mountedTires).toHaveLength(4);
    expect(vehicle.mountedTires?.[0]).toMatchObject({
      positionCode1: "1",
      positionCode2: "L",
      specifications: { id: 511, partType: "Tire" },
      lastMeasuredProfileDepth: 6.5,
    });
    expect(vehicle.storedTires).toMatchObject([{ specifications: { id: 512 } }, {}, {}, {}]);
    expect(Object.keys(leaseContract.tires ?? {})).toHaveLength(9);
    expect(Object.keys(leaseContract.rentalVehicle ?? {})).toHaveLength(11);
    expect(Object.keys(supplierContract.tires ?? {})).toHaveLength(7);
    expect(Object.keys(supplierContract.tires?.allowedCosts ?? {})).toHaveLength(16);
    expect(Object.keys(supplierContract.rentalVehicle?.allowedCosts ?? {})).toHaveLength(3);
  });

  it("differs from others only in the overrides of its vehicle", async () => {
    const contract = {
      vehicle: {
        fuelTypeCode: { code: "D", description: "Diesel" },
        tirePositions: [{ positionCode1: "1" }],
      },
      leaseContract: { maximumMileage: 90_000, tires: { allSeasonTiresInContract: "Required" } },
      supplierContract: {
        repairAndMaintenance: { serviceLevel: { href: "/v2/servicelevel/agreements/1" } },
        tires: { allowedCosts: { tireTrim: true } },
        damage: { allowed: false },
      },
    };
    const { supplier } = await open({
      vehicles: [
        { licensePlate: "X-1", objectType: "LC" },
        { licensePlate: "X-2", objectType: "LC", contract },
      ],
    });
    const usual = await supplier.contracts.get("X-1");
    const own = await supplier.contracts.get("X-2");
    const { repairAndMaintenance, tires, damage } = usual.supplierContract;
    expect(own).toEqual({
      ...usual,
      vehicle: { ...usual.vehicle, ...contract.vehicle, licensePlate: "X-2" },
      leaseContract: {
        ...usual.leaseContract,
        maximumMileage: 90_000,
        tires: { ...usual.leaseContract.tires, allSeasonTiresInContract: "Required" },
      },
      supplierContract: {
        ...usual.supplierContract,
        repairAndMaintenance: {
          ...repairAndMaintenance,
          ...contract.supplierContract.repairAndMaintenance,
        },
        tires: { ...tires, allowedCosts: { ...tires?.allowedCosts, tireTrim: true } },
        damage: { ...damage, allowed: false },
      },
    });
  });

  it.each([
    ["the object type", { objectType: "XX" }, "vehicles.0.objectType must be one of PC, LC, TR, MC, WM"],
    ["an unknown section", { contract: { lessor: {} } }, "vehicles.0.contract.lessor is not an option"],
    [
      "an unknown permission",
      { contract: { supplierContract: { tires: { tireSwapAlowed: false } } } },
      "vehicles.0.contract.supplierContract.tires.tireSwapAlowed is not an option",
    ],
    [
      "a cost that is not a boolean",
      { contract: { supplierContract: { tires: { allowedCosts: { tireDisposalFee: "no" } } } } },
      "vehicles.0.contract.supplierContract.tires.allowedCosts.tireDisposalFee must be of type boolean",
    ],
  ])("rejects an invalid override of %s", (_, fields, message) => {
    const vehicles = [{ licensePlate: "X", ...fields }];
    expect(() => createSandbox(untyped({ vehicles }))).toThrow(message);
  });
});

describe("lessors", () => {
  it("are listed while they are active [S4.3.11]", async () => {
    const { sandbox, supplier } = await open();
    expect(await supplier.lessors.list()).toMatchObject({ lessors: [{ number: 1001 }, { number: 1002 }] });
    sandbox.lessor.deactivate(1001);
    expect(await supplier.lessors.list()).toMatchObject({ lessors: [{ number: 1002, active: true }] });
  });

  it("are found by number while they are active [S4.3.12]", async () => {
    const { supplier } = await open();
    expect(await supplier.lessors.get(1001)).toMatchObject({ number: 1001, active: true });
    expect((await supplier.lessors.get(1002)).name).toBe("Polder Mobiliteit");
    expect(await refusal(supplier.lessors.get(1003))).toEqual([404]);
    expect(await refusal(supplier.lessors.get(9999))).toEqual([404]);
  });

  it("have notifications, of which the query selects expired ones and those of one lessor [S4.3.13]", async () => {
    const { supplier } = await open();
    const listIds = async (query?: { showInactiveNotifications?: boolean; lessorId?: number }) => {
      const response = (await supplier.lessors.notifications(query)) as { notifications: { id: number }[] };
      return response.notifications.map(({ id }) => id);
    };
    expect(await listIds()).toEqual([1, 2]);
    expect(await listIds({})).toEqual([1, 2]);
    expect(await listIds({ showInactiveNotifications: true })).toEqual([1, 2, 3]);
    expect(await listIds({ showInactiveNotifications: false })).toEqual([1, 2]);
    expect(await listIds({ lessorId: 1002 })).toEqual([2]);
    expect(await listIds({ showInactiveNotifications: true, lessorId: 1001 })).toEqual([1, 3]);
  });
});

describe("a lookup", () => {
  it("lists object types with codes and categories [S4.3.9]", async () => {
    const { supplier } = await open();
    const { objectTypes } = (await supplier.objectTypes.list()) as { objectTypes: Record<string, string>[] };
    expect(objectTypes.map((each) => [each["code"], each["objectTypeCategory"]])).toEqual([
      ["PC", "PassengerCar"],
      ["LC", "LightCommercial"],
      ["TR", "Truck"],
      ["MC", "Motorcycle"],
      ["WM", "WorkMachine"],
    ]);
  });

  it("lists dealerships with codes and names [S4.3.10]", async () => {
    const { supplier } = await open();
    expect(await supplier.dealerships.list()).toEqual({
      dealerships: expect.arrayContaining([{ code: "VW", name: "Volkswagen" }]),
    });
  });

  it("lists rental classes with descriptions [S4.3.14]", async () => {
    const { supplier } = await open();
    expect(await supplier.rentalClasses.list()).toMatchObject({
      rentalClasses: [
        { code: "A", hasEstateVariant: false },
        { code: "C", hasEstateVariant: true, description: "Family car" },
        { code: "E", hasEstateVariant: true },
        { code: "V", hasEstateVariant: false },
        { code: "T", hasEstateVariant: false },
      ],
    });
  });
});

describe("the rental class", () => {
  it.each([
    ["a passenger car", "AB-123-C", "C"],
    ["a van", "VB-101-X", "V"],
    ["a truck", "BT-202-Z", "T"],
    ["a motorcycle", "MF-303-D", "A"],
    ["a car whose contract names another one", "ZH-606-L", "E"],
  ])("of %s is the one of its contract or object type [S4.3.15]", async (_, licensePlate, rentalClass) => {
    const { supplier } = await open();
    expect(await supplier.rentalVehicles.get(licensePlate)).toEqual({
      licensePlate,
      rentalClass,
      fuelType: "E",
      estate: false,
    });
  });

  it("is an estate if the contract has that variant of the class", async () => {
    const rentalVehicle = { rentalClassesInContract: [{ rentalClass: "C", fuelType: "E", forEstate: true }] };
    const { supplier } = await open({
      vehicles: [{ licensePlate: "X", contract: { leaseContract: { rentalVehicle } } }],
    });
    expect(await supplier.rentalVehicles.get("X")).toMatchObject({ rentalClass: "C", estate: true });
  });

  it("does not exist for a work machine or an unknown vehicle", async () => {
    const { supplier } = await open();
    expect(await refusal(supplier.rentalVehicles.get("TR-404-H"))).toEqual([404]);
    expect(await refusal(supplier.rentalVehicles.get("XX-000-X"))).toEqual([404]);
  });
});

async function search(query: object) {
  const { supplier } = await open();
  const { tires } = (await supplier.tires.search(query)) as { tires: Record<string, unknown>[] };
  return tires;
}

const searchIds = async (query: object) => (await search(query)).map(({ id }) => id);

describe("a tire", () => {
  it("is found by BAC code or id, one of which is required [S4.3.16]", async () => {
    const { supplier } = await open();
    expect(await supplier.tires.get({ bacCode: "BAC502" })).toEqual({
      partType: "Tire",
      id: 502,
      vacoStatus: "Current",
      seasonIndicator: "Winter",
      category: "Standard",
      makeCode: "20",
      make: "Rolmax",
      nominalWidthInMillimeters: 235,
      widthHeightRatio: 55,
      rimDiameterInInches: 19,
      loadIndex: 105,
      speedRating: "V",
      modelTypeProfile: "Winter 2",
      typeNumber: "T502",
      noiseOutputLevelInDecibels: 71,
      rollingResistanceCode: "B",
      wetGripCode: "A",
      manufacturerSuggestedRetailPrice: 235.5,
      description: "Rolmax Winter 2 235/55 R19",
      bacCode: "BAC502",
      eanCode: "4000000000502",
    });
    expect((await supplier.tires.get({ id: 503 })).bacCode).toBe("BAC503");
    expect(await refusal(supplier.tires.get({}))).toEqual([400, "SANDBOX-REQUIRED bacCode"]);
    expect(await supplier.tires.get({ id: 502 })).toEqual(await supplier.tires.get({ bacCode: "BAC502" }));
    expect((await refusal(supplier.tires.get()))[0]).toBe(400);
  });

  it("gets 404 if it is not in the catalogue", async () => {
    const { supplier } = await open();
    expect(await refusal(supplier.tires.get({ id: 1 }))).toEqual([404]);
    expect(await refusal(supplier.tires.get({ bacCode: "BAC1" }))).toEqual([404]);
  });

  it("has one of the listed makes [S4.3.18]", async () => {
    const { supplier } = await open();
    const { makes } = (await supplier.tires.makes.list()) as { makes: { code: string; name: string }[] };
    expect(makes[0]).toEqual({ code: "10", name: "Bandro" });
    const tires = await search({});
    const names = new Map(makes.map(({ code, name }) => [code, name]));
    for (const { makeCode, make } of tires) expect(names.get(String(makeCode))).toBe(make);
    expect(makes.map(({ code }) => code)).toEqual([...new Set(tires.map(({ makeCode }) => makeCode))].sort());
  });
});

describe("a search for tires", () => {
  it("finds all tires without parameters", async () => {
    expect((await search({})).length).toBeGreaterThanOrEqual(20);
  });

  it("finds tires of any of several makes and any of several seasons [S4.3.17]", async () => {
    expect(await searchIds({ makeCode: ["50"] })).toEqual([508, 513, 516, 521]);
    expect(await searchIds({ makeCode: ["50", "40"], seasonIndicator: ["Winter"] })).toEqual([505, 513, 516]);
    expect(await searchIds({ makeCode: ["20", "30"], seasonIndicator: ["Winter"] })).toEqual([
      502, 503, 507, 512, 520,
    ]);
    expect(await searchIds({ makeCode: ["50"], seasonIndicator: ["Summer"] })).toEqual([508, 521]);
    expect(await searchIds({ makeCode: ["50"], seasonIndicator: ["Summer", "Winter"] })).toEqual([
      508, 513, 516, 521,
    ]);
    expect(await searchIds({ makeCode: ["99"] })).toEqual([]);
  });

  it("finds tires by part of a specification or by EAN code [S4.3.17]", async () => {
    expect(await searchIds({ nominalWidthInMillimeters: 235, rimDiameterInInches: 20 })).toEqual([521, 522]);
    expect(await searchIds({ nominalWidthInMillimeters: 195, rimDiameterInInches: 15 })).toEqual([506, 507]);
    expect(await searchIds({ loadIndex: 112, seasonIndicator: ["Summer"] })).toEqual([511, 514]);
    expect(await searchIds({ eanCode: "4000000000501" })).toEqual([501]);
    expect(await searchIds({ eanCode: "4000000000503" })).toEqual([503]);
    expect(await searchIds({ eanCode: "0" })).toEqual([]);
  });

  it("finds tires that have all general terms [S4.3.17]", async () => {
    expect(await searchIds({ searchTerm: "rolmax WINTER" })).toEqual([502, 507, 512, 520]);
    expect(await searchIds({ searchTerm: "Rolmax R19" })).toEqual([502, 504]);
    expect(await searchIds({ searchTerm: "Rolmax R19", seasonIndicator: ["Summer"] })).toEqual([504]);
    expect(await searchIds({ searchTerm: "zomer 235/55" })).toEqual([501]);
    expect(await searchIds({ searchTerm: ["Akker", "Bocht"] })).toEqual([518, 519]);
    expect(await searchIds({ searchTerm: "nothing of the kind" })).toEqual([]);
  });

  it("also finds obsolete tires, with the year since when they are obsolete", async () => {
    const obsolete = await search({ vacoStatus: "Obsolete" });
    expect(obsolete.map(({ id, obsoleteVacoStatusSinceYear: year }) => [id, year])).toEqual([
      [504, 2021],
      [509, 2019],
      [514, 2023],
      [517, 2020],
    ]);
    const current = await search({ vacoStatus: "Current" });
    expect(current.every((tire) => !("obsoleteVacoStatusSinceYear" in tire))).toBe(true);
    expect(await searchIds({ makeCode: ["20"], searchTerm: "Zon" })).toEqual([504]);
  });

  it("rejects parameters that are not fields of a tire", async () => {
    const { supplier } = await open();
    expect(await refusal(supplier.tires.search({ colour: "black" } as object))).toEqual([
      400,
      "SANDBOX-PARAMETER colour",
    ]);
  });
});
