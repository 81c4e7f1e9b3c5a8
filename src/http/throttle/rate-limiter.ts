import { type Clock, longestRetryAfter } from "../../base/clock.js";
import type { Limiter, LimiterState, Permit, PermitEnd } from "./types.js";

interface RateLimiterOptions {
  /** Infinity: no rate limit is known. */
  readonly limit: number;
  /** In milliseconds. */
  readonly window: number;
  readonly clock: Clock;
}

/**
 * The next pause, if one of a whole window did not help and the service does not ask for a certain one. Two clients
 * with equal windows would otherwise collide in each of them.
 */
const windowsOfRepeatedPause = 0.5;

/** Decides when one process may send a request: under the rate limit, and not in a pause after a 429 or 503. */
export class RateLimiter implements Limiter {
  readonly #limit: number;
  readonly #window: number;
  readonly #clock: Clock;
  readonly #units: RollingWindow;
  readonly #adaptiveLimit: AdaptiveLimit;
  readonly #pause: Pause;
  /**
   * How many refusals have reduced the limit: a 429, or the third 503 in a row. That of a request that was sent before
   * the last reduction does not reduce it again.
   */
  #reductions = 0;

  constructor({ limit, window, clock }: RateLimiterOptions) {
    this.#limit = limit;
    this.#window = window;
    this.#clock = clock;
    this.#units = new RollingWindow(window);
    this.#adaptiveLimit = new AdaptiveLimit(limit, window);
    this.#pause = new Pause(Math.max(longestRetryAfter, window));
  }

  get requestedPauseMs(): number {
    return this.#pause.remainingRequestedMs(this.#clock.monotonic());
  }

