import type { Clock } from "../clock.js";
import type { Permit, PermitEnd, ThrottleStatistics } from "./types.js";

/** The longest pause that is believed, in milliseconds, unless the window is longer. */
const longestPause = 3_600_000;

/**
 * The gate that a 429 closes. When it opens again, those who have waited do not all run off at once: for one
 * window they pass at even distances.
 */
export class PauseGate {
  readonly #window: number;
  #opensAt = Number.NEGATIVE_INFINITY;
  #askedUntil = Number.NEGATIVE_INFINITY;
  #pacedUntil = Number.NEGATIVE_INFINITY;
  #nextPass = Number.NEGATIVE_INFINITY;

  /** @param window in milliseconds */
  constructor(window: number) {
    this.#window = window;
  }

  /**
   * Lets nobody through for a while; a gate that is closed for longer stays so.
   *
   * @param asked how long, if the service has said so, in milliseconds; at most an hour, or a window if that is longer.
   * @param otherwise how long if it has not, in milliseconds
   */
  close(now: number, asked: number | undefined, otherwise: number): void {
    const pause = asked === undefined ? otherwise : Math.min(asked, Math.max(longestPause, this.#window));
    const until = now + pause;
    if (asked !== undefined) this.#askedUntil = Math.max(this.#askedUntil, until);
    if (until <= this.#opensAt) return;
    this.#opensAt = until;
    this.#pacedUntil = until + this.#window;
  }

  /** How long it stays closed, in milliseconds; 0 while it is open. */
  closedFor(now: number): number {
    return Math.max(0, this.#opensAt - now);
  }

  /** How much of that the service has asked for, in milliseconds. */
  askedFor(now: number): number {
    return Math.max(0, this.#askedUntil - now);
  }

  /** The instant from which one may pass; not after `now` if one may pass now. */
  opensNext(now: number): number {
    if (now < this.#opensAt) return this.#opensAt;
    return now < this.#pacedUntil ? Math.min(this.#nextPass, this.#pacedUntil) : now;
  }

  /** Somebody has passed; `distance` is how long the next one waits while the gate is paced, in milliseconds. */
  pass(now: number, distance: number): void {
    if (now < this.#pacedUntil) this.#nextPass = now + distance;
  }
}

/** How many instants that are over are kept before they are thrown away together. */
const mostStale = 1024;

/** Instants in ascending order, added at the end and dropped from the beginning. */
class TimestampQueue {
  #all: number[] = [];
  #start = 0;

  get size(): number {
    return this.#all.length - this.#start;
  }

  /** The earliest; Infinity if there is none. */
  get first(): number {
    return this.#all[this.#start] ?? Number.POSITIVE_INFINITY;
  }

  /** Adds an instant that is no earlier than the last one. */
  push(instant: number): void {
    this.#all.push(instant);
  }

  /** Drops what lies no later than `now`. */
  dropUntil(now: number): void {
    while (this.first <= now) this.#start += 1;
    if (this.#start > mostStale && this.#start * 2 > this.#all.length) {
      this.#all = this.#all.slice(this.#start);
      this.#start = 0;
    }
  }
}

/**
 * Counts units so that no more than a limit are used in any stretch of `window` milliseconds. A unit that was
 * taken comes back a window after the answer to its request: the service counted that request at the latest when
 * it answered, so that the next one with the same unit falls outside that window, however the service counts.
 */
export class RollingWindow {
  readonly #window: number;
  #inFlight = 0;
  /** When units come back: those of requests with an answer, and those without, which stay out twice as long. */
  readonly #answered = new TimestampQueue();
  readonly #unanswered = new TimestampQueue();

  /** @param window in milliseconds */
  constructor(window: number) {
    this.#window = window;
  }

  /**
   * Takes a unit if one is free at the monotonic instant `now`.
   *
   * @param allowed how many units may be out: the limit, or fewer if others use the same quota
   */
  tryTake(now: number, allowed: number): boolean {
    if (this.free(now, allowed) === 0) return false;
    this.#inFlight += 1;
    return true;
  }

  /** The request that took a unit has been answered. */
  answered(now: number): void {
    this.#inFlight -= 1;
    this.#answered.push(now + this.#window);
  }

  /** The request was given up without an answer: the service may count it later than now, within a window. */
  unanswered(now: number): void {
    this.#inFlight -= 1;
    this.#unanswered.push(now + 2 * this.#window);
  }

  /** Nothing was sent: the unit is free at once. */
  unused(): void {
    this.#inFlight -= 1;
  }

  /** Units of requests that are under way. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** Units that can be taken at the monotonic instant `now`, if `allowed` may be out. */
  free(now: number, allowed: number): number {
    this.#answered.dropUntil(now);
    this.#unanswered.dropUntil(now);
    return Math.max(0, allowed - this.#inFlight - this.#answered.size - this.#unanswered.size);
  }

  /** The monotonic instant at which the next unit comes back; Infinity while every unit is under way or free. */
  nextReturn(now: number): number {
    this.#answered.dropUntil(now);
    this.#unanswered.dropUntil(now);
    return Math.min(this.#answered.first, this.#unanswered.first);
  }
}

/** What remains of the share after a 429. */
const afterRefusal = 0.7;
/** What comes back with each window without a 429, of the whole limit; less than that is never left. */
const stepRatio = 0.05;

/**
 * How much of the limit a throttle may use. All of it, until a 429 shows that others use the same quota; then less,
 * and slowly more again, as TCP does on a line that it shares. So several clients settle below the limit together.
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
    this.#step = Math.ceil(limit * stepRatio);
    this.#units = limit;
  }

  /** How many units may be used at the monotonic instant `now`. */
  at(now: number): number {
    const windows = Math.floor((now - this.#changedAt) / this.#window);
    if (this.#units < this.#limit && windows > 0) {
      this.#units = Math.min(this.#limit, this.#units + windows * this.#step);
      this.#changedAt += windows * this.#window;
    }
    return this.#units;
  }

  /** The monotonic instant at which it grows next; Infinity while it is the whole limit. */
  nextGain(now: number): number {
    return this.at(now) < this.#limit ? this.#changedAt + this.#window : Number.POSITIVE_INFINITY;
  }

  /** The service refused a request; what was taken away comes back from the instant `from` on. */
  reduce(now: number, from: number): void {
    this.#units = Math.max(this.#step, Math.floor(this.at(now) * afterRefusal));
    this.#changedAt = from;
  }
}

/** What a quota knows of how its throttle stands. */
export type QuotaState = Pick<ThrottleStatistics, "allowed" | "free" | "inFlight" | "pausedForMs">;

/**
 * Where a pause came to nothing and the service does not say how long the next one is to be, that lasts so many
 * windows. Who always comes back at the same moment of a window may always meet the burst of another client that
 * takes all there is; the golden ratio's part keeps them from ever falling into step.
 */
const outOfStep = 1.382;

/** What a service's limit leaves to one process: the units, the share of them, and the gate. Nobody waits here. */
export class RateLimiter {
  readonly #limit: number;
  readonly #window: number;
  readonly #clock: Clock;
  readonly #onEnd: (how: PermitEnd) => void;
  readonly #units: RollingWindow;
  readonly #share: AdaptiveLimit;
  readonly #gate: PauseGate;
  /** Counts the 429s that reduced the share: a request that was sent before the latest of them says nothing new. */
  #episode = 0;

  /**
   * @param window in milliseconds
   * @param onEnd is told how each request ended, when there may be a unit again or a pause has begun
   */
  constructor(limit: number, window: number, clock: Clock, onEnd: (how: PermitEnd) => void) {
    this.#limit = limit;
    this.#window = window;
    this.#clock = clock;
    this.#onEnd = onEnd;
    this.#units = new RollingWindow(window);
    this.#share = new AdaptiveLimit(limit, window);
    this.#gate = new PauseGate(window);
  }

  /** How long the service has asked everybody to stay away, in milliseconds; 0 if it has not, or no longer. */
  get askedPauseMs(): number {
    return this.#gate.askedFor(this.#clock.monotonic());
  }

  /** Takes a unit, if one may be used now. */
  tryTake(): Permit | undefined {
    const now = this.#clock.monotonic();
    if (this.#gate.opensNext(now) > now) return undefined;
    const allowed = this.#share.at(now);
    if (!this.#units.tryTake(now, allowed)) return undefined;
    this.#gate.pass(now, this.#window / allowed);
    return this.#permit();
  }

  /** How long until there is a unit, in milliseconds, if no request ends before; Infinity if one has to. */
  expectedWaitMs(): number {
    const now = this.#clock.monotonic();
    return Math.max(this.#gate.opensNext(now), this.#nextUnit(now), now) - now;
  }

  /** How long there cannot be a unit, in milliseconds, whatever happens. */
  certainWaitMs(): number {
    const now = this.#clock.monotonic();
    // A request under way may turn out never to have been sent, and give its unit back at any moment.
    const nextUnit = this.#units.inFlight > 0 ? now : this.#nextUnit(now);
    return Math.max(this.#gate.opensNext(now), nextUnit, now) - now;
  }

  state(): QuotaState {
    const now = this.#clock.monotonic();
    const allowed = this.#share.at(now);
    return {
      allowed,
      free: this.#units.free(now, allowed),
      inFlight: this.#units.inFlight,
      pausedForMs: this.#gate.closedFor(now),
    };
  }

  #nextUnit(now: number): number {
    if (this.#units.free(now, this.#share.at(now)) > 0) return now;
    return Math.min(this.#units.nextReturn(now), this.#share.nextGain(now));
  }

  #permit(): Permit {
    const episode = this.#episode;
    let out = true;
    return {
      end: (how, retryAfterMs) => {
        if (out) this.#takeBack(how, episode, retryAfterMs);
        out = false;
      },
    };
  }

  #takeBack(how: PermitEnd, episode: number, retryAfterMs: number | undefined): void {
    const now = this.#clock.monotonic();
    if (how === "unused") this.#units.unused();
    else if (how === "unanswered") this.#units.unanswered(now);
    else this.#units.answered(now);
    if (how === "refused") this.#closeGate(now, episode, retryAfterMs);
    this.#onEnd(how);
  }

  #closeGate(now: number, episode: number, retryAfterMs: number | undefined): void {
    const again = episode > 0 && this.#share.at(now) < this.#limit;
    this.#gate.close(now, retryAfterMs, again ? this.#window * outOfStep : this.#window);
    if (episode !== this.#episode) return;
    this.#episode += 1;
    this.#share.reduce(now, now + this.#gate.closedFor(now));
  }
}
