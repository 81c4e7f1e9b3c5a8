import type { Violation } from "../../errors/errors.js";
import { isObject } from "../../http/validate.js";
import { ruleViolation } from "./violation.js";

/** What fields stand for, where their names do not say it. */
const meanings = new Map([
  ["components", "lines"],
  ["reg", "component"],
]);

/** A field for people: `components[1].price` is "the price of line 2". */
export function fieldInWords(field: string): string {
  return field.split(".").reverse().map(segmentInWords).join(" of ");
}

function segmentInWords(segment: string): string {
  const [, name = "", index] = /^(\w+)\[(\d+)\]$/.exec(segment) ?? [undefined, segment];
  const words = (meanings.get(name) ?? name)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/\bvin\b|\bvat\b/g, (short) => short.toUpperCase());
  if (index === undefined) return `the ${words}`;
  return `${words.replace(/s$/, "")} ${Number(index) + 1}`;
}

/** A sentence about a field, which begins with it. */
export function sentenceAbout(field: string, rest: string): string {
  const words = fieldInWords(field);
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)} ${rest}`;
}

/** Looks at a value that is given: adds what is wrong with its form, and returns what the other rules can work with. */
export type Form = (value: unknown, field: string, found: Violation[]) => unknown;

/** The fields that a record can have: the name, the form, and if it must be there what to do where it is not. */
export type Fields = readonly (readonly [name: string, form: Form, remedy: string | undefined])[];

/**
 * The fields of a record.
 *
 * @param required those that must be there, with what to do where they are not, such as `fill it in`
 */
export function fieldsOf(
  forms: Readonly<Record<string, Form>>,
  required: Readonly<Record<string, string>> = {},
): Fields {
  return Object.entries(forms).map(([name, form]) => [name, form, required[name]] as const);
}

/** A field whose value has the wrong form. The value is not told: it may be personal. */
export function invalid(field: string, must: string): Violation {
  return ruleViolation("RULE-INVALID", field, sentenceAbout(field, `must be ${must}: correct it.`));
}

/** A field that must be there and is not. */
export function missing(field: string, remedy: string): Violation {
  return ruleViolation("RULE-REQUIRED", field, sentenceAbout(field, `is missing: ${remedy}.`));
}

/**
 * A text, which may have to be of a certain kind. What is none is read as empty: it was given, but says nothing.
 *
 * @param wrong makes the violation. Default: RULE-INVALID
 */
export function text(
  must = "a text",
  holds: (text: string) => boolean = () => true,
  wrong: (field: string) => Violation = (field) => invalid(field, must),
): Form {
  return (value, field, found) => {
    const isText = typeof value === "string";
    if (!isText || !holds(value)) found.push(wrong(field));
    return isText ? value : "";
  };
}

/** Any other single value. What is none is read as left out. */
export function single(must: string, holds: (value: unknown) => boolean): Form {
  return (value, field, found) => {
    if (holds(value)) return value;
    found.push(invalid(field, must));
    return undefined;
  };
}

/** A record. What is none is read as left out. */
export function record(fields: Fields): Form {
  return (value, field, found) => {
    if (isRecord(value)) return withSoundFields(value, fields, `${field}.`, found);
    found.push(invalid(field, "an object"));
    return undefined;
  };
}

/** A list. Entries that cannot be read become empty records, so that the others keep their index. */
export function list(entry: Form): Form {
  return (value, field, found) => {
    // Array.from, unlike map, also visits the holes that a list may have.
    if (Array.isArray(value))
      return Array.from(value, (each, index) => entry(each, `${field}[${index}]`, found) ?? {});
    found.push(invalid(field, "a list"));
    return undefined;
  };
}

/** A record with every field of it in its form: itself if it is so already. */
export function withSoundFields<T extends Readonly<Record<string, unknown>>>(
  value: T,
  fields: Fields,
  prefix: string,
  found: Violation[],
): T {
  let sound = value;
  for (const [name, form, remedy] of fields) {
    const given = value[name];
    if (given === undefined) {
      if (remedy !== undefined) found.push(missing(prefix + name, remedy));
      continue;
    }
    const read = form(given, prefix + name, found);
    if (read === given) continue;
    if (sound === value) sound = { ...value };
    Reflect.set(sound, name, read);
  }
  return sound;
}

/** Whether a value has fields that can be read by any name. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value);
}

/** The fields with violations, and what they are part of. */
export function faultyFields(violations: readonly Violation[]): ReadonlySet<string> {
  const fields = new Set<string>();
  for (const { context } of violations) {
    const { fieldName } = context;
    for (let end = fieldName.length; end > 0; end = fieldName.lastIndexOf(".", end - 1))
      fields.add(fieldName.slice(0, end));
  }
  return fields;
}
