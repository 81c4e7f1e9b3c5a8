import { componentCodes } from "../../domain/vocabulary.js";
import type { ComponentRole } from "./component-model.js";
import { components } from "./components.js";
import { rentalClasses } from "./organisations.js";

/**
 * The types of service levels, their initial values, and the rates that they can have (supplier-api.md §2.7, §4.4).
 * Apart from the names of the categories, the reference shows neither fields nor values, so all of them are made up.
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

/** The service levels of every supplier until it changes them. */
export const initialServiceLevels: ServiceLevels = {
  default: {
    repairAndMaintenance: { rates: { current: [{ regCode: "1101", price: 129.5 }] } },
    tires: {
      rates: { current: [{ regCode: componentCodes.tireSwap, price: 48 }] },
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

/** The categories of a service level. */
export const categoryNames = ["repairAndMaintenance", "tires", "rentalVehicle"] as const;

/** A category of a service level. */
export type CategoryName = (typeof categoryNames)[number];

/** The parts of a category; preferred makes and discounts exist for tires only. */
export const partNames = ["rates", "preferredMakes", "discounts"] as const;

/** A part of a category. */
export type PartName = (typeof partNames)[number];

/** The price of a component. */
export interface ComponentRate {
  readonly regCode: string;
  /** In euros. */
  readonly price: number;
  /** The rate applies to objects of this category only. Omitted: to all categories without a rate. */
  readonly objectTypeCategory?: string;
}

/** A value of a service level: a rate, a discount, or as a text the code of a preferred make. */
export type ServiceLevelValue = ComponentRate | Readonly<Record<string, unknown>> | string;

/** Values that change on a date. That at most one future change exists is assumed. */
export interface Timed {
  readonly current?: readonly ServiceLevelValue[];
  /** The values that replace the current ones, from the start of a date in Amsterdam. */
  readonly future?: { readonly validFrom: string; readonly values: readonly ServiceLevelValue[] };
}

/** The values of a category. */
export type Category = { readonly [name in PartName]?: Timed };

/** The values of a service level. An omitted category has no values. */
export type Categories = { readonly [name in CategoryName]?: Category };

/** The parties of an agreement. No two agreements of a supplier have the same parties (supplier-api.md §1). */
export interface Parties {
  /** The numbers of lessors; at least one. */
  readonly lessors: readonly number[];
  /** The codes of dealerships; an empty list covers vehicles of every make. */
  readonly dealerships: readonly string[];
}

/** A service level agreement as the sandbox stores it. */
export interface Agreement extends Parties {
  readonly id: string;
  readonly categories: Categories;
}

/** The service levels of one supplier. */
export interface ServiceLevels {
  readonly default: Categories;
  /** Oldest first. */
  readonly agreements: readonly Agreement[];
}
