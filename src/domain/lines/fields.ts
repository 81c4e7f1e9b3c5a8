import { toSortedJson } from "../../base/json.js";
import { isWholeCents } from "../../base/money.js";
import { findClose } from "../../base/similar-names.js";
import { isDecimalText, isGuid } from "../../base/text.js";
import { RegInputError } from "../../errors/errors.js";
import { optionalObject } from "../../errors/input.js";
import type { Violation } from "../../errors/problem.js";
import type { RuleId } from "../../errors/rules.js";
import { type Form, formValues, mustBe } from "../rules/violation.js";
import { componentCodes, isReadingCode, positionCodes, tireFields } from "../vocabulary.js";

/*
 * What the fields of a line must be: one check of each for all builders, whatever they make a line from. A builder that
 * knows the allowed component also checks what that allows.
 */

/** Maps a field of a line to the field in which the caller gave it, for error messages. */
export type FieldOf = (name: string) => string;

/** Returns the form that a value must have, if it does not have it. */
type Check = (value: unknown) => Form | undefined;

/** A check for each field of the details of a builder: the compiler reports a field that has none. */
export type FieldsOf<Details> = { readonly [Name in keyof Details]-?: Check };

const formed =
  (expected: Form, holds: (value: unknown) => boolean): Check =>
  (value) =>
    holds(value) ? undefined : expected;

/** A text. */
export const text = formed("text", (value) => typeof value === "string");
/** A list. */
export const list = formed("list", Array.isArray);
/** A list with an entry. */
export const filledList = formed("filled-list", (value) => Array.isArray(value) && value.length > 0);
const codedValue = formed("coded-value", (value) => typeof Object(value).code === "string");
/** A tire with at least one field: other parts, such as `Base`, are rejected (supplier-api.md §2.4). */
export const aTire = formed("tire", (value) => {
  const { partType = "Tire", ...fields } = Object(value);
  return partType === "Tire" && tireFields.some(([name]) => (fields[name] ?? undefined) !== undefined);
});

const guid = formed("guid", (value) => typeof value === "string" && isGuid(value));
const boolean = formed("boolean", (value) => typeof value === "boolean");
const euros = formed("euros", (value) => typeof value === "number" && isWholeCents(value));
const codes = formed("position-codes", (value) => value === null || (Array.isArray(value) && !!positionCodes(value)));

/** A quantity above zero. */
export const aboveZero = numeric("decimal-above-zero", (count) => count > 0);
/** A whole quantity above zero. */
export const wholeAboveZero = numeric("integer-above-zero", (count) => count > 0 && Number.isInteger(count));
/** A fee in euros, or `true` for that of the service level. */
export const fee: Check = (value) => (value === true ? undefined : euros(value));
const fromZero = numeric("decimal-from-zero", () => true);
const wholeFromZero = numeric("integer-from-zero", Number.isInteger);

/** A dot between thousands looks the same as one before three decimals: the service reads `1.000` as one. */
const thousands = /^[1-9]\d{0,2}\.\d{3}$/;

/** A number that is not below zero, or such a number as text (supplier-api.md §2.1). */
function numeric(expected: Form, holds: (value: number) => boolean): Check {
  return (value) => {
    if (typeof value === "string" && thousands.test(value)) return "unambiguous-decimal";
    const digits = decimalText(value);
    return isDecimalText(digits) && !digits.startsWith("-") && holds(Number(digits)) ? undefined : expected;
  };
}

/** Writes a number as the service accepts it: in full, without an exponent. A text stays as it is. */
export function decimalText(value: unknown): string {
  if (typeof value !== "number") return typeof value === "string" ? value : "";
  if (Number.isInteger(value)) return String(BigInt(value));
  const [, sign = "", first = "", rest = "", zeros] = /^(-?)(\d)\.?(\d*)e-(\d+)$/.exec(String(value)) ?? [];
  return zeros === undefined ? String(value) : `${sign}0.${"0".repeat(Number(zeros) - 1)}${first}${rest}`;
}

