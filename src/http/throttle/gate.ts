/** The longest pause that is believed, in milliseconds, unless the window is longer. */
const longestPause = 3_600_000;

/**
 * The gate that a 429 closes. When it opens again, those who have waited do not all run off at once: for one
 * window they pass at even distances.
 */
export class Gate {
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
