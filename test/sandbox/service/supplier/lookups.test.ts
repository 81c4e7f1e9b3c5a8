import { describe, expect, it } from "vitest";
import { open, refusal } from "../../support.js";
import { agree, draftOf, oilNow } from "./support.js";

describe("a contract", () => {
  it("is found by the license plate of an active object", async () => {
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

  it("of an active or inactive object is found with the lessor that a request names", async () => {
    const { supplier } = await open();
    const { id } = await supplier.serviceRequests.create(draftOf("DE-456-F"));
    const { lessorId, licensePlate } = await supplier.serviceRequests.get(id);
    expect((await supplier.lessors.contracts.get(lessorId, licensePlate)).isActive).toBe(true);
    expect((await supplier.lessors.contracts.get(1001, "ST-678-V")).isActive).toBe(false);
    expect(await refusal(supplier.lessors.contracts.get(1001, "DE-456-F"))).toEqual([404]);
    expect(await refusal(supplier.lessors.contracts.get(1002, "ST-678-V"))).toEqual([404]);
  });

  it("links to the service level that applies in each category", async () => {
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
});

describe("lessors", () => {
  it("are listed while they are active", async () => {
    const { sandbox, supplier } = await open();
    expect(await supplier.lessors.list()).toMatchObject({ lessors: [{ number: 1001 }, { number: 1002 }] });
    sandbox.lessor.deactivate(1001);
    expect(await supplier.lessors.list()).toMatchObject({ lessors: [{ number: 1002, active: true }] });
  });

  it("are found by number while they are active", async () => {
    const { supplier } = await open();
    expect(await supplier.lessors.get(1001)).toMatchObject({ number: 1001, active: true });
    expect((await supplier.lessors.get(1002)).name).toBe("Polder Mobiliteit");
    expect(await refusal(supplier.lessors.get(1003))).toEqual([404]);
    expect(await refusal(supplier.lessors.get(9999))).toEqual([404]);
  });

  it("have notifications, of which the query selects expired ones and those of one lessor", async () => {
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

describe("the rental class", () => {
  it.each([
    ["a passenger car", "AB-123-C", "C"],
    ["a van", "VB-101-X", "V"],
    ["a car whose contract names another one", "ZH-606-L", "E"],
  ])("of %s is the one of its contract or object type", async (_, licensePlate, rentalClass) => {
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
  it("is found by BAC code or id, one of which is required", async () => {
    const { supplier } = await open();
    expect(await supplier.tires.get({ bacCode: "BAC502" })).toMatchObject({
      partType: "Tire",
      id: 502,
      seasonIndicator: "Winter",
      makeCode: "20",
      make: "Rolmax",
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
});

describe("a search for tires", () => {
  it("finds tires of any of several makes and any of several seasons", async () => {
    expect(await searchIds({ makeCode: ["50"] })).toEqual([508, 513, 516, 521]);
    expect(await searchIds({ makeCode: ["50", "40"], seasonIndicator: ["Winter"] })).toEqual([505, 513, 516]);
    expect(await searchIds({ makeCode: ["20", "30"], seasonIndicator: ["Winter"] })).toEqual([502, 503, 507, 512, 520]);
    expect(await searchIds({ makeCode: ["50"], seasonIndicator: ["Summer"] })).toEqual([508, 521]);
    expect(await searchIds({ makeCode: ["50"], seasonIndicator: ["Summer", "Winter"] })).toEqual([508, 513, 516, 521]);
    expect(await searchIds({ makeCode: ["99"] })).toEqual([]);
  });

  it("finds tires by part of a specification or by EAN code", async () => {
    expect(await searchIds({ nominalWidthInMillimeters: 235, rimDiameterInInches: 20 })).toEqual([521, 522]);
    expect(await searchIds({ nominalWidthInMillimeters: 195, rimDiameterInInches: 15 })).toEqual([506, 507]);
    expect(await searchIds({ loadIndex: 112, seasonIndicator: ["Summer"] })).toEqual([511, 514]);
    expect(await searchIds({ eanCode: "4000000000501" })).toEqual([501]);
    expect(await searchIds({ eanCode: "4000000000503" })).toEqual([503]);
    expect(await searchIds({ eanCode: "0" })).toEqual([]);
  });

  it("finds tires that have all general terms", async () => {
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
