import * as z from "zod/mini";
import { readNumber } from "../../base/text.js";
import type { Violation } from "../../errors/problem.js";
import { type Form, invalid, missing } from "./violation.js";

/*
 * Builds schemas whose error message is the expected form of the value, and reads partial forms with them.
 */

/** A text, which may have to be of a certain kind. */
export function text(expected: Form = "text", holds: (value: string) => boolean = () => true) {
  // The rules can read a text of the wrong kind, so it is kept.
  return z.string(expected).check(z.refine(holds, { error: expected, params: { isReadable: true } }));
}

/** Any other single value. */
export function single(expected: Form, holds: (value: unknown) => boolean) {
  return z.custom(holds, expected);
}

/** A text, or a whole number, where the reference does not show which. */
export const textOrInteger = single("text-or-integer", isTextOrInteger);

/** Whether a value is a text, or a whole number. */
export function isTextOrInteger(value: unknown): value is string | number {
  return typeof value === "string" || Number.isSafeInteger(value);
}

/** An object. All fields are optional except the required ones; fields that are not listed are not checked. */
export function object(fields: Readonly<Record<string, z.ZodMiniType>>, required: readonly string[] = []) {
  const entries = Object.entries(fields).map(([name, schema]) => [
    name,
    required.includes(name) ? schema : z.optional(schema),
  ]);
  return z.object(Object.fromEntries(entries), "object" satisfies Form);
}

/** A list. */
export function list(entry: z.ZodMiniType) {
  return z.array(entry, "list" satisfies Form);
}

interface Descriptions {
  /** How to correct a required field that is missing. */
  readonly remedies: Readonly<Record<string, string>>;
  /** The violation for a value of the wrong form, if it is not RULE-INVALID. */
  readonly invalid?: Readonly<Record<string, (field: string) => Violation>>;
}

/**
 * Checks a partial form, which can contain any value, and makes it readable for the other rules: an invalid text is
 * empty there, an invalid entry of a list is an empty object, so that the others keep their index, and every other
 * invalid value is missing. A form without invalid values is not copied.
 */
export function readForm<Content extends object>(
  schema: z.ZodMiniType,
  form: Content,
  { remedies, invalid: invalidAs = {} }: Descriptions,
): { readonly content: Content; readonly violations: Violation[] } {
  const { error } = z.safeParse(schema, form);
  if (error === undefined) return { content: form, violations: [] };
  const { copy, parentAt } = copyAlong(form);
  const violations = error.issues.map((issue) => {
    const parent = parentAt(issue.path);
    const name = issue.path.at(-1) ?? "";
    const field = fieldName(issue.path);
    const value: unknown = Reflect.get(parent, name);
    if (value === undefined && !Array.isArray(parent)) return missing(field, remedies[String(name)] ?? "fill it in");
    if (issue.code === "invalid_type" && issue.expected === "string") Reflect.set(parent, name, "");
    else if (issue.code !== "custom" || issue.params?.["isReadable"] !== true)
      Reflect.set(parent, name, Array.isArray(parent) ? {} : undefined);
    return invalidAs[String(name)]?.(field) ?? invalid(field, issue.message as Form, value);
  });
  return { content: copy, violations };
}

/**
 * Brings what the service shows closer to a schema, because it may write a value in another form than the documents:
 * null is missing, numbers and booleans may be texts and the other way round, and a code may stand for its object.
 *
 * @returns also the fields that were converted; their values may not be exact, such as 1 for the code `01`
 */
export function convertForms<Content extends object>(
  schema: z.ZodMiniType,
  shown: Content,
): { readonly form: Content; readonly converted: readonly string[] } {
  const { error } = z.safeParse(schema, shown);
  const { copy, parentAt } = copyAlong(shown);
  const converted = (error?.issues ?? []).flatMap((issue) => {
    const parent = parentAt(issue.path);
    const name = issue.path.at(-1) ?? "";
    const value: unknown = Reflect.get(parent, name);
    const other = convertForm(value, issue);
    Reflect.set(parent, name, other);
    return other === undefined || other === value ? [] : [fieldName(issue.path)];
  });
  return { form: copy, converted };
}

/** The fields that contain a code. */
const codeFields: readonly unknown[] = ["reg", "operation", "type", "reason", "status"];

function convertForm(value: unknown, issue: z.core.$ZodIssue): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value === "object") return value;
  const { message } = issue;
  if (message === "object" && codeFields.includes(issue.path.at(-1))) return { code: String(value) };
  if (issue.code === "invalid_type" && issue.expected === "string") return String(value);
  if (typeof value !== "string") return value;
  if (message === "boolean" && /^(true|false)$/.test(value)) return value === "true";
  return /^(number|integer)$/.test(message) ? (readNumber(value) ?? value) : value;
}

/** Removes everything from a value that does not fit its schema; of a list, the entries that do not fit. */
export function removeInvalid<Value extends object>(schema: z.ZodMiniType, value: Value): Value {
  const { error } = z.safeParse(schema, value);
  if (error === undefined) return value;
  const { copy, parentAt } = copyAlong(value);
  // From the last to the first, so that the indexes in the remaining paths stay correct.
  for (const { path } of error.issues.reverse()) {
    const parent = parentAt(path);
    const name = path.at(-1) ?? "";
    if (Array.isArray(parent)) parent.splice(Number(name), 1);
    else Reflect.set(parent, name, undefined);
  }
  return copy;
}

type Path = readonly PropertyKey[];

/** A copy of a value that is made as deep as necessary: `parentAt` returns the object or list at the end of a path. */
function copyAlong<Value extends object>(value: Value) {
  const copy = { ...value };
  const copied = new Set<object>([copy]);
  const parentAt = (path: Path): object => {
    let parent: object = copy;
    for (const name of path.slice(0, -1)) {
      let child: object = Object(Reflect.get(parent, name));
      if (!copied.has(child)) {
        child = Array.isArray(child) ? Array.from(child) : { ...child };
        copied.add(child);
        Reflect.set(parent, name, child);
      }
      parent = child;
    }
    return parent;
  };
  return { copy, parentAt };
}

/** The path of a value as the name of a field: `components[0].price`. */
export function fieldName(path: Path): string {
  const segments = path.map((each) => (typeof each === "number" ? `[${each}]` : `.${String(each)}`));
  return segments.join("").replace(/^\./, "");
}
