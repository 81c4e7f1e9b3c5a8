import { type OperationId, operations } from "../../messages/router.js";
import { Creates } from "./creates.js";
import type { JournalEntry } from "./entry.js";

/** The content of a journal between two resets. */
export class JournalStore {
  readonly tally: Tally = new Tally();
  /** The arrivals of the requests to the supplier API. */
  readonly arrivals: Arrivals = new Arrivals();
  readonly #entries: JournalEntry[] = [];
  /** The creates since the last reset or restore. */
  creates: Creates = new Creates();
  /** The copy that was returned since the last change. */
  #copy: readonly JournalEntry[] | undefined;
  readonly #limit: number;
  #arrived = 0;

  /** @param limit the maximum number of entries */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get entries(): readonly JournalEntry[] {
    this.#copy ??= Object.freeze([...this.#entries]);
    return this.#copy;
  }

  /** Starts a new set of creates. Requests in flight are added to the old one. */
  forgetCreates(): void {
    this.creates = new Creates();
  }

  nextNumber(): number {
    this.#arrived += 1;
    return this.#arrived;
  }

  /** Inserts an entry by its number: a later request can have ended earlier. */
  add(entry: JournalEntry): void {
    this.tally.add(entry);
    let index = this.#entries.length;
    while (index > 0 && (this.#entries[index - 1]?.number ?? 0) > entry.number) index -= 1;
    this.#entries.splice(index, 0, entry);
    this.#copy = undefined;
    if (this.#entries.length > this.#limit) this.#entries.shift();
  }
}

interface Busiest {
  readonly count: number;
  /** The numbers of those requests. */
  readonly numbers: readonly number[];
}

/** The arrival times of all requests, with two numbers for each request; the limit of the journal does not apply. */
class Arrivals {
  readonly #instants: number[] = [];
  readonly #numbers: number[] = [];

  /** Adds a request; `instant` is in milliseconds, on a scale that never goes back. */
  add(instant: number, number: number): void {
    this.#instants.push(instant);
    this.#numbers.push(number);
  }

  /** The first interval of `window` milliseconds, its end excluded, with the maximum number of requests. */
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

/** How many times each operation was called; operations that were not called are absent. */
export type Calls = Readonly<Partial<Record<OperationId, number>>>;

/** The counts over all entries. The limit of the journal does not apply. */
class Tally {
  /** The number of requests that have ended. */
  requests = 0;
  readonly #calls = new Map<string, number>();

  add({ operationId }: JournalEntry): void {
    this.requests += 1;
    if (operationId !== undefined) this.#calls.set(operationId, (this.#calls.get(operationId) ?? 0) + 1);
  }

  /** The operations that were called, in the order of the documents. */
  get calls(): Calls {
    const called = operations.map(({ id }) => [id, this.#calls.get(id)] as const);
    return Object.fromEntries(called.filter(([, count]) => count !== undefined));
  }
}
