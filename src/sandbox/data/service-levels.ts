import { componentCodes } from "../../domain/vocabulary.js";
import type { ComponentRole } from "./component-model.js";
import { components } from "./components.js";
import { rentalClasses } from "./organisations.js";

/**
 * The initial service levels, and the rates that they can have (supplier-api.md §2.7, §4.4). Apart from the names of
 * the categories, the reference shows neither fields nor values, so all of them are made up.
 */

interface RateComponent {
  readonly regCode: string;
  readonly description: string;
}

/** The components that can have repair and maintenance rates. */
export const repairAndMaintenanceComponents: readonly RateComponent[] = rateComponents("work");

/** The components that can have rates for tires. */
export const allowedTireRates: readonly RateComponent[] = rateComponents("tire");

/** The possible rates for rental vehicles: one for each class, and one for each estate variant. */
export const allowedRentalVehicleRates = rentalClasses.flatMap(({ code, description, hasEstateVariant }) => {
  const rate = { rentalClass: code, description, forEstate: false };
  return hasEstateVariant ? [rate, { ...rate, forEstate: true }] : [rate];
});

/** Returns the components and subcomponents of a role that require a price; each code once. */
function rateComponents(role: ComponentRole): RateComponent[] {
  const priced = components
    .filter((component) => component.role === role)
    .flatMap((component) => [component, ...(component.subcomponents ?? [])])
    .filter(({ requiredFields }) => requiredFields.includes("Price"));
  const byCode = new Map(priced.map(({ regCode, description = "" }) => [regCode, { regCode, description }]));
  return [...byCode.values()];
}

/** The categories of a service level. */
export const categoryNames = ["repairAndMaintenance", "tires", "rentalVehicle"] as const;

/** A category of a service level. */
export type CategoryName = (typeof categoryNames)[number];

/**
 * The default or an agreement, with all fields that the supplier has sent. Those of a category have `current` values,
 * and perhaps `future` ones, `{ validFrom, values }`, which replace them when that day begins in Amsterdam. An agreement
 * has an `id`, the numbers of its `lessors`, and perhaps the codes of `dealerships`.
 */
export type ServiceLevel = Readonly<Record<string, unknown>>;

/** The service levels of one supplier. */
export interface ServiceLevels {
  readonly default: ServiceLevel;
  /** Oldest first. */
  readonly agreements: readonly ServiceLevel[];
}

/** The service levels of every supplier until it changes them. */
export const initialServiceLevels: ServiceLevels = {
  default: {
    repairAndMaintenance: { rates: { current: [{ regCode: "1101", price: 129.5 }] } },
    tires: {
      rates: {
        current: [
          { regCode: componentCodes.tireSwap, price: 48 },
          { regCode: componentCodes.tireDisposalFee, price: 3.5 },
        ],
      },
      preferredMakes: { current: ["10"] },
      discounts: { current: [{ makeCode: "10", percentage: 15 }] },
    },
    rentalVehicle: {
      rates: {
        current: [
          { rentalClass: "A", price: 39.5 },
          { rentalClass: "C", price: 59 },
          { rentalClass: "C", price: 64, forEstate: true },
        ],
      },
    },
  },
  agreements: [],
};
