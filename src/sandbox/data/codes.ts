import type { CodedValue, LineOperation } from "../../generated/supplier/models.js";
import type { FieldName } from "./allowed-component.js";

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
