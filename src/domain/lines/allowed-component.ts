import { isDecimalText } from "../../base/text.js";
import { RegInputError } from "../../errors/errors.js";
import { asInput } from "../../errors/input.js";
import { addToMessage } from "../../errors/messages.js";
import type { AllowedComponent } from "../../generated/supplier/models.js";

/** Maps a field of a line to the field in which the caller gave it, for error messages. */
export type FieldOf = (name: string) => string;

/** Identifies a component: by its code, and by the code of its operation if several components have the code. */
export interface NamedComponent {
  /** The code of the component: `regCode` of an allowed component. */
  readonly code: string;
  /** The code of the operation. Only needed if the component is allowed with several. */
  readonly operation?: string | undefined;
}

/**
 * Finds the component of a vehicle with a code.
 *
 * @throws RegInputError with the field `allowedComponents` if the vehicle does not allow it, or `operation` if several
 *   have it
 */
export function componentOf(allowedComponents: readonly AllowedComponent[], named: NamedComponent): AllowedComponent {
  if (!Array.isArray(allowedComponents)) {
    throw new RegInputError("allowedComponents", "must be the `components` of the allowed components that you read");
  }
  const problem = `does not have the component ${named.code}: the vehicle does not allow it, or not to this supplier`;
  const field: FieldOf = (name) => (name === "code" ? "allowedComponents" : name);
  return asInput("allowedComponents", undefined, () => findEntry(allowedComponents, named, { field, problem }));
}

/**
 * Reads the arguments of a builder for any component: the list, a code and details, or an entry of it and details.
 *
 * @throws RegInputError with the field `code`, `component` or those of `componentOf`
 */
export function chosenFrom<Details extends Partial<NamedComponent>>(
  from: readonly AllowedComponent[] | AllowedComponent,
  code: string | Details | undefined,
  details: Details | undefined,
): readonly [AllowedComponent, Details | undefined] {
  if (typeof code === "string") {
    return [componentOf(from as AllowedComponent[], { code, operation: details?.operation }), details];
  }
  if (Array.isArray(from)) throw new RegInputError("code", "must be the code of the component, as text");
  const entry = from as AllowedComponent;
  if (typeof Object(entry).regCode === "string") return [entry, code];
  throw new RegInputError("component", "has no code: give the list of allowed components and the code instead");
}

/** Names the line in the errors of `make`, because a program makes several lines in one expression. */
export function aboutLine<Line>(code: string | undefined, make: () => Line): Line {
  try {
    return asInput("line", undefined, make);
  } catch (error) {
    if (error instanceof RegInputError)
      addToMessage(error, `This is about the line with the component ${String(code)}`);
    throw error;
  }
}

/**
 * Finds a subcomponent of a component by its code.
 *
 * @throws RegInputError if the component cannot have it, or several have the code
 */
export function subcomponentOf(
  { regCode, subcomponents = [] }: AllowedComponent,
  named: NamedComponent,
  field: FieldOf,
): AllowedComponent {
  return asInput("allowedComponents", undefined, () => {
    const problem = `is not allowed: the component ${regCode} can only have the subcomponents ${codesOf(subcomponents)}`;
    return findEntry(subcomponents, named, { field, problem });
  });
}

/** Lists the codes of components, for an error message. */
export function codesOf(entries: readonly AllowedComponent[]): string {
  return [...new Set(entries.map(({ regCode }) => regCode))].join(", ") || "(none)";
}

function findEntry(
  entries: readonly AllowedComponent[],
  { code, operation }: NamedComponent,
  { field, problem }: { readonly field: FieldOf; readonly problem: string },
): AllowedComponent {
  const found = entries.filter(({ regCode }) => regCode === code);
  const [first, ...others] = found.filter((each) => operation === undefined || each.operation?.code === operation);
  if (found.length === 0) throw new RegInputError(field("code"), problem);
  if (first !== undefined && others.length === 0) return first;
  const operations = found.map((each) => each.operation?.code ?? "(none)").join(", ");
  throw new RegInputError(field("operation"), `must be an operation of the component ${code}: ${operations}`);
}

/** A dot between thousands looks the same as one before three decimals: the service reads `1.000` as one. */
const thousands = /^-?[1-9]\d{0,2}\.\d{3}$/;

/**
 * Writes a reading or a quantity as the service accepts it: text with a dot before the decimals and without separators
 * between thousands (supplier-api.md §2.1). A number is written in full, without an exponent.
 *
 * @param form `signed`: whether it can be below zero. Default true
 * @throws RegInputError if it is not such a number, or is ambiguous text, such as `1.000`
 */
export function decimalText(
  value: number | string,
  field: string,
  { signed = true }: { readonly signed?: boolean } = {},
): string {
  const text = typeof value === "number" ? writeDigits(value) : value;
  if (typeof text !== "string" || !isDecimalText(text)) {
    throw new RegInputError(
      field,
      "must be a number, or a number as text with a dot before the decimals and without separators between thousands",
    );
  }
  if (typeof value === "string" && thousands.test(text)) {
    throw new RegInputError(
      field,
      "has three digits after the dot, which may mean thousands: give it as a number, or leave out zeros at the end",
    );
  }
  if (!signed && text.startsWith("-")) throw new RegInputError(field, "must not be below zero");
  return text;
}

/**
 * Checks that a quantity is above zero.
 *
 * @param form `whole`: whether it must be a whole number. Default false
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

function writeDigits(value: number): string {
  if (Number.isInteger(value)) return String(BigInt(value));
  const [, sign = "", first = "", rest = "", zeros] = /^(-?)(\d)\.?(\d*)e-(\d+)$/.exec(String(value)) ?? [];
  return zeros === undefined ? String(value) : `${sign}0.${"0".repeat(Number(zeros) - 1)}${first}${rest}`;
}
