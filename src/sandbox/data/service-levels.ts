import type { ServiceLevels } from "../model.js";
import type { ComponentRole } from "./component-model.js";
import { components } from "./components.js";
import { rentalClasses } from "./organisations.js";

/** A component for which a service level can have a rate. */
export interface RateComponent {
  readonly regCode: string;
  readonly description: string;
}

/** The components with repair and maintenance rates; which they are is made up. */
export const repairAndMaintenanceComponents: readonly RateComponent[] = rateComponents("work");

/** The rates that a service level can have for tires; which they are is made up. */
export const allowedTireRates: readonly RateComponent[] = rateComponents("tire");

/** The rates that a service level can have for rental vehicles: one for each class and estate variant. Made up. */
export const allowedRentalVehicleRates = rentalClasses.flatMap(({ code, description, hasEstateVariant }) => {
  const rate = { rentalClass: code, description, forEstate: false };
  return hasEstateVariant ? [rate, { ...rate, forEstate: true }] : [rate];
});

/** The components of a role that have a price, and their subcomponents that have one; each code once. */
function rateComponents(wanted: ComponentRole): RateComponent[] {
  const priced = components
    .filter(({ role }) => role === wanted)
    .flatMap((component) => [component, ...(component.subcomponents ?? [])])
    .filter(({ requiredFields }) => requiredFields.includes("Price"));
  const byCode = new Map(priced.map(({ regCode, description = "" }) => [regCode, { regCode, description }]));
  return [...byCode.values()];
}

/** The service levels of every supplier, until it changes them; all values are made up. */
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
