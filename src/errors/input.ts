import { isInstance } from "../base/instances.js";
import { isObject } from "../base/json.js";
import { findClose } from "../base/similar-names.js";
import { RegInputError } from "./errors.js";

/**
 * A schema of this file, or of zod. It is declared without zod's types, which the declarations of this package would
 * load otherwise.
 */
export interface Schema {
  safeParse(
    value: unknown,
    params?: { readonly error: () => string },
  ): { readonly error?: { readonly issues: readonly Issue[] } | undefined };
}

/** What is wrong with a value. */
interface Issue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** The unknown keys. */
  readonly keys?: readonly PropertyKey[];
  /** The type that zod expects. */
  readonly expected?: unknown;
}

/** How the errors name an input. */
export interface InputNames {
  /** The name of the whole input. Default: `below`, otherwise `options`. */
  readonly whole?: string | undefined;
  /** Precedes the names of the fields, such as `throttle`. Default: nothing. */
  readonly below?: string | undefined;
  /**
   * Describes a field that the input must not have. Default, for an `optionsSchema`: names the option that is close.
   */
  readonly unknownKey?: string | undefined;
  readonly operationId?: string | undefined;
}

/**
 * Checks a value against a schema.
 *
 * @throws RegInputError that names the first wrong field by its full path and says what it must be, never its value;
 *   for an unknown option, it names the known one that is close, if there is one
 */
export function checkInput(schema: Schema, value: unknown, names: InputNames = {}): void {
  const { below, whole = below ?? "options", unknownKey, operationId } = names;
  const issue = asInput(whole, operationId, () => findIssue(schema, value));
  if (issue === undefined) return;
  const pathTo = (...keys: readonly PropertyKey[]) =>
    (below === undefined ? keys : [below, ...keys]).map(String).join(".");
  if (issue.code === "unrecognized_keys") {
    const suggestion = isDefaultMessage(issue) ? "" : `; did you mean ${pathTo(...issue.path, issue.message)}?`;
    const problem = unknownKey ?? `is not an option${suggestion}`;
    throw new RegInputError(pathTo(...issue.path, ...(issue.keys ?? []).slice(0, 1)), problem, { operationId });
  }
  throw new RegInputError(issue.path.length === 0 ? whole : pathTo(...issue.path), problemOf(issue), { operationId });
}

/**
 * Returns what `read` makes of an input.
 *
 * @throws RegInputError, also where `read` expects another type, or a getter of the input throws, or a proxy
 */
export function asInput<Result>(field: string, operationId: string | undefined, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof RegInputError) throw error;
    throw new RegInputError(field, "cannot be read: a part has the wrong type, or a getter or a proxy throws", {
      operationId,
    });
  }
}

function problemOf(issue: Issue): string {
  return issue.code === "invalid_type" && isDefaultMessage(issue) ? `must be of type ${issue.expected}` : issue.message;
}

/** Replaces the messages of zod, because zod shares one locale with the rest of the program. */
const defaultMessage = "Invalid input";

const isDefaultMessage = ({ message }: Issue) => message === defaultMessage;

/** The schema of an object of options. */
export interface OptionsSchema<Options> extends Schema {
  /**
   * Copies the options that an object has or inherits: a spread leaves out the getters and the methods of a class. Methods
   * stay those of the object.
   */
  copy(given: Options): Options;
}

/**
 * Checks options, and copies them: the caller may change them later.
 *
 * @throws RegInputError as `checkInput` does
 */
export function takeOptions<Options>(schema: OptionsSchema<Options>, given: Options, names: InputNames = {}): Options {
  checkInput(schema, given, names);
  return asInput(names.below ?? "options", names.operationId, () => schema.copy(given));
}

/** A schema for each option: the compiler reports an option that has none. */
export type SchemasFor<Options> = { readonly [Name in keyof Options]-?: Schema };

/*
 * The schemas of options are not of zod: to create them took a tenth of the time of the import, and an object of zod
 * checks each option of every call, also those that are left out. With `@__NO_SIDE_EFFECTS__`, a bundler leaves out the
 * schemas that a program does not use.
 */

