import { within } from "../../base/cancellation.js";
import type { Clock } from "../../base/clock.js";
import { hasFunctions } from "../../errors/input.js";
import { parseBearerToken } from "./bearer-token.js";

/** A newly issued token. */
export interface IssuedToken {
  readonly token: string;
  /** Its lifetime in milliseconds, counted from the request; Infinity if it is unknown. */
  readonly lifetimeMs: number;
}

/** A token and its times, in milliseconds on the monotonic clock. */
export interface CachedToken {
  readonly token: string;
  /** When it was requested: the service cannot count its lifetime from an earlier time. */
  readonly issuedAt: number;
  /** When it should be renewed. */
  readonly renewAt: number;
  readonly expiresAt: number;
}

/** In milliseconds. A longer lifetime is certainly an error, and such a token would never be renewed. */
export const longestLifetime = 30 * 24 * 60 * 60 * 1000;

const maxMargin = 60_000;

/** Computes the times of a token: it is renewed min(60 s, 20 % of its lifetime) before it expires. */
export function withTimes(token: string, issuedAt: number, expiresAt: number): CachedToken {
  const margin = Math.min(maxMargin, (expiresAt - issuedAt) * 0.2);
  return { token, issuedAt, renewAt: expiresAt - margin, expiresAt };
}

/**
 * A key-value store that keeps a token for the next run of a job and for other processes, such as a Keyv instance. The
 * value is a text that contains the token: a secret, to be stored like a password.
 */
export interface TokenStore {
  /** Returns the stored text or a promise of it. Any other value, such as undefined or null, counts as none. */
  get(key: string): unknown;
  /** Stores a text for `ttlMs` milliseconds: a whole number, at least 1. */
  set(key: string, value: string, ttlMs: number): unknown;
  /** Deletes the text. */
  delete(key: string): unknown;
  /**
   * Optional: with it, one process requests a token, and the others wait for it; without it, each process that finds no
   * token requests its own. It must be atomic, as `SET … NX` of Redis is, or an insert with a unique key in a database.
   *
   * Takes the lock with this name for at most `ttlMs` milliseconds: if the process dies, the store releases it then.
   * Resolves at once: to a function that releases the lock if this process still holds it, or to undefined if another
   * process holds it.
   */
  lock?(key: string, ttlMs: number): Promise<(() => unknown) | undefined>;
}

/** Whether a value has the methods of a token store. */
export function isTokenStore(value: unknown): value is TokenStore {
  const hasLock = Object(value).lock !== undefined;
  return hasFunctions("get", "set", "delete", ...(hasLock ? ["lock"] : []))(value);
}

/** The key of a client's token. It does not contain the secret, so the token stays valid if the secret changes. */
export function tokenKey(baseUrl: string, clientId: string): string {
  return `reg-token:${new URLSearchParams({ baseUrl, clientId })}`;
}

/** How long a call waits for the store, in milliseconds. */
export const storeTimeout = 2000;

/** How long a process may request a token until another one may request it, too, in milliseconds. */
export const lockLifetime = 10_000;

/** The accepted difference between the clocks of two machines, in milliseconds. */
const maxSkew = 60_000;

/** The stored JSON; its times are in milliseconds since 1970 UTC. */
interface StoredValue {
  readonly token: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/** What a stored token is worth to a process that needs one. */
export type Verdict = "usable" | "unusable" | "rejected";

/** What a process has found in the store. Without a token and unless it is locked, the process requests a token. */
export interface Found {
  readonly token?: CachedToken;
  /** Whether another process requests a token. */
  readonly isLocked?: boolean;
  /** Releases the lock of this process without waiting: when `written` has settled, or after two seconds. */
  readonly unlock?: ((written: Promise<unknown> | undefined) => void) | undefined;
}

/**
 * One client's token in the user's store. A failure of the store never reaches a call: the store may throw, reject,
 * return invalid values or never settle.
 */
export class SharedTokenStore {
  readonly #store: TokenStore;
  readonly #key: string;
  readonly #clock: Clock;

