import type { Clock } from "../time/clock.js";
import type { TokenSource } from "./token-source.js";

/** A token as it was issued. */
export interface IssuedToken {
  readonly token: string;
  /** How long it is good for, in milliseconds from now; Infinity if it is not known. */
  readonly lifetimeMs: number;
}

interface CachedToken {
  readonly token: string;
  /** Monotonic instants, in milliseconds. */
  readonly renewAt: number;
  readonly expiresAt: number;
}

const largestMargin = 60_000;
/** After a background renewal failed, the good old token is used this long before the next try, in milliseconds. */
const renewalPause = 1000;

/**
 * Keeps one token for everybody. At most one request for a token is under way at any time; a token is renewed
 * before it expires (by min(60 s, 20 % of its lifetime)), in the background while the old one is still good.
 */
export class TokenCache implements TokenSource {
  readonly #issue: () => Promise<IssuedToken>;
  readonly #clock: Clock;
  #current: CachedToken | undefined;
  #pending: Promise<string> | undefined;
  #pausedUntil = 0;

  constructor(issue: () => Promise<IssuedToken>, clock: Clock) {
    this.#issue = issue;
    this.#clock = clock;
  }

  get(): string | Promise<string> {
    const current = this.#current;
    const now = this.#clock.monotonic();
    if (current === undefined || now >= current.expiresAt) return this.#renew();
    if (now >= current.renewAt && now >= this.#pausedUntil) this.#renewInBackground();
    return current.token;
  }

  reject(token: string): boolean {
    // A late 401 about an older token says nothing about the one that has replaced it.
    if (this.#current?.token === token) this.#current = undefined;
    return true;
  }

  #renewInBackground(): void {
    this.#renew().catch(() => {
      this.#pausedUntil = this.#clock.monotonic() + renewalPause;
    });
  }

  #renew(): Promise<string> {
    this.#pending ??= this.#requestToken().finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  async #requestToken(): Promise<string> {
    const asked = this.#clock.monotonic();
    const { token, lifetimeMs } = await this.#issue();
    const margin = Math.min(largestMargin, lifetimeMs * 0.2);
    this.#current = { token, renewAt: asked + lifetimeMs - margin, expiresAt: asked + lifetimeMs };
    return token;
  }
}
