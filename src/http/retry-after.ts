const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const imfFixdate =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/;

/**
 * Reads a `Retry-After` header: whole seconds, or an IMF-fixdate (RFC 9110 §10.2.3), and nothing else.
 *
 * @param now the current time in milliseconds since 1970
 * @returns the pause in milliseconds; undefined if the header is absent, malformed or in the past
 */
export function parseRetryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const instant = parseFixdate(value);
  return instant === undefined || instant <= now ? undefined : instant - now;
}

function parseFixdate(value: string): number | undefined {
  const [, day, monthName, year, hour, minute, second] = imfFixdate.exec(value) ?? [];
  const month = months.indexOf(monthName ?? "");
  if (month < 0) return undefined;
  const instant = Date.UTC(Number(year), month, Number(day), Number(hour), Number(minute), Number(second));
  return new Date(instant).getUTCDate() === Number(day) ? instant : undefined;
}