/** The fields that all details have from which a line or a subcomponent is made. */
export const commonFields = {
  reason: text,
  /**
   * In whole cents, because arithmetic such as 0.1 + 0.2 has fractions of a cent. The reference shows no limits
   * (supplier-api.md §2.3), so a price below zero is accepted.
   */
  price: euros,
  damage: boolean,
  warranty: text,
  leniency: text,
  supplierCode: text,
};

/** A location is checked where the allowed component is known. */
export const location: Check = () => undefined;

/** That a value is not below zero is assumed. */
export const value = fromZero;

/** The fields that the details of a component have, unless a builder sets them. */
export const componentFields = { ...commonFields, value, location, part: aTire };

/** The fields that only the details of a line have. */
export const lineFields = { id: guid, operation: text, subcomponents: list };

/** The fields of a line or a subcomponent in the form that is sent. */
export const contentFields = {
  ...componentFields,
  id: guid,
  reg: codedValue,
  operation: codedValue,
  reason: codedValue,
  location: codes,
};

interface CheckContext {
  /** Default: the name itself. */
  readonly at?: FieldOf;
  /** How an error names the whole input. Default `details`. */
  readonly whole?: string;
  /** The code of the component, which decides about the fields of a reading. Default: that of other work. */
  readonly code?: string | undefined;
  /** What was read: a field that is the same there is accepted. Default: nothing. */
  readonly read?: readonly object[];
}

/**
 * Checks the fields of a line, a subcomponent, or the details of a builder.
 *
 * @throws RegInputError that names the first field that is unknown, or wrong
 */
export function checkFields(given: object, fields: Readonly<Record<string, Check>>, context: CheckContext = {}): void {
  const { at = (name) => name, whole = "details", code, read = [] } = context;
  const values = optionalObject(whole, given);
  for (const name of new Set([...Object.keys(fields), ...Object.keys(values)])) {
    const value = values[name];
    if (read.some((each) => Object.hasOwn(each, name) && isSame(Reflect.get(each, name), value))) continue;
    const field = at(name);
    const check = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (check === undefined) {
      const meant = findClose(name, Object.keys(fields));
      const hint = meant === undefined ? "" : `; did you mean ${at(meant)}?`;
      throw mistake(
        "field-unknown",
        field,
        `is not a field that it can have${hint}`,
        meant === undefined ? {} : { meant },
      );
    }
    if (value === undefined) continue;
    if (name === "price") checkPrice(values, code, field);
    checkField(value, field, name === "value" ? valueCheckOf(code) : check);
  }
}

/** @throws RegInputError if a reading has a price */
export function checkPrice({ price }: { readonly price?: unknown }, code: string | undefined, field: string): void {
  if (isReadingCode(code) && price !== undefined && price !== null)
    throw mistake("no-price", field, "must be left out: a reading has no price");
}

/** Whether two values have the same content: the options of a workflow are copies. */
const isSame = (one: unknown, other: unknown) =>
  one === other || (typeof one === "object" && toSortedJson(one) === toSortedJson(other));

/** @throws RegInputError if the value of a field does not have the form that it must have */
export function checkField(value: unknown, field: string, check: Check): void {
  const expected = check(value);
  if (expected !== undefined) throw invalidField(field, expected, value);
}

/** The check of the value of a component. That a mileage has no decimals is assumed. */
export function valueCheckOf(code: string | undefined): Check {
  return code === componentCodes.mileageReading ? wholeFromZero : fromZero;
}

/** What to do about some forms. Default: only what the form is. */
const problems: { readonly [Expected in Form]?: string } = {
  "position-codes": 'must be position codes, such as ["1", "L"], or a position of the contract',
  tire: "must be a tire, because the service rejects other parts: use the `specifications` of a mounted tire of the contract, or the result of `tires.get`",
};

/** The error about a field whose value has another form than it must have. */
export function invalidField(
  field: string,
  expected: Form,
  value?: unknown,
  problem = problems[expected] ?? mustBe(expected),
): RegInputError {
  return mistake("field-invalid", field, problem, formValues(expected, value));
}

/** The error about a mistake in the arguments of a builder, with the same data as a violation of the rule. */
export function mistake(rule: RuleId, field: string, problem: string, values: Violation["values"] = {}): RegInputError {
  return new RegInputError(field, problem, { rule, values });
}
