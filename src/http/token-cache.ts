import { RegTokenError } from "../errors/errors.js";
import { parseBearerToken, renewalPause, type TokenProvider } from "./auth.js";
import { within } from "./cancellation.js";
import type { Clock } from "./clock.js";
import { hasFunctions } from "./validate.js";

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
 * Keeps one token for all calls of a client. At most one token request is in flight at any time. A token is renewed
 * before it expires, in the background while the old one is still valid.
 *
 * There is one renewal at a time, and only it installs a token. A rejection of an older token is ignored. If a token is
 * rejected during a renewal, and the pending request then returns that token again, another one is requested.
 *
 * If the service rejects every token, one token is requested each second; in between, the rejected one is sent.
 */
export class TokenCache implements TokenProvider {
  readonly #requestToken: () => Promise<IssuedToken>;
  readonly #clock: Clock;
  readonly #store: SharedTokenStore | undefined;
  /** The newest token, even if it was rejected or has expired. */
  #latest: CachedToken | undefined;
  #isRejected = false;
  /** Counts the rejected tokens. */
  #rejections = 0;
  #pending: Promise<string> | undefined;
  #noBackgroundRenewalUntil = 0;
  /** The monotonic time until which a rejected token is not replaced. */
  #noReplacementUntil = 0;

  /** @param store shares the token with other processes; undefined: it is not shared */
  constructor(requestToken: () => Promise<IssuedToken>, clock: Clock, store?: SharedTokenStore) {
    this.#requestToken = requestToken;
    this.#clock = clock;
    this.#store = store;
  }

  get(): string | Promise<string> {
    return this.current() ?? this.#renew();
  }

  current(): string | undefined {
    const latest = this.#latest;
    const now = this.#clock.monotonic();
    if (latest === undefined || now >= latest.expiresAt || this.#canReplaceRejected(now)) return undefined;
    if (now >= latest.renewAt && now >= this.#noBackgroundRenewalUntil) this.#renewInBackground();
    return latest.token;
  }

  reject(token: string): boolean {
    if (this.#latest?.token === token && !this.#isRejected) {
      this.#isRejected = true;
      this.#rejections++;
    }
    return !this.#isRejected || this.#canReplaceRejected(this.#clock.monotonic());
  }

  /** Whether a rejected token may be replaced now; a pending renewal replaces it in any case. */
  #canReplaceRejected(now: number): boolean {
    return this.#isRejected && (now >= this.#noReplacementUntil || this.#pending !== undefined);
  }

  #renewInBackground(): void {
    this.#renew().catch(() => {
      this.#noBackgroundRenewalUntil = this.#clock.monotonic() + renewalPause;
    });
  }

  /** Starts a renewal, or joins the one in progress. */
  #renew(): Promise<string> {
    this.#pending ??= this.#obtain().finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  /** Takes a token from the store, or else requests one, and installs it. */
  async #obtain(): Promise<string> {
    const found = this.#store && (await this.#takeFromStore(this.#store));
    if (found !== undefined) return this.#install(found);
    const issued = await this.#requestWithTimes();
    if (this.#isRejected) this.#noReplacementUntil = this.#clock.monotonic() + renewalPause;
    this.#store?.write(issued);
    return this.#install(issued);
  }

  /** A usable token that another process or an earlier run has stored. */
  async #takeFromStore(store: SharedTokenStore): Promise<CachedToken | undefined> {
    const stored = await store.read();
    const latest = this.#latest;
    if (stored === undefined) return undefined;
    if (stored.token === latest?.token) {
      if (this.#isRejected) await store.delete();
      return undefined;
    }
    const isOlder = latest !== undefined && stored.issuedAt < latest.issuedAt;
    return isOlder || this.#clock.monotonic() >= stored.renewAt ? undefined : stored;
  }

  /** Requests a token until it is not one that was rejected meanwhile. */
  async #requestWithTimes(): Promise<CachedToken> {
    const rejections = this.#rejections;
    const issuedAt = this.#clock.monotonic();
    const { token, lifetimeMs } = await this.#requestToken();
    // A service may issue the same token again: this response is older than the token's rejection.
    if (token === this.#latest?.token && rejections !== this.#rejections) return this.#requestWithTimes();
    return withTimes(token, issuedAt, issuedAt + lifetimeMs);
  }

  #install(token: CachedToken): string {
    this.#latest = token;
    this.#isRejected = false;
    return token.token;
  }
}

