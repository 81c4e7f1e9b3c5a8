import { RegError } from "@reg/sdk";
import type { AllowedComponent, Tire } from "@reg/sdk/supplier";

export const guid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** Returns the field and the message of the RegInputError that a builder throws. */
export function readMistake(build: () => unknown): { field: string; message: string } {
  try {
    build();
  } catch (error) {
    if (RegError.is(error, "input")) return { field: error.field, message: error.message };
    throw error;
  }
  throw new Error("nothing was thrown");
}

/** Freezes a value and everything in it, so that a builder that changes it fails. */
export function freezeDeep<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) {
    for (const each of Object.values(value)) freezeDeep(each);
    Object.freeze(value);
  }
  return value;
}

/** Brake work with two reasons, two locations and a price of the service level. */
export const brakes: AllowedComponent = freezeDeep({
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

export const tire: Tire = freezeDeep({ id: 7, make: "Bandro", seasonIndicator: "Winter", bacCode: "B7" });
