import type {
  AllowedComponent,
  AllowedTireCosts,
  CodedValue,
  LineOperation,
} from "../../generated/supplier/models.js";
import type { ObjectTypeCategory } from "./vehicles.js";

/** What a line can be about, as the sandbox must know it. */
export type ComponentRole = "reading" | "work" | "tire" | "rental" | "damage";

/** A kind of work that the lessor allows a supplier or not (supplier-api.md §2.5, `supplierContract`). */
export type Permission =
  | "repairAndMaintenance"
  | "tires"
  | "tireSwap"
  | "tireReplace"
  | "tirePurchaseWithoutMounting"
  | "rentalVehicle"
  | "damage";

/** On which vehicles a component is allowed. What is left out does not matter. */
export interface Condition {
  readonly permission?: Permission;
  /** One of the contract's `allowedCosts` for tires. */
  readonly tireCost?: keyof AllowedTireCosts;
  /** One of the contract's `allowedCosts` for rental vehicles. */
  readonly rentalCost?: "deliveryCosts" | "pickupCosts" | "fuelServiceCosts";
  readonly categories?: readonly ObjectTypeCategory[];
  readonly makes?: readonly string[];
  /** Only where `componentsWithDamageAllowed` is true. */
  readonly withDamage?: true;
  /** Only where a set of tires for the swap is in storage. */
  readonly storedTires?: true;
  /** Only with a mounted tire of at least this diameter of the rim, in inches. */
  readonly rimFrom?: number;
}

/** A field of a line. The last three are made up: the reference has seen the others only. */
export type FieldName = "RegCode" | "Operation" | "Reason" | "Price" | "Value" | "Location" | "Part";

/** Where a component can be: at a tire, on an axle, or on a side of the vehicle. */
export type Places = "tires" | "axles" | "sides";

interface Entry extends Pick<AllowedComponent, "description"> {
  readonly regCode: string;
  readonly reasons?: CodedValue[];
  readonly requiredFields: FieldName[];
  readonly optionalFields: FieldName[];
  /** Left out where no location is permitted. */
  readonly places?: Places;
  /** Whether there may be several of it. Default false. */
  readonly repeats?: true;
  readonly when?: Condition;
}

/** A subcomponent that a component can have. */
export interface CatalogueSubcomponent extends Entry {
  readonly operation?: LineOperation;
  /** Whether approval needs it. Default false. */
  readonly required?: true;
  /** The codes beside which it cannot be. */
  readonly notWith?: readonly string[];
  /** The codes of which it needs one beside it. */
  readonly onlyWith?: readonly string[];
}

/** A component of the catalogue. */
export interface CatalogueComponent extends Entry {
  readonly operation: LineOperation;
  readonly reasons: CodedValue[];
  readonly role: ComponentRole;
  /** What it can consist of; nothing else is allowed in it. */
  readonly subcomponents?: readonly CatalogueSubcomponent[];
}

const operation = (code: string, description: string): LineOperation => ({ code, description });
const reason = (code: string, description: string): CodedValue => ({ code, description });

/** What can be done. The code 19 is the service's own (supplier-api.md §2.3), all others are made up. */
export const operations = {
  read: operation("19", "Read"),
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

/** Why it is done. The codes 38 and 99 are the service's own (supplier-api.md §2.3), all others are made up. */
export const reasons = {
  worn: reason("10", "Worn"),
  defective: reason("11", "Defective"),
  interval: reason("20", "Interval"),
  legal: reason("21", "Legal inspection"),
  season: reason("30", "Season"),
  puncture: reason("31", "Puncture"),
  driedOut: reason("38", "Dried out"),
  collision: reason("60", "Collision"),
  parking: reason("61", "Parking damage"),
  stoneChip: reason("62", "Stone chip"),
  inWorkshop: reason("70", "Vehicle in workshop"),
  reading: reason("99", "Reading"),
} as const;

/** The fields of a line that approval needs, and those that it may have. */
export const fields = (required: readonly FieldName[], optional: readonly FieldName[] = []) => ({
  requiredFields: [...required],
  optionalFields: [...optional],
});

/** What every line needs. */
export const coded = ["RegCode", "Operation", "Reason"] as const;

/** What every line with a price needs. */
export const priced = [...coded, "Price"] as const;
