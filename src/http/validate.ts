import { RegInputError } from "../errors/errors.js";
import { nearest } from "../errors/messages.js";
import type { CloseOptions } from "./in-flight.js";
import type { CallOptions, ClientOptions, RetryOptions } from "./options.js";
import type { RetryBudgetOptions } from "./retry.js";

/** What an option must be. It may always be undefined, which means its default. */
export interface Rule {
  readonly check: (value: unknown) => boolean;
  /** What goes after the word "must", with the unit: `be a positive number of milliseconds`. */
  readonly must: string;
  /** The rules for what is in it, where it is an object. */
  readonly fields?: Rules;
}

/** The rules for options, by their names. */
export type Rules = Readonly<Record<string, Rule>>;

/** One rule for each option: the compiler sees to it that none is missing. */
export type RulesFor<Options> = { readonly [Name in keyof Options]-?: Rule };

/** Whether a value has fields: no array, and nothing that is callable. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Checks options against their rules.
 *
 * @param prefix where the options stand, such as `retry`; empty: on their own
 * @throws RegInputError that names the first option which is wrong by its full path, and what it must be, never its
 *   value; of an option that does not exist, the nearest one that does
 */
export function checkFields(prefix: string, rules: Rules, options: unknown, operationId?: string): void {
  const pathTo = (name: string) => (prefix === "" ? name : `${prefix}.${name}`);
  const refuse = (field: string, problem: string) => new RegInputError(field, problem, { operationId });
  if (!isObject(options)) throw refuse(prefix || "options", "must be an object");
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(rules, name));
  if (unknown !== undefined) {
    const near = nearest(unknown, Object.keys(rules)).map(pathTo).join();
    throw refuse(pathTo(unknown), `is not an option; did you mean ${near}?`);
  }
  for (const name of Object.keys(rules)) {
    const value = options[name];
    const rule = rules[name];
    if (value === undefined || rule === undefined) continue;
    const { check, must, fields } = rule;
    if (!check(value)) throw refuse(pathTo(name), `must ${must}`);
    if (fields !== undefined && isObject(value)) checkFields(pathTo(name), fields, value, operationId);
  }
}

const isNumber = (value: unknown): value is number => typeof value === "number";
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
const isFunction = (value: unknown) => typeof value === "function";
/** False for NaN as well. */
const isFrom = (least: number, value: unknown) => isNumber(value) && value >= least;

/** For what is checked elsewhere. */
export const anything: Rule = { check: () => true, must: "be anything" };

/** A switch. */
export const trueOrFalse: Rule = { check: (value) => typeof value === "boolean", must: "be true or false" };

/** A short word for people. */
export const aName: Rule = {
  check: (value) => typeof value === "string" && /^[^\p{C}]{1,40}$/u.test(value),
  must: "be a text of 1 to 40 characters without line breaks",
};

/** A function, whatever it takes and gives. */
export const aFunction: Rule = { check: isFunction, must: "be a function" };

/** A stretch of time. */
export const positiveTime: Rule = {
  check: (value) => isNumber(value) && value > 0 && Number.isFinite(value),
  must: "be a positive number of milliseconds",
};

/** A bound for something that takes time; Infinity: no bound. */
const timeLimit: Rule = {
  check: (value) => isNumber(value) && value > 0,
  must: "be a positive number of milliseconds, or Infinity for no bound",
};

/** A pause, which may be none. */
const pause: Rule = {
  check: (value) => isFrom(0, value) && Number.isFinite(value),
  must: "be a number of milliseconds from 0",
};

/** A bound for a wait, which may not be waited at all; Infinity: no bound. */
export const waitLimit: Rule = {
  check: (value) => isFrom(0, value),
  must: "be a number of milliseconds from 0, or Infinity for no bound",
};

/** A number of things, in part as well. */
const amount = (of: string): Rule => ({
  check: (value) => isFrom(0, value) && Number.isFinite(value),
  must: `be a number of ${of} from 0`,
});

/** A whole number of things. */
export const count = (least: number, of = ""): Rule => ({
  check: (value) => isWhole(value) && value >= least,
  must: `be a whole number${of} from ${least}`,
});

/** A whole number that bounds something; Infinity: no bound. */
export const countLimit: Rule = {
  check: (value) => value === Number.POSITIVE_INFINITY || (isWhole(value) && value >= 0),
  must: "be a whole number from 0, or Infinity for no bound",
};

/** The place in the throttle's waiting line. */
export const priority: Rule = {
  check: (value) => isWhole(value) && value >= 0 && value <= 9,
  must: "be a whole number from 0 (first) to 9 (last)",
};

/** One of two texts. */
export const either = (one: string, other: string): Rule => ({
  check: (value) => value === one || value === other,
  must: `be "${one}" or "${other}"`,
});

