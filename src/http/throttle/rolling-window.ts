/**
 * Counts units so that no more than `limit` are used in any stretch of `window` milliseconds. A unit that was
 * taken comes back a window after it was given back: the service counted its request at the latest when it
 * answered, so that the next request with the same unit falls outside that window, however the service counts.
 */
export class RollingWindow {
  readonly limit: number;
  readonly window: number;
  /** Units of requests that are under way. */
  #inUse = 0;
  /** A ring of instants at which units come back, oldest first: each is a window after an answer. */
  readonly #returns: number[] = [];
  #oldest = 0;
  #returning = 0;

  constructor(limit: number, window: number) {
    this.limit = limit;
    this.window = window;
  }

  /** Takes a unit if one is free at the monotonic instant `now`. */
  tryTake(now: number): boolean {
    this.#collect(now);
    if (this.#inUse + this.#returning >= this.limit) return false;
    this.#inUse += 1;
    return true;
  }

  /** Tells that the request which took a unit has been answered, or has failed. */
  giveBack(now: number): void {
    this.#inUse -= 1;
    this.#returns[(this.#oldest + this.#returning) % this.limit] = now + this.window;
    this.#returning += 1;
  }

  /** Gives a unit back for which nothing was sent: it is free at once. */
  returnUnused(): void {
    this.#inUse -= 1;
  }

  /** The monotonic instant at which the next unit comes back; undefined while every unit is under way or free. */
  get nextReturn(): number | undefined {
    return this.#returning === 0 ? undefined : this.#returns[this.#oldest];
  }

  #collect(now: number): void {
    while (this.#returning > 0 && (this.#returns[this.#oldest] ?? 0) <= now) {
      this.#oldest = (this.#oldest + 1) % this.limit;
      this.#returning -= 1;
    }
  }
}
