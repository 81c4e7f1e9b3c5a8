import type { ContractObjectType, TirePosition } from "../../generated/supplier/models.js";

/** The categories of object. The reference shows none, so all of them are made up. */
export type ObjectTypeCategory = "PassengerCar" | "LightCommercial" | "Truck" | "Motorcycle" | "WorkMachine";

/** The kinds of object; codes and descriptions are made up. */
export const objectTypes = [
  { code: "PC", objectTypeCategory: "PassengerCar", description: "Passenger car" },
  { code: "LC", objectTypeCategory: "LightCommercial", description: "Van" },
  { code: "TR", objectTypeCategory: "Truck", description: "Truck" },
  { code: "MC", objectTypeCategory: "Motorcycle", description: "Motorcycle" },
  { code: "WM", objectTypeCategory: "WorkMachine", description: "Work machine" },
] as const satisfies readonly (ContractObjectType & { objectTypeCategory: ObjectTypeCategory })[];

/** The code of a kind of object. */
export type ObjectTypeCode = (typeof objectTypes)[number]["code"];

/** What a vehicle of one kind is like unless its contract says otherwise; made up. */
export interface ObjectProfile {
  readonly tirePositions: readonly TirePosition[];
  /** The ids of the tires that are mounted in summer and stored for winter. */
  readonly tires: { readonly summer: number; readonly winter: number };
  /** The class of rental vehicle that stands in for it; none where none can. */
  readonly rentalClass?: string;
}

const onBothSides = (...axles: readonly string[]): TirePosition[] =>
  axles.flatMap((positionCode1) => ["L", "R"].map((positionCode2) => ({ positionCode1, positionCode2 })));

/** Every position that a tire of the sandbox can have: the axle, and the side or the middle. */
export const allTirePositions: readonly TirePosition[] = [
  ...onBothSides("1", "2", "3"),
  { positionCode1: "1", positionCode2: "M" },
  { positionCode1: "2", positionCode2: "M" },
];

/** The kinds of object in detail. */
export const objectProfiles: Readonly<Record<ObjectTypeCode, ObjectProfile>> = {
  PC: { tirePositions: onBothSides("1", "2"), tires: { summer: 501, winter: 502 }, rentalClass: "C" },
  LC: { tirePositions: onBothSides("1", "2"), tires: { summer: 511, winter: 512 }, rentalClass: "V" },
  TR: { tirePositions: onBothSides("1", "2", "3"), tires: { summer: 515, winter: 516 }, rentalClass: "T" },
  MC: {
    tirePositions: allTirePositions.filter(({ positionCode2 }) => positionCode2 === "M"),
    tires: { summer: 518, winter: 518 },
    rentalClass: "A",
  },
  WM: { tirePositions: onBothSides("1", "2"), tires: { summer: 519, winter: 519 } },
};
