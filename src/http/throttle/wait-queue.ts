import Bottleneck from "bottleneck";
import type { Clock } from "../clock.js";
import type { Permit, Turn } from "./types.js";

/** Lets one sleep until it is time, or until somebody wakes them. */
export class WakeableTimer {
  readonly #clock: Clock;
  #wake: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Sleeps for so many milliseconds, Infinity included. Its timer holds the process, so that no sleeper is lost. */
  sleep(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        cancel?.();
        this.#wake = undefined;
        resolve();
      };
      const cancel = Number.isFinite(delayMs) ? this.#clock.schedule(wake, delayMs, "wait") : undefined;
      this.#wake = wake;
    });
  }

  /** Wakes the sleeper, if there is one. */
  wake(): void {
    this.#wake?.();
  }
}

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
  row: WaiterList | undefined;
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
export class WaiterList implements Iterable<Waiter> {
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

/** Those who wait for something, served one at a time by priority and then by arrival. */
export interface WaitingLine {
  /**
   * Runs `serve` when the caller's turn has come; nobody else is served until it has settled.
   *
   * @param priority 0 (first) to 9 (last)
   */
  join<T>(priority: number, serve: () => Promise<T>): Promise<T>;
}

/** A waiting line made of Bottleneck: the only file that knows it. */
export async function openWaitingLine(): Promise<WaitingLine> {
  const line = new Bottleneck({ maxConcurrent: 1 });
  return { join: (priority, serve) => line.schedule({ priority }, serve) };
}

/** How those who wait are served. */
export interface Service {
  /** Serves one, who must leave the room with it; nobody else is served until it has settled. */
  serve(waiter: Waiter): Promise<void>;
  /** Takes out one who can never be served. */
  fail(waiter: Waiter, cause: unknown): void;
}

/** Those of one priority, in the order of their arrival. */
interface Queue {
  readonly priority: number;
  readonly waiters: WaiterList;
  /** How many places in the line are taken for them. */
  places: number;
}

/** A place costs 2 kB and some milliseconds: there are enough to keep the line busy, and not one for everybody. */
const mostPlaces = 10;

/**
 * Everyone who waits for a turn. A place in the line belongs to nobody: when its turn comes, it is used by the most
 * urgent of those who wait, and among them by who has waited longest. So 100 000 can wait, and who leaves costs nothing.
 */
export class WaitQueue {
  readonly #service: Service;
  readonly #openLine: () => Promise<WaitingLine>;
  readonly #queues = new Map<number, Queue>();
  #size = 0;
  #line: WaitingLine | undefined;
  #opening = false;

  /** @param openLine is called when somebody first has to wait, and again after it has failed */
  constructor(service: Service, openLine = openWaitingLine) {
    this.#service = service;
    this.#openLine = openLine;
  }

  /** How many wait. */
  get size(): number {
    return this.#size;
  }

  /** All who wait now; whoever is being looked at may leave meanwhile. */
  *everyone(): Generator<Waiter> {
    for (const { waiters } of this.#queues.values()) yield* waiters;
  }

  /** Of each priority the one who has waited longest, the most urgent first. */
  firsts(): Waiter[] {
    const queues = [...this.#queues.values()].sort((a, b) => a.priority - b.priority);
    return queues.flatMap(({ waiters: { first } }) => first ?? []);
  }

  enter(waiter: Waiter): void {
    const queue = this.#queueOf(waiter.turn.priority);
    queue.waiters.add(waiter);
    this.#size += 1;
    if (this.#line === undefined) this.#open();
    else this.#takePlaces(this.#line, queue);
  }

  /** Takes out who has been served, or does not want to be any more; false if they have left already. */
  leave(waiter: Waiter): boolean {
    if (waiter.row === undefined) return false;
    waiter.row.remove(waiter);
    this.#size -= 1;
    return true;
  }

  #queueOf(priority: number): Queue {
    const known = this.#queues.get(priority);
    if (known !== undefined) return known;
    const queue = { priority, waiters: new WaiterList(), places: 0 };
    this.#queues.set(priority, queue);
    return queue;
  }

  #open(): void {
    if (this.#opening) return;
    this.#opening = true;
    this.#openLine().then(
      (line) => {
        this.#line = line;
        for (const queue of this.#queues.values()) this.#takePlaces(line, queue);
      },
      (cause) => {
        // First, because whoever fails may come back at once.
        this.#opening = false;
        for (const waiter of this.everyone()) this.#service.fail(waiter, cause);
      },
    );
  }

  #takePlaces(line: WaitingLine, queue: Queue): void {
    while (queue.places < Math.min(mostPlaces, queue.waiters.size)) {
      queue.places += 1;
      void line
        .join(queue.priority, () => this.#serveFirst())
        .finally(() => {
          queue.places -= 1;
          this.#takePlaces(line, queue);
        });
    }
  }

  /** Not simply the first of that priority: it takes the line a moment to let a more urgent one in. */
  async #serveFirst(): Promise<void> {
    const [first] = this.firsts();
    if (first === undefined) return;
    try {
      await this.#service.serve(first);
    } catch (cause) {
      this.#service.fail(first, cause);
    }
  }
}
