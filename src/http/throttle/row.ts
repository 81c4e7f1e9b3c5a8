import type { Permit, Turn } from "./permit.js";

/** Someone who waits for a unit. Nothing here is made for each of them that could be shared: there may be 100 000. */
export class Waiter {
  readonly turn: Turn;
  /** The monotonic instant at which they came. */
  readonly arrivedAt: number;
  readonly resolve: (permit: Permit) => void;
  readonly reject: (error: unknown) => void;
  /** Stops listening to the call's end. */
  unlisten = () => {};
  /** Where they stand, which the row itself keeps; undefined: in none. */
  row: Row | undefined;
  before: Waiter | undefined;
  behind: Waiter | undefined;

  constructor(
    turn: Turn,
    arrivedAt: number,
    resolve: (permit: Permit) => void,
    reject: (error: unknown) => void,
  ) {
    this.turn = turn;
    this.arrivedAt = arrivedAt;
    this.resolve = resolve;
    this.reject = reject;
  }
}

/**
 * Those who wait, in the order of their arrival; anyone can leave. Each step costs the same however many there are;
 * a Set takes the longer to find its first member the more have left before it.
 */
export class Row implements Iterable<Waiter> {
  #first: Waiter | undefined;
  #last: Waiter | undefined;
  #size = 0;

  get first(): Waiter | undefined {
    return this.#first;
  }

  get size(): number {
    return this.#size;
  }

  /** Puts one who stands in no row at the end. */
  add(waiter: Waiter): void {
    waiter.row = this;
    waiter.before = this.#last;
    if (this.#last === undefined) this.#first = waiter;
    else this.#last.behind = waiter;
    this.#last = waiter;
    this.#size += 1;
  }

  /** Takes out one who stands in this row. */
  remove(waiter: Waiter): void {
    const { before, behind } = waiter;
    if (before === undefined) this.#first = behind;
    else before.behind = behind;
    if (behind === undefined) this.#last = before;
    else behind.before = before;
    waiter.row = undefined;
    waiter.before = undefined;
    waiter.behind = undefined;
    this.#size -= 1;
  }

  /** In their order; whoever is being looked at may leave meanwhile. */
  *[Symbol.iterator](): Generator<Waiter> {
    let next = this.#first;
    while (next !== undefined) {
      const waiter = next;
      next = waiter.behind;
      yield waiter;
    }
  }
}
