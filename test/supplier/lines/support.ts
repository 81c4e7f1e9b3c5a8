import { RegError } from "../../../src/errors/errors.js";
import type { AllowedComponent, Contract, Tire } from "../../../src/generated/supplier/models.js";
import type { SupplierClient } from "../../../src/supplier/client.js";

export const guid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** The field and the message of the RegInputError that a builder throws. */
export function mistake(build: () => unknown): { field: string; message: string } {
  try {
    build();
  } catch (error) {
    if (RegError.is(error, "input")) return { field: error.field, message: error.message };
    throw error;
  }
  throw new Error("nothing was thrown");
}

/** What a supplier reads before it writes lines for a vehicle. */
export async function lookUp(supplier: SupplierClient, licensePlate: string) {
  const { components } = await supplier.contracts.components(licensePlate);
  const contract = await supplier.contracts.get(licensePlate);
  return { components, positions: positionsOf(contract), tire: await supplier.tires.get({ id: 503 }) };
}

function positionsOf({ vehicle: { tirePositions = [] } }: Contract) {
  return tirePositions;
}

/** An entry that is frozen all the way down, so that a builder which changes it fails. */
export function frozen<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) {
    for (const each of Object.values(value)) frozen(each);
    Object.freeze(value);
  }
  return value;
}

/** A brake job with two reasons, two locations and a price of the service level. */
export const brakes: AllowedComponent = frozen({
  regCode: "2201",
  description: "Brake pads",
  operation: { code: "01", description: "Replace", type: { code: "1", description: "Both" } },
  reasons: [{ code: "10", description: "Worn" }, { code: "11" }],
  requiredFields: ["RegCode", "Operation", "Reason", "Price"],
  locations: [
    { positionCode1: "1", positionCode2: "L" },
    { positionCode1: "1", positionCode2: "R" },
  ],
  serviceLevel: { price: 80.25 },
  subcomponents: [
    { regCode: "2202", description: "Sensor", serviceLevel: { price: 12.5 } },
    { regCode: "2203", operation: { code: "01" }, reasons: [{ code: "10" }, { code: "11" }] },
    { regCode: "2204", operation: { code: "02" }, reasons: [{ code: "12", description: "Rust" }] },
    { regCode: "2205", operation: { code: "01" } },
    { regCode: "2205", operation: { code: "02" } },
  ],
});

export const tire: Tire = frozen({ id: 7, make: "Bandro", seasonIndicator: "Winter", bacCode: "B7" });
