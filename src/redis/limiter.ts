import { within } from "../http/cancellation.js";
import { RateLimiter } from "../http/throttle/rate-limiter.js";
import type { Limiter, LimiterQueue, LimiterState, Permit, PermitEnd } from "../http/throttle/types.js";
import { Store, type StoreOptions } from "./connection.js";
import type { Lease, LeaseResult, RefusedRequest } from "./script.js";
import { LeasedUnits, type Unit } from "./units.js";

export interface SharedLimiterOptions extends StoreOptions {
  readonly lease: Lease;
  readonly limit: number;
  readonly maxInFlight: number;
  /** In milliseconds. */
  readonly window: number;
  /** How many processes share the limit while the store fails; undefined: calls fail then. */
  readonly instances: number | undefined;
}

/** The most units that are leased for later calls: one round trip to the store serves so many calls. */
const maxBlock = 32;

/** The largest part of the limit that is leased for later calls. */
const blockShare = 0.01;

/** The most units in one lease: more than the queue can use in `longestIdle` would only be returned. */
const maxLease = 250;

/** The longest time that a unit is kept for a later call, in milliseconds; a process learns of a pause in this time. */
const longestIdle = 250;

/** The longest time until an ended request is reported, in milliseconds. */
const longestReport = 1000;

/**
 * Shares a limit with other processes: it leases units from a store in small blocks, and reports later how their requests
 * ended. At most one request to the store is in flight. If the store fails, calls fail, or a limit of this process alone
 * applies.
 */
export class SharedLimiter implements Limiter {
  readonly #options: SharedLimiterOptions;
  readonly #queue: LimiterQueue;
  readonly #store: Store;
  readonly #units: LeasedUnits;
  /** Counts the requests of this process. Its limit applies only while the store fails; its pause always applies. */
  readonly #local: RateLimiter;
  /** How many units to lease when the next call arrives. */
  #block = 1;
  /** The request with a 429 that the store does not know about yet. */
  #refused: { readonly sentAt: number } | undefined;
  /** The request to the store in flight; it never rejects. */
  #pending: Promise<void> | undefined;
  /** After a shortage: when the store should be asked for units again. */
  #nextTurnAt = Number.NEGATIVE_INFINITY;
  /** What the store has reported. */
  #latest: Pick<LeaseResult, "allowed" | "free">;
  #isReportScheduled = false;

