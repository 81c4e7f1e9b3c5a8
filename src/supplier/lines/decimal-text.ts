import { RegInputError } from "../../errors/client-errors.js";
import { isDecimalText } from "../formats.js";

/** Dots between thousands look the same as three decimals: `1.000` is a thousand to some and one to the service. */
const thousands = /^-?[1-9]\d{0,2}\.\d{3}$/;

/**
 * A reading or a quantity as the service takes it: text with a dot for the decimals and nothing between thousands
 * (supplier-api.md §2.1). A number is written in full, without an exponent.
 *
 * @param form `signed`: whether it can be below zero. Default true
 * @throws RegInputError if it is no such number, or text that could be read in two ways, such as `1.000`
 */
export function decimalText(
  value: number | string,
  field: string,
  { signed = true }: { readonly signed?: boolean } = {},
): string {
  const text = typeof value === "number" ? written(value) : value;
  if (typeof text !== "string" || !isDecimalText(text)) {
    throw new RegInputError(
      field,
      "must be a number, or one as text with a dot for the decimals and nothing between thousands",
    );
  }
  if (typeof value === "string" && thousands.test(text)) {
    throw new RegInputError(
      field,
      "has three digits after the dot, which may be meant as thousands: give it as a number, or leave out zeros at the end",
    );
  }
  if (!signed && text.startsWith("-")) throw new RegInputError(field, "must not be below zero");
  return text;
}

/**
 * Checks that something can be counted: it is above zero.
 *
 * @param form `whole`: whether it has to be a whole number. Default false
 * @throws RegInputError if it is not
 */
export function checkCount(
  value: number | string | undefined,
  field: string,
  { whole = false }: { readonly whole?: boolean } = {},
): void {
  if (value === undefined) return;
  const count = Number(decimalText(value, field, { signed: false }));
  if (count === 0 || (whole && !Number.isInteger(count))) {
    throw new RegInputError(field, `must be a ${whole ? "whole " : ""}number above zero`);
  }
}

/** The digits that name a number, moved to where its exponent has them. */
function written(value: number): string {
  if (Number.isInteger(value)) return String(BigInt(value));
  const [, sign = "", first = "", rest = "", zeros] = /^(-?)(\d)\.?(\d*)e-(\d+)$/.exec(String(value)) ?? [];
  return zeros === undefined ? String(value) : `${sign}0.${"0".repeat(Number(zeros) - 1)}${first}${rest}`;
}
