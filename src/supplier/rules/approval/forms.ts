import { isObject } from "../../../http/input/check-fields.js";
import { ruleViolation, type Violation } from "../violation.js";

/** Looks at a value that is given: adds what is wrong with its form, and returns what the other rules can work with. */
export type Form = (value: unknown, field: string, found: Violation[]) => unknown;

/** The fields that a record can have: the name, the form, and whether it must be there. */
export type Fields = readonly (readonly [name: string, form: Form, isRequired: boolean])[];

/** The fields of a record. */
export function fieldsOf(forms: Readonly<Record<string, Form>>, required: readonly string[] = []): Fields {
  return Object.entries(forms).map(([name, form]) => [name, form, required.includes(name)] as const);
}

/** A field whose value has the wrong form. */
function invalid(field: string, must: string): Violation {
  return ruleViolation("RULE-INVALID", field, `${field} must be ${must}: correct it.`);
}

/** A field that must be there and is not. */
function missing(field: string): Violation {
  return ruleViolation("RULE-REQUIRED", field, `${field} is mandatory: fill it in.`);
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
  for (const [name, form, isRequired] of fields) {
    const given = value[name];
    if (given === undefined) {
      if (isRequired) found.push(missing(prefix + name));
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