/** The longest `Retry-After` of the token endpoint that is respected, in milliseconds: an hour. */
const maxTokenPause = 60 * 60 * 1000;

/**
 * Respects the `Retry-After` of the token endpoint: after a failure with `retryAfterMs`, each request for a token fails
 * at once, and nothing is sent, until that time has passed.
 */
export function respectTokenPause(
  requestToken: () => Promise<IssuedToken>,
  clock: Clock,
): () => Promise<IssuedToken> {
  let failure: RegTokenError | undefined;
  let until = 0;
  return async () => {
    const remainingMs = Math.ceil(until - clock.monotonic());
    if (failure !== undefined && remainingMs > 0) throw pausedError(failure, remainingMs);
    failure = undefined;
    try {
      return await requestToken();
    } catch (error) {
      if (error instanceof RegTokenError && error.retryAfterMs !== undefined) {
        failure = error;
        until = clock.monotonic() + Math.min(error.retryAfterMs, maxTokenPause);
      }
      throw error;
    }
  };
}

function pausedError({ oauthError, cause }: RegTokenError, retryAfterMs: number): RegTokenError {
  return new RegTokenError(
    `the token endpoint has asked for a pause, so no token was requested; call again in ${retryAfterMs} ms`,
    { oauthError, cause, retryAfterMs },
  );
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
}

/** Whether a value has the methods of a token store. */
export function isTokenStore(value: unknown): value is TokenStore {
  return hasFunctions("get", "set", "delete")(value);
}

/** The key of a client's token. It does not contain the secret, so the token stays valid if the secret changes. */
export function tokenKey(baseUrl: string, clientId: string): string {
  return `reg-token:${new URLSearchParams({ baseUrl, clientId })}`;
}

/** How long a call waits for the store, in milliseconds. */
const storeTimeout = 2000;

/** The accepted difference between the clocks of two machines, in milliseconds. */
const maxSkew = 60_000;

/** The stored JSON; its times are in milliseconds since 1970 UTC. */
interface StoredValue {
  readonly token: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
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

  /** Reads the stored token with its times on the monotonic clock; undefined if there is no plausible one. */
  async read(): Promise<CachedToken | undefined> {
    const stored = parseValue(await this.#tryInTime(() => this.#store.get(this.#key)), this.#clock.now());
    if (stored === undefined) return undefined;
    const shift = this.#clock.monotonic() - this.#clock.now();
    return withTimes(stored.token, stored.issuedAt + shift, stored.expiresAt + shift);
  }

  /**
   * Writes a token to the store without waiting. A token of unknown lifetime is not stored, because a later reader
   * could not know whether it is still valid.
   */
  write({ token, issuedAt, expiresAt }: CachedToken): void {
    const ttl = Math.floor(expiresAt - this.#clock.monotonic());
    if (!(ttl >= 1 && ttl <= longestLifetime)) return;
    const shift = this.#clock.now() - this.#clock.monotonic();
    const dates = { issuedAt: Math.floor(issuedAt + shift), expiresAt: Math.floor(expiresAt + shift) };
    ignoreErrors(() => this.#store.set(this.#key, JSON.stringify({ token, ...dates }), ttl));
  }

  /** Deletes the stored token; never rejects. */
  async delete(): Promise<void> {
    await this.#tryInTime(() => this.#store.delete(this.#key));
  }

  #tryInTime(task: () => unknown): Promise<unknown> {
    const limit = { clock: this.#clock, limitMs: storeTimeout, createError: () => undefined };
    return ignoreErrors(() => within(ignoreErrors(task), limit));
  }
}

/** The result of the task; undefined if it fails. */
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
