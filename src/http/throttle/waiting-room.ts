import { Row, type Waiter } from "./row.js";
import { openWaitingLine, type WaitingLine } from "./waiting-line.js";

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
  readonly waiters: Row;
  /** How many places in the line are taken for them. */
  places: number;
}

/** A place costs 2 kB and some milliseconds: there are enough to keep the line busy, and not one for everybody. */
const mostPlaces = 10;

/**
 * Everyone who waits for a turn. A place in the line belongs to nobody: when its turn comes, it is used by the most
 * urgent of those who wait, and among them by who has waited longest. So 100 000 can wait, and who leaves costs nothing.
 */
export class WaitingRoom {
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
    const queue = { priority, waiters: new Row(), places: 0 };
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
