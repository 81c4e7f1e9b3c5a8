import { expect, it } from "vitest";
import type { SupplierClient } from "../../../src/supplier/client.js";
import { refusal } from "../support.js";
import type { Open } from "./bench.js";

const components = (code: string) => ({ components: expect.arrayContaining([has({ regCode: code })]) });
const has = (fields: Record<string, unknown>) => expect.objectContaining(fields);
const listed = (name: string, fields: Record<string, unknown>) => ({
  [name]: expect.arrayContaining([has(fields)]),
});

/** Every lookup with something that its answer holds. */
const found: [string, (supplier: SupplierClient) => Promise<unknown>, Record<string, unknown>][] = [
  ["components.list", ({ components }) => components.list(), components("3199")],
  ["damageComponents.list", ({ damageComponents }) => damageComponents.list(), components("7101")],
  ["contracts.get", ({ contracts }) => contracts.get("AB-123-C"), { isActive: true }],
  ["contracts.components", ({ contracts }) => contracts.components("AB-123-C"), components("1101")],
  [
    "contracts.damageComponents",
    ({ contracts }) => contracts.damageComponents("AB-123-C"),
    components("7101"),
  ],
  ["lessors.list", ({ lessors }) => lessors.list(), listed("lessors", { number: 1001 })],
  ["lessors.get", ({ lessors }) => lessors.get(1002), { name: "Polder Mobiliteit", active: true }],
  [
    "lessors.notifications",
    ({ lessors }) => lessors.notifications({ showInactiveNotifications: true, lessorId: 1001 }),
    listed("notifications", { id: 3, lessorId: 1001 }),
  ],
  [
    "lessors.contracts.get",
    ({ lessors }) => lessors.contracts.get(1001, "ST-678-V"),
    { isActive: false, vehicle: has({ licensePlate: "ST-678-V" }) },
  ],
  [
    "lessors.contracts.components",
    ({ lessors }) => lessors.contracts.components(1001, "ST-678-V"),
    components("1101"),
  ],
  [
    "lessors.contracts.damageComponents",
    ({ lessors }) => lessors.contracts.damageComponents(1001, "ST-678-V"),
    components("7101"),
  ],
  ["objectTypes.list", ({ objectTypes }) => objectTypes.list(), listed("objectTypes", { code: "PC" })],
  ["dealerships.list", ({ dealerships }) => dealerships.list(), listed("dealerships", { code: "VW" })],
  [
    "rentalClasses.list",
    ({ rentalClasses }) => rentalClasses.list(),
    listed("rentalClasses", { hasEstateVariant: true }),
  ],
  [
    "rentalVehicles.get",
    ({ rentalVehicles }) => rentalVehicles.get("AB-123-C"),
    { licensePlate: "AB-123-C", rentalClass: "C" },
  ],
  ["tires.get", ({ tires }) => tires.get({ id: 501 }), { id: 501, bacCode: "BAC501" }],
  [
    "tires.search",
    ({ tires }) => tires.search({ makeCode: ["20", "30"], seasonIndicator: ["Winter"] }),
    listed("tires", { id: 503, makeCode: "30" }),
  ],
  ["tires.makes.list", ({ tires }) => tires.makes.list(), listed("makes", { code: "10", name: "Bandro" })],
];

/** What can be looked up. */
export function lookups(open: Open): void {
  it.each(found)("looks up %s", async (_, ask, expected) => {
    const { supplier } = await open();
    expect(await ask(supplier)).toMatchObject(expected);
  });

  it("finds no contract of an inactive object without its lessor, and nothing that is not there", async () => {
    const { supplier } = await open();
    for (const call of [
      supplier.contracts.get("ST-678-V"),
      supplier.lessors.contracts.get(1002, "ST-678-V"),
      supplier.lessors.get(1003),
      supplier.rentalVehicles.get("XX-000-X"),
      supplier.tires.get({ bacCode: "BAC000" }),
    ])
      expect(await refusal(call)).toEqual([404]);
  });

  it("decodes what is in a path, once", async () => {
    const { supplier } = await open({ vehicles: [{ licensePlate: "É/1 %41" }] });
    expect((await supplier.contracts.get("É/1 %41")).vehicle.licensePlate).toBe("É/1 %41");
    expect(await refusal(supplier.contracts.get("É/1 A"))).toEqual([404]);
  });
}
