import { hasFunctions } from "../input/rules.js";

/**
 * Where a token is kept for the next run of a job and for other processes: the part of a key-value store that is
 * needed. A Keyv instance is one. The value is a text that holds the token: a secret, to be stored like a password.
 */
export interface TokenStore {
  /** The text that was set, or a promise of it. Anything else, such as undefined or null, counts as none. */
  get(key: string): unknown;
  /** Keeps a text for `ttlMs` milliseconds: a whole number, at least 1. */
  set(key: string, value: string, ttlMs: number): unknown;
  /** Forgets the text. */
  delete(key: string): unknown;
}

/** Whether a value can serve as a token store. */
export function isTokenStore(value: unknown): value is TokenStore {
  return hasFunctions("get", "set", "delete")(value);
}

/** The key of a client's token. The secret is no part of it, so that the token outlives a change of the secret. */
export function tokenKey(baseUrl: string, clientId: string): string {
  return `reg-token:${new URLSearchParams({ baseUrl, clientId })}`;
}
