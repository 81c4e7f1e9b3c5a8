import type { Clock } from "../../base/clock.js";
import { RegTokenError } from "../../errors/errors.js";

/** Checks tokens before they are sent; examines a token only once as long as it stays the same. */
export function tokenChecker(clock: Clock, checkExpiry: boolean): (token: unknown) => string {
  // The wall clock may be set later. This difference shows what it would be otherwise.
  const wallOffset = clock.now() - clock.monotonic();
  const examine = (given: unknown) => {
    const token = parseBearerToken(given);
    return { given, token, expiresAt: checkExpiry ? timesOf(token).expiresAt : undefined };
  };
  let last: ReturnType<typeof examine> | undefined;
  return (given) => {
    if (last === undefined || last.given !== given) last = examine(given);
    const { expiresAt, token } = last;
    // If the two times disagree, nothing is certain, and the service decides.
    if (expiresAt === undefined || Math.min(clock.now(), clock.monotonic() + wallOffset) < expiresAt) return token;
    throw new RegTokenError(
      `the token expired at ${new Date(expiresAt).toISOString()}; nothing was sent. Supply a new one`,
    );
  };
}

/** RFC 6750 §2.1: the characters of a bearer token. */
const b64token = /^[A-Za-z0-9\-._~+/]+=*$/;

/**
 * Removes what is often copied with a token (white space, a `Bearer ` prefix) and rejects what cannot be a bearer
 * token.
 *
 * @throws RegTokenError, which never contains the token
 */
export function parseBearerToken(token: unknown): string {
  if (typeof token !== "string") throw new RegTokenError("the token is not a string; is its variable set?");
  const clean = token.trim().replace(/^bearer\s+/i, "");
  if (clean === "" || /^bearer$/i.test(clean)) throw new RegTokenError("the token is empty");
  if (!b64token.test(clean)) {
    throw new RegTokenError("the token contains a character that no bearer token can contain (RFC 6750 §2.1)");
  }
  return clean;
}

/** The last second since 1970 that a Date can represent. */
const latestDate = 8.64e12;

/** When a JWT was issued and when it expires, in milliseconds since 1970. Empty for an opaque token. */
export function timesOf(token: string): { readonly issuedAt?: number; readonly expiresAt?: number } {
  try {
    const { length, 1: payload = "" } = token.split(".");
    if (length !== 3) return {};
    // Other claims may be garbled: their text is UTF-8. jose would need a TextDecoder as soon as it is imported.
    const { iat, exp } = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    return { ...(isTime(iat) && { issuedAt: iat * 1000 }), ...(isTime(exp) && { expiresAt: exp * 1000 }) };
  } catch {
    return {};
  }
}

const isTime = (seconds: unknown): seconds is number => typeof seconds === "number" && Math.abs(seconds) <= latestDate;
