import type { AllowedTireCosts, Contract, LeaseContract } from "../../generated/supplier/models.js";
import type { ObjectProfile } from "./object-types.js";

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
export const supplierContract: Contract["supplierContract"] = {
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
export function leaseContract(startDate: string, { rentalClass, tires }: ObjectProfile): LeaseContract {
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
