import { existingDate } from "../../base/dates.js";
import { errorCodes, type RegCode } from "../../errors/codes.js";
import type { ProblemLine, Violation } from "../../errors/problem.js";
import { type RuleId, rules } from "../../errors/rules.js";

interface Finding<Rule> {
  readonly rule: Rule;
  readonly field: string;
  /** What is wrong, and what to do about it. */
  readonly description: string;
  /** The values in the description. Default: none. */
  readonly values?: Violation["values"];
}

/** The violation of a rule. */
export function ruleViolation({ rule, field, description, values = {} }: Finding<RuleId>): Violation {
  return { code: rules[rule], description, context: { fieldName: field }, rule, values };
}

/** The rules for which the reference shows a code. */
type RegRule = { [Rule in RuleId]: (typeof rules)[Rule] extends RegCode ? Rule : never }[RuleId];

/**
 * The violation of a rule for which the reference shows a code. Its description is a sentence about what was found
 * (default: the meaning of the code), and the remedy of the catalogue.
 */
export function regViolation(finding: Omit<Finding<RegRule>, "description"> & { readonly found?: string }): Violation {
  const { meaning, action } = errorCodes[rules[finding.rule]];
  const { found = meaning } = finding;
  return ruleViolation({ ...finding, description: `${found} ${action}` });
}

/** The names of the line that an error is about: those that are texts. */
export function lineNames(names: { readonly [Name in keyof ProblemLine]: unknown }): ProblemLine {
  return Object.fromEntries(Object.entries(names).filter(([, name]) => typeof name === "string"));
}

/** The years of the dates of an appointment, as `isInYears` checks them, for messages. */
export const acceptedYears = "in a year from 2000 to 2100";

const forms = {
  text: "a text",
  "text-of-10": "a text of at most 10 characters",
  "text-of-100": "a text of at most 100 characters",
  "text-of-150": "a text of at most 150 characters",
  guid: "a GUID",
  boolean: "true or false",
  number: "a number",
  integer: "a whole number",
  "text-or-integer": "a text or a whole number",
  decimal: "a decimal number as text, such as 7.5",
  "decimal-from-zero": "a number from 0, with a dot before the decimals",
  "decimal-above-zero": "a number above zero, with a dot before the decimals",
  "unambiguous-decimal": "a number, or a text without three digits after its dot: they may mean thousands",
  "integer-from-zero": "a whole number from 0",
  "integer-above-zero": "a whole number above zero",
  euros: "a number of euros with two decimals at most",
  date: existingDate,
  "date-until-2100": `${existingDate}, ${acceptedYears}`,
  "date-time-until-2100": `a date-time such as 2026-06-15T09:00:00Z, ${acceptedYears}`,
  tire: "Tire, because no other type of part is accepted",
  "position-codes": "a list of position codes",
  "coded-value": "an object with a code as text",
  object: "an object",
  list: "a list",
  "filled-list": "a list of at least one entry",
} as const;

/** The form that a value must have. */
export type Form = keyof typeof forms;

/** A field whose value has the wrong form. */
export function invalid(field: string, expected: Form, value?: unknown): Violation {
  const description = sentenceAbout(field, `must be ${forms[expected]}: correct it.`);
  return ruleViolation({ rule: "field-invalid", field, description, values: formValues(expected, value) });
}

/** Says what a value of a form must be. */
export const mustBe = (expected: Form): string => `must be ${forms[expected]}`;

/**
 * The values of `field-invalid`. Of the value itself, only what was to be a number or a date, and looks like one: any
 * other may be personal data.
 */
export function formValues(expected: Form, value: unknown): Violation["values"] {
  if (!/^(decimal|unambiguous-decimal|integer|number|euros|date)/.test(expected)) return { expected };
  if (typeof value === "number") return { expected, value };
  return typeof value === "string" && /^[-+\d.,:TZ' ]{1,25}$/.test(value) ? { expected, value } : { expected };
}

/** A required field that is missing. */
export function missing(field: string, remedy: string): Violation {
  const verb = /(lines|components)$/i.test(field) ? "are" : "is";
  const description = sentenceAbout(field, `${verb} missing: ${remedy}.`);
  return ruleViolation({ rule: "field-missing", field, description });
}

/** A sentence that begins with the description of a field. */
export function sentenceAbout(field: string, rest: string): string {
  const words = describeField(field);
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)} ${rest}`;
}

/** Describes a field in words: `components[1].price` is "the price of line 2". */
function describeField(field: string): string {
  return field.split(".").reverse().map(describeSegment).join(" of ");
}

function describeSegment(segment: string): string {
  const [, name = "", index] = /^(\w+)\[(\d+)\]$/.exec(segment) ?? [undefined, segment];
  const words = (clearerNames.get(name) ?? name)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/\bvin\b|\bvat\b/g, (short) => short.toUpperCase());
  if (index === undefined) return `the ${words}`;
  return `${words.replace(/s$/, "")} ${Number(index) + 1}`;
}

/** Words for fields whose names do not say what they contain. */
const clearerNames = new Map([
  ["components", "lines"],
  ["reg", "component"],
]);

/** Adds violations to those of the form, except about malformed fields and what contains them: they mean nothing. */
export function withMeaningful(malformed: readonly Violation[], others: readonly Violation[]): Violation[] {
  return [...malformed, ...withoutThoseAbout(malformed.map(fieldOf), others)];
}

/**
 * The violations of a request as the service shows it. What lines must have is still missing, but the form of a value
 * is no violation, nor is what a rule would say about a value that it cannot read exactly.
 */
export function withReadable(
  malformed: readonly Violation[],
  converted: readonly string[],
  others: readonly Violation[],
): Violation[] {
  const missing = malformed.filter(
    (each) => each.rule === "field-missing" && /^components\[\d+\]\.(operation|reason)$/.test(fieldOf(each)),
  );
  const unreadable = malformed.filter((each) => !missing.includes(each)).map(fieldOf);
  const meaningful = withoutThoseAbout([...malformed.map(fieldOf), ...converted], others).filter((each) => {
    const field = fieldOf(each);
    const decides = (name: string) => field === "components" && decidingFields.test(name);
    return !unreadable.some((name) => field.startsWith(`${name}.`) || decides(name));
  });
  return [...missing, ...meaningful];
}

/** What of a line decides whether the request has the lines that approval needs. */
const decidingFields = /^components\[\d+\](\.(reg|operation|reason|value)\b.*)?$/;

const fieldOf = ({ context: { fieldName } }: Violation) => fieldName;

/** Leaves out the violations about these fields, and about what contains them. */
function withoutThoseAbout(fields: readonly string[], violations: readonly Violation[]): readonly Violation[] {
  const isAbout = (field: string) => fields.some((each) => each === field || each.startsWith(`${field}.`));
  return violations.filter((each) => !isAbout(fieldOf(each)));
}
