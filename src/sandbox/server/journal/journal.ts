import type { Clock } from "../../../base/clock.js";
import { RegInputError } from "../../../errors/errors.js";
import { checkedOperation, type OperationId } from "../../messages/router.js";
import * as assertions from "./assertions.js";
import type { Duplicate } from "./creates.js";
import type { JournalEntry } from "./entry.js";
import type { OnEntry } from "./exchanges.js";
import { RequestRecord } from "./record.js";
import { type Calls, JournalStore } from "./store.js";

/**
 * The record of the requests to a sandbox. It contains a request once the request has a response or was cut off. Only
 * the latest entries are kept, as many as the option `journalLimit` allows; the counts cover every request since the
 * start or the last reset.
 */
export interface Journal {
  /** A frozen copy of the current entries, oldest first. */
  readonly entries: readonly JournalEntry[];
  /**
   * The entries of one operation, oldest first.
   *
   * @throws RegInputError for an operation that does not exist
   */
  of(operation: OperationId): readonly JournalEntry[];
  /** How many times each operation was called, in the order of the OpenAPI documents. */
  calls(): Calls;
  /** The maximum number of requests to the supplier API in any 60 seconds, rejected requests included. */
  mostInAnyMinute(): number;
  /**
   * The same for another interval, in milliseconds. A request at the exact end of the interval does not count.
   *
   * @throws RegInputError unless `windowMs` is a number above 0
   */
  mostInAny(windowMs: number): number;
  /**
   * Asserts that no create was executed twice: with the same operation, caller, path parameters and body; or two
   * invoices of one supplier with the same invoice number. After a fault `after-commit` lost its response, a create
   * that is sent again counts even if the sandbox rejects it. A create before a reset or a restore does not count.
   *
   * @throws JournalAssertionError
   */
  assertNoDuplicateCreates(): void;
  /**
   * Asserts that no 60 seconds had more than `limit` requests to the supplier API.
   *
   * @throws JournalAssertionError
   */
  assertMostInAnyMinute(limit: number): void;
  /**
   * Asserts that each given operation was called exactly as often as given; 0 means never. Other operations may have
   * been called as well.
   *
   * @throws JournalAssertionError
   * @throws RegInputError for an operation that does not exist, and for a count that is not a whole number from 0
   */
  assertCalls(expected: Calls): void;
  /** The number of requests, the calls and the entries: the same JSON for the same seed and the same calls. */
  toJSON(): { readonly requests: number; readonly calls: Calls; readonly entries: readonly JournalEntry[] };
}

interface JournalParts {
  readonly journal: Journal;
  /** Creates the record of a request that has just arrived. */
  readonly beginRecord: (request: Request) => RequestRecord;
  /** Forgets the executed creates, whose results no longer exist; everything else stays. */
  readonly forgetCreates: () => void;
  /** The duplicate creates since the last reset or restore. */
  readonly duplicates: () => readonly Duplicate[];
  /** Clears the journal; requests in flight will not be recorded. */
  readonly reset: () => void;
}

/** Creates an empty journal that keeps at most `limit` entries. */
export function createJournal(clock: Clock, limit: number, onEntry: OnEntry = () => {}): JournalParts {
  let store = new JournalStore(limit);
  const journal: Journal = {
    get entries() {
      return store.entries;
    },
    of: (operation) => {
      const id = checkedOperation(operation);
      return store.entries.filter(({ operationId }) => operationId === id);
    },
    calls: () => store.tally.calls,
    mostInAnyMinute: () => store.arrivals.busiest(60_000).count,
    mostInAny(windowMs) {
      if (typeof windowMs !== "number" || !(windowMs > 0))
        throw new RegInputError("windowMs", "must be a number of milliseconds above 0");
      return store.arrivals.busiest(windowMs).count;
    },
    assertNoDuplicateCreates: () => assertions.assertNoDuplicateCreates(store),
    assertMostInAnyMinute: (most) => assertions.assertMostInAnyMinute(store, most),
    assertCalls: (expected) => assertions.assertCalls(store, expected),
    toJSON: () => ({ requests: store.tally.requests, calls: store.tally.calls, entries: store.entries }),
  };
  return {
    journal,
    beginRecord: (request) => new RequestRecord({ store, clock, onEntry }, request),
    forgetCreates: () => store.forgetCreates(),
    duplicates: () => store.creates.duplicates(),
    reset() {
      store = new JournalStore(limit);
    },
  };
}