/** How uploads are packed. */
export const uploadEncoding = either("binary", "multipart");

/** Settings that can be turned off as a whole. */
const falseOr = (settings: string, fields: Rules): Rule => ({
  check: (value) => value === false || isObject(value),
  must: `be false or an object of ${settings}`,
  fields,
});

/** Whether a value has these functions, whatever its class: it may come from another copy of a package. */
export const hasFunctions =
  (...names: readonly string[]) =>
  (value: unknown): boolean =>
    names.every((name) => isFunction(Reflect.get(Object(value), name)));

/** What tells the time. */
export const clock: Rule = {
  check: hasFunctions("now", "monotonic", "schedule"),
  must: "have the functions now, monotonic and schedule",
};

/**
 * An address, which is looked into elsewhere, without the version that all paths begin with: requests would go to
 * `/v2/v2`.
 */
export const addressWithout = (version: string): Rule => ({
  check: (value) => typeof value !== "string" || !new RegExp(`[^/]/${version}/*$`).test(value.trim()),
  must: `not end with /${version}: the paths of the operations begin with it`,
});

const headers: Rule = {
  // Headers, Map and URLSearchParams keep what they hold elsewhere than in fields.
  check: (value) => isObject(value) && !(Symbol.iterator in value),
  must: "be an object with the names of headers and their texts",
};

/** What every call can be told. */
export const everyCall: RulesFor<CallOptions> = {
  timeout: timeLimit,
  deadline: timeLimit,
  priority,
  signal: { check: (value) => value instanceof AbortSignal, must: "be an AbortSignal" },
  headers,
};

const closeOptions: RulesFor<CloseOptions> = { abort: trueOrFalse, timeout: waitLimit };

const budgetOptions: RulesFor<RetryBudgetOptions> = {
  reserve: amount("repetitions"),
  ratio: amount("repetitions"),
};

const retryOptions: RulesFor<RetryOptions> = {
  retries: count(0),
  minTimeout: pause,
  maxTimeout: pause,
  maxRetryAfter: waitLimit,
  budget: falseOr("budget settings", budgetOptions),
};

const areListeners = (value: unknown) =>
  (Array.isArray(value) ? value : [value]).every((listener) => typeof listener === "function");

const clientOptions: RulesFor<ClientOptions> = {
  baseUrl: anything,
  fetch: aFunction,
  timeout: timeLimit,
  deadline: timeLimit,
  retry: falseOr("retry settings", retryOptions),
  throttle: {
    check: (value) => value === false || isObject(value),
    must: "be false, an object of throttle settings, or what createThrottle gave",
  },
  headers,
  on: { check: areListeners, must: "be a function or an array of functions" },
  clock,
  random: { ...aFunction, must: "be a function that gives numbers from 0 to 1" },
  maxResponseBytes: count(1, " of bytes"),
  uploadEncoding,
};

/**
 * Checks what every client can be told, before any of it is used; the address and the settings of the throttle are
 * checked where they are used.
 *
 * @param further the options that this client has beside
 * @throws RegInputError, as `checkFields` does
 */
export function checkClientOptions(options: unknown, further: Rules): void {
  checkFields("", { ...clientOptions, ...further }, options);
}

/**
 * Checks what a call can be told.
 *
 * @param known every option that there is
 * @throws RegInputError, as `checkFields` does
 */
export function checkCallOptions(options: unknown, operationId: string, known: Rules = everyCall): void {
  checkFields("", known, options, operationId);
}

/**
 * Checks what several calls in a row can be told together.
 *
 * @param own the rules for what is no option of a call
 * @throws RegInputError, as `checkFields` does
 */
export function checkWorkflowOptions(options: unknown, own: Rules, operationId: string): void {
  checkFields("", { ...everyCall, ...own }, options, operationId);
}

/**
 * Checks how a client is to be closed.
 *
 * @throws RegInputError, as `checkFields` does
 */
export function checkCloseOptions(options: CloseOptions | undefined): CloseOptions {
  checkFields("", closeOptions, options ?? {});
  return options ?? {};
}

const nothing = {};

/**
 * An object that may be left out.
 *
 * @throws RegInputError for anything else
 */
export function optionalObject(
  field: string,
  value: unknown,
  operationId?: string,
): Readonly<Record<string, unknown>> {
  if (value === undefined) return nothing;
  if (isObject(value)) return value;
  throw new RegInputError(field, "must be an object", { operationId });
}

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Whether text can be written as UTF-8: it holds no half of a surrogate pair. `String.isWellFormed`, but typed in ES2023. */
export function isWellFormed(text: string): boolean {
  return !loneSurrogate.test(text);
}
