import { Arrivals } from "./arrivals.js";
import { Creates } from "./creates.js";
import type { JournalEntry } from "./entry.js";
import { Tally } from "./tally.js";

/** What is written down between two resets. */
export class Book {
  readonly tally: Tally = new Tally();
  /** Of the requests to the supplier API. */
  readonly arrivals: Arrivals = new Arrivals();
  readonly #entries: JournalEntry[] = [];
  #creates = new Creates();
  /** What was handed out since the last change. */
  #copy: readonly JournalEntry[] | undefined;
  readonly #limit: number;
  #arrived = 0;

  /** `limit` is the most entries that are kept. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Those that are kept, in a frozen copy: nobody else changes the book. */
  get entries(): readonly JournalEntry[] {
    this.#trim();
    this.#copy ??= Object.freeze([...this.#entries]);
    return this.#copy;
  }

  /** The creates that were carried out, as far as they are not forgotten. */
  get creates(): Creates {
    return this.#creates;
  }

  /** Begins the creates anew. What is on its way is noted with those that are forgotten. */
  forgetCreates(): void {
    this.#creates = new Creates();
  }

  /** The number of the request that arrives. */
  nextNumber(): number {
    this.#arrived += 1;
    return this.#arrived;
  }

  /** Writes an entry in its place, which is not the last one where a later request was answered earlier. */
  add(entry: JournalEntry): void {
    this.tally.add(entry);
    let place = this.#entries.length;
    while (place > 0 && (this.#entries[place - 1]?.number ?? 0) > entry.number) place -= 1;
    this.#entries.splice(place, 0, entry);
    this.#copy = undefined;
    // Many at a time: to drop the first of a long array moves all the others.
    if (this.#entries.length > this.#limit * 1.1) this.#trim();
  }

  #trim(): void {
    const beyond = this.#entries.length - this.#limit;
    if (beyond > 0) this.#entries.splice(0, beyond);
  }
}
