import { Arrivals } from "./arrivals.js";
import { Creates } from "./creates.js";
import type { JournalEntry } from "./entry.js";
import { Tally } from "./tally.js";

/** What is written down between two resets. */
export class Book {
  readonly tally: Tally = new Tally();
  /** Of the requests to the supplier API. */
  readonly arrivals: Arrivals = new Arrivals();
  readonly creates: Creates = new Creates();
  readonly #entries: JournalEntry[] = [];
  readonly #limit: number;
  #arrived = 0;

  /** `limit` is the most entries that are kept. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get entries(): readonly JournalEntry[] {
    this.#trim();
    return this.#entries;
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
    // Many at a time: to drop the first of a long array moves all the others.
    if (this.#entries.length > this.#limit * 1.1) this.#trim();
  }

  #trim(): void {
    const beyond = this.#entries.length - this.#limit;
    if (beyond > 0) this.#entries.splice(0, beyond);
  }
}