  constructor(store: TokenStore, key: string, clock: Clock) {
    this.#store = store;
    this.#key = key;
    this.#clock = clock;
  }

  /**
   * Finds a usable token. If there is none, it takes the lock, and then reads again: another process may have written a
   * token in between. A store without locks loses a rejected token here; with locks, the holder replaces it, because a
   * process that is late would delete the new one.
   *
   * Never rejects, and takes at most two seconds: a store that fails or takes longer is ignored.
   */
  async find(judge: (stored: CachedToken) => Verdict): Promise<Found> {
    let isOverdue = false;
    let unlock: Found["unlock"];
    const search = async (): Promise<Found> => {
      const token = await this.#read();
      if (isOverdue) return {};
      const verdict = token && judge(token);
      if (token && verdict === "usable") return { token };
      if (this.#store.lock === undefined) {
        if (verdict === "rejected") await this.#store.delete(this.#key);
        return {};
      }
      const release = await this.#store.lock(`${this.#key}:lock`, lockLifetime);
      if (!release) return { isLocked: true };
      unlock = (written) => {
        const settled = this.#inTime(Promise.resolve(written));
        void ignoreErrors(() => settled).then(() => ignoreErrors(release));
      };
      if (isOverdue) {
        unlock(undefined);
        return {};
      }
      const again = await this.#read();
      return again && judge(again) === "usable" ? { token: again, unlock } : { unlock };
    };
    try {
      return await this.#inTime(search());
    } catch {
      isOverdue = true;
      return { unlock };
    }
  }

  /** Reads the stored token with its times on the monotonic clock; undefined if there is no plausible one. */
  async #read(): Promise<CachedToken | undefined> {
    const stored = parseValue(await this.#store.get(this.#key), this.#clock.now());
    if (stored === undefined) return undefined;
    const shift = this.#clock.monotonic() - this.#clock.now();
    return withTimes(stored.token, stored.issuedAt + shift, stored.expiresAt + shift);
  }

  /**
   * Writes a token to the store; never rejects. A token of unknown lifetime is not stored, because a later reader could
   * not know whether it is still valid.
   */
  async write({ token, issuedAt, expiresAt }: CachedToken): Promise<void> {
    const ttl = Math.floor(expiresAt - this.#clock.monotonic());
    if (!(ttl >= 1 && ttl <= longestLifetime)) return;
    const shift = this.#clock.now() - this.#clock.monotonic();
    const dates = { issuedAt: Math.floor(issuedAt + shift), expiresAt: Math.floor(expiresAt + shift) };
    await ignoreErrors(() => this.#store.set(this.#key, JSON.stringify({ token, ...dates }), ttl));
  }

  #inTime<T>(task: Promise<T>): Promise<T> {
    return within(task, { clock: this.#clock, limitMs: storeTimeout, createError: () => undefined });
  }
}

async function ignoreErrors(task: () => unknown): Promise<unknown> {
  try {
    return await task();
  } catch {
    return undefined;
  }
}

function parseValue(value: unknown, now: number): StoredValue | undefined {
  if (typeof value !== "string") return undefined;
  try {
    const stored: unknown = JSON.parse(value);
    if (!isStoredValue(stored)) return undefined;
    const lifetime = stored.expiresAt - stored.issuedAt;
    const isPlausible = lifetime > 0 && lifetime <= longestLifetime && stored.issuedAt <= now + maxSkew;
    return isPlausible && parseBearerToken(stored.token) === stored.token ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Exactly these three fields: a value with others comes from another program. */
function isStoredValue(value: unknown): value is StoredValue {
  const { token, issuedAt, expiresAt, ...others } = Object(value);
  const hasOthers = Object.keys(others).length > 0;
  return typeof token === "string" && Number.isFinite(issuedAt) && Number.isFinite(expiresAt) && !hasOthers;
}
