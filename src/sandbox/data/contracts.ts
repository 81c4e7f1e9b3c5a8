import { isObject } from "../../base/json.js";
import type {
  AllowedTireCosts,
  Contract,
  ContractVehicle,
  LeaseContract,
  MountedTire,
} from "../../generated/supplier/models.js";
import { dealerships } from "./organisations.js";
import { tireById } from "./tires.js";
import { type DeepPartial, type ObjectProfile, objectProfiles, objectTypes, type SandboxVehicle } from "./vehicles.js";

/**
 * The contracts of the sandbox's vehicles (supplier-api.md §2.5). Amounts, hours and texts are made up; so are the
 * types of the fields that the OpenAPI document marks as assumed.
 */

/** A vehicle with all properties set, except its sublessor, its object type and the overrides of its contract. */
type SettledVehicle = {
  readonly [Name in Exclude<keyof SandboxVehicle, "sublessorCode" | "objectType" | "contract">]-?: NonNullable<
    SandboxVehicle[Name]
  >;
} & Pick<SandboxVehicle, "objectType" | "contract">;

/** Returns the contract of a vehicle: the default contract, with the vehicle's overrides merged into it. */
export function contractOf(vehicle: SettledVehicle, lessorName: string): Contract {
  const { objectType = "PC", leaseStart, contract: own } = vehicle;
  const profile = objectProfiles[objectType];
  const lease = mergeDeep(leaseContract(leaseStart, profile), own?.leaseContract);
  return {
    isActive: vehicle.active,
    componentsWithDamageAllowed: vehicle.damageAllowed,
    vehicle: mergeDeep<ContractVehicle>(
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
    supplierContract: mergeDeep(supplierContract, own?.supplierContract),
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

/** Puts the same tire at every position. Stored tires are assumed to have the fields of mounted ones. */
function tiresOn(positions: ObjectProfile["tirePositions"], id: number): MountedTire[] {
  const specifications = tireById(id);
  return positions.map((position) => ({
    ...position,
    ...(specifications === undefined ? {} : { specifications }),
    lastMeasuredProfileDepth: 6.5,
  }));
}

function leaseContract(startDate: string, { rentalClass, tires }: ObjectProfile): LeaseContract {
  const classes = rentalClass === undefined ? [] : [{ ...rentalTerms, rentalClass }];
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
      // The reference mentions a counterpart of these hours without naming it: this name is assumed, so it is not in
      // the type.
      ...{ rentalHoursChargedToLesseeForDamage: 24 },
      ...(rentalClass === undefined ? {} : { rentalClass }),
      fuelType: "E",
      surchargeEstate: false,
      surchargeAutomaticTransmission: false,
      extensionCommentRequired: false,
      remark: "Up to the class in the contract.",
      rentalClassesInContract: classes,
      rentalClassesNotInContract: [{ ...rentalTerms, rentalClass: "E", freeKilometrage: 0 }],
    },
    damage: { remarks: "Send photos of the damage." },
  };
}

const rentalTerms = { fuelType: "E", forEstate: false, freeKilometrage: 100 };

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

/** The link of every category in a stored contract; a response replaces it by the level that applies. */
export const defaultServiceLevelHref = "/v2/servicelevel/default";

const serviceLevel = { href: defaultServiceLevelHref };

const supplierContract: Contract["supplierContract"] = {
  repairAndMaintenance: { allowed: true, serviceLevel },
  tires: {
    tireSwapAllowed: true,
    tireReplaceAllowed: true,
    tirePurchaseWithoutMountingAllowed: false,
    usedTiresAllowed: false,
    // The reference does not show the types of this field and of the fields below that are marked as assumed.
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

/** Merges a part into a whole: records are merged, all other values (lists too) are replaced. Neither is changed. */
export function mergeDeep<T extends object>(whole: T, part: DeepPartial<NoInfer<T>> | undefined): T {
  const result = { ...whole };
  for (const [name, value] of Object.entries(part ?? {})) {
    const before: unknown = Reflect.get(whole, name);
    if (value !== undefined)
      Reflect.set(result, name, isObject(before) && isObject(value) ? mergeDeep(before, value) : value);
  }
  return result;
}
