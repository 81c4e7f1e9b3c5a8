import type { ServiceLevels } from "../model.js";
import type { ComponentRole } from "./component-model.js";
import { components } from "./components.js";
import { rentalClasses } from "./organisations.js";

/**
 * The initial service levels, and the rates that service levels can have (supplier-api.md §2.7, §4.4). The reference shows
 * none of their values, so all of them are made up.
 */

/** A component that can have a rate. */
export interface RateComponent {
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

/** The service levels of every supplier until it changes them. */
export const initialServiceLevels: ServiceLevels = {
  default: {
    repairAndMaintenance: { rates: { current: [{ regCode: "1101", price: 129.5 }] } },
    tires: {
      rates: { current: [{ regCode: "3199", price: 48 }] },
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
