import { describe, expect, it } from "vitest";
import type { ServiceRequestCreate } from "../../../src/generated/supplier/models.js";
import type { SupplierClient } from "../../../src/supplier/client.js";
import { open, refusal, untyped } from "../support.js";
import { checkReferenceRows } from "./reference.js";

checkReferenceRows([
  {
    source: "supplier-api.md §4.3",
    part: "lookups",
    count: 18,
    rows: {
      "S4.3.1": "GET /v2/components: all components, not the allowed set",
      "S4.3.2": "GET /v2/contracts/{licensePlate}/components: allowed components, active object",
      "S4.3.3":
        "GET /v2/lessors/{lessorId}/contracts/{licensePlate}/components: allowed components, active or not",
      "S4.3.4": "GET /v2/contracts/{licensePlate}: contract of an active object",
      "S4.3.5": "GET /v2/lessors/{lessorId}/contracts/{licensePlate}: contract, active or not",
      "S4.3.6": "GET /v2/damagecomponents: all damage components",
      "S4.3.7": "GET /v2/contracts/{licensePlate}/damagecomponents: allowed damage components, active object",
      "S4.3.8":
        "GET /v2/lessors/{lessorId}/contracts/{licensePlate}/damagecomponents: allowed damage components, any state",
      "S4.3.9": "GET /v2/objecttypes: codes and categories",
      "S4.3.10": "GET /v2/dealerships: codes and names",
      "S4.3.11": "GET /v2/lessors: active lessors",
      "S4.3.12": "GET /v2/lessor/{lessorId}: one active lessor",
      "S4.3.13": "GET /v2/lessors/notifications: active ones; showInactiveNotifications and lessorId",
      "S4.3.14": "GET /v2/rentalclasses: rental classes with descriptions",
      "S4.3.15": "GET /v2/rentalvehicles/{licensePlate}: rental class properties of a vehicle",
      "S4.3.16": "GET /v2/tire: one tire by BAC code or tire id",
      "S4.3.17":
        "GET /v2/tires: general terms, partial specification, EAN code; makeCode and seasonIndicator may repeat",
      "S4.3.18": "GET /v2/tires/makes: all tire makes",
    },
  },
]);

const only = (licensePlate = "AB-123-C"): ServiceRequestCreate => ({
  status: "Draft",
  vehicle: { licensePlate },
});
const some = (fields: Record<string, unknown>) => expect.arrayContaining([expect.objectContaining(fields)]);

