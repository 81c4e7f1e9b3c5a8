import { toEuros } from "../amounts.js";
import { ruleViolation, type Violation } from "../violation.js";

/** Whether a value is what JSON calls an object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value can be the number of a supplier, whose type is not shown: a text, or an integer. */
export function isSupplierNumber(value: unknown): value is string | number {
  return typeof value === "string" || Number.isSafeInteger(value);
}

/** Whether a value can be an amount in euros. */
export function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

/** Whole cents as euros with two decimals. */
export const inEuros = (cents: number): string => toEuros(cents).toFixed(2);

/** A field that every invoice has is not there. */
export function missing(fieldName: string): Violation {
  return ruleViolation(
    "RULE-REQUIRED",
    fieldName,
    `${fieldName} is missing: every invoice has it. Fill it in.`,
  );
}

/** A field has another type or form than it must have. The value is not told: it may be personal. */
export function malformed(fieldName: string, form: string): Violation {
  return ruleViolation("RULE-INVALID", fieldName, `${fieldName} must be ${form}. Correct it.`);
}
