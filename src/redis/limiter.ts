import { within } from "../http/cancellation.js";
import type { Clock } from "../http/clock.js";
import { RateLimiter } from "../http/throttle/rate-limiter.js";
import type { Limiter, LimiterQueue, LimiterState, Permit, PermitEnd } from "../http/throttle/types.js";

/** What one process tells the shared store, and what it wants. Times are in milliseconds from now. */
export interface LeaseRequest {
  /** The number of the first new unit; the process numbers its units. */
  readonly firstUnit: number;
  /** How many units it wants; 0: none, it only reports. */
  readonly want: number;
  /** When each unit is free again: two windows for a renewed lease; 0: now. */
  readonly units: readonly (readonly [unit: number, leftMs: number])[];
  readonly refused?: RefusedRequest | undefined;
}

/** A 429 that pauses all processes. Times are in milliseconds. */
export interface RefusedRequest {
  readonly pauseMs: number;
  /** The part of the pause that the service has asked for. */
  readonly requestedMs: number;
  /** How long ago the request was sent. */
  readonly ageMs: number;
}

/** The result of the store. Times are in milliseconds from now. */
export interface LeaseResult {
  readonly given: number;
  /** When the process should ask again, if it got fewer units than it wanted. */
  readonly waitMs: number;
  /** Units that no process has leased. */
  readonly free: number;
  /** The part of the limit that may be used at present. */
  readonly allowed: number;
  readonly pausedForMs: number;
  readonly requestedPauseMs: number;
}

/** Leases units of the shared limit. */
export type Lease = (request: LeaseRequest) => Promise<LeaseResult>;

export interface SharedLimiterOptions {
  readonly lease: Lease;
  readonly limit: number;
  readonly maxInFlight: number;
  /** In milliseconds. */
  readonly window: number;
  /** How many processes share the limit while the store fails; undefined: calls fail then. */
  readonly instances: number | undefined;
  /** The longest time that the store may take, in milliseconds. */
  readonly storeTimeout: number;
  readonly onStoreError: ((error: Error) => void) | undefined;
  readonly clock: Clock;
}

/** A unit of the shared limit that this process has leased. Times are monotonic, in milliseconds. */
interface Unit {
  readonly number: number;
  /** When the request that leased or renewed it was sent to the store. */
  leasedAt: number;
  /** Until when a request may be sent with it. */
  usableUntil: number;
}

/** A request in flight. */
interface SentRequest {
  readonly unit: Unit;
  readonly sentAt: number;
}

/** The most units that are leased for later calls: one round trip to the store serves so many calls. */
const maxBlock = 32;

/** The largest part of the limit that is leased for later calls. */
const blockShare = 0.01;

/** The longest time that a unit is kept for a later call, in milliseconds; a process learns of a pause in this time. */
const longestIdle = 250;

/** The longest time until an ended request is reported, in milliseconds. */
const longestReport = 1000;

/** The time between two requests to a store that fails, in milliseconds. */
const retryInterval = 1000;

/** The most units in one request to the store, which serves nobody else meanwhile. */
const maxUnits = 1000;

/**
 * Shares a limit with other processes: it leases units from a store in small blocks, and reports later how their requests
 * ended. At most one request to the store is in flight. If the store fails, calls fail, or a limit of this process alone
 * applies.
 */
export class SharedLimiter implements Limiter {
  readonly #options: SharedLimiterOptions;
  readonly #queue: LimiterQueue;
  /** Counts the requests of this process. Its limit applies only while the store fails. */
  readonly #local: RateLimiter;
  #nextUnit = 1;
  /** Leased units for which there is no request yet. */
  #idle: Unit[] = [];
  readonly #inFlight = new Set<SentRequest>();
  /** When the units of ended requests are free again, on the monotonic clock; the store does not know it yet. */
  readonly #ended = new Map<number, number>();
  #refused: SentRequest | undefined;
  /** How many units to lease for calls that do not wait yet. */
  #block = 1;
  /** The request to the store in flight; it never rejects. */
  #pending: Promise<void> | undefined;
  /** The request in flight has taken longer than `storeTimeout`. */
  #isOverdue = false;
  #nextRequestAt = Number.NEGATIVE_INFINITY;
  #failure: Error | undefined;
  #latest: LeaseResult | undefined;
  #cancelReport: (() => void) | undefined;

