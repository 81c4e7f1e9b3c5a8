/** The stretch of time in which most requests arrived. */
export interface Busiest {
  readonly count: number;
  /** The numbers of those requests. */
  readonly numbers: readonly number[];
}

/** When requests arrived. It keeps two numbers of each request, however many entries the journal keeps. */
export class Arrivals {
  readonly #instants: number[] = [];
  readonly #numbers: number[] = [];

  /** Notes a request; `instant` is in milliseconds, on a scale that never goes back. */
  add(instant: number, number: number): void {
    this.#instants.push(instant);
    this.#numbers.push(number);
  }

  /** The first of the stretches of `window` milliseconds, the end not included, that hold the most requests. */
  busiest(window: number): Busiest {
    let first = 0;
    let best = { from: 0, count: 0 };
    for (const [index, instant] of this.#instants.entries()) {
      while (instant - (this.#instants[first] ?? instant) >= window) first += 1;
      const count = index - first + 1;
      if (count > best.count) best = { from: first, count };
    }
    return { count: best.count, numbers: this.#numbers.slice(best.from, best.from + best.count) };
  }
}
