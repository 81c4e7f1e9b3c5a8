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

/** `Date.parse` takes almost anything; only a fixdate comes out of `toUTCString` as it went in. */
function parseFixdate(value: string): number | undefined {
  const instant = Date.parse(value);
  return Number.isFinite(instant) && new Date(instant).toUTCString() === value ? instant : undefined;
}
