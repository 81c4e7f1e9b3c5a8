import type { Permit, Turn } from "./types.js";

/**
 * The calls that wait for a unit, by priority and then by arrival. Adding and removing a call takes the same time
 * however many wait, so a cancelled call leaves at once.
 */
export class WaitQueue implements Iterable<Waiter> {
  /** One list for each priority that has occurred, the most urgent first. */
  readonly #lists: WaiterList[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The call to be served next. */
  get first(): Waiter | undefined {
    return this.#lists.find(({ first }) => first !== undefined)?.first;
  }

  /** The call that has waited longest. */
  get oldest(): Waiter | undefined {
    let oldest: Waiter | undefined;
    for (const { first } of this.#lists)
      if (first !== undefined && !(oldest !== undefined && oldest.arrivedAt <= first.arrivedAt))
        oldest = first;
    return oldest;
  }

  add(waiter: Waiter): void {
    this.#listOf(waiter.turn.priority).add(waiter);
    this.#size += 1;
  }

  /** Removes a waiter; has no effect if it has been removed already. */
  remove(waiter: Waiter): void {
    if (waiter.list === undefined) return;
    waiter.list.remove(waiter);
    this.#size -= 1;
  }

  /** All waiters in the order in which they will be served; the current one may be removed meanwhile. */
  *[Symbol.iterator](): Generator<Waiter> {
    for (const list of this.#lists) yield* list;
  }

  #listOf(priority: number): WaiterList {
    const known = this.#lists.find((list) => list.priority === priority);
    if (known !== undefined) return known;
    const list = new WaiterList(priority);
    this.#lists.push(list);
    this.#lists.sort((a, b) => a.priority - b.priority);
    return list;
  }
}

interface WaiterDetails {
  readonly turn: Turn;
  /** The monotonic time of the call's arrival, in milliseconds. */
  readonly arrivedAt: number;
  readonly resolve: (permit: Permit) => void;
  readonly reject: (error: unknown) => void;
}

/** A call that waits for a unit, and its position in a list. */
export class Waiter implements WaiterDetails {
  readonly turn: Turn;
  readonly arrivedAt: number;
  readonly resolve: (permit: Permit) => void;
  readonly reject: (error: unknown) => void;
  /** Stops listening for the end of the call. */
  unlisten = () => {};
  /** The list that contains it, which sets these three fields; undefined: none. */
  list: WaiterList | undefined;
  previous: Waiter | undefined;
  next: Waiter | undefined;

  constructor({ turn, arrivedAt, resolve, reject }: WaiterDetails) {
    this.turn = turn;
    this.arrivedAt = arrivedAt;
    this.resolve = resolve;
    this.reject = reject;
  }
}

/** The waiters of one priority. A linked list, because a Set takes longer to find its first member after many removals. */
class WaiterList implements Iterable<Waiter> {
  readonly priority: number;
  #first: Waiter | undefined;
  #last: Waiter | undefined;

  constructor(priority: number) {
    this.priority = priority;
  }

  get first(): Waiter | undefined {
    return this.#first;
  }

  /** Adds a waiter that is in no list to the end. */
  add(waiter: Waiter): void {
    waiter.list = this;
    waiter.previous = this.#last;
    if (this.#last === undefined) this.#first = waiter;
    else this.#last.next = waiter;
    this.#last = waiter;
  }

  /** Removes a waiter that is in this list. */
  remove(waiter: Waiter): void {
    const { previous, next } = waiter;
    if (previous === undefined) this.#first = next;
    else previous.next = next;
    if (next === undefined) this.#last = previous;
    else next.previous = previous;
    waiter.list = undefined;
    waiter.previous = undefined;
    waiter.next = undefined;
  }

  *[Symbol.iterator](): Generator<Waiter> {
    let following = this.#first;
    while (following !== undefined) {
      const waiter = following;
      following = waiter.next;
      yield waiter;
    }
  }
}
