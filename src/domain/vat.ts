import { isWholeCents, toCents, toEuros } from "../base/money.js";
import { RegInputError } from "../errors/errors.js";

/**
 * Calculates the VAT of an amount, in euros and whole cents, rounded half away from zero: a credit has the VAT of its
 * debit, below zero. That the service rounds so is assumed, because the reference shows no rule. It is calculated in
 * whole numbers, never in floating point.
 *
 * @param total in euros and whole cents, excluding VAT; below zero for a credit or a discount
 * @param percentage from 0 to 100, with two decimals at most, such as 21 or 5.5
 * @throws RegInputError with the field `total` or `percentage`
 *
 * @example
 * vatOf(129.5, 21); // 27.2
 * vatOf(-129.5, 21); // -27.2
 */
export function vatOf(total: number, percentage: number): number {
  if (typeof total !== "number" || !isWholeCents(total))
    throw new RegInputError("total", "must be a number of euros in whole cents");
  if (!isPercentage(percentage)) throw new RegInputError("percentage", percentageMust);
  return vatLineOf(total, percentage).amount;
}

/** What a percentage must be, for messages. */
export const percentageMust = "must be a number from 0 to 100 with two decimals at most";

/** Whether a value is a percentage of VAT. */
export function isPercentage(value: unknown): value is number {
  return typeof value === "number" && isWholeCents(value) && value >= 0 && value <= 100;
}

/** The VAT line for all of a total. The names of its fields are assumed: the reference shows none. */
export function vatLineOf(total: number, percentage: number) {
  const exact = exactVat(total, percentage);
  const cents = Math.sign(exact) * Math.round(Math.abs(exact) / unitsPerCent);
  // Without the sign of a zero, which JSON does not have.
  return { percentage, base: total, amount: toEuros(cents) || 0 };
}

/** A ten-thousandth of a cent: a whole cent times a hundredth of a percent is a whole number of these. */
const unitsPerCent = 10_000;

const exactVat = (total: number, percentage: number) => toCents(total) * toCents(percentage);

/**
 * Whether an amount may be the VAT of a base: it is less than a cent from the exact VAT, as after rounding in any way.
 */
export function isVatOf(amount: number, base: number, percentage: number): boolean {
  return Math.abs(toCents(amount) * unitsPerCent - exactVat(base, percentage)) < unitsPerCent;
}
