import { within } from "../base/cancellation.js";
import { notify } from "../http/diagnostics/diagnostics.js";
import { RateLimiter, windowsAfter } from "../http/throttle/rate-limiter.js";
import type { Limiter, LimiterState, Permit } from "../http/throttle/types.js";
import { Store, type StoreOptions } from "./connection.js";
import type { RunScript, ScriptInput, ScriptResult } from "./script.js";

export interface SharedLimiterOptions extends StoreOptions {
  readonly runScript: RunScript;
  readonly limit: number;
  /** In milliseconds. */
  readonly window: number;
  /** How many processes share the limit while the store fails; undefined: calls fail then. */
  readonly instances: number | undefined;
}

/**
 * Shares a limit with other processes. One run of the script takes the units for the calls that wait, and another one,
 * which no call waits for, reports how their requests ended. If the store fails, calls fail, or a limit of this process
 * alone applies.
 */
export class SharedLimiter implements Limiter {
  readonly #options: SharedLimiterOptions;
  readonly #store: Store;
  /** Used as the limit while Redis fails. Its pause always applies. */
  readonly #local: RateLimiter;
  #lastUnit = 0;
  /** When units are free again, on the monotonic clock, as far as the store does not know it yet. */
  readonly #unreported = new Map<number, number>();
  /** The request with a 429 that the store does not know about yet. */
  #refused: { readonly sentAt: number } | undefined;
  #reporting: Promise<void> | undefined;
  /** After a shortage: when the store should be asked for units again. */
  #nextTurnAt = Number.NEGATIVE_INFINITY;
  #latest: Pick<ScriptResult, "allowed" | "free" | "otherLimit">;
  /** The limit of another process that was reported last. */
  #reportedLimit: string | undefined;

  constructor(options: SharedLimiterOptions) {
    const { limit, instances = 1, window, clock } = options;
    this.#options = options;
    this.#store = new Store(options);
    this.#local = new RateLimiter({ limit: Math.floor(limit / instances), window, clock });
    this.#latest = { allowed: limit, free: limit, otherLimit: limit };
  }

  /** Undefined again a second after each failure, so that a call tries the store. */
  get failure(): Error | undefined {
    const fails = this.#options.instances === undefined && this.#store.retryInMs > 0;
    return fails ? this.#store.failure : undefined;
  }

  get requestedPauseMs(): number {
    return this.#local.requestedPauseMs;
  }

