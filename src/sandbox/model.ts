import type { JsonSchema } from "../generated/bodies.js";

/** The two APIs that the sandbox simulates. */
export type Api = "supplier" | "lessor";

/** A generator of random-looking values that are the same for the same seed. */
export interface SeededRandom {
  /** The given number of hexadecimal digits. */
  hex(digits: number): string;
  /** A version 4 UUID. */
  uuid(): string;
}

/** The state of a generator: plain data, so that a snapshot can contain it. */
export interface RandomCell {
  position: number;
}

/** The state of an unused generator. */
export const firstCell = (seed: number): RandomCell => ({ position: seed >>> 0 });

/** Creates a generator with its own state. */
export const seededRandom = (seed: number): SeededRandom => randomFrom(firstCell(seed));

/** Creates a generator (mulberry32) that continues from a state. It is suitable for ids, never for secrets. */
export function randomFrom(cell: RandomCell): SeededRandom {
  const next = () => {
    cell.position = (cell.position + 0x6d2b79f5) >>> 0;
    const { position } = cell;
    let mixed = Math.imul(position ^ (position >>> 15), position | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const hex = (digits: number) => {
    let text = "";
    while (text.length < digits) text += next().toString(16).padStart(8, "0");
    return text.slice(0, digits);
  };
  const uuid = () =>
    hex(32).replace(
      /^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/,
      (_, a, b, c, d, e) => `${a}-${b}-4${c}-8${d}-${e}`,
    );
  return { hex, uuid };
}

/** Checks a value against a schema of an API's OpenAPI document; returns the issues. */
export type CheckSchema = (api: Api, schema: JsonSchema, value: unknown) => readonly SchemaIssue[];

/** A difference between a value and its schema. */
export interface SchemaIssue {
  /** The place in the value. */
  readonly path: readonly PropertyKey[];
  /** The problem, such as `must be of type string`; it never contains the value, which may be personal. */
  readonly problem: string;
  /** Whether a required property is missing. Default false. */
  readonly isMissing?: boolean;
}

/** The kinds of related data of a vehicle, by their names on the client (lessor-api.md §2). */
export const relatedKinds = [
  "contractTires",
  "currentTire",
  "lastMaintenance",
  "mileages",
  "routings",
  "extraTireSet",
  "purchasedTires",
] as const;

/** A kind of related data of a vehicle. */
export type RelatedKind = (typeof relatedKinds)[number];

/**
 * The following types describe service levels. The reference shows none of their fields (supplier-api.md §2.7): apart
 * from the names of the categories and the contents that §4.4 mentions, everything here is made up.
 */

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

/** The price of a rental vehicle per day. */
export interface RentalRate {
  readonly rentalClass: string;
  /** In euros. */
  readonly price: number;
  /** Whether the rate is for the estate variant. Default false. */
  readonly forEstate?: boolean;
}

/** The discount on the price of tires of a make. */
export interface TireDiscount {
  readonly makeCode: string;
  readonly percentage: number;
}

/** A value of a service level; a text is the code of a preferred make. */
export type ServiceLevelValue = ComponentRate | RentalRate | TireDiscount | string;

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