describe("4.3 lookups", () => {
  const codes = (answer: { readonly components?: readonly { regCode?: string }[] }) =>
    (answer.components ?? []).map(({ regCode }) => regCode);
  const allOf = async (supplier: SupplierClient) =>
    codes((await supplier.components.list()) as { components: { regCode: string }[] });

  it("GET all components, which are not the allowed ones [S4.3.1]", async () => {
    const { supplier } = await open();
    const all = await allOf(supplier);
    const allowed = codes(await supplier.contracts.components("XG-505-K"));
    expect(all).toEqual(expect.arrayContaining(["5401", "5449", "3196", "3197", "3198", "3199", ...allowed]));
    expect(allowed).not.toContain("3199");
  });

  it("GET the components that an active object allows [S4.3.2]", async () => {
    const { supplier } = await open();
    const { components = [] } = await supplier.contracts.components("AB-123-C");
    expect(components).toEqual(some({ regCode: "1101", requiredFields: expect.arrayContaining(["Price"]) }));
    expect(codes({ components })).not.toContain("3196");
    expect(await refusal(supplier.contracts.components("ST-678-V"))).toEqual([404]);
  });

  it("GET the components that an object of a lessor allows, active or not [S4.3.3]", async () => {
    const { supplier } = await open();
    const { lessors, contracts } = supplier;
    expect(codes(await lessors.contracts.components(1001, "ST-678-V"))).toContain("1101");
    expect(await lessors.contracts.components(1001, "AB-123-C")).toEqual(
      await contracts.components("AB-123-C"),
    );
    expect(await refusal(lessors.contracts.components(1002, "ST-678-V"))).toEqual([404]);
  });

  it("GET the contract of an active object [S4.3.4]", async () => {
    const { supplier } = await open();
    expect(await supplier.contracts.get("AB-123-C")).toMatchObject({
      isActive: true,
      vehicle: { licensePlate: "AB-123-C" },
      lessor: { number: 1001 },
    });
    expect(await refusal(supplier.contracts.get("ST-678-V"))).toEqual([404]);
    expect(await refusal(supplier.contracts.get("XX-000-X"))).toEqual([404]);
  });

  it("GET the contract of an object of a lessor, active or not, as its request names it [S4.3.5]", async () => {
    const { supplier } = await open();
    const { id } = await supplier.serviceRequests.create(only("DE-456-F"));
    const { lessorId, licensePlate } = await supplier.serviceRequests.get(id);
    expect((await supplier.lessors.contracts.get(lessorId, licensePlate)).isActive).toBe(true);
    expect((await supplier.lessors.contracts.get(1001, "ST-678-V")).isActive).toBe(false);
    expect(await refusal(supplier.lessors.contracts.get(1001, "DE-456-F"))).toEqual([404]);
  });

  it("GET all damage components [S4.3.6]", async () => {
    const { supplier } = await open();
    expect(await supplier.damageComponents.list()).toEqual({ components: some({ regCode: "7101" }) });
    expect(await allOf(supplier)).not.toContain("7101");
  });

  it("GET the damage components that an active object allows [S4.3.7]", async () => {
    const { supplier } = await open();
    expect(codes(await supplier.contracts.damageComponents("AB-123-C"))).toContain("7101");
    expect(codes(await supplier.contracts.damageComponents("XG-505-K"))).toEqual([]);
    expect(await refusal(supplier.contracts.damageComponents("ST-678-V"))).toEqual([404]);
  });

  it("GET the damage components that an object of a lessor allows, in any state [S4.3.8]", async () => {
    const { lessors } = (await open()).supplier;
    expect(codes(await lessors.contracts.damageComponents(1001, "ST-678-V"))).toContain("7101");
    expect(await refusal(lessors.contracts.damageComponents(1002, "ST-678-V"))).toEqual([404]);
  });

  it("GET object types with codes and categories [S4.3.9]", async () => {
    const { supplier } = await open();
    expect(await supplier.objectTypes.list()).toEqual({
      objectTypes: some({ code: expect.any(String), objectTypeCategory: expect.any(String) }),
    });
  });

  it("GET dealerships with codes and names [S4.3.10]", async () => {
    const { supplier } = await open();
    expect(await supplier.dealerships.list()).toEqual({
      dealerships: some({ code: "VW", name: "Volkswagen" }),
    });
  });

  it("GET active lessors, and no other [S4.3.11]", async () => {
    const { sandbox, supplier } = await open();
    expect(await supplier.lessors.list()).toMatchObject({ lessors: [{ number: 1001 }, { number: 1002 }] });
    sandbox.lessor.deactivate(1001);
    expect(await supplier.lessors.list()).toMatchObject({ lessors: [{ number: 1002, active: true }] });
  });

  it("GET one active lessor [S4.3.12]", async () => {
    const { supplier } = await open();
    expect(await supplier.lessors.get(1001)).toMatchObject({ number: 1001, active: true });
    expect(await refusal(supplier.lessors.get(1003))).toEqual([404]);
    expect(await refusal(supplier.lessors.get(9999))).toEqual([404]);
  });

  it("GET active notifications, expired ones and those of one publisher if asked [S4.3.13]", async () => {
    const { supplier } = await open();
    const ids = async (query?: { showInactiveNotifications?: boolean; lessorId?: number }) => {
      const answer = (await supplier.lessors.notifications(query)) as { notifications: { id: number }[] };
      return answer.notifications.map(({ id }) => id);
    };
    expect(await ids()).toEqual([1, 2]);
    expect(await ids({ showInactiveNotifications: true })).toEqual([1, 2, 3]);
    expect(await ids({ showInactiveNotifications: false })).toEqual([1, 2]);
    expect(await ids({ lessorId: 1002 })).toEqual([2]);
  });

  it("GET rental classes with descriptions [S4.3.14]", async () => {
    const { supplier } = await open();
    expect(await supplier.rentalClasses.list()).toEqual({
      rentalClasses: some({ description: "Family car", hasEstateVariant: true }),
    });
  });

  it("GET the rental class properties of a vehicle [S4.3.15]", async () => {
    const { supplier } = await open();
    expect(await supplier.rentalVehicles.get("VB-101-X")).toMatchObject({ rentalClass: "V" });
    expect(await refusal(supplier.rentalVehicles.get("XX-000-X"))).toEqual([404]);
  });

  it("GET one tire by its BAC code or its id [S4.3.16]", async () => {
    const { tires } = (await open()).supplier;
    expect(await tires.get({ bacCode: "BAC502" })).toEqual(await tires.get({ id: 502 }));
    expect(await refusal(tires.get({ id: 1 }))).toEqual([404]);
    expect((await refusal(tires.get()))[0]).toBe(400);
  });

  it("GET tires by general terms, by specification and by EAN code; make and season may repeat [S4.3.17]", async () => {
    const { tires } = (await open()).supplier;
    const ids = async (query: object) =>
      ((await tires.search(untyped(query))) as { tires: { id: number }[] }).tires.map(({ id }) => id);
    expect(await ids({ searchTerm: "zomer 235/55" })).toEqual([501]);
    expect(await ids({ nominalWidthInMillimeters: 195, rimDiameterInInches: 15 })).toEqual([506, 507]);
    expect(await ids({ eanCode: "4000000000503" })).toEqual([503]);
    expect(await ids({ makeCode: ["20", "30"], seasonIndicator: ["Winter"] })).toEqual([
      502, 503, 507, 512, 520,
    ]);
    expect(await ids({ makeCode: ["50"], seasonIndicator: ["Summer", "Winter"] })).toEqual([516, 521]);
    expect(await ids({ eanCode: "0" })).toEqual([]);
  });

  it("GET all makes of tires [S4.3.18]", async () => {
    const { tires } = (await open()).supplier;
    const { makes } = (await tires.makes.list()) as { makes: { code: string }[] };
    const { tires: all } = (await tires.search()) as { tires: { makeCode: string }[] };
    expect(makes.map(({ code }) => code)).toEqual([...new Set(all.map(({ makeCode }) => makeCode))].sort());
  });
});
