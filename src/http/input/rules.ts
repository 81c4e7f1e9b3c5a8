import { isObject, type Rule, type Rules } from "./check-fields.js";

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
export const timeLimit: Rule = {
  check: (value) => isNumber(value) && value > 0,
  must: "be a positive number of milliseconds, or Infinity for no bound",
};

/** A pause, which may be none. */
export const pause: Rule = {
  check: (value) => isFrom(0, value) && Number.isFinite(value),
  must: "be a number of milliseconds from 0",
};

/** A bound for a wait, which may not be waited at all; Infinity: no bound. */
export const waitLimit: Rule = {
  check: (value) => isFrom(0, value),
  must: "be a number of milliseconds from 0, or Infinity for no bound",
};

/** A number of things, in part as well. */
export const amount = (of: string): Rule => ({
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
export const falseOr = (settings: string, fields: Rules): Rule => ({
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