/**
 * The schema of an object of options. Each option may be left out or undefined, which means its default. The message
 * for an unknown option is the known one that is close; `checkInput` puts it into a sentence.
 */
// @__NO_SIDE_EFFECTS__
export function optionsSchema<Options>(
  fields: SchemasFor<Options>,
  must = "must be an object",
): OptionsSchema<Options> {
  // A list, because each call checks its options: a loop over a Map takes longer.
  const entries = Object.entries<Schema>(fields);
  const names = entries.map(([name]) => name);
  const copy = (given: Options) => {
    const copied: Record<string, unknown> = {};
    for (const name of names) {
      const value: unknown = Reflect.get(Object(given), name);
      if (value !== undefined) copied[name] = isMethod(value, given, name) ? value.bind(given) : value;
    }
    return copied as Options;
  };
  const { safeParse } = schemaOf((value) => {
    if (!isObject(value)) return { code: "custom", path: [], message: must };
    // Also an inherited option; only unknown names that are inherited are ignored.
    for (const [name, schema] of entries) {
      const given = value[name];
      const issue = given === undefined ? undefined : issueAt(name, schema, given);
      if (issue !== undefined) return issue;
    }
    const unknown = Object.keys(value).find((name) => !names.includes(name));
    if (unknown === undefined) return undefined;
    const message = findClose(unknown, names) ?? defaultMessage;
    return { code: "unrecognized_keys", path: [], keys: [unknown], message };
  });
  return { safeParse, copy };
}

/** Whether a function is a method of the class of an object, and not what a field or a getter has. */
function isMethod(value: unknown, object: unknown, name: string): value is (...args: unknown[]) => unknown {
  if (typeof value !== "function" || Object.hasOwn(Object(object), name)) return false;
  let prototype: unknown = Object.getPrototypeOf(object);
  while (prototype !== null && !Object.hasOwn(Object(prototype), name)) prototype = Object.getPrototypeOf(prototype);
  return Object.getOwnPropertyDescriptor(prototype ?? {}, name)?.value === value;
}

function schemaOf(findIssue: (value: unknown) => Issue | undefined): Schema {
  return {
    safeParse: (value) => {
      const issue = findIssue(value);
      return issue === undefined ? {} : { error: { issues: [issue] } };
    },
  };
}

function findIssue(schema: Schema, value: unknown): Issue | undefined {
  return schema.safeParse(value, { error: () => defaultMessage }).error?.issues[0];
}

function issueAt(key: PropertyKey, schema: Schema, value: unknown): Issue | undefined {
  const issue = findIssue(schema, value);
  return issue && { ...issue, path: [key, ...issue.path] };
}

/** Settings that can be turned off as a whole. */
// @__NO_SIDE_EFFECTS__
export function falseOr(settings: Schema): Schema {
  return schemaOf((value) => (value === false ? undefined : findIssue(settings, value)));
}

/** Settings, or only whether there are any. */
// @__NO_SIDE_EFFECTS__
export function booleanOr(settings: Schema): Schema {
  return schemaOf((value) => (typeof value === "boolean" ? undefined : findIssue(settings, value)));
}

/** A schema for a value that passes a check. */
// @__NO_SIDE_EFFECTS__
export function custom(check: (value: unknown) => boolean, must: string): Schema {
  return schemaOf((value) => (check(value) ? undefined : { code: "custom", path: [], message: must }));
}

/** One of several texts. */
// @__NO_SIDE_EFFECTS__
export function either(...values: readonly unknown[]): Schema {
  return custom((value) => values.includes(value), `must be ${values.map((value) => `"${value}"`).join(" or ")}`);
}

/** A list of values with a schema. */
// @__NO_SIDE_EFFECTS__
export function listOf(entry: Schema, must: string): Schema {
  return schemaOf((value) => {
    if (!Array.isArray(value)) return { code: "custom", path: [], message: must };
    for (const [index, each] of value.entries()) {
      const issue = issueAt(index, entry, each);
      if (issue !== undefined) return issue;
    }
    return undefined;
  });
}

/** A value that is checked where it is used. */
export const anything = custom(() => true, "");

export const trueOrFalse = custom((value) => typeof value === "boolean", "must be true or false");

