import * as z from "zod/mini";
import { isInstance } from "../base/instances.js";
import { isObject } from "../base/json.js";
import { findClose } from "../base/similar-names.js";
import { RegInputError } from "./errors.js";

/** A schema of zod. It is declared without zod's types, which the declarations of this package would load otherwise. */
export interface Schema {
  safeParse(
    value: unknown,
    params?: { readonly error: () => string },
  ): { readonly error?: { readonly issues: readonly unknown[] } | undefined };
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
  const [first] = asInput(whole, operationId, () => issuesOf(schema, value));
  if (first === undefined) return;
  const { issue, path } = innermost(first, first.path);
  const pathTo = (...keys: readonly PropertyKey[]) =>
    (below === undefined ? keys : [below, ...keys]).map(String).join(".");
  if (issue.code === "unrecognized_keys") {
    const suggestion = isDefaultMessage(issue) ? "" : `; did you mean ${pathTo(...path, issue.message)}?`;
    const problem = unknownKey ?? `is not an option${suggestion}`;
    throw new RegInputError(pathTo(...path, ...issue.keys.slice(0, 1)), problem, { operationId });
  }
  throw new RegInputError(path.length === 0 ? whole : pathTo(...path), problemOf(issue), { operationId });
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

type Issue = z.core.$ZodIssue;

/**
 * Follows a union to its last alternative, which says the most: the ones before it are plain values such as `false`.
 */
function innermost(issue: Issue, path: readonly PropertyKey[]): { issue: Issue; path: readonly PropertyKey[] } {
  const inner = issue.code === "invalid_union" ? issue.errors.at(-1)?.[0] : undefined;
  return inner === undefined || !isDefaultMessage(issue) ? { issue, path } : innermost(inner, [...path, ...inner.path]);
}

function problemOf(issue: Issue): string {
  return issue.code === "invalid_type" && isDefaultMessage(issue) ? `must be of type ${issue.expected}` : issue.message;
}

/** Replaces the messages of zod, because zod shares one locale with the rest of the program. */
const defaultMessage = "Invalid input";

const isDefaultMessage = ({ message }: Issue) => message === defaultMessage;

/** A schema for each option: the compiler reports an option that has none. */
export type SchemasFor<Options> = { readonly [Name in keyof Options]-?: Schema };

/**
 * The schema of an object of options. Each option may be left out or undefined, which means its default. The message
 * for an unknown option is the known one that is close; `checkInput` puts it into a sentence.
 *
 * Not an object of zod, which would check each option of every call, also those that are left out.
 */
export function optionsSchema<Options>(fields: SchemasFor<Options>, must = "must be an object"): Schema {
  const schemas = new Map(Object.entries<Schema>(fields));
  return z.transform((value, { issues }) => {
    if (!isObject(value)) issues.push({ code: "custom", message: must, input: value });
    else {
      // Also an inherited option, but not what a library has added to `Object.prototype`.
      for (const [name, schema] of schemas) {
        if (value[name] === undefined) continue;
        for (const issue of issuesOf(schema, value[name]))
          issues.push({ ...issue, input: value[name], path: [name, ...issue.path] } as z.core.$ZodRawIssue);
      }
      const [unknown] = Object.keys(value).filter((name) => !schemas.has(name));
      if (unknown !== undefined) {
        const message = findClose(unknown, [...schemas.keys()]) ?? defaultMessage;
        issues.push({ code: "unrecognized_keys", keys: [unknown], message, input: value });
      }
    }
  });
}

function issuesOf(schema: Schema, value: unknown): readonly Issue[] {
  return (schema.safeParse(value, { error: () => defaultMessage }).error?.issues ?? []) as readonly Issue[];
}

/** Settings that can be turned off as a whole. */
export const falseOr = (settings: Schema): Schema => z.union([z.literal(false), settings as z.ZodMiniType]);

/** Settings, or only whether there are any. */
export const booleanOr = (settings: Schema): Schema => z.union([z.boolean(), settings as z.ZodMiniType]);

/** A schema for a value that zod has no schema for. */
export function custom(check: (value: unknown) => boolean, must: string): Schema {
  return z.custom(check, must);
}

/** One of several texts. */
export function either(...values: readonly string[]): Schema {
  return z.enum(values, `must be ${values.map((value) => `"${value}"`).join(" or ")}`);
}

/** A list of values with a schema. */
export function listOf(entry: Schema, must: string): Schema {
  return z.array(entry as z.ZodMiniType, must);
}

/** A value that is checked where it is used. */
export const anything: Schema = z.unknown();

export const trueOrFalse: Schema = z.boolean("must be true or false");

export const aFunction = custom(isFunction, "must be a function");

export const anAbortSignal = custom((value) => isInstance(value, "AbortSignal"), "must be an AbortSignal");

const shortText = "must be a text of 1 to 40 characters without line breaks";

/** A text that is printed as part of a line. */
export const aName: Schema = z.string(shortText).check(z.regex(/^[^\p{C}]{1,40}$/u, shortText));

/** A schema with the message for everything that it rejects. */
type WithMessage = (must: string) => z.ZodMiniType;

const positive: WithMessage = (must) => z.number(must).check(z.positive(must));
const fromZero: WithMessage = (must) => z.number(must).check(z.minimum(0, must));
const whole = (min: number) => (must: string) => z.int(must).check(z.minimum(min, must));

function orInfinity(schema: WithMessage, must: string): Schema {
  const orNone = `${must}, or Infinity for no bound`;
  return z.union([schema(orNone), z.literal(Number.POSITIVE_INFINITY)], orNone);
}

/** A length of time. */
export const positiveTime: Schema = positive("must be a positive number of milliseconds");

/** The longest time that something may take. */
export const timeLimit = orInfinity(positive, "must be a positive number of milliseconds");

/** A length of time, which may be zero. */
export const delay: Schema = fromZero("must be a number of milliseconds from 0");

/** The longest wait, which may be zero. */
export const waitLimit = orInfinity(fromZero, "must be a number of milliseconds from 0");

/** The largest number of things. */
export const countLimit = orInfinity(whole(0), "must be a whole number from 0");

/** The largest number of things, of which there must be some. */
export const positiveCountLimit = orInfinity(whole(1), "must be a whole number from 1");

/** A whole number of things, such as ` of bytes`. */
export function count(min: number, of = ""): Schema {
  return whole(min)(`must be a whole number${of} from ${min}`);
}

const priorities = "must be a whole number from 0 (first) to 9 (last)";

/** The priority of a call in the throttle's queue. */
export const priority: Schema = z.int(priorities).check(z.minimum(0, priorities), z.maximum(9, priorities));

/** A source of time. */
export const clock = custom(
  hasFunctions("now", "monotonic", "schedule"),
  "must have the functions now, monotonic and schedule",
);

/** The encoding of uploads. */
export const uploadEncoding = either("binary", "multipart");

/** Whether a value has these functions, whatever its class: it may come from another copy of a package. */
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