  constructor(options: SharedLimiterOptions, queue: LimiterQueue) {
    const { limit, instances = 1, maxInFlight, window, clock } = options;
    this.#options = options;
    this.#queue = queue;
    this.#local = new RateLimiter({
      limit: Math.max(1, Math.floor(limit / instances)),
      maxInFlight,
      window,
      clock,
      onEnd: (how) => queue.onEnd(how),
    });
  }

  get requestedPauseMs(): number {
    return this.#local.requestedPauseMs;
  }

  get failure(): Error | undefined {
    if (this.#options.instances !== undefined) return undefined;
    // Otherwise the call waits for the result of another request to the store.
    const isCurrent = this.#isOverdue || this.#now < this.#nextRequestAt;
    return isCurrent ? this.#failure : undefined;
  }

  tryTake(): Permit | undefined {
    if (this.#isAlone) {
      this.#ask(0);
      const permit = this.#local.tryTake();
      return permit && this.#send(this.#createUnit(), permit);
    }
    if (!this.#local.canSend) return undefined;
    const unit = this.#takeIdle();
    if (unit !== undefined) return this.#send(unit, this.#local.takeGranted());
    this.#ask(Math.max(this.#queue.size, this.#block));
    return undefined;
  }

  expectedWaitMs(): number {
    if (this.#isAlone) return this.#local.expectedWaitMs();
    const { pausedForMs, inFlight } = this.#local.state();
    if (this.#pending !== undefined || inFlight >= this.#options.maxInFlight) return Number.POSITIVE_INFINITY;
    return Math.max(0, pausedForMs, this.#nextRequestAt - this.#now);
  }

  certainWaitMs(): number {
    return this.#local.state().pausedForMs;
  }

  state(): LimiterState {
    const local = this.#local.state();
    if (this.#failure !== undefined) return local;
    const { limit } = this.#options;
    const { allowed, free } = this.#latest ?? { allowed: limit, free: limit };
    return { ...local, allowed, free: free + this.#idle.length };
  }

  /** Returns the units without a request and reports everything else at once. Never rejects. */
  async release(): Promise<void> {
    const { clock, storeTimeout } = this.#options;
    const now = this.#now;
    for (const { number } of this.#idle.splice(0)) this.#ended.set(number, now);
    this.#block = 1;
    const reported = async () => {
      await this.#pending;
      if (this.#ended.size > 0) await this.#exchange(0);
    };
    await within(reported(), { clock, limitMs: storeTimeout, createError: () => undefined }).catch(() => {});
  }

  /** The store fails, and a limit of this process alone applies. */
  get #isAlone(): boolean {
    return this.#failure !== undefined && this.#options.instances !== undefined;
  }

  get #now(): number {
    return this.#options.clock.monotonic();
  }

  /** A unit that the store does not know yet: it is reported when the store responds again. */
  #createUnit(): Unit {
    const number = this.#nextUnit;
    this.#nextUnit += 1;
    return { number, leasedAt: this.#now, usableUntil: Number.POSITIVE_INFINITY };
  }

  /** Takes the unit that was leased first; one that was kept for too long is returned. */
  #takeIdle(): Unit | undefined {
    const now = this.#now;
    for (let unit = this.#idle.shift(); unit !== undefined; unit = this.#idle.shift()) {
      if (now < unit.usableUntil) {
        if (this.#idle.length === 0) this.#block = Math.min(this.#block * 2, this.#maxBlock);
        return unit;
      }
      this.#ended.set(unit.number, now);
      this.#block = 1;
    }
    return undefined;
  }

  get #maxBlock(): number {
    return Math.max(1, Math.min(maxBlock, Math.floor(this.#options.limit * blockShare)));
  }

  #send(unit: Unit, permit: Permit): Permit {
    const request = { unit, sentAt: this.#now };
    this.#inFlight.add(request);
    return {
      end: (how, retryAfterMs) => {
        if (!this.#inFlight.delete(request)) return;
        this.#ended.set(unit.number, this.#freeAt(how));
        if (how === "refused") this.#refused = request;
        permit.end(how, retryAfterMs);
        if (how === "refused") void this.#exchange(0);
        else this.#reportLater();
      },
    };
  }

  /** When the unit of an ended request is free again. */
  #freeAt(how: PermitEnd): number {
    const { window } = this.#options;
    const windows = { unused: 0, responded: 1, refused: 1, "no-response": 2 };
    return this.#now + windows[how] * window;
  }

  /** Asks for units, unless it is too early. */
  #ask(want: number): void {
    if (this.#now >= this.#nextRequestAt) void this.#exchange(want);
  }

  /** Reports what has ended and renews leases, soon but in one request. */
  #reportLater(): void {
    if (this.#idle.length === 0 && this.#ended.size === 0 && this.#inFlight.size === 0) return;
    const { clock, window } = this.#options;
    const delay = Math.min(longestReport, window / 20);
    const pause = this.#failure === undefined ? 0 : this.#nextRequestAt - this.#now;
    this.#cancelReport ??= clock.schedule(() => this.#report(), Math.max(delay, pause), "background");
  }

  #report(): void {
    this.#cancelReport = undefined;
    this.#returnUnused();
    if (this.#ended.size > 0 || this.#expiring().length > 0) void this.#exchange(0);
    else this.#reportLater();
  }

  /** Returns the units that were kept too long for a later call, and forgets those whose leases are over. */
  #returnUnused(): void {
    const now = this.#now;
    const isUsable = ({ usableUntil }: Unit) => now < usableUntil;
    for (const { number } of this.#idle.filter((unit) => !isUsable(unit))) this.#ended.set(number, now);
    this.#idle = this.#idle.filter(isUsable);
    for (const [unit, freeAt] of this.#ended)
      if (freeAt + 2 * this.#options.window < now) this.#ended.delete(unit);
  }

  /** The units of requests in flight whose lease has to be renewed. */
  #expiring(): readonly Unit[] {
    const before = this.#now - this.#options.window / 2;
    return [...this.#inFlight].map(({ unit }) => unit).filter(({ leasedAt }) => leasedAt <= before);
  }

  /** Sends one request to the store, if none is in flight. */
  #exchange(want: number): Promise<void> {
    this.#pending ??= this.#sendRequest(Math.max(want, this.#isAlone ? 0 : this.#queue.size)).finally(() => {
      this.#pending = undefined;
      this.#queue.onChange();
      if (this.#refused !== undefined && this.#failure === undefined) void this.#exchange(0);
      else this.#reportLater();
    });
    return this.#pending;
  }

  /** A request that fails loses nothing: the next one reports the same. */
  async #sendRequest(want: number): Promise<void> {
    const { clock, lease, storeTimeout, maxInFlight } = this.#options;
    this.#returnUnused();
    const now = this.#now;
    const room = maxInFlight - this.#inFlight.size - this.#idle.length;
    const wanted = Math.max(0, Math.min(want, room, maxUnits));
    const firstUnit = this.#nextUnit;
    this.#nextUnit += wanted;
    const ended = [...this.#ended].slice(0, maxUnits);
    const renewed = this.#expiring().slice(0, maxUnits);
    const refused = this.#refused;
    const cancelTimeout = clock.schedule(() => {
      this.#isOverdue = true;
      this.#fail(new Error(`Redis has not responded within ${storeTimeout} ms`));
      this.#queue.onChange();
    }, storeTimeout);
    try {
      const result = await lease({
        firstUnit,
        want: wanted,
        units: [
          ...ended.map(([unit, freeAt]) => [unit, Math.max(0, freeAt - now)] as const),
          ...renewed.map(({ number }) => [number, 2 * this.#options.window] as const),
        ],
        refused: refused && this.#describe(refused),
      });
      for (const [unit] of ended) this.#ended.delete(unit);
      for (const unit of renewed) unit.leasedAt = now;
      if (this.#refused === refused) this.#refused = undefined;
      this.#receive(result, { firstUnit, wanted, sentAt: now });
    } catch (error) {
      // The store may have processed the request.
      for (let unit = firstUnit; unit < firstUnit + wanted; unit += 1) this.#ended.set(unit, now);
      this.#fail(error instanceof Error ? error : new Error("the request to Redis failed", { cause: error }));
    } finally {
      cancelTimeout();
      this.#isOverdue = false;
    }
  }

  #describe({ sentAt }: SentRequest): RefusedRequest {
    const { pausedForMs } = this.#local.state();
    return { pauseMs: pausedForMs, requestedMs: this.#local.requestedPauseMs, ageMs: this.#now - sentAt };
  }

  #receive(
    result: LeaseResult,
    { firstUnit, wanted, sentAt }: { firstUnit: number; wanted: number; sentAt: number },
  ): void {
    const now = this.#now;
    const { window } = this.#options;
    this.#failure = undefined;
    this.#latest = result;
    const usableUntil = Math.min(now + Math.min(longestIdle, window / 8), sentAt + window / 2);
    for (let unit = firstUnit; unit < firstUnit + result.given; unit += 1)
      this.#idle.push({ number: unit, leasedAt: sentAt, usableUntil });
    const isShort = result.given < wanted;
    if (isShort) this.#block = 1;
    this.#nextRequestAt = isShort ? now + Math.min(result.waitMs, window / 4) : now;
    if (result.pausedForMs > 0) this.#local.pauseFor(result.pausedForMs, result.requestedPauseMs);
  }

  #fail(error: Error): void {
    const isNew = this.#failure === undefined;
    this.#failure = error;
    this.#nextRequestAt = this.#now + retryInterval;
    if (!isNew) return;
    try {
      this.#options.onStoreError?.(error);
    } catch {
      // Observing a failure must not cause another one.
    }
  }
}
