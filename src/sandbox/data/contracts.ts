import * as z from "zod/mini";
import type {
  AllowedTireCosts,
  Contract,
  ContractVehicle,
  LeaseContract,
  MountedTire,
} from "../../generated/supplier/models.js";
import { dealerships } from "./organisations.js";
import { tireById } from "./tires.js";
import {
  type DeepPartial,
  type ObjectProfile,
  objectProfiles,
  objectTypes,
  type SandboxVehicle,
} from "./vehicles.js";

/** The costs for tires that a lessor usually allows. */
const tireCosts: Readonly<Record<keyof AllowedTireCosts, boolean>> = {
  tireStorageCosts: true,
  tireTransportCosts: false,
  surchargeNitrogen: true,
  surchargeRunOnFlat: true,
  surchargeLargeRim: true,
  surchargeMobileService: false,
  surchargeTruckTire: false,
  handlingCostLessorStock: true,
  handlingCostThirdPartyTire: true,
  tireDisposalFee: true,
  deliveryFeeToDealer: true,
  tireTrim: false,
  tirematch: false,
  tireRegroove: false,
  wheelBalance: true,
  wheelExchange: true,
};

const serviceLevel = { href: "/v2/servicelevel/default" };

/** What a lessor usually allows a supplier. */
const supplierContract: Contract["supplierContract"] = {
  repairAndMaintenance: { allowed: true, serviceLevel },
  tires: {
    tireSwapAllowed: true,
    tireReplaceAllowed: true,
    tirePurchaseWithoutMountingAllowed: false,
    usedTiresAllowed: false,
    // The types of this and of the fields below that are called assumed are not shown.
    profileDepthRequiredExemption: false,
    allowedCosts: tireCosts,
    serviceLevel,
  },
  rentalVehicle: {
    allowed: true,
    allowedCosts: { deliveryCosts: true, pickupCosts: true, fuelServiceCosts: false },
    serviceLevel,
  },
  damage: { allowed: true, firstDebitInvoiceRequiresCreditDiscountInvoice: false },
};

// A counterpart of the hours for repair and maintenance exists; its name is not shown, so this one is assumed.
const damageHours = { rentalHoursChargedToLesseeForDamage: 24 };

/** What lessor and lessee usually agree; amounts, hours and texts are made up, and so are types that are assumed. */
function leaseContract(startDate: string, { rentalClass, tires }: ObjectProfile): LeaseContract {
  const classes = rentalClass === undefined ? [] : [{ ...rental, rentalClass }];
  return {
    startDate,
    endDate: `${Number(startDate.slice(0, 4)) + 5}-12-31`,
    maximumMileage: 150_000,
    repairAndMaintenance: { inContract: true, remark: "Ask the lessor about work above 1000 euros." },
    tires: {
      inContract: true,
      tireSwapInContract: true,
      rofTiresInContract: false,
      allSeasonTiresInContract: "Allowed",
      nitrogenTireFillingInContract: false,
      usedTiresInContract: false,
      hasTireSetForTireSwapInStorage: false,
      remarks: "Winter tires from October to April.",
      contractTireSpecifications: [{ tireId: tires.summer }],
    },
    rentalVehicle: {
      inContract: true,
      rentalHoursChargedToLesseeForRepairAndMaintenance: 8,
      ...damageHours,
      ...(rentalClass === undefined ? {} : { rentalClass }),
      fuelType: "E",
      surchargeEstate: false,
      surchargeAutomaticTransmission: false,
      extensionCommentRequired: false,
      remark: "Up to the class in the contract.",
      rentalClassesInContract: classes,
      rentalClassesNotInContract: [{ ...rental, rentalClass: "E", freeKilometrage: 0 }],
    },
    damage: { remarks: "Send photos of the damage." },
  };
}

const rental = { fuelType: "E", forEstate: false, freeKilometrage: 100 };

const anything = z.looseObject({});

/** Booleans by name: all may be left out, and others are refused, so that a slip of the pen shows. */
const switches = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, z.optional(z.boolean())]));

const { tires, rentalVehicle } = supplierContract;
const costs = (allowed: object | undefined) =>
  z.optional(z.strictObject(switches(Object.keys(allowed ?? {}))));
const serviceLevelSchema = z.optional(anything);