  take(count: number): readonly Permit[] | Promise<readonly Permit[]> {
    if (this.#aloneForMs > 0) return this.#local.take(count).map((permit) => this.#takeAlone(permit));
    return this.waitMs() > 0 ? [] : this.#takeShared(this.#intervalMs > 0 ? 1 : count);
  }

  waitMs(): number {
    if (this.#aloneForMs > 0) return Math.min(this.#local.waitMs(), this.#aloneForMs);
    return Math.max(0, this.#local.pauseWaitMs(), this.#nextTurnAt - this.#now, this.#store.retryInMs);
  }

  certainWaitMs(): number {
    return this.#local.state().pausedForMs;
  }

  state(): LimiterState {
    const store = this.#store.failure === undefined ? "ok" : "failed";
    const local = { ...this.#local.state(), store } as const;
    if (this.#aloneForMs > 0) return local;
    const { allowed, free } = this.#latest;
    return { ...local, ...(store === "ok" ? { allowed, free } : { allowed: 0, free: 0 }) };
  }

  /** Waits until the store knows how the requests have ended. Never rejects. */
  async release(): Promise<void> {
    const { clock, storeTimeout } = this.#options;
    await within(this.#report(), { clock, limitMs: storeTimeout, createError: () => undefined }).catch(() => {});
  }

  get #now(): number {
    return this.#options.clock.monotonic();
  }

  /**
   * How long a limit of this process alone applies, in milliseconds: while the store fails, and then for another
   * window, in which all processes report what they have sent without it.
   */
  get #aloneForMs(): number {
    if (this.#options.instances === undefined) return 0;
    if (this.#store.failure !== undefined) return Number.POSITIVE_INFINITY;
    return Math.max(0, this.#options.window - this.#store.recoveredForMs);
  }

  /** The time between two requests of this process while others outside use the same limit. */
  get #intervalMs(): number {
    const { allowed, otherLimit } = this.#latest;
    return allowed < Math.min(this.#options.limit, otherLimit) ? this.#options.window / allowed : 0;
  }

  #takeAlone(permit: Permit): Permit {
    this.#lastUnit += 1;
    this.#renew(this.#lastUnit);
    return this.#start(this.#lastUnit, permit);
  }

  async #takeShared(want: number): Promise<readonly Permit[]> {
    const sentAt = this.#now;
    const firstUnit = this.#lastUnit + 1;
    const units = Array.from({ length: want }, (_, index) => firstUnit + index);
    this.#lastUnit += want;
    const result = await this.#run({ want, firstUnit, units: [] });
    // The lease of a unit lasts for two windows from `sentAt` or later, and is renewed half a window after its arrival.
    const isLate = this.#now - sentAt > this.#options.window / 2;
    // A 429 may have begun a pause since the units were requested.
    const isPaused = this.#local.state().pausedForMs > 0;
    if (result === undefined || isLate || (isPaused && result.given > 0)) {
      // The store may have given them.
      for (const unit of units) this.#unreported.set(unit, this.#now);
      void this.#report();
      return [];
    }
    if (result.given < want)
      // From `sentAt`: the next request takes as long as this one to arrive, so it arrives in time.
      this.#nextTurnAt = sentAt + Math.min(result.waitMs, this.#options.window / 4);
    const given = units.slice(0, result.given);
    return given.map((unit) => this.#start(unit, this.#local.admit(this.#intervalMs)));
  }

  #start(unit: number, permit: Permit): Permit {
    const request = { sentAt: this.#now };
    const { clock, window } = this.#options;
    const renewLater = () =>
      clock.schedule(
        () => {
          this.#renew(unit);
          cancelRenewal = renewLater();
        },
        window / 2,
        "background",
      );
    let cancelRenewal = renewLater();
    return {
      end: (how, retryAfterMs) => {
        cancelRenewal();
        permit.end(how, retryAfterMs);
        if (how === "refused") this.#refused = request;
        this.#unreported.set(unit, this.#now + windowsAfter[how] * window);
        void this.#report();
      },
    };
  }

  #renew(unit: number): void {
    this.#unreported.set(unit, this.#now + 2 * this.#options.window);
    void this.#report();
  }

  /** Reports what the store does not know yet. While one report is in progress, the next one waits and takes all. */
  #report(): Promise<void> {
    this.#reporting ??= this.#reportAll();
    return this.#reporting;
  }

  async #reportAll(): Promise<void> {
    // All requests that end in this turn of the event loop are in one report.
    await undefined;
    while (this.#unreported.size > 0 || this.#refused !== undefined) {
      const delay = this.#store.retryInMs;
      if (delay === 0) await this.#reportOnce();
      else await new Promise<void>((resolve) => this.#options.clock.schedule(resolve, delay, "background"));
    }
    this.#reporting = undefined;
  }

  async #reportOnce(): Promise<void> {
    const now = this.#now;
    const refused = this.#refused;
    const reported = [...this.#unreported];
    const result = await this.#run({
      want: 0,
      firstUnit: 0,
      units: reported.map(([unit, freeAt]) => [unit, Math.max(0, freeAt - now)]),
      refused: refused && {
        ageMs: now - refused.sentAt,
        pauseMs: this.#local.state().pausedForMs,
        requestedPauseMs: this.#local.requestedPauseMs,
      },
    });
    if (result !== undefined && this.#refused === refused) this.#refused = undefined;
    for (const [unit, freeAt] of reported) {
      // After a long failure, the lease has expired.
      const isSettled = result !== undefined || freeAt + 2 * this.#options.window < now;
      if (isSettled && this.#unreported.get(unit) === freeAt) this.#unreported.delete(unit);
    }
  }

  async #run(input: ScriptInput): Promise<ScriptResult | undefined> {
    const result = await this.#store.run(() => this.#options.runScript(input));
    if (result === undefined) return undefined;
    this.#latest = result;
    this.#reportOtherLimit(result);
    if (result.pausedForMs > 0) this.#local.pauseFor(result.pausedForMs, result.requestedPauseMs);
    return result;
  }

  #reportOtherLimit({ otherLimit, otherWindow }: ScriptResult): void {
    const { limit, window, onStoreError } = this.#options;
    const other = `${otherLimit} requests in ${otherWindow} ms`;
    if ((otherLimit === limit && otherWindow === window) || other === this.#reportedLimit) return;
    this.#reportedLimit = other;
    const own = `this one has ${limit} requests in ${window} ms, another one ${other}`;
    const problem = `processes share this quota with different limits: ${own}`;
    notify(onStoreError, new Error(`${problem}. The smallest limit applies to all of them; give them the same`));
  }
}
