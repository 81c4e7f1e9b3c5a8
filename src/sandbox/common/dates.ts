import * as z from "zod/mini";
import { existingDate, isDate, parseDateTime } from "../../base/dates.js";
import { isObject } from "../../base/json.js";
import { day, lastInstant } from "./clock.js";

/** The schema of a date that exists. */
export const aDate: z.ZodMiniType<string> = z.string().check(z.refine(isDate, `must be ${existingDate}`));

/** A date in a body can have a year with more or fewer than four digits; it is shown as the nearest with four. */
const firstYear = Date.parse("0001-01-01T00:00:00Z");
const lastSecond = lastInstant + day - 1000;

/** A date-time as the service writes it: in UTC, without fractions of a second. */
export function utcText(instant: number): string {
  return `${new Date(Math.max(firstYear, Math.min(instant, lastSecond))).toISOString().slice(0, 19)}Z`;
}

/**
 * Converts every date-time in a JSON value to UTC, as the services do in their responses. Where the fields are not
 * shown, it is assumed that each text in the form of a date-time is one.
 */
export function withUtcTimes<T>(value: T): T {
  return convertTimes(value) as T;
}

/** Recursive, because a JSON body can be nested only to a certain depth: see `deepestNesting`. */
function convertTimes(value: unknown): unknown {
  if (typeof value === "string") {
    const instant = parseDateTime(value);
    return instant === undefined ? value : utcText(instant);
  }
  if (Array.isArray(value)) return value.map(convertTimes);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, convertTimes(field)]));
}
