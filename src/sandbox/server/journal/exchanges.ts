import type { JournalEntry } from "./entry.js";

/** What the page of the sandbox shows of a request beside its entry. */
export interface Exchange {
  /** How long the sandbox took, in real milliseconds. */
  readonly durationMs: number;
  /** What the service answered, before a fault after the commit; undefined if it answered nothing. */
  readonly response: AnsweredResponse | undefined;
}

/** Is called with every entry that was added to the journal. */
export type OnEntry = (entry: JournalEntry, exchange: Exchange) => void;

/** A response with its JSON as text. */
export interface AnsweredResponse {
  readonly status: number;
  /** Undefined without JSON, and if it is no longer kept. */
  readonly text: string | undefined;
}

const maxTexts = 500;

/** A longer response is not kept. */
const longestText = 100_000;

/** The exchanges of the entries that a journal still has. */
export class Exchanges {
  readonly #byEntry = new WeakMap<JournalEntry, Exchange>();
  readonly #withText: JournalEntry[] = [];

  add(entry: JournalEntry, exchange: Exchange): void {
    this.#byEntry.set(entry, exchange);
    if ((exchange.response?.text?.length ?? 0) > longestText) this.#dropText(entry);
    else this.#withText.push(entry);
    const oldest = this.#withText.length > maxTexts ? this.#withText.shift() : undefined;
    if (oldest !== undefined) this.#dropText(oldest);
  }

  /** Undefined for a request that came before the page was served. */
  of(entry: JournalEntry): Exchange | undefined {
    return this.#byEntry.get(entry);
  }

  #dropText(entry: JournalEntry): void {
    const exchange = this.#byEntry.get(entry);
    if (exchange?.response === undefined) return;
    this.#byEntry.set(entry, { ...exchange, response: { ...exchange.response, text: undefined } });
  }
}
