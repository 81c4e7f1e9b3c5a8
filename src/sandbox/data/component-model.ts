import { driedOutReason, readingCodes } from "../../domain/vocabulary.js";
import type { AllowedComponent, AllowedTireCosts, CodedValue, LineOperation } from "../../generated/supplier/models.js";
import type { ObjectTypeCategory } from "./vehicles.js";

/**
 * The types and the codes from which the catalogues of components are built (supplier-api.md §2.3, §2.6). The reference
 * shows only some codes; each table says which codes are the service's own.
 */

/** The subject of a line, as far as the sandbox's rules depend on it. */
export type ComponentRole = "reading" | "work" | "tire" | "rental" | "damage";

/** A kind of work that a contract allows or forbids (supplier-api.md §2.5, `supplierContract`). */
export type Permission =
  | "repairAndMaintenance"
  | "tires"
  | "tireSwap"
  | "tireReplace"
  | "tirePurchaseWithoutMounting"
  | "rentalVehicle"
  | "damage";

/** The vehicles on which a component is allowed. Properties that are left out are not checked. */
export interface Condition {
  readonly permission?: Permission;
  /** One of the contract's `allowedCosts` for tires. */
  readonly tireCost?: keyof AllowedTireCosts;
  /** One of the contract's `allowedCosts` for rental vehicles. */
  readonly rentalCost?: "deliveryCosts" | "pickupCosts" | "fuelServiceCosts";
  readonly categories?: readonly ObjectTypeCategory[];
  readonly makes?: readonly string[];
  /** Only if the contract's `componentsWithDamageAllowed` is true. */
  readonly withDamage?: true;
  /** Only if a set of tires for the swap is in storage. */
  readonly storedTires?: true;
  /** Only if a mounted tire has a rim of at least this diameter, in inches. */
  readonly rimFrom?: number;
}

/** A field of a line. The last three are assumed; the reference shows the others. */
type FieldName = "RegCode" | "Operation" | "Reason" | "Price" | "Value" | "Location" | "Part";

/** The kind of location of a component: a tire, an axle, or a side of the vehicle. */
export type Places = "tires" | "axles" | "sides";

interface Entry extends Pick<AllowedComponent, "description"> {
  readonly regCode: string;
  readonly reasons?: CodedValue[];
  readonly requiredFields: FieldName[];
  readonly optionalFields: FieldName[];
  /** Left out if no location is permitted. */
  readonly places?: Places;
  /** Whether a request or a line can have it several times. Default false. */
  readonly repeats?: true;
  readonly when?: Condition;
}

/** A subcomponent of a component. */
export interface CatalogueSubcomponent extends Entry {
  readonly operation?: LineOperation;
  /** Whether approval requires it. Default false. */
  readonly required?: true;
  /** The codes of subcomponents that exclude it. */
  readonly notWith?: readonly string[];
  /** The codes of subcomponents of which it needs at least one. */
  readonly onlyWith?: readonly string[];
}

/** A component of the catalogue. */
export interface CatalogueComponent extends Entry {
  readonly operation: LineOperation;
  readonly reasons: CodedValue[];
  readonly role: ComponentRole;
  /** The subcomponents that it can have. */
  readonly subcomponents?: readonly CatalogueSubcomponent[];
}

const operation = (code: string, description: string): LineOperation => ({ code, description });
const reason = (code: string, description: string): CodedValue => ({ code, description });

/** The operations. The code 19 is the service's own (supplier-api.md §2.3); all others are made up. */
export const operations = {
  read: operation(readingCodes.operation, "Read"),
  replace: operation("01", "Replace"),
  repair: operation("02", "Repair"),
  swap: operation("03", "Swap"),
  inspect: operation("05", "Inspect"),
  supply: operation("06", "Supply"),
  dispose: operation("07", "Dispose"),
  charge: operation("08", "Charge"),
  program: { ...operation("09", "Program"), type: { code: "1", description: "Software" } },
  rent: operation("40", "Rent"),
} as const;

/** The reasons. The codes 38 and 99 are the service's own (supplier-api.md §2.3); all others are made up. */
export const reasons = {
  worn: reason("10", "Worn"),
  defective: reason("11", "Defective"),
  interval: reason("20", "Interval"),
  legal: reason("21", "Legal inspection"),
  season: reason("30", "Season"),
  puncture: reason("31", "Puncture"),
  driedOut: reason(driedOutReason, "Dried out"),
  collision: reason("60", "Collision"),
  parking: reason("61", "Parking damage"),
  stoneChip: reason("62", "Stone chip"),
  inWorkshop: reason("70", "Vehicle in workshop"),
  reading: reason(readingCodes.reason, "Reading"),
} as const;

/** Creates the lists of the fields that approval requires, and of the fields that are optional. */
export const fields = (required: readonly FieldName[], optional: readonly FieldName[] = []) => ({
  requiredFields: [...required],
  optionalFields: [...optional],
});

/** The fields that every line needs. */
export const coded = ["RegCode", "Operation", "Reason"] as const;

/** The fields that every line with a price needs. */
export const priced = [...coded, "Price"] as const;
