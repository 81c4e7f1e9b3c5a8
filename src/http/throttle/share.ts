/** What remains of the share after a 429. */
const afterRefusal = 0.7;
/** What comes back with each window without a 429, of the whole limit; less than that is never left. */
const stepRatio = 0.05;

/**
 * How much of the limit a throttle may use. All of it, until a 429 shows that others use the same quota; then less,
 * and slowly more again, as TCP does on a line that it shares. So several clients settle below the limit together.
 */
export class Share {
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
