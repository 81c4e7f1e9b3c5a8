import { RegInputError } from "../../errors/errors.js";
import type { Clock } from "../../http/clock.js";
import type { CheckSchema } from "../schema/checker.js";
import { checkedOperation, type OperationId } from "../server/router.js";
import * as assertions from "./assertions.js";
import { CoverageReport } from "./coverage.js";
import type { JournalEntry } from "./entry.js";
import { Note } from "./recorder.js";
import { JournalStore } from "./store.js";

/** How many times each operation was called; those that were not called are absent. */
export type Calls = Readonly<Partial<Record<OperationId, number>>>;

/**
 * What was asked of a sandbox. A request stands in it as soon as it is answered, or cut off. Only the latest entries
 * are kept, as many as the option `journalLimit` says; what is counted covers every request since the beginning or
 * the last reset.
 */
export interface Journal {
  /** The entries, oldest first, as they are now: a frozen copy. */
  readonly entries: readonly JournalEntry[];
  /**
   * The entries of one operation, oldest first.
   *
   * @throws RegInputError for an operation that does not exist
   */
  of(operation: OperationId): readonly JournalEntry[];
  /** How many times each operation was called, in the order of the OpenAPI documents. */
  calls(): Calls;
  /** The most requests to the supplier API that arrived in any 60 seconds, refused ones included. */
  mostInAnyMinute(): number;
  /**
   * The same for another stretch of time, in milliseconds. A request at its very end is not in it.
   *
   * @throws RegInputError unless `windowMs` is a number above 0
   */
  mostInAny(windowMs: number): number;
  /**
   * Holds unless a create was carried out twice: the same operation, caller, path parameters and body; or two
   * invoices of one supplier with the same invoice number. A create whose answer was lost counts; what was created
   * before a reset or a restore does not.
   *
   * @throws JournalAssertionError
   */
  assertNoDuplicateCreates(): void;
  /**
   * Holds if no 60 seconds saw more than `limit` requests to the supplier API.
   *
   * @throws JournalAssertionError
   */
  assertMostInAnyMinute(limit: number): void;
  /**
   * Holds if each operation that is named was called just as often. Others may have been called as well; 0 stands
   * for never.
   *
   * @throws JournalAssertionError
   * @throws RegInputError for an operation that does not exist, and for what is no whole number from 0
   */
  assertCalls(expected: Calls): void;
  /** Which operations and codes were reached so far, and which were not. */
  coverage(): CoverageReport;
  /** The number of requests, the calls and the entries: the same text for the same seed and the same calls. */
  toJSON(): { readonly requests: number; readonly calls: Calls; readonly entries: readonly JournalEntry[] };
}

/** The journal, and the hands that write in it. */
export interface JournalParts {
  readonly journal: Journal;
  /** Begins to note a request that has just arrived. */
  readonly begin: (request: Request) => Note;
  /** Forgets which creates were carried out, as what they made is gone; everything else stays. */
  readonly forgetCreates: () => void;
  /** Begins anew; what is still on its way is noted nowhere. */
  readonly reset: () => void;
}

/** Makes an empty journal that keeps at most `limit` entries. */
export function createJournal(clock: Clock, limit: number, check: CheckSchema): JournalParts {
  let book = new JournalStore(limit);
  const journal: Journal = {
    get entries() {
      return book.entries;
    },
    of: (operation) => {
      const id = checkedOperation(operation);
      return book.entries.filter(({ operationId }) => operationId === id);
    },
    calls: () => book.tally.operations,
    mostInAnyMinute: () => book.arrivals.busiest(60_000).count,
    mostInAny(windowMs) {
      if (typeof windowMs !== "number" || !(windowMs > 0))
        throw new RegInputError("windowMs", "must be a number of milliseconds above 0");
      return book.arrivals.busiest(windowMs).count;
    },
    assertNoDuplicateCreates: () => assertions.assertNoDuplicateCreates(book),
    assertMostInAnyMinute: (most) => assertions.assertMostInAnyMinute(book, most),
    assertCalls: (expected) => assertions.assertCalls(book, expected),
    coverage: () => new CoverageReport(book.tally),
    toJSON: () => ({ requests: book.tally.requests, calls: book.tally.operations, entries: book.entries }),
  };
  const reset = () => {
    book = new JournalStore(limit);
  };
  return {
    journal,
    begin: (request) => new Note({ book, clock, check }, request),
    forgetCreates: () => book.forgetCreates(),
    reset,
  };
}
