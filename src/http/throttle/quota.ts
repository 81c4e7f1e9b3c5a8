import type { Clock } from "../time/clock.js";
import { Gate } from "./gate.js";
import type { Permit, PermitEnd } from "./permit.js";
import { RollingWindow } from "./rolling-window.js";
import { Share } from "./share.js";
import type { ThrottleStatistics } from "./statistics.js";

/** What a quota knows of how its throttle stands. */
export type QuotaState = Pick<ThrottleStatistics, "allowed" | "free" | "inFlight" | "pausedForMs">;

/**
 * Where a pause came to nothing and the service does not say how long the next one is to be, that lasts so many
 * windows. Who always comes back at the same moment of a window may always meet the burst of another client that
 * takes all there is; the golden ratio's part keeps them from ever falling into step.
 */
const outOfStep = 1.382;

/** What a service's limit leaves to one process: the units, the share of them, and the gate. Nobody waits here. */
export class Quota {
  readonly #limit: number;
  readonly #window: number;
  readonly #clock: Clock;
  readonly #onEnd: (how: PermitEnd) => void;
  readonly #units: RollingWindow;
  readonly #share: Share;
  readonly #gate: Gate;
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
    this.#share = new Share(limit, window);
    this.#gate = new Gate(window);
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
