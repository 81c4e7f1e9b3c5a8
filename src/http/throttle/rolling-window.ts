import { Instants } from "./instants.js";

/**
 * Counts units so that no more than a limit are used in any stretch of `window` milliseconds. A unit that was
 * taken comes back a window after the answer to its request: the service counted that request at the latest when
 * it answered, so that the next one with the same unit falls outside that window, however the service counts.
 */
export class RollingWindow {
  readonly #window: number;
  #inFlight = 0;
  /** When units come back: those of requests with an answer, and those without, which stay out twice as long. */
  readonly #answered = new Instants();
  readonly #unanswered = new Instants();

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