/** The form of what a vehicle's contract can have of its own. What the rules read is checked in full. */
export const contractOverrides = z.strictObject({
  vehicle: z.optional(anything),
  leaseContract: z.optional(anything),
  supplierContract: z.optional(
    z.strictObject({
      repairAndMaintenance: z.optional(z.strictObject({ ...switches(["allowed"]), serviceLevelSchema })),
      tires: z.optional(
        z.strictObject({
          ...switches([
            "tireSwapAllowed",
            "tireReplaceAllowed",
            "tirePurchaseWithoutMountingAllowed",
            "usedTiresAllowed",
          ]),
          profileDepthRequiredExemption: z.optional(z.unknown()),
          allowedCosts: costs(tires?.allowedCosts),
          serviceLevelSchema,
        }),
      ),
      rentalVehicle: z.optional(
        z.strictObject({
          ...switches(["allowed"]),
          allowedCosts: costs(rentalVehicle?.allowedCosts),
          serviceLevelSchema,
        }),
      ),
      damage: z.optional(
        z.strictObject(switches(["allowed", "firstDebitInvoiceRequiresCreditDiscountInvoice"])),
      ),
    }),
  ),
});

/** Lays a part over a whole: records are merged, everything else (lists too) is replaced; neither is changed. */
export function merged<T extends object>(whole: T, part: DeepPartial<NoInfer<T>> | undefined): T {
  const result = { ...whole };
  for (const [name, value] of Object.entries(part ?? {})) {
    const before: unknown = Reflect.get(whole, name);
    if (value !== undefined)
      Reflect.set(result, name, isRecord(before) && isRecord(value) ? merged(before, value) : value);
  }
  return result;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A vehicle for which all but its sublessor, its kind and the overrides of its contract is settled. */
export type SettledVehicle = Required<Omit<SandboxVehicle, "sublessorCode" | "objectType" | "contract">> &
  Pick<SandboxVehicle, "objectType" | "contract">;

/** The contract of a vehicle: the usual one, with what the vehicle has of its own laid over it. */
export function contractOf(vehicle: SettledVehicle, lessorName: string): Contract {
  const { objectType = "PC", leaseStart, contract: own } = vehicle;
  const profile = objectProfiles[objectType];
  const lease = merged(leaseContract(leaseStart, profile), own?.leaseContract);
  return {
    isActive: vehicle.active,
    componentsWithDamageAllowed: vehicle.damageAllowed,
    vehicle: merged<ContractVehicle>(
      {
        ...contractVehicle(vehicle, profile),
        storedTires: lease.tires?.hasTireSetForTireSwapInStorage
          ? tiresOn(profile.tirePositions, profile.tires.winter)
          : [],
      },
      own?.vehicle,
    ),
    lessor: { number: vehicle.lessorNumber, name: lessorName },
    leaseContract: lease,
    supplierContract: merged(supplierContract, own?.supplierContract),
  };
}

function contractVehicle(vehicle: SettledVehicle, profile: ObjectProfile): ContractVehicle {
  const { licensePlate, make, model, leaseStart, objectType = "PC" } = vehicle;
  const dealership = dealerships.find(({ name }) => name === make);
  const kind = objectTypes.find(({ code }) => code === objectType) ?? objectTypes[0];
  return {
    licensePlate,
    vehicleMake: make,
    vehicleModel: model,
    vehicleType: model,
    objectType: { ...kind },
    fuelTypeCode: { code: "E", description: "Electric" },
    // A dealership is optional: makes that the list does not have are without one. Its fields are made up.
    ...(dealership === undefined ? {} : { dealership: { ...dealership } }),
    firstRegisteredDate: leaseStart,
    maintenance: { lastMaintenanceCode: "20" },
    tirePositions: [...profile.tirePositions],
    mountedTires: tiresOn(profile.tirePositions, profile.tires.summer),
  };
}

/** The same tire at every position. The reference does not show stored tires: they are taken to look like mounted ones. */
function tiresOn(positions: ObjectProfile["tirePositions"], id: number): MountedTire[] {
  const specifications = tireById(id);
  return positions.map((position) => ({
    ...position,
    ...(specifications === undefined ? {} : { specifications }),
    lastMeasuredProfileDepth: 6.5,
  }));
}