  take(count: number): readonly Permit[] {
    const permits: Permit[] = [];
    while (permits.length < count && this.waitMs() === 0) permits.push(this.admit(this.#intervalMs));
    return permits;
  }

  /**
   * Records a request that may be sent now: also one that a limit shared with other processes has admitted.
   *
   * @param intervalMs the shortest time to the next request
   */
  admit(intervalMs: number): Permit {
    const reductionsAtStart = this.#reductions;
    this.#units.take();
    this.#pause.recordRequest(this.#clock.monotonic(), intervalMs);
    return { end: (how, retryAfterMs) => this.#endRequest(how, reductionsAtStart, retryAfterMs) };
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

  /** The rest of the pause, or of the interval after the last request. */
  pauseWaitMs(): number {
    const now = this.#clock.monotonic();
    return Math.max(0, this.#pause.nextAllowedAt - now);
  }

  waitMs(): number {
    const now = this.#clock.monotonic();
    return Math.max(this.#pause.nextAllowedAt, this.#nextUnitAt(now), now) - now;
  }

  certainWaitMs(): number {
    // A request in flight may turn out not to have been sent, which returns its unit at once.
    return this.#units.inFlight > 0 ? this.pauseWaitMs() : this.waitMs();
  }

  state(): LimiterState {
    const now = this.#clock.monotonic();
    const allowed = this.#adaptiveLimit.at(now);
    return { allowed, free: this.#units.free(now, allowed), pausedForMs: Math.ceil(this.#pause.remainingMs(now)) };
  }

  /** Other clients may use the same limit while it is reduced: a burst would leave no units to them. */
  get #intervalMs(): number {
    const allowed = this.#adaptiveLimit.at(this.#clock.monotonic());
    return allowed < this.#limit ? this.#window / allowed : 0;
  }

  #nextUnitAt(now: number): number {
    if (this.#units.free(now, this.#adaptiveLimit.at(now)) > 0) return now;
    return Math.min(this.#units.nextReturn(now), this.#adaptiveLimit.nextIncrease(now));
  }

  #endRequest(how: PermitEnd, reductionsAtStart: number, retryAfterMs: number | undefined): void {
    const now = this.#clock.monotonic();
    const hasLimit = Number.isFinite(this.#limit);
    this.#units.end(now, hasLimit ? how : "unused");
    if (how !== "refused") return;
    const isRepeated = reductionsAtStart > 0 && this.#adaptiveLimit.at(now) < this.#limit;
    const windows = isRepeated ? windowsOfRepeatedPause : 1;
    this.#pause.begin(now, retryAfterMs, windows * this.#window);
    if (!hasLimit || reductionsAtStart !== this.#reductions) return;
    this.#reductions += 1;
    this.#adaptiveLimit.reduce(now, now + this.#pause.remainingMs(now));
  }
}

/** The pause after a 429 or 503, and the intervals between the requests after it. Times are monotonic milliseconds. */
class Pause {
  readonly #longestMs: number;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #requestedUntil = Number.NEGATIVE_INFINITY;
  #nextRequestAt = Number.NEGATIVE_INFINITY;

  /** @param longestMs the longest pause that the service may ask for */
  constructor(longestMs: number) {
    this.#longestMs = longestMs;
  }

  /** Begins a pause as the service asks for, otherwise of `defaultMs`. A pause in progress is not shortened. */
  begin(now: number, requestedMs: number | undefined, defaultMs: number): void {
    const until = now + (requestedMs === undefined ? defaultMs : Math.min(requestedMs, this.#longestMs));
    if (requestedMs !== undefined) this.#requestedUntil = Math.max(this.#requestedUntil, until);
    this.#pausedUntil = Math.max(this.#pausedUntil, until);
  }

  /** The rest of the pause; 0 without one. */
  remainingMs(now: number): number {
    return Math.max(0, this.#pausedUntil - now);
  }

  remainingRequestedMs(now: number): number {
    return Math.max(0, this.#requestedUntil - now);
  }

  get nextAllowedAt(): number {
    return Math.max(this.#pausedUntil, this.#nextRequestAt);
  }

  recordRequest(now: number, intervalMs: number): void {
    this.#nextRequestAt = now + intervalMs;
  }
}

/**
 * For how many windows a unit is used after the end of its request: without a response, the service may count it later.
 */
export const windowsAfter: Readonly<Record<PermitEnd, number>> = {
  unused: 0,
  responded: 1,
  refused: 1,
  "no-response": 2,
};

/**
 * Counts units so that no more than a limit are used in any period of `window` milliseconds. A unit returns one window
 * after the response to its request: the service counted that request no later than it responded, so the next request
 * with the same unit is outside that window, however the service counts.
 */
export class RollingWindow {
  readonly #window: number;
  /** Units of requests in flight. */
  inFlight = 0;
  /** When the units of ended requests return, in ascending order. */
  readonly #returns: number[] = [];

  /** @param window in milliseconds */
  constructor(window: number) {
    this.#window = window;
  }

  /** Takes a unit, also if none is free. */
  take(): void {
    this.inFlight += 1;
  }

  /** Ends the request of a unit at the monotonic time `now`. */
  end(now: number, how: PermitEnd): void {
    this.inFlight -= 1;
    const returnsAt = now + windowsAfter[how] * this.#window;
    if (how !== "unused")
      this.#returns.splice(this.#returns.findLastIndex((time) => time <= returnsAt) + 1, 0, returnsAt);
  }

  /**
   * Units that can be taken at the monotonic time `now`.
   *
   * @param allowed how many units may be used: the limit, or fewer if other clients use the same rate limit
   */
  free(now: number, allowed: number): number {
    return Math.max(0, allowed - this.inFlight - this.#returning(now).length);
  }

  /** The monotonic time at which the next unit returns; Infinity while every unit is in flight or free. */
  nextReturn(now: number): number {
    return this.#returning(now)[0] ?? Number.POSITIVE_INFINITY;
  }

  #returning(now: number): readonly number[] {
    while ((this.#returns[0] ?? Number.POSITIVE_INFINITY) <= now) this.#returns.shift();
    return this.#returns;
  }
}

/** The share of the limit that remains after a refusal. */
export const remainingShare = 0.7;
/** The share of the limit that returns with each window without a refusal, and that always remains. */
export const stepShare = 0.05;

/**
 * How much of the limit a throttle may use: all of it, until a refusal shows that other clients use the same rate limit,
 * or that the service is overloaded; then less, and slowly more again. As with TCP's congestion control, the clients
 * together settle below the limit.
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

  /** Reduces the limit after a refusal; it increases again from the monotonic time `from`. */
  reduce(now: number, from: number): void {
    this.#units = Math.max(this.#step, Math.floor(this.at(now) * remainingShare));
    this.#changedAt = from;
  }
}
