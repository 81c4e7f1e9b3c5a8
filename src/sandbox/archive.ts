import { type Phase, phaseOfStatus, transitionsFrom } from "../supplier/phases/phases.js";
import { amsterdamDay, amsterdamTime } from "../values/dates.js";
import type { StoredRequest } from "./state.js";

const day = 24 * 60 * 60 * 1000;

/** The first instant at which a clock can begin: before 1970, the expiry of a token is no number that a JWT takes. */
export const firstInstant = 0;

/** The last instant of a clock: a year has four digits in whatever is dated by it. */
export const lastInstant = Date.parse("9999-12-31T00:00:00Z");

/** What is said of an instant outside those two. */
export const instantRange = "must lie from 1970-01-01T00:00:00Z to 9999-12-31T00:00:00Z";

/** The longest delay and the longest window of a limit, in milliseconds. */
export const longestSpan = 366 * day;

/** What is said of a longer one. */
export const spanRange = "must be at most 366 days, which is 31622400000 ms";

/** The longest life of a token, in milliseconds: ten years, with as many leap days as they can have. */
export const longestLife = 3653 * day;

/** What is said of a longer one. */
export const lifeRange = "must be at most ten years, which is 315619200000 ms";

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

/** The phase of a request now. */
export function phaseNow({ status, archiveAt }: StoredRequest, now: number): Phase {
  if (archiveAt !== undefined && archiveAt <= now) return "Archived";
  const phase = phaseOfStatus(status);
  if (phase === undefined) throw new Error(`no phase is known for the status ${status}`);
  return phase;
}

/** Has a request archived when the table says so: around midnight in Amsterdam, taken to be on the stroke of it. */
export function archiveAfter(request: StoredRequest, trigger: "invoice" | "no-costs", now: number): void {
  const row = transitionsFrom(phaseNow(request, now), trigger)[0];
  if (row?.to === "Archived") request.archiveAt = row.at === "midnight" ? nextAmsterdamMidnight(now) : now;
}
