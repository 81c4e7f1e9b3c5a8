/** A token as it was issued. */
export interface IssuedToken {
  readonly token: string;
  /** How long it is good for, in milliseconds from the moment it was asked for; Infinity if it is not known. */
  readonly lifetimeMs: number;
}

/** A token and the instants of its life, in milliseconds on one clock. */
export interface CachedToken {
  readonly token: string;
  /** When it was asked for: the service cannot have counted its lifetime from an earlier moment. */
  readonly issuedAt: number;
  /** From when on a newer one is to be had. */
  readonly renewAt: number;
  readonly expiresAt: number;
}

/** Nobody issues tokens for longer, in milliseconds; a larger number is a mistake that would never be renewed. */
export const longestLifetime = 30 * 24 * 60 * 60 * 1000;

const largestMargin = 60_000;

/** Dates a token. It is to be renewed min(60 s, 20 % of its lifetime) before it expires. */
export function cachedToken(token: string, issuedAt: number, expiresAt: number): CachedToken {
  const margin = Math.min(largestMargin, (expiresAt - issuedAt) * 0.2);
  return { token, issuedAt, renewAt: expiresAt - margin, expiresAt };
}
