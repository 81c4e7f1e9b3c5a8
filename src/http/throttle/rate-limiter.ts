import type { Clock } from "../clock.js";
import type { Limiter, LimiterState, Permit, PermitEnd } from "./types.js";

interface RateLimiterOptions {
  /** Infinity: no rate limit is known, so only the requests in flight are limited, and a 429 pauses nothing. */
  readonly limit: number;
  readonly maxInFlight: number;
  /** In milliseconds. */
  readonly window: number;
  readonly clock: Clock;
  /** Called when a request has ended: a unit may be free, or a pause has begun. */
  readonly onEnd: (how: PermitEnd) => void;
}

/**
 * If a pause did not help and the service does not ask for a certain one, the next pause lasts this many windows.
 * Otherwise two clients with equal windows could collide again and again; a factor that is not a whole number prevents
 * that.
 */
const windowsOfRepeatedPause = 1.382;

/** Decides when one process may send a request: under the service's rate limit and `maxInFlight`. It has no queue. */
export class RateLimiter implements Limiter {
  readonly #limit: number;
  readonly #maxInFlight: number;
  readonly #window: number;
  readonly #clock: Clock;
  readonly #onEnd: (how: PermitEnd) => void;
  readonly #units: RollingWindow;
  readonly #adaptiveLimit: AdaptiveLimit;
  readonly #pause: Pause;
  /**
   * How many 429s have reduced the limit. A 429 of a request that was sent before the last reduction does not reduce it
   * again.
   */
  #reductions = 0;

  constructor({ limit, maxInFlight, window, clock, onEnd }: RateLimiterOptions) {
    this.#limit = limit;
    this.#maxInFlight = maxInFlight;
    this.#window = window;
    this.#clock = clock;
    this.#onEnd = onEnd;
    this.#units = new RollingWindow(window);
    this.#adaptiveLimit = new AdaptiveLimit(limit, window);
    this.#pause = new Pause(window);
  }

  /** The rest of the pause that the service has asked for, in milliseconds; 0 without one. */
  get requestedPauseMs(): number {
    return this.#pause.remainingRequestedMs(this.#clock.monotonic());
  }

