import { toCents, toEuros } from "../../../values/amounts.js";

/** Whether a value can be the number of a supplier, whose type is not shown: a text, or an integer. */
export function isSupplierNumber(value: unknown): value is string | number {
  return typeof value === "string" || Number.isSafeInteger(value);
}

/** Whether a value can be an amount in euros. */
export function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

/** An amount of euros in whole cents; undefined for what is none. */
export function centsOf(euros: unknown): number | undefined {
  return isAmount(euros) ? toCents(euros) : undefined;
}

/** Whole cents as euros with two decimals. */
export const inEuros = (cents: number): string => toEuros(cents).toFixed(2);
