import type { Contract, ContractVehicle } from "../../generated/supplier/models.js";
import type { ObjectTypeCode } from "./object-types.js";

/** Any part of something, however deep. Lists are given whole. */
export type DeepPartial<T> = T extends string | readonly unknown[]
  ? T
  : T extends object
    ? { readonly [Key in keyof T]?: DeepPartial<T[Key]> }
    : T;

/** What differs from the usual contract. What has a property of its own on the vehicle is not here. */
export interface ContractOverrides {
  readonly vehicle?: DeepPartial<Omit<ContractVehicle, "licensePlate" | "objectType">>;
  readonly leaseContract?: DeepPartial<Contract["leaseContract"]>;
  readonly supplierContract?: DeepPartial<Contract["supplierContract"]>;
}

/** A vehicle that suppliers can work on. Everything but the license plate can be left out. */
export interface SandboxVehicle {
  readonly licensePlate: string;
  /** The number of its lessor. Default 1001, an active one; 1003 is inactive. */
  readonly lessorNumber?: number;
  /** Left out where there is no sublessor. */
  readonly sublessorCode?: string;
  /** Whether the object is active. Default true. */
  readonly active?: boolean;
  readonly make?: string;
  readonly model?: string;
  /** The first day of the lease contract. Default 2024-01-01. */
  readonly leaseStart?: string;
  /** The contract's `componentsWithDamageAllowed`. Default true. */
  readonly damageAllowed?: boolean;
  /** The code of its kind, one of `objectTypes.list`. Default PC, a passenger car. */
  readonly objectType?: ObjectTypeCode;
  /** Whatever else its contract has of its own. Default nothing. */
  readonly contract?: ContractOverrides;
}

/** The vehicles of the seeded world: one for each rule that depends on the contract. */
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
