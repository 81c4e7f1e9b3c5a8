import { describe, expect, it } from "vitest";
import { supplierOperations } from "../../src/generated/supplier/operations.js";
import { open, refusal } from "./support.js";

describe("contracts", () => {
  it("are found without a lessor for active objects only, and with their own lessor for all", async () => {
    const { supplier } = await open();
    expect(await supplier.contracts.get("KL-012-M")).toMatchObject({
      isActive: true,
      componentsWithDamageAllowed: false,
      vehicle: { licensePlate: "KL-012-M", vehicleMake: "Volvo" },
      lessor: { number: 1001, name: "Noordzee Lease" },
      leaseContract: { startDate: "2024-01-01" },
    });
    expect(await refusal(supplier.contracts.get("ST-678-V"))).toEqual([404]);
    expect(await refusal(supplier.contracts.components("ST-678-V"))).toEqual([404]);
    expect(await refusal(supplier.contracts.damageComponents("XX-000-X"))).toEqual([404]);
    expect((await supplier.lessors.contracts.get(1001, "ST-678-V")).isActive).toBe(false);
    expect(await refusal(supplier.lessors.contracts.get(1002, "ST-678-V"))).toEqual([404]);
  });

  it("allow the components that the reference names, each with what a line needs", async () => {
    const { supplier } = await open();
    const { components } = await supplier.contracts.components("AB-123-C");
    expect(components.map(({ regCode }) => regCode)).toEqual(
      expect.arrayContaining(["5401", "5449", "3198", "3199"]),
    );
    expect(components[0]).toEqual({
      regCode: "5401",
      description: "Mileage",
      operation: { code: "19", description: "Read" },
      reasons: [{ code: "99", description: "Reading" }],
      requiredFields: ["RegCode", "Operation", "Reason"],
      optionalFields: [],
    });
    expect(await supplier.lessors.contracts.components(1001, "ST-678-V")).toEqual({ components });
    expect(await supplier.components.list()).toEqual({ components });
    const damage = await supplier.contracts.damageComponents("AB-123-C");
    expect(damage.components.length).toBeGreaterThan(0);
    expect(await supplier.lessors.contracts.damageComponents(1001, "AB-123-C")).toEqual(damage);
    expect(await supplier.damageComponents.list()).toEqual(damage);
  });
});

describe("lessors", () => {
  it("are shown while they are active", async () => {
    const { supplier } = await open();
    expect(await supplier.lessors.list()).toMatchObject({ lessors: [{ number: 1001 }, { number: 1002 }] });
    expect((await supplier.lessors.get(1002)).name).toBe("Polder Mobiliteit");
    expect(await refusal(supplier.lessors.get(1003))).toEqual([404]);
  });

  it("announce what is valid today, and what is over if asked", async () => {
    const { supplier } = await open();
    const ids = async (query: Parameters<typeof supplier.lessors.notifications>[0]) => {
      const { notifications } = (await supplier.lessors.notifications(query)) as {
        notifications: { id: number }[];
      };
      return notifications.map(({ id }) => id);
    };
    expect(await ids({})).toEqual([1, 2]);
    expect(await ids({ showInactiveNotifications: true })).toEqual([1, 2, 3]);
    expect(await ids({ showInactiveNotifications: true, lessorId: 1001 })).toEqual([1, 3]);
  });
});

describe("tires", () => {
  it("are found by BAC code or id, of which one is needed", async () => {
    const { supplier } = await open();
    expect((await supplier.tires.get({ bacCode: "BAC502" })).id).toBe(502);
    expect((await supplier.tires.get({ id: 503 })).bacCode).toBe("BAC503");
    expect(await refusal(supplier.tires.get({ id: 1 }))).toEqual([404]);
    expect(await refusal(supplier.tires.get({}))).toEqual([400, "SANDBOX-REQUIRED bacCode"]);
  });

  it("are searched by make, season, EAN and specification; parameters may repeat", async () => {
    const { supplier } = await open();
    const ids = async (query: Parameters<typeof supplier.tires.search>[0]) => {
      const { tires } = (await supplier.tires.search(query)) as { tires: { id: number }[] };
      return tires.map(({ id }) => id);
    };
    expect(await ids({ makeCode: ["10", "20"] })).toEqual([501, 502, 504]);
    expect(await ids({ makeCode: ["20", "30"], seasonIndicator: ["Winter"] })).toEqual([502, 503]);
    expect(await ids({ eanCode: "4000000000501" })).toEqual([501]);
    expect(await ids({ vacoStatus: "Obsolete" })).toEqual([504]);
    expect(await refusal(supplier.tires.search({ colour: "black" }))).toEqual([
      400,
      "SANDBOX-PARAMETER colour",
    ]);
    expect(await supplier.tires.makes.list()).toMatchObject({
      makes: [{ code: "10", name: "Bandro" }, {}, {}],
    });
  });
});

it("has the other lookups", async () => {
  const { supplier } = await open();
  expect(await supplier.objectTypes.list()).toMatchObject({
    objectTypes: [{ code: "PC", objectTypeCategory: "PassengerCar" }, {}],
  });
  expect(await supplier.dealerships.list()).toMatchObject({
    dealerships: [{ code: "VW", name: "Volkswagen" }, {}, {}],
  });
  expect(await supplier.rentalClasses.list()).toMatchObject({
    rentalClasses: [{ hasEstateVariant: false }, { hasEstateVariant: true }],
  });
  expect(await supplier.rentalVehicles.get("AB-123-C")).toMatchObject({ rentalClass: "C" });
  expect(await refusal(supplier.rentalVehicles.get("XX-000-X"))).toEqual([404]);
});

it("answers 501 for what it does not simulate, and says what that is", async () => {
  const { sandbox, supplier } = await open();
  expect(sandbox.notSimulated).toEqual(
    Object.keys(supplierOperations).filter((id) => id === "requests.list" || id.startsWith("serviceLevels.")),
  );
  const call = supplier.serviceLevels.default.get();
  await expect(call).rejects.toMatchObject({
    status: 501,
    detail: "This sandbox does not simulate serviceLevels.default.get.",
  });
});
