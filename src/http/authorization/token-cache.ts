import { type Clock, longestRetryAfter } from "../../base/clock.js";
import { RegTokenError } from "../../errors/errors.js";
import type { TokenProvider } from "./authorization.js";
import { requestPause, SharedRequest } from "./shared-request.js";
import {
  type CachedToken,
  type Found,
  type IssuedToken,
  lockLifetime,
  type SharedTokenStore,
  type Verdict,
  withTimes,
} from "./token-store.js";

/** The time after which a process looks again for the token that another one requests, in milliseconds. */
const pollInterval = 100;

/**
 * The longest time that a process waits for the token of another one, in milliseconds. It is longer than the lock of a
 * process that has died, so that then one of the others replaces it and not all.
 */
const longestWait = 1.5 * lockLifetime;

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
  readonly #request: SharedRequest;
  /** The newest token, even if it was rejected or has expired. */
  #latest: CachedToken | undefined;
  /** The monotonic time from which the newest token is renewed in the background. */
  #renewAt = 0;
  #isRejected = false;
  #rejections = 0;
  #failure: { readonly error: unknown; readonly at: number } | undefined;
  /** The monotonic time until which a rejected token is not replaced. */
  #noReplacementUntil = 0;

  /** @param store shares the token with other processes; undefined: it is not shared */
  constructor(requestToken: () => Promise<IssuedToken>, clock: Clock, store?: SharedTokenStore) {
    this.#requestToken = requestToken;
    this.#clock = clock;
    this.#store = store;
    this.#request = new SharedRequest(clock);
  }

  get(startedAt?: number): string | Promise<string> {
    const latest = this.#latest;
    const now = this.#clock.monotonic();
    if (latest === undefined || now >= latest.expiresAt || this.#canReplaceRejected(now))
      return this.#request.resultFor(startedAt) ?? this.#request.share(this.#obtain());
    if (now >= this.#renewAt) this.#renewInBackground();
    return latest.token;
  }

  reject(token: string): boolean {
    if (this.#latest?.token === token && !this.#isRejected) {
      this.#isRejected = true;
      this.#request.forget();
      this.#rejections++;
    }
    return !this.#isRejected || this.#canReplaceRejected(this.#clock.monotonic());
  }

  /** Whether a rejected token may be replaced now; a pending renewal replaces it in any case. */
  #canReplaceRejected(now: number): boolean {
    return this.#isRejected && (now >= this.#noReplacementUntil || this.#request.pending !== undefined);
  }

  #renewInBackground(): void {
    if (this.#request.pending !== undefined) return;
    this.#request.share(this.#obtain()).catch(() => this.#renewLater());
  }

  #renewLater(): void {
    this.#renewAt = this.#clock.monotonic() + requestPause;
  }

  async #obtain(): Promise<string> {
    const found = this.#store && (await this.#search(this.#store));
    let written: Promise<void> | undefined;
    try {
      if (found?.token !== undefined) return this.#install(found.token);
      const issued = await this.#requestWithTimes();
      if (this.#isRejected) this.#noReplacementUntil = this.#clock.monotonic() + requestPause;
      written = this.#store?.write(issued);
      return this.#install(issued);
    } finally {
      found?.unlock?.(written);
    }
  }

  /** Looks for a token until no other process requests one. Calls that have a valid token do not wait for that. */
  async #search(store: SharedTokenStore): Promise<Found> {
    const waitUntil = this.#clock.monotonic() + longestWait;
    for (;;) {
      const found = await store.find((stored) => this.#judge(stored));
      const now = this.#clock.monotonic();
      if (!found.isLocked || now >= waitUntil) return found;
      const latest = this.#latest;
      if (latest !== undefined && now < latest.expiresAt && !this.#isRejected) return { token: latest };
      await new Promise<void>((resolve) => this.#clock.schedule(resolve, pollInterval, "wait"));
    }
  }

  #judge(stored: CachedToken): Verdict {
    const latest = this.#latest;
    if (stored.token === latest?.token) return this.#isRejected ? "rejected" : "unusable";
    const isOlder = latest !== undefined && stored.issuedAt < latest.issuedAt;
    return isOlder || this.#clock.monotonic() >= stored.renewAt ? "unusable" : "usable";
  }

  /** Requests a token until it is not one that was rejected meanwhile. */
  async #requestWithTimes(): Promise<CachedToken> {
    this.#respectRetryAfter();
    const rejections = this.#rejections;
    const issuedAt = this.#clock.monotonic();
    const { token, lifetimeMs } = await this.#requestToken().catch((error: unknown) => {
      this.#failure = { error, at: this.#clock.monotonic() };
      throw error;
    });
    // A service may issue the same token again: this response is older than the token's rejection.
    if (token === this.#latest?.token && rejections !== this.#rejections) return this.#requestWithTimes();
    return withTimes(token, issuedAt, issuedAt + lifetimeMs);
  }

  /** Throws until the `Retry-After` of the latest failed token request has passed. */
  #respectRetryAfter(): void {
    const { error, at = 0 } = this.#failure ?? {};
    if (!(error instanceof RegTokenError) || error.retryAfterMs === undefined) return;
    const { oauthError, cause } = error;
    const until = at + Math.min(error.retryAfterMs, longestRetryAfter);
    const retryAfterMs = Math.ceil(until - this.#clock.monotonic());
    if (retryAfterMs > 0)
      throw new RegTokenError(
        `the token endpoint has asked for a pause, so no token was requested; call again in ${retryAfterMs} ms`,
        { oauthError, cause, retryAfterMs },
      );
  }

  #install(token: CachedToken): string {
    // The newest token again, because another process renews it: look for the new one later.
    if (token === this.#latest) this.#renewLater();
    else this.#renewAt = token.renewAt;
    this.#latest = token;
    this.#isRejected = false;
    return token.token;
  }
}
