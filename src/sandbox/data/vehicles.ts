import type { Contract, ContractObjectType, ContractVehicle, TirePosition } from "../../generated/supplier/models.js";

/**
 * The object types and the vehicles of the seeded world (supplier-api.md §2.5, §4.3). The reference shows no values, so
 * codes, categories, descriptions and license plates are made up.
 */

/** The category of an object type. */
export type ObjectTypeCategory = "PassengerCar" | "LightCommercial" | "Truck" | "Motorcycle" | "WorkMachine";

/** The object types. */
export const objectTypes = [
  { code: "PC", objectTypeCategory: "PassengerCar", description: "Passenger car" },
  { code: "LC", objectTypeCategory: "LightCommercial", description: "Van" },
  { code: "TR", objectTypeCategory: "Truck", description: "Truck" },
  { code: "MC", objectTypeCategory: "Motorcycle", description: "Motorcycle" },
  { code: "WM", objectTypeCategory: "WorkMachine", description: "Work machine" },
] as const satisfies readonly (ContractObjectType & { objectTypeCategory: ObjectTypeCategory })[];

/** The code of an object type. */
export type ObjectTypeCode = (typeof objectTypes)[number]["code"];

/** The properties that all vehicles of an object type share unless their contract overrides them. */
export interface ObjectProfile {
  readonly tirePositions: readonly TirePosition[];
  /** The ids of the tires that are mounted in summer and stored for winter. */
  readonly tires: { readonly summer: number; readonly winter: number };
  /** The class of the rental vehicle that replaces it; left out if no rental vehicle can. */
  readonly rentalClass?: string;
}

const onBothSides = (...axles: readonly string[]): TirePosition[] =>
  axles.flatMap((positionCode1) => ["L", "R"].map((positionCode2) => ({ positionCode1, positionCode2 })));

/** All positions of tires: the axle, and the left side, the right side or the middle. */
export const allTirePositions: readonly TirePosition[] = [
  ...onBothSides("1", "2", "3"),
  { positionCode1: "1", positionCode2: "M" },
  { positionCode1: "2", positionCode2: "M" },
];

/** The profile of each object type. */
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

/** A type whose properties are optional at every depth. Lists are complete. */
export type DeepPartial<T> = T extends string | readonly unknown[]
  ? T
  : T extends object
    ? { readonly [Key in keyof T]?: DeepPartial<T[Key]> | undefined }
    : T;

/** The differences from the default contract. Properties that a vehicle has itself are not among them. */
export interface ContractOverrides {
  readonly vehicle?: DeepPartial<Omit<ContractVehicle, "licensePlate" | "objectType">> | undefined;
  readonly leaseContract?: DeepPartial<Contract["leaseContract"]> | undefined;
  readonly supplierContract?: DeepPartial<Contract["supplierContract"]> | undefined;
}

/** A vehicle that suppliers can work on. Only the license plate is required. */
export interface SandboxVehicle {
  readonly licensePlate: string;
  /** The number of its lessor. Default 1001, an active one; 1003 is inactive. */
  readonly lessorNumber?: number | undefined;
  /** Left out if there is no sublessor. */
  readonly sublessorCode?: string | undefined;
  /** Whether the object is active. Default true. */
  readonly active?: boolean | undefined;
  readonly make?: string | undefined;
  readonly model?: string | undefined;
  /** The first day of the lease contract. Default 2024-01-01. */
  readonly leaseStart?: string | undefined;
  /** The contract's `componentsWithDamageAllowed`. Default true. */
  readonly damageAllowed?: boolean | undefined;
  /** The code of its object type, one of `objectTypes.list`. Default PC, a passenger car. */
  readonly objectType?: ObjectTypeCode | undefined;
  /** All other differences from the default contract. Default: none. */
  readonly contract?: ContractOverrides | undefined;
}

/** The seeded vehicles: one for each rule that depends on the contract. */
export const vehicles: readonly SandboxVehicle[] = [
  { licensePlate: "AB-123-C", make: "Volkswagen", model: "ID.4" },
  {
    licensePlate: "DE-456-F",
    lessorNumber: 1002,
    sublessorCode: "PM-ZUID",
    make: "Renault",
    model: "Trafic",
  },
  { licensePlate: "GH-789-J", lessorNumber: 1003, make: "Opel", model: "Corsa" },
  { licensePlate: "KL-012-M", damageAllowed: false, make: "Volvo", model: "XC40" },
  { licensePlate: "NP-345-R", leaseStart: "2026-06-01", make: "Kia", model: "EV3" },
  { licensePlate: "ST-678-V", active: false, make: "Fiat", model: "Ducato" },
  {
    licensePlate: "VB-101-X",
    lessorNumber: 1002,
    make: "Mercedes-Benz",
    model: "Sprinter",
    objectType: "LC",
    contract: {
      leaseContract: { tires: { hasTireSetForTireSwapInStorage: true } },
      supplierContract: { tires: { tirePurchaseWithoutMountingAllowed: true } },
    },
  },
  {
    licensePlate: "BT-202-Z",
    make: "DAF",
    model: "XF",
    objectType: "TR",
    contract: {
      vehicle: { secondaryFuelType: { code: "L", description: "LNG" } },
      supplierContract: {
        tires: { usedTiresAllowed: true, allowedCosts: { surchargeTruckTire: true, tireRegroove: true } },
      },
    },
  },
  { licensePlate: "MF-303-D", make: "Yamaha", model: "Tracer", objectType: "MC" },
  { licensePlate: "TR-404-H", make: "Fendt", model: "211", objectType: "WM" },
  {
    licensePlate: "XG-505-K",
    make: "Renault",
    model: "Megane",
    contract: {
      supplierContract: {
        tires: {
          tireSwapAllowed: false,
          tireReplaceAllowed: false,
          allowedCosts: { tireDisposalFee: false },
        },
        damage: { allowed: false },
      },
    },
  },
  {
    licensePlate: "ZH-606-L",
    make: "Opel",
    model: "Astra",
    contract: {
      leaseContract: { rentalVehicle: { rentalClass: "E", extensionCommentRequired: true } },
      supplierContract: { repairAndMaintenance: { allowed: false }, tires: { tireReplaceAllowed: false } },
    },
  },
  {
    licensePlate: "JK-707-N",
    make: "Skoda",
    model: "Enyaq",
    contract: {
      supplierContract: {
        rentalVehicle: { allowed: false },
        tires: { allowedCosts: { tireDisposalFee: false } },
        damage: { firstDebitInvoiceRequiresCreditDiscountInvoice: true },
      },
    },
  },
];
