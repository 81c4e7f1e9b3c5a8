import type { Clock } from "../time/clock.js";
import { type CachedToken, cachedToken, type IssuedToken } from "./cached-token.js";
import type { StoredToken } from "./stored-token.js";
import type { TokenSource } from "./token-source.js";

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
export class TokenCache implements TokenSource {
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