export const aFunction = custom(isFunction, "must be a function");

export const anAbortSignal = custom((value) => isInstance(value, "AbortSignal"), "must be an AbortSignal");

/** A text that is printed as part of a line. */
export const aName = custom(
  (value) => typeof value === "string" && /^[^\p{C}]{1,40}$/u.test(value),
  "must be a text of 1 to 40 characters without line breaks",
);

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isPositive = (value: unknown) => isNumber(value) && value > 0;
const isFromZero = (value: unknown) => isNumber(value) && value >= 0;
const isWhole = (value: unknown, min: number) => isNumber(value) && Number.isSafeInteger(value) && value >= min;

// @__NO_SIDE_EFFECTS__
function orInfinity(check: (value: unknown) => boolean, must: string): Schema {
  return custom((value) => value === Number.POSITIVE_INFINITY || check(value), `${must}, or Infinity for no bound`);
}

/** A length of time. */
export const positiveTime = custom(isPositive, "must be a positive number of milliseconds");

/** The longest time that something may take. */
export const timeLimit = orInfinity(isPositive, "must be a positive number of milliseconds");

/** A length of time, which may be zero. */
export const delay = custom(isFromZero, "must be a number of milliseconds from 0");

/** The longest wait, which may be zero. */
export const waitLimit = orInfinity(isFromZero, "must be a number of milliseconds from 0");

/** The largest number of things. */
export const countLimit = orInfinity((value) => isWhole(value, 0), "must be a whole number from 0");

/** The largest number of things, of which there must be some. */
export const positiveCountLimit = orInfinity((value) => isWhole(value, 1), "must be a whole number from 1");

/** A whole number of things, such as ` of bytes`. */
// @__NO_SIDE_EFFECTS__
export function count(min: number, of = ""): Schema {
  return custom((value) => isWhole(value, min), `must be a whole number${of} from ${min}`);
}

/** The priority of a call in the throttle's queue. */
export const priority = custom(
  (value) => isWhole(value, 0) && Number(value) <= 9,
  "must be a whole number from 0 (first) to 9 (last)",
);

/** A source of time. */
export const clock = custom(
  hasFunctions("now", "monotonic", "schedule"),
  "must have the functions now, monotonic and schedule",
);

/** The encoding of uploads. */
export const uploadEncoding = either("binary", "multipart");

/** Whether a value has these functions, whatever its class: it may come from another copy of a package. */
// @__NO_SIDE_EFFECTS__
export function hasFunctions(...names: readonly string[]): (value: unknown) => boolean {
  return (value) => names.every((name) => isFunction(Reflect.get(Object(value), name)));
}

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}

/**
 * Says why an object cannot be read by its fields: it is a promise, or its class keeps the content elsewhere, as Map
 * and FormData do. Undefined for lists, plain objects and objects of classes with fields.
 */
export function problemOfFields(value: object): string | undefined {
  if (hasFunctions("then")(value)) return "is a promise: await it";
  const prototype: object | null = Object.getPrototypeOf(value);
  // The prototype of plain objects has none itself; it is another object in each realm.
  if (Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null) return undefined;
  const type = Object.prototype.toString.call(value).slice("[object ".length, -1);
  const hasFields = Object.keys(value).length > 0 && type !== "Error" && !ArrayBuffer.isView(value);
  if (hasFields) return undefined;
  return `is of ${type === "Object" ? "a class without fields" : `type ${type}`}, whose content would be lost; give an object with fields`;
}

/**
 * Checks an object that may be left out.
 *
 * @throws RegInputError for any other value
 */
export function optionalObject(field: string, value: unknown, operationId?: string): Readonly<Record<string, unknown>> {
  if (value === undefined) return {};
  if (asInput(field, operationId, () => isObject(value))) return value as Readonly<Record<string, unknown>>;
  throw new RegInputError(field, "must be an object", { operationId });
}

const mediaType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:[ \t]*;[\t\x20-\x7e]*)?$/;

/** Whether a text is a media type such as `text/plain; charset=utf-8`, which a header can hold. */
export function isMediaType(text: unknown): text is string {
  return typeof text === "string" && mediaType.test(text);
}
