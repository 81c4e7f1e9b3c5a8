import { componentCodes } from "../../domain/vocabulary.js";
import type { AllowedTireCosts } from "../../generated/supplier/models.js";
import {
  type CatalogueComponent,
  type CatalogueSubcomponent,
  coded,
  fields,
  operations,
  priced,
  reasons,
} from "./component-model.js";

/**
 * The catalogue of tire components and their subcomponents (supplier-api.md §2.3, §2.6). The codes 3101, 3156 and 3196
 * to 3199 are the service's own; all others, and the vehicles on which components are allowed, are made up.
 */

const tire: CatalogueSubcomponent = {
  regCode: componentCodes.tire,
  description: "Tire",
  ...fields(["RegCode", "Part", "Price"], ["Value"]),
};

/** Creates a surcharge or a cost, which has neither operation nor reason. */
const cost = (
  regCode: string,
  description: string,
  tireCost: keyof AllowedTireCosts,
  more: Pick<CatalogueSubcomponent, "when" | "notWith" | "onlyWith"> = {},
): CatalogueSubcomponent => ({
  regCode,
  description,
  ...fields(["RegCode", "Price"]),
  ...more,
  when: { tireCost, ...more.when },
});

const disposed = (regCode: string, description: string): CatalogueSubcomponent => ({
  regCode,
  description,
  operation: operations.dispose,
  reasons: [reasons.worn, reasons.defective, reasons.driedOut],
  ...fields(coded, ["Value"]),
});

const disposedFromStorage = disposed("3152", "Disposed tire from storage");
const disposedUnmounted = disposed("3153", "Disposed unmounted tire");
/** Creates the fee for the disposal of a tire, which needs one of these subcomponents beside it. */
const disposalFee = (...onlyWith: string[]) =>
  cost(componentCodes.tireDisposalFee, "Tire disposal fee", "tireDisposalFee", { onlyWith });
const wheelBalance = cost("3160", "Wheel balance", "wheelBalance");
const wheelExchange = cost("3161", "Wheel exchange", "wheelExchange");
const nitrogen = cost("3162", "Surcharge nitrogen", "surchargeNitrogen");
const largeRim = cost("3163", "Surcharge large rim", "surchargeLargeRim", { when: { rimFrom: 18 } });
const truckTire = cost("3164", "Surcharge truck tire", "surchargeTruckTire", {
  when: { categories: ["Truck"] },
});

const { worn, defective, season, puncture } = reasons;

/** The tire components. */
export const tireComponents: readonly CatalogueComponent[] = [
  {
    role: "tire",
    regCode: componentCodes.tireReplacement,
    description: "Tire replacement",
    operation: operations.replace,
    reasons: [worn, defective],
    ...fields([...priced, "Location"]),
    places: "tires",
    when: { permission: "tireReplace" },
    subcomponents: [
      { ...tire, required: true },
      disposedUnmounted,
      disposalFee("3153"),
      wheelBalance,
      nitrogen,
      largeRim,
      truckTire,
      cost("3165", "Surcharge run on flat", "surchargeRunOnFlat"),
      cost("3166", "Handling cost lessor stock", "handlingCostLessorStock", { notWith: ["3167"] }),
      cost("3167", "Handling cost third party tire", "handlingCostThirdPartyTire", { notWith: ["3166"] }),
    ],
  },
  {
    role: "tire",
    regCode: componentCodes.tireSwap,
    description: "Tire swap",
    operation: operations.swap,
    reasons: [season],
    ...fields(priced),
    when: { permission: "tireSwap" },
    subcomponents: [
      {
        regCode: "3151",
        description: "Swap tire at position",
        ...fields(["RegCode", "Location"]),
        places: "tires",
        required: true,
        repeats: true,
      },
      { ...disposedFromStorage, repeats: true, when: { storedTires: true } },
      { ...disposedUnmounted, repeats: true },
      disposalFee("3152", "3153"),
      cost("3157", "Tire storage costs", "tireStorageCosts"),
      cost("3158", "Tire transport costs", "tireTransportCosts"),
      wheelBalance,
      largeRim,
      truckTire,
      cost("3168", "Surcharge mobile service", "surchargeMobileService"),
      cost("3172", "Tirematch", "tirematch"),
    ],
  },
  {
    role: "tire",
    regCode: componentCodes.tirePurchaseWithoutMounting,
    description: "Tire purchase without mounting",
    operation: operations.supply,
    reasons: [worn, defective],
    ...fields(coded, ["Price"]),
    when: { permission: "tirePurchaseWithoutMounting" },
    subcomponents: [
      { ...tire, required: true, repeats: true },
      cost("3169", "Delivery fee to dealer", "deliveryFeeToDealer"),
    ],
  },
  {
    role: "tire",
    regCode: componentCodes.tireOperations,
    description: "Tire operations",
    operation: operations.repair,
    reasons: [worn, puncture],
    ...fields(priced, ["Location"]),
    places: "tires",
    when: { permission: "tires" },
    subcomponents: [
      wheelBalance,
      wheelExchange,
      nitrogen,
      cost("3170", "Tire trim", "tireTrim"),
      cost("3171", "Tire regroove", "tireRegroove", { when: { categories: ["Truck"] } }),
    ],
  },
];
