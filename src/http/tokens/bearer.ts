import { RegTokenError } from "../../errors/client-errors.js";
import type { Clock } from "../time/clock.js";

/** RFC 6750 §2.1: what a bearer token may consist of. */
const b64token = /^[A-Za-z0-9\-._~+/]+=*$/;

/**
 * Mends what people paste (white space around it, a `Bearer ` prefix) and refuses what cannot be a bearer token.
 *
 * @throws RegTokenError, which never shows the token
 */
export function cleanToken(token: unknown): string {
  if (typeof token !== "string") throw new RegTokenError("the token is not a string; is its variable set?");
  const clean = token.trim().replace(/^bearer\s+/i, "");
  if (clean === "" || /^bearer$/i.test(clean)) throw new RegTokenError("the token is empty");
  if (!b64token.test(clean)) {
    throw new RegTokenError("the token holds a character that no bearer token can hold (RFC 6750 §2.1)");
  }
  return clean;
}

/** The last second since 1970 that a Date can hold. */
const latestDate = 8.64e12;

/**
 * When a JWT expires, in milliseconds since 1970; undefined for an opaque token or one without `exp`. Of its three parts
 * the second one holds the claims. Of their texts those that are not ASCII come out wrong, but no number does.
 */
export function expiryOf(token: string): number | undefined {
  const [, claims = "", ...others] = token.split(".");
  if (others.length !== 1) return undefined;
  try {
    const { exp } = Object(JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/"))));
    return typeof exp === "number" && Math.abs(exp) <= latestDate ? exp * 1000 : undefined;
  } catch {
    return undefined;
  }
}

/** Checks tokens before they are sent; reads each token only once as long as it stays the same. */
export function tokenChecker(clock: Clock, checkExpiry: boolean): (token: unknown) => string {
  const examine = (given: unknown) => {
    const clean = cleanToken(given);
    return { given, clean, expiry: checkExpiry ? expiryOf(clean) : undefined };
  };
  let last: ReturnType<typeof examine> | undefined;
  return (given) => {
    if (last === undefined || last.given !== given) last = examine(given);
    if (last.expiry !== undefined && last.expiry <= clock.now()) {
      throw new RegTokenError(
        `the token expired at ${new Date(last.expiry).toISOString()}; nothing was sent. Supply a new one`,
      );
    }
    return last.clean;
  };
}
