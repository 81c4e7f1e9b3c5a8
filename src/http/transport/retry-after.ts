import { type Clock, longestTimer } from "../../base/clock.js";

/** The delay that the headers of a response ask for, in milliseconds; undefined if they ask for none. */
export function readRetryAfter(headers: Pick<Headers, "get">, clock: Pick<Clock, "now">): number | undefined {
  // The clock of the service wrote both dates; the local one may be minutes off.
  const respondedAt = parseHttpDate(headers.get("date") ?? "", clock.now()) ?? clock.now();
  return parseRetryAfter(headers.get("retry-after"), respondedAt);
}

/**
 * Reads a `Retry-After` header: seconds, also with a fraction, or a date in one of the three forms of RFC 9110 (§5.6.7,
 * §10.2.3). Of several values, the longest delay counts.
 *
 * @param now the time of the response in milliseconds since 1970
 * @returns the delay in whole milliseconds, at most what `setTimeout` can wait; undefined if the header is absent,
 *   malformed or in the past
 */
export function parseRetryAfter(value: string | null, now: number): number | undefined {
  // `Headers` joins several with a comma; that within a date is followed by the day and the month.
  const delays = (value ?? "").split(/ *,(?! *\d\d[ -]\w{3}) */).flatMap((each) => {
    if (/^\d+(\.\d+)?$/.test(each)) return Math.ceil(Number(each) * 1000);
    const time = parseHttpDate(each, now);
    return time === undefined || time <= now ? [] : time - now;
  });
  return delays.length === 0 ? undefined : Math.min(Math.max(...delays), longestTimer);
}

/** The three forms of a date. Some programs write UTC in the place of GMT. */
const dateForms = [
  /^(?<weekday>\w{3}), (?<day>\d\d) (?<month>\w{3}) (?<year>\d{4}) (?<time>[\d:]{8}) (?:GMT|UTC)$/,
  /^(?<weekday>\w{3})\w{3,6}, (?<day>\d\d)-(?<month>\w{3})-(?<year>\d\d) (?<time>[\d:]{8}) (?:GMT|UTC)$/,
  /^(?<weekday>\w{3}) (?<month>\w{3}) (?<day>[ \d]\d) (?<time>[\d:]{8}) (?<year>\d{4})$/,
];

/** @param now decides the century of a year of two digits, which is at most 50 years in the future */
function parseHttpDate(value: string, now: number): number | undefined {
  const parts = dateForms.map((form) => form.exec(value)?.groups).find((groups) => groups !== undefined);
  if (parts === undefined) return undefined;
  const { weekday, day = "", month, year = "", time } = parts;
  const latest = new Date(now).getUTCFullYear() + 50;
  const fullYear = year.length === 4 ? year : String(latest - ((latest - Number(year)) % 100));
  const fixdate = `${weekday}, ${day.replace(" ", "0")} ${month} ${fullYear} ${time} GMT`;
  const parsed = Date.parse(fixdate);
  // `Date.parse` accepts almost anything; only a date that exists is the same text again.
  return Number.isFinite(parsed) && new Date(parsed).toUTCString() === fixdate ? parsed : undefined;
}
