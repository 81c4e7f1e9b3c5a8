import { RegTokenError } from "../errors/errors.js";
import { cleanToken, type TokenProvider } from "./auth.js";
import { within } from "./cancellation.js";
import type { Clock } from "./clock.js";
import { hasFunctions } from "./validate.js";

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

/** No pause is kept for longer, in milliseconds: an hour. */
const longestTokenPause = 60 * 60 * 1000;

/**
 * Asks for tokens, but not while the service wants to be left alone: after a failure with `retryAfterMs` each
 * question fails at once, and nothing is sent, until that time has passed.
 */
export function respectRetryAfter(
  issue: () => Promise<IssuedToken>,
  clock: Clock,
): () => Promise<IssuedToken> {
  let failure: RegTokenError | undefined;
  let until = 0;
  return async () => {
    const rest = Math.ceil(until - clock.monotonic());
    if (failure !== undefined && rest > 0) throw paused(failure, rest);
    failure = undefined;
    try {
      return await issue();
    } catch (error) {
      if (error instanceof RegTokenError && error.retryAfterMs !== undefined) {
        failure = error;
        until = clock.monotonic() + Math.min(error.retryAfterMs, longestTokenPause);
      }
      throw error;
    }
  };
}

function paused({ oauthError, cause }: RegTokenError, retryAfterMs: number): RegTokenError {
  return new RegTokenError(
    `the token endpoint has asked for a pause, so it was not asked for a token; call again in ${retryAfterMs} ms`,
    { oauthError, cause, retryAfterMs },
  );
}

/** How long a call waits for the store, in milliseconds. */
const patience = 2000;

/** How far the clocks of two machines may be apart, in milliseconds. */
const largestSkew = 60_000;

/** What the store keeps, as JSON; the instants in milliseconds since 1970 UTC. */
interface StoredValue {
  readonly token: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/**
 * One client's token in a store that the user brings. What the store does wrong never reaches a call: it may
 * throw, reject, give back nonsense or never answer.
 */
export class StoredToken {
  readonly #store: TokenStore;
  readonly #key: string;
  readonly #clock: Clock;

  constructor(store: TokenStore, key: string, clock: Clock) {
    this.#store = store;
    this.#key = key;
    this.#clock = clock;
  }

