import { errorCodes, type RegCode, type RuleCode } from "../../errors/codes.js";
import type { Violation } from "../../errors/problem.js";

/** A violation of a rule for which the reference shows no code. */
export function ruleViolation(code: RuleCode, fieldName: string, description: string): Violation {
  return { code, description, context: { fieldName } };
}

/**
 * A violation of a rule for which the reference shows the code.
 *
 * @param found a sentence about the value; the remedy of the catalogue follows it. Default: the meaning of the code
 */
export function regViolation(code: RegCode, fieldName: string, found: string = errorCodes[code].meaning): Violation {
  return { code, description: `${found} ${errorCodes[code].action}`, context: { fieldName } };
}

/** A field whose value has the wrong form. The value is left out, because it may be personal data. */
export function invalid(field: string, expected: string): Violation {
  return ruleViolation("RULE-INVALID", field, sentenceAbout(field, `must be ${expected}: correct it.`));
}

/** A required field that is missing. */
export function missing(field: string, remedy: string): Violation {
  const isPlural = /(lines|components)$/i.test(field);
  return ruleViolation("RULE-REQUIRED", field, sentenceAbout(field, `${isPlural ? "are" : "is"} missing: ${remedy}.`));
}

/** A sentence that begins with the description of a field. */
export function sentenceAbout(field: string, rest: string): string {
  const words = describeField(field);
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)} ${rest}`;
}

/** Describes a field in words: `components[1].price` is "the price of line 2". */
export function describeField(field: string): string {
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

/** The fields that have violations, and all fields that contain them. */
export function violatedFields(violations: readonly Violation[]): ReadonlySet<string> {
  const fields = new Set<string>();
  for (const { context } of violations) {
    const { fieldName } = context;
    for (let end = fieldName.length; end > 0; end = fieldName.lastIndexOf(".", end - 1))
      fields.add(fieldName.slice(0, end));
  }
  return fields;
}
