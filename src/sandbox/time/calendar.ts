import { lastInstant } from "./bounds.js";

/** Days as the service counts them: in Amsterdam, where one has 23 hours each spring and one 25 each autumn. */
const amsterdam = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/Amsterdam",
  dateStyle: "short",
  timeStyle: "medium",
});

const hour = 60 * 60 * 1000;
const dayLength = 24 * hour;

/** A date in a body may lie where years have more or fewer digits; it is then shown as the nearest with four. */
const firstYear = Date.parse("0001-01-01T00:00:00Z");
const lastSecond = lastInstant + dayLength - 1000;

/** The date in Amsterdam at an instant, as `yyyy-MM-dd`. */
export function amsterdamDay(instant: number): string {
  const [day = ""] = amsterdam.format(Math.max(firstYear, Math.min(instant, lastInstant))).split(" ");
  return day.padStart(10, "0");
}

/** The instant of the next midnight in Amsterdam, always after the given one. */
export function nextAmsterdamMidnight(instant: number): number {
  const midnightUtc = Date.parse(`${amsterdamDay(instant)}T00:00:00Z`) + dayLength;
  // Amsterdam changes its clocks at 01:00 UTC, so both midnights, there and in UTC, have the same offset; and so has
  // an hour before them, which still is in the same year.
  return midnightUtc - offsetAt(midnightUtc - 3 * hour);
}

function offsetAt(instant: number): number {
  return Date.parse(`${amsterdam.format(instant).replace(" ", "T")}Z`) - instant;
}

/** A date-time as the service writes it: in UTC, without fractions of a second. */
export function utcText(instant: number): string {
  return `${new Date(Math.max(firstYear, Math.min(instant, lastSecond))).toISOString().slice(0, 19)}Z`;
}

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** The instant that an RFC 3339 date-time names; undefined for anything else. */
export function parseDateTime(text: string): number | undefined {
  const instant = dateTime.test(text) && isDate(text.slice(0, 10)) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instant) ? undefined : instant;
}

/** Whether a text is a date that exists, written `yyyy-MM-dd`. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const instant = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
}
