/** A constant that is made when it is first asked for, and then kept: for one that is costly, and seldom needed. */
export function lazy<T>(make: () => T): () => T {
  let kept: { readonly value: T } | undefined;
  return () => {
    kept ??= { value: make() };
    return kept.value;
  };
}

/**
 * Days as the service counts them: in Amsterdam, where one has 23 hours each spring and one 25 each autumn. Not at import:
 * to load what the machine knows of time zones takes ten milliseconds.
 */
const amsterdam = lazy(
  () =>
    new Intl.DateTimeFormat("sv-SE", {
      timeZone: "Europe/Amsterdam",
      dateStyle: "short",
      timeStyle: "medium",
    }),
);

/** Where years have four digits; a date in a body may lie beyond, and is then shown as the nearest within. */
const firstYear = Date.parse("0001-01-01T00:00:00Z");
const lastDay = Date.parse("9999-12-31T00:00:00Z");

/**
 * The date in Amsterdam at an instant (milliseconds since 1970), as `yyyy-MM-dd`: the day as the service counts it
 * (supplier-api.md §3). Outside the years 1 to 9999 it is the nearest date within.
 *
 * @throws RangeError for what is no number
 */
export function amsterdamDay(instant: number): string {
  const [day = ""] = amsterdamTime(Math.max(firstYear, Math.min(instant, lastDay))).split(" ");
  return day.padStart(10, "0");
}

/** The date and time in Amsterdam at an instant (milliseconds since 1970), as `yyyy-MM-dd hh:mm:ss`. */
export function amsterdamTime(instant: number): string {
  return amsterdam().format(instant);
}

const dateTime = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** The instant (milliseconds since 1970) that an RFC 3339 date-time names; undefined for anything else. */
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
