/** Formats instants in Amsterdam, where the service counts days: one has 23 hours each spring, one 25 each autumn. */
let amsterdam: Intl.DateTimeFormat | undefined;

/** The years with four digits. A date in a body may be outside of them; then the nearest date within is used. */
const firstYear = Date.parse("0001-01-01T00:00:00Z");
const lastDay = Date.parse("9999-12-31T00:00:00Z");

/**
 * Returns the date in Amsterdam at an instant (milliseconds since 1970), as `yyyy-MM-dd`: the day as the service counts
 * it. Outside the years 1 to 9999 it is the nearest date within.
 *
 * @throws RangeError for what is not a number
 *
 * @example
 * const workshopDate = amsterdamDay(Date.now());
 *
 * @see supplier-api.md §3
 */
export function amsterdamDay(instant: number): string {
  const [day = ""] = amsterdamTime(Math.max(firstYear, Math.min(instant, lastDay))).split(" ");
  return day.padStart(10, "0");
}

/** The date and time in Amsterdam at an instant (milliseconds since 1970), as `yyyy-MM-dd hh:mm:ss`. */
export function amsterdamTime(instant: number): string {
  // Not at import: loading the time zone data takes at least 10 ms, more than the rest of the import.
  amsterdam ??= new Intl.DateTimeFormat("sv-SE", {
    timeZone: "Europe/Amsterdam",
    dateStyle: "short",
    timeStyle: "medium",
  });
  return amsterdam.format(instant);
}

const dateTime = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Parses an RFC 3339 date-time as milliseconds since 1970; undefined for any other text. */
export function parseDateTime(text: string): number | undefined {
  const instant = dateTime.test(text) && isDate(text.slice(0, 10)) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instant) ? undefined : instant;
}

/** Whether two values are date-times of one instant, whatever their offsets. */
export function isSameInstant(one: unknown, other: unknown): boolean {
  if (typeof one !== "string" || typeof other !== "string") return false;
  const instant = parseDateTime(one);
  return instant !== undefined && instant === parseDateTime(other);
}

/** What {@link isDate} accepts, for messages. */
export const existingDate = "a date that exists, as yyyy-MM-dd";

/** Whether a text is a date that exists, written `yyyy-MM-dd`. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const instant = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
}
