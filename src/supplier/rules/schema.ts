import * as z from "zod/mini";
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
    if (Reflect.get(parent, name) === undefined && !Array.isArray(parent))
      return missing(field, remedies[String(name)] ?? "fill it in");
    if (issue.code === "invalid_type" && issue.expected === "string") Reflect.set(parent, name, "");
    else if (issue.code !== "custom" || issue.params?.["isReadable"] !== true)
      Reflect.set(parent, name, Array.isArray(parent) ? {} : undefined);
    return invalidAs[String(name)]?.(field) ?? invalid(field, issue.message as Form);
  });
  return { content: copy, violations };
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
function fieldName(path: Path): string {
  const segments = path.map((each) => (typeof each === "number" ? `[${each}]` : `.${String(each)}`));
  return segments.join("").slice(1);
}
