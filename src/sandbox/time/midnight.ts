import { amsterdamDay, amsterdamTime } from "../../values/calendar.js";
import { lastInstant } from "./bounds.js";

const hour = 60 * 60 * 1000;
const dayLength = 24 * hour;

/** A date in a body may lie where years have more or fewer digits; it is then shown as the nearest with four. */
const firstYear = Date.parse("0001-01-01T00:00:00Z");
const lastSecond = lastInstant + dayLength - 1000;

/** The instant of the next midnight in Amsterdam, always after the given one. */
export function nextAmsterdamMidnight(instant: number): number {
  const midnightUtc = Date.parse(`${amsterdamDay(instant)}T00:00:00Z`) + dayLength;
  // Amsterdam changes its clocks at 01:00 UTC, so both midnights, there and in UTC, have the same offset; and so has
  // an hour before them, which still is in the same year.
  return midnightUtc - offsetAt(midnightUtc - 3 * hour);
}

function offsetAt(instant: number): number {
  return Date.parse(`${amsterdamTime(instant).replace(" ", "T")}Z`) - instant;
}

/** A date-time as the service writes it: in UTC, without fractions of a second. */
export function utcText(instant: number): string {
  return `${new Date(Math.max(firstYear, Math.min(instant, lastSecond))).toISOString().slice(0, 19)}Z`;
}