  /** Takes a unit if one may be used now. */
  tryTake(): Permit | undefined {
    if (this.#isFull) return undefined;
    const now = this.#clock.monotonic();
    if (this.#pause.nextAllowedAt(now) > now) return undefined;
    const allowed = this.#adaptiveLimit.at(now);
    if (!this.#units.tryTake(now, allowed)) return undefined;
    this.#pause.recordRequest(now, this.#window / allowed);
    return this.#createPermit();
  }

  /**
   * The time until a unit of a limit that is counted elsewhere may be used, in milliseconds; Infinity if a request has to
   * end first.
   */
  grantedWaitMs(): number {
    const now = this.#clock.monotonic();
    return this.#isFull ? Number.POSITIVE_INFINITY : Math.max(0, this.#pause.nextAllowedAt(now) - now);
  }

  /**
   * Takes a unit of a limit that is counted elsewhere. It counts here as well.
   *
   * @param allowed how many units of that limit may be used
   */
  takeGranted(allowed: number): Permit {
    this.#units.take();
    this.#pause.recordRequest(this.#clock.monotonic(), this.#window / allowed);
    return this.#createPermit();
  }

  /**
   * Begins a pause that another process reports.
   *
   * @param requestedMs the part of it that the service has asked for, in milliseconds
   */
  pauseFor(ms: number, requestedMs: number): void {
    const now = this.#clock.monotonic();
    this.#pause.begin(now, undefined, ms);
    if (requestedMs > 0) this.#pause.begin(now, requestedMs, 0);
  }

  /** The time to the next unit in milliseconds, if no request ends before; Infinity if one has to end first. */
  expectedWaitMs(): number {
    const now = this.#clock.monotonic();
    return Math.max(this.#pause.nextAllowedAt(now), this.#nextUnitAt(now), now) - now;
  }

  /** The shortest possible time to the next unit, in milliseconds. */
  certainWaitMs(): number {
    const now = this.#clock.monotonic();
    // A request in flight may turn out not to have been sent, which returns its unit at once.
    const nextUnitAt = this.#units.inFlight > 0 ? now : this.#nextUnitAt(now);
    return Math.max(this.#pause.nextAllowedAt(now), nextUnitAt, now) - now;
  }

  state(): LimiterState {
    const now = this.#clock.monotonic();
    const allowed = this.#adaptiveLimit.at(now);
    return {
      allowed,
      free: this.#units.free(now, allowed),
      inFlight: this.#units.inFlight,
      pausedForMs: this.#pause.remainingMs(now),
    };
  }

  /** As many requests are in flight as may be. */
  get #isFull(): boolean {
    return this.#units.inFlight >= this.#maxInFlight;
  }

  #nextUnitAt(now: number): number {
    if (this.#isFull) return Number.POSITIVE_INFINITY;
    if (this.#units.free(now, this.#adaptiveLimit.at(now)) > 0) return now;
    return Math.min(this.#units.nextReturn(now), this.#adaptiveLimit.nextIncrease(now));
  }

  #createPermit(): Permit {
    const reductionsAtStart = this.#reductions;
    let isTaken = true;
    return {
      end: (how, retryAfterMs) => {
        if (isTaken) this.#endRequest(how, reductionsAtStart, retryAfterMs);
        isTaken = false;
      },
    };
  }

  #endRequest(how: PermitEnd, reductionsAtStart: number, retryAfterMs: number | undefined): void {
    const now = this.#clock.monotonic();
    const hasLimit = Number.isFinite(this.#limit);
    if (how === "unused" || !hasLimit) this.#units.unused();
    else if (how === "no-response") this.#units.withoutResponse(now);
    else this.#units.withResponse(now);
    if (how === "refused" && hasLimit) this.#pauseAll(now, reductionsAtStart, retryAfterMs);
    this.#onEnd(how);
  }

  #pauseAll(now: number, reductionsAtStart: number, retryAfterMs: number | undefined): void {
    const isRepeated = reductionsAtStart > 0 && this.#adaptiveLimit.at(now) < this.#limit;
    this.#pause.begin(now, retryAfterMs, isRepeated ? this.#window * windowsOfRepeatedPause : this.#window);
    if (reductionsAtStart !== this.#reductions) return;
    this.#reductions += 1;
    this.#adaptiveLimit.reduce(now, now + this.#pause.remainingMs(now));
  }
}

/** The longest `Retry-After` that is accepted, in milliseconds, unless the window is longer. */
const longestPause = 3_600_000;

/**
 * The pause after a 429. For one window after it, requests are sent at even intervals, so that waiting calls are not all
 * sent at once.
 */
export class Pause {
  readonly #window: number;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #requestedUntil = Number.NEGATIVE_INFINITY;
  #pacedUntil = Number.NEGATIVE_INFINITY;
  #nextRequestAt = Number.NEGATIVE_INFINITY;

  /** @param window in milliseconds */
  constructor(window: number) {
    this.#window = window;
  }

  /**
   * Begins a pause; a pause in progress that lasts longer is not shortened.
   *
   * @param requested the pause that the service asks for, in milliseconds; at most an hour counts, or the window if
   *   that is longer
   * @param defaultPause the pause if it asks for none, in milliseconds
   */
  begin(now: number, requested: number | undefined, defaultPause: number): void {
    const pause =
      requested === undefined ? defaultPause : Math.min(requested, Math.max(longestPause, this.#window));
    const until = now + pause;
    if (requested !== undefined) this.#requestedUntil = Math.max(this.#requestedUntil, until);
    if (until <= this.#pausedUntil) return;
    this.#pausedUntil = until;
    this.#pacedUntil = until + this.#window;
  }

  /** The rest of the pause, in milliseconds; 0 without one. */
  remainingMs(now: number): number {
    return Math.max(0, this.#pausedUntil - now);
  }

  /** The rest of the pause that the service has asked for, in milliseconds. */
  remainingRequestedMs(now: number): number {
    return Math.max(0, this.#requestedUntil - now);
  }

  /** The monotonic time from which the next request may be sent; `now` or earlier if it may be sent now. */
  nextAllowedAt(now: number): number {
    if (now < this.#pausedUntil) return this.#pausedUntil;
    return now < this.#pacedUntil ? Math.min(this.#nextRequestAt, this.#pacedUntil) : now;
  }

  /** Records that a request is sent; `interval` is the time to the next one while requests are paced. */
  recordRequest(now: number, interval: number): void {
    if (now < this.#pacedUntil) this.#nextRequestAt = now + interval;
  }
}

/** How many past times are kept before they are removed together. */
const maxStale = 1024;

/** Monotonic times in ascending order, added at the end and removed from the start. */
class TimestampQueue {
  #times: number[] = [];
  #start = 0;

  get size(): number {
    return this.#times.length - this.#start;
  }

  /** The earliest time; Infinity if there is none. */
  get first(): number {
    return this.#times[this.#start] ?? Number.POSITIVE_INFINITY;
  }

  /** Adds a time that is no earlier than the last one. */
  push(time: number): void {
    this.#times.push(time);
  }

  /** Removes the times up to and including `now`. */
  dropUntil(now: number): void {
    while (this.first <= now) this.#start += 1;
    if (this.#start > maxStale && this.#start * 2 > this.#times.length) {
      this.#times = this.#times.slice(this.#start);
      this.#start = 0;
    }
  }
}

/**
 * Counts units so that no more than a limit are used in any period of `window` milliseconds. A unit returns one window
 * after the response to its request: the service counted that request no later than it responded, so the next request
 * with the same unit is outside that window, however the service counts.
 */
export class RollingWindow {
  readonly #window: number;
  #inFlight = 0;
  /** When the units of requests with a response return. */
  readonly #withResponse = new TimestampQueue();
  /** When the units of requests without a response return. */
  readonly #withoutResponse = new TimestampQueue();

  /** @param window in milliseconds */
  constructor(window: number) {
    this.#window = window;
  }

  /**
   * Takes a unit if one is free at the monotonic time `now`.
   *
   * @param allowed how many units may be taken: the limit, or fewer if other clients use the same rate limit
   */
  tryTake(now: number, allowed: number): boolean {
    if (this.free(now, allowed) === 0) return false;
    this.take();
    return true;
  }

  /** Takes a unit, also if none is free. */
  take(): void {
    this.#inFlight += 1;
  }

  /** Returns the unit of a request with a response in one window. */
  withResponse(now: number): void {
    this.#inFlight -= 1;
    this.#withResponse.push(now + this.#window);
  }

  /** Returns the unit of a request without a response in two windows: the service may count it up to a window later. */
  withoutResponse(now: number): void {
    this.#inFlight -= 1;
    this.#withoutResponse.push(now + 2 * this.#window);
  }

  /** Returns the unit at once: the request was not sent. */
  unused(): void {
    this.#inFlight -= 1;
  }

  /** Units of requests in flight. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** Units that can be taken at the monotonic time `now`. */
  free(now: number, allowed: number): number {
    this.#withResponse.dropUntil(now);
    this.#withoutResponse.dropUntil(now);
    return Math.max(0, allowed - this.#inFlight - this.#withResponse.size - this.#withoutResponse.size);
  }

  /** The monotonic time at which the next unit returns; Infinity while every unit is in flight or free. */
  nextReturn(now: number): number {
    this.#withResponse.dropUntil(now);
    this.#withoutResponse.dropUntil(now);
    return Math.min(this.#withResponse.first, this.#withoutResponse.first);
  }
}

/** The share of the limit that remains after a 429. */
export const remainingShare = 0.7;
/** The share of the limit that returns with each window without a 429, and that always remains. */
export const stepShare = 0.05;

/**
 * How much of the limit a throttle may use: all of it, until a 429 shows that other clients use the same rate limit;
 * then less, and slowly more again. As with TCP's congestion control, the clients together settle below the limit.
 */
export class AdaptiveLimit {
  readonly #limit: number;
  readonly #window: number;
  readonly #step: number;
  #units: number;
  #changedAt = 0;

  /** @param window in milliseconds */
  constructor(limit: number, window: number) {
    this.#limit = limit;
    this.#window = window;
    this.#step = Math.ceil(limit * stepShare);
    this.#units = limit;
  }

  /** How many units may be used at the monotonic time `now`. */
  at(now: number): number {
    if (this.#units < this.#limit && now >= this.#changedAt + this.#window) {
      // At least one: rounding may make the difference a little smaller than the window.
      const windows = Math.max(1, Math.floor((now - this.#changedAt) / this.#window));
      this.#units = Math.min(this.#limit, this.#units + windows * this.#step);
      this.#changedAt += windows * this.#window;
    }
    return this.#units;
  }

  /** The monotonic time of the next increase; Infinity while the whole limit may be used. */
  nextIncrease(now: number): number {
    return this.at(now) < this.#limit ? this.#changedAt + this.#window : Number.POSITIVE_INFINITY;
  }

  /** Reduces the limit after a 429; it increases again from the monotonic time `from`. */
  reduce(now: number, from: number): void {
    this.#units = Math.max(this.#step, Math.floor(this.at(now) * remainingShare));
    this.#changedAt = from;
  }
}