  constructor(options: SharedLimiterOptions, queue: LimiterQueue) {
    const { limit, instances = 1, maxInFlight, window, clock } = options;
    this.#options = options;
    this.#queue = queue;
    this.#store = new Store(options, () => queue.onChange());
    this.#units = new LeasedUnits(window);
    this.#local = new RateLimiter({
      limit: Math.floor(limit / instances),
      maxInFlight,
      window,
      clock,
      onEnd: (how) => queue.onEnd(how),
    });
    this.#latest = { allowed: limit, free: limit };
  }

  get requestedPauseMs(): number {
    return this.#local.requestedPauseMs;
  }

  get failure(): Error | undefined {
    return this.#options.instances === undefined ? this.#store.currentFailure : undefined;
  }

  tryTake(): Permit | undefined {
    if (this.#isAlone) {
      const permit = this.#local.tryTake();
      const [unit] = permit ? this.#units.create(1) : [];
      return permit && unit && this.#start(unit, permit);
    }
    if (this.#local.grantedWaitMs() > 0) return undefined;
    const unit = this.#takeIdle();
    if (unit !== undefined) return this.#start(unit, this.#local.takeGranted(this.#latest.allowed));
    this.#ask(Math.max(this.#queue.size, this.#block));
    return undefined;
  }

  expectedWaitMs(): number {
    if (this.#isAlone) return Math.min(this.#local.expectedWaitMs(), this.#aloneForMs);
    if (this.#pending !== undefined) return Number.POSITIVE_INFINITY;
    return Math.max(0, this.#local.grantedWaitMs(), this.#nextTurnAt - this.#now, this.#store.retryInMs);
  }

  certainWaitMs(): number {
    return this.#local.state().pausedForMs;
  }

  state(): LimiterState {
    const store = this.#store.failure === undefined ? "ok" : "failed";
    const local = { ...this.#local.state(), store } as const;
    if (this.#isAlone) return local;
    if (store === "failed") return { ...local, allowed: 0, free: 0 };
    const { allowed, free } = this.#latest;
    return { ...local, allowed, free: free + this.#units.idle };
  }

  /** Returns the units that are kept for later calls and reports everything else. Never rejects. */
  async release(): Promise<void> {
    const { clock, storeTimeout } = this.#options;
    const released = async () => {
      while (this.#pending !== undefined) await this.#pending;
      this.#units.returnIdle(this.#now, "all");
      this.#block = 1;
      await this.#request(0);
    };
    await within(released(), { clock, limitMs: storeTimeout, createError: () => undefined }).catch(() => {});
  }

  /** A limit of this process alone applies. */
  get #isAlone(): boolean {
    return this.#aloneForMs > 0;
  }

  /**
   * How long a limit of this process alone applies, in milliseconds: while the store fails, and then for another window, in
   * which all processes report what they have sent without it.
   */
  get #aloneForMs(): number {
    if (this.#options.instances === undefined) return 0;
    if (this.#store.failure !== undefined) return Number.POSITIVE_INFINITY;
    return Math.max(0, this.#options.window - this.#store.recoveredForMs);
  }

  get #now(): number {
    return this.#options.clock.monotonic();
  }

  /** Takes the unit that was leased first. A block that is used up in time is followed by a larger one. */
  #takeIdle(): Unit | undefined {
    this.#returnStale();
    const unit = this.#units.takeIdle();
    if (unit !== undefined && this.#units.idle === 0) this.#block = Math.min(this.#block * 2, this.#maxBlock);
    return unit;
  }

  #returnStale(): void {
    const kept = this.#units.idle;
    this.#units.returnIdle(this.#now, "stale");
    if (this.#units.idle < kept) this.#block = 1;
  }

  get #maxBlock(): number {
    return Math.max(1, Math.min(maxBlock, Math.floor(this.#options.limit * blockShare)));
  }

  #start(unit: Unit, permit: Permit): Permit {
    const request = { sentAt: this.#now };
    this.#units.start(unit);
    return {
      end: (how, retryAfterMs) => {
        if (!this.#units.end(unit, this.#freeAt(how))) return;
        if (how === "refused") this.#refused = request;
        permit.end(how, retryAfterMs);
        if (how === "refused") this.#ask(0);
        this.#reportLater();
      },
    };
  }

  /** When the unit of a request that ends now is free again. */
  #freeAt(how: PermitEnd): number {
    const windows = { unused: 0, responded: 1, refused: 1, "no-response": 2 };
    return this.#now + windows[how] * this.#options.window;
  }

  /** Asks for units, unless it is too early. */
  #ask(want: number): void {
    const isEarly = want > 0 && this.#now < this.#nextTurnAt;
    if (!isEarly && this.#store.retryInMs === 0) void this.#request(want);
  }

  /** Reports what has ended and renews leases, soon but in one request. */
  #reportLater(): void {
    if (this.#isReportScheduled || this.#units.isEmpty) return;
    const { clock, window } = this.#options;
    const delay = Math.max(Math.min(longestReport, window / 20), this.#store.retryInMs);
    this.#isReportScheduled = true;
    clock.schedule(() => this.#report(), delay, "background");
  }

  #report(): void {
    this.#isReportScheduled = false;
    this.#returnStale();
    this.#units.forgetExpired(this.#now);
    const { ended, renewed } = this.#units.changes(this.#now);
    if (ended.length + renewed.length > 0) void this.#request(0);
    else this.#reportLater();
  }

  /** Sends a request to the store, if none is in flight. */
  #request(want: number): Promise<void> {
    this.#pending ??= this.#exchange(want).finally(() => {
      this.#pending = undefined;
      this.#queue.onChange();
      if (this.#refused !== undefined || this.#units.hasBacklog) this.#ask(0);
      this.#reportLater();
    });
    return this.#pending;
  }

  /** Reports to the store and leases units. What a failed request has reported is reported again by the next one. */
  async #exchange(want: number): Promise<void> {
    this.#returnStale();
    const sentAt = this.#now;
    const { window } = this.#options;
    const created = this.#units.create(this.#limitWant(Math.max(want, this.#queue.size)), sentAt);
    const changes = this.#units.changes(sentAt);
    const refused = this.#refused;
    const result = await this.#store.run(() =>
      this.#options.lease({
        firstUnit: created[0]?.number ?? 0,
        want: created.length,
        units: [
          ...changes.ended.map(([{ number }, freeAt]) => [number, Math.max(0, freeAt - sentAt)] as const),
          ...changes.renewed.map(({ number }) => [number, 2 * window] as const),
        ],
        refused: refused && this.#describe(refused),
      }),
    );
    if (result === undefined) {
      // The store may have leased them.
      this.#units.return(created, sentAt);
      return;
    }
    this.#units.confirm(changes, sentAt);
    if (this.#refused === refused) this.#refused = undefined;
    this.#receive(result, created, sentAt);
  }

  #limitWant(want: number): number {
    if (this.#isAlone || this.#units.hasBacklog) return 0;
    const unused = this.#options.maxInFlight - this.#local.state().inFlight - this.#units.idle;
    const most = this.#store.failure === undefined ? maxLease : 1;
    return Math.max(0, Math.min(want, unused, most));
  }

  #describe({ sentAt }: { readonly sentAt: number }): RefusedRequest {
    const { pausedForMs } = this.#local.state();
    return {
      ageMs: this.#now - sentAt,
      pauseMs: pausedForMs,
      requestedPauseMs: this.#local.requestedPauseMs,
    };
  }

  #receive(result: LeaseResult, created: readonly Unit[], sentAt: number): void {
    const now = this.#now;
    const { window } = this.#options;
    this.#latest = result;
    // A lease lasts for two windows from `sentAt` or later: at least one and a half when its request is sent.
    const usableUntil = Math.min(now + Math.min(longestIdle, window / 8), sentAt + window / 2);
    this.#units.keep(created.slice(0, result.given), usableUntil);
    const isShort = result.given < created.length;
    if (isShort) this.#block = 1;
    // From `sentAt`: the next request takes as long as this one to arrive, so it arrives in time.
    this.#nextTurnAt = isShort ? sentAt + Math.min(result.waitMs, window / 4) : now;
    if (result.pausedForMs > 0) this.#local.pauseFor(result.pausedForMs, result.requestedPauseMs);
  }
}
