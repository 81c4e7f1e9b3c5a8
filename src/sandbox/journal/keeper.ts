import { RegInputError } from "../../errors/client-errors.js";
import type { Clock } from "../../http/time/clock.js";
import { checkedOperation } from "../core/operation-names.js";
import type { CheckSchema } from "../document/schema-checker.js";
import * as assertions from "./assertions.js";
import { Book } from "./book.js";
import { CoverageReport } from "./coverage.js";
import type { Journal } from "./journal.js";
import { Note } from "./recorder.js";

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
  let book = new Book(limit);
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
    book = new Book(limit);
  };
  return {
    journal,
    begin: (request) => new Note({ book, clock, check }, request),
    forgetCreates: () => book.forgetCreates(),
    reset,
  };
}
