import type { AllowedTireCosts } from "../../generated/supplier/models.js";
import type { CatalogueSubcomponent } from "./allowed-component.js";
import { coded, fields, operations, reasons } from "./codes.js";

/** The tire itself. */
export const tire: CatalogueSubcomponent = {
  regCode: "3101",
  description: "Tire",
  ...fields(["RegCode", "Part", "Price"], ["Value"]),
};

/** A surcharge or a cost, which has neither operation nor reason. */
export const cost = (
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

/** A tire that was in storage. */
export const disposedFromStorage = disposed("3152", "Disposed tire from storage");
/** A tire that came off the vehicle. */
export const disposedUnmounted = disposed("3153", "Disposed unmounted tire");
/** The fee for disposing of a tire, which needs one of these beside it. */
export const disposalFee = (...onlyWith: string[]) =>
  cost("3156", "Tire disposal fee", "tireDisposalFee", { onlyWith });
/** Balancing the wheels. */
export const balance = cost("3160", "Wheel balance", "wheelBalance");
/** Exchanging wheels. */
export const exchange = cost("3161", "Wheel exchange", "wheelExchange");
/** Filling with nitrogen. */
export const nitrogen = cost("3162", "Surcharge nitrogen", "surchargeNitrogen");
/** Rims that are large. */
export const largeRim = cost("3163", "Surcharge large rim", "surchargeLargeRim", { when: { rimFrom: 18 } });
/** Tires of trucks. */
export const truckTire = cost("3164", "Surcharge truck tire", "surchargeTruckTire", {
  when: { categories: ["Truck"] },
});