  /** The token in the store, dated by the monotonic clock; undefined if there is none that could have been set. */
  async read(): Promise<CachedToken | undefined> {
    const stored = parseValue(await this.#patiently(() => this.#store.get(this.#key)), this.#clock.now());
    if (stored === undefined) return undefined;
    const shift = this.#clock.monotonic() - this.#clock.now();
    return cachedToken(stored.token, stored.issuedAt + shift, stored.expiresAt + shift);
  }

  /**
   * Hands a token to the store, and does not wait. A token of unknown lifetime stays here: nobody who finds it
   * later could tell whether it is still good.
   */
  write({ token, issuedAt, expiresAt }: CachedToken): void {
    const ttl = Math.floor(expiresAt - this.#clock.monotonic());
    if (!(ttl >= 1 && ttl <= longestLifetime)) return;
    const shift = this.#clock.now() - this.#clock.monotonic();
    const dates = { issuedAt: Math.floor(issuedAt + shift), expiresAt: Math.floor(expiresAt + shift) };
    swallow(() => this.#store.set(this.#key, JSON.stringify({ token, ...dates }), ttl));
  }

  /** Deletes what the store holds; resolves in any case. */
  async delete(): Promise<void> {
    await this.#patiently(() => this.#store.delete(this.#key));
  }

  #patiently(task: () => unknown): Promise<unknown> {
    return swallow(() => within(this.#clock, patience, swallow(task), () => undefined));
  }
}

/** What the task gives; undefined if it fails. */
async function swallow(task: () => unknown): Promise<unknown> {
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
    const possible = lifetime > 0 && lifetime <= longestLifetime && stored.issuedAt <= now + largestSkew;
    return possible && cleanToken(stored.token) === stored.token ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** By hand, as a token answer is checked: these three fields, and no other, which would be somebody else's value. */
function isStoredValue(value: unknown): value is StoredValue {
  const { token, issuedAt, expiresAt, ...others } = Object(value);
  const hasOthers = Object.keys(others).length > 0;
  return typeof token === "string" && Number.isFinite(issuedAt) && Number.isFinite(expiresAt) && !hasOthers;
}

/**
 * After a background renewal failed, the good old token is used this long before the next try, in milliseconds. After
 * a refusal led to a new token, no further refusal leads to another for as long.
 */
const renewalPause = 1000;

/**
 * Keeps one token for everybody. At most one request for a token is under way at any time; a token is renewed
 * before it expires, in the background while the old one is still good.
 *
 * Only the one renewal under way ever puts a token in, so none can arrive late and replace a newer one. What can be
 * late is a refusal: one of an older token is not heeded, and one that comes in during a renewal starts a new
 * generation, in which what was asked for before must not bring the refused token back.
 *
 * A service that refuses every token is asked for one a second because of that: in between, the refused one is sent.
 */
export class TokenCache implements TokenProvider {
  readonly #issue: () => Promise<IssuedToken>;
  readonly #clock: Clock;
  readonly #store: StoredToken | undefined;
  /** The newest token, also when it was refused or has expired. */
  #latest: CachedToken | undefined;
  #refused = false;
  /** Counts the refusals. */
  #generation = 0;
  #pending: Promise<string> | undefined;
  #pausedUntil = 0;
  /** Until when a refused token is not replaced. */
  #keptUntil = 0;

  /** @param store where the token is kept for others as well; undefined: nowhere */
  constructor(issue: () => Promise<IssuedToken>, clock: Clock, store?: StoredToken) {
    this.#issue = issue;
    this.#clock = clock;
    this.#store = store;
  }

  get(): string | Promise<string> {
    const latest = this.#latest;
    const now = this.#clock.monotonic();
    if (latest === undefined || now >= latest.expiresAt || this.#isReplaceable(now)) return this.#renew();
    if (now >= latest.renewAt && now >= this.#pausedUntil) this.#renewInBackground();
    return latest.token;
  }

  reject(token: string): boolean {
    if (this.#latest?.token === token && !this.#refused) {
      this.#refused = true;
      this.#generation++;
    }
    return !this.#refused || this.#isReplaceable(this.#clock.monotonic());
  }

  /** A refused token: what is being renewed anyway is replaced as soon as it can be. */
  #isReplaceable(now: number): boolean {
    return this.#refused && (now >= this.#keptUntil || this.#pending !== undefined);
  }

  #renewInBackground(): void {
    this.#renew().catch(() => {
      this.#pausedUntil = this.#clock.monotonic() + renewalPause;
    });
  }

  #renew(): Promise<string> {
    this.#pending ??= this.#obtain().finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  async #obtain(): Promise<string> {
    const found = this.#store && (await this.#find(this.#store));
    if (found !== undefined) return this.#install(found);
    const issued = await this.#request();
    if (this.#refused) this.#keptUntil = this.#clock.monotonic() + renewalPause;
    this.#store?.write(issued);
    return this.#install(issued);
  }

  /** The token that another process, or an earlier run, has left in the store, if it is of use. */
  async #find(store: StoredToken): Promise<CachedToken | undefined> {
    const stored = await store.read();
    const latest = this.#latest;
    if (stored === undefined) return undefined;
    if (stored.token === latest?.token) {
      if (this.#refused) await store.delete();
      return undefined;
    }
    const isOlder = latest !== undefined && stored.issuedAt < latest.issuedAt;
    return isOlder || this.#clock.monotonic() >= stored.renewAt ? undefined : stored;
  }

  async #request(): Promise<CachedToken> {
    const generation = this.#generation;
    const issuedAt = this.#clock.monotonic();
    const { token, lifetimeMs } = await this.#issue();
    // A service may give out one token several times: this answer does not know yet that the token was refused.
    if (token === this.#latest?.token && generation !== this.#generation) return this.#request();
    return cachedToken(token, issuedAt, issuedAt + lifetimeMs);
  }

  #install(token: CachedToken): string {
    this.#latest = token;
    this.#refused = false;
    return token.token;
  }
}

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
