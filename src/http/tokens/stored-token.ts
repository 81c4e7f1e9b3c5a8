import type { Clock } from "../time/clock.js";
import { within } from "../time/waiting.js";
import { cleanToken } from "./bearer.js";
import { type CachedToken, cachedToken, longestLifetime } from "./cached-token.js";
import type { TokenStore } from "./token-store.js";

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
