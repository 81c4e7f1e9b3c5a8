/** Numbers that look random and are the same for the same seed. */
export interface SeededRandom {
  /** So many hexadecimal digits. */
  hex(digits: number): string;
  /** A version 4 UUID. */
  uuid(): string;
}

/** Where a generator stands: plain data, so that a snapshot can hold it. */
export interface RandomCell {
  position: number;
}

/** The cell of a generator that has not been used. */
export const firstCell = (seed: number): RandomCell => ({ position: seed >>> 0 });

/** Makes a generator of its own. */
export const seededRandom = (seed: number): SeededRandom => randomFrom(firstCell(seed));

/** Makes a generator (mulberry32) that goes on from a cell. Good for ids, never for secrets. */
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

/** A vehicle as a lessor's client registered it, with its related data by kind. */
export interface RegisteredVehicle {
  body: unknown;
  readonly related: Map<RelatedKind, unknown>;
}

/** Vehicles by client id and license plate: no client sees those of another (assumed). */
export type RegisteredVehicles = Map<string, Map<string, RegisteredVehicle>>;

/** Debit for what was approved; credit for what was invoiced; discount on a damage, which some lessors require. */
export type InvoiceKind = "debit" | "credit" | "discount";

/**
 * The form of service levels. The reference shows none of their fields (supplier-api.md §2.7): apart from the names
 * of the categories and what §4.4 says they hold, everything here is made up.
 */

/** The categories of a service level. */
export const categoryNames = ["repairAndMaintenance", "tires", "rentalVehicle"] as const;

/** A category of a service level. */
export type CategoryName = (typeof categoryNames)[number];

/** What a category holds; preferred makes and discounts are for tires only. */
export const partNames = ["rates", "preferredMakes", "discounts"] as const;

/** A part of a category. */
export type PartName = (typeof partNames)[number];

/** What a component costs. */
export interface ComponentRate {
  readonly regCode: string;
  /** In euros. */
  readonly price: number;
  /** For objects of this category only. Left out: for all that have no rate of their own. */
  readonly objectTypeCategory?: string;
}

/** What a rental vehicle costs a day. */
export interface RentalRate {
  readonly rentalClass: string;
  /** In euros. */
  readonly price: number;
  /** Whether it is the rate for the estate variant. Default false. */
  readonly forEstate?: boolean;
}

/** What is taken off the price of tires of a make. */
export interface TireDiscount {
  readonly makeCode: string;
  readonly percentage: number;
}

/** A value of a service level; a text is the code of a preferred make. */
export type ServiceLevelValue = ComponentRate | RentalRate | TireDiscount | string;

/** Values that change on a date. That no more than one change can be ahead is assumed. */
export interface Timed {
  readonly current?: readonly ServiceLevelValue[];
  /** What takes the place of the current values, from the beginning of a date in Amsterdam. */
  readonly future?: { readonly validFrom: string; readonly values: readonly ServiceLevelValue[] };
}

/** The values of a category. */
export type Category = { readonly [name in PartName]?: Timed };

/** The values of a service level. What is left out has no values. */
export type Categories = { readonly [name in CategoryName]?: Category };

/** Whom an agreement is for. No two agreements of a supplier have the same (supplier-api.md §1). */
export interface Parties {
  /** The numbers of lessors; at least one. */
  readonly lessors: readonly number[];
  /** The codes of dealerships; none: vehicles of every make. */
  readonly dealerships: readonly string[];
}

/** A service level agreement as the sandbox keeps it. */
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
