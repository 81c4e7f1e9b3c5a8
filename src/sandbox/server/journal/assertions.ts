import * as z from "zod/mini";
import { RegInputError } from "../../../errors/errors.js";
import { checkInput } from "../../../errors/input.js";
import { checkedOperation } from "../../messages/router.js";
import type { EntryLabel } from "./entry.js";
import type { Calls, JournalStore } from "./store.js";

const maxListed = 20;

/** The requests to the sandbox differ from the expectation of a test. The message lists the entries concerned. */
export class JournalAssertionError extends Error {
  override readonly name = "JournalAssertionError";
  /** All entries concerned that the journal still contains. */
  readonly entries: readonly EntryLabel[];

  /** @internal */
  constructor(problem: string, entries: readonly EntryLabel[], ...advice: string[]) {
    super([problem, ...listEntries(entries), ...advice].join("\n"));
    this.entries = entries;
  }
}

function listEntries(entries: readonly EntryLabel[]): string[] {
  const lines = entries
    .slice(0, maxListed)
    .map(({ number, at, operationId }) => `  #${number} ${at} ${operationId ?? "(unknown)"}`);
  const omitted = entries.length - maxListed;
  return omitted > 0 ? [...lines, `  and ${omitted} more`] : lines;
}

/** @throws JournalAssertionError if a create was executed twice, or sent again after its response was lost */
export function assertNoDuplicateCreates({ creates }: JournalStore): void {
  const duplicates = creates.duplicates();
  if (duplicates.length === 0) return;
  const counts = duplicates.map(({ what, entries }) => {
    const numbers = entries.map(({ number }) => `#${number}`);
    return `${numbers.slice(0, maxListed).join(", ")} with ${what}`;
  });
  throw new JournalAssertionError(
    `expected no create to be executed twice, or sent again after a lost response, but these were: ${counts.join("; ")}`,
    duplicates.flatMap(({ entries }) => entries),
    "If that was intended, reset or restore the sandbox between them, or use another sandbox.",
  );
}

/** @throws JournalAssertionError if more than `limit` requests to the supplier API arrived in any 60 seconds */
export function assertMostInAnyMinute({ arrivals, entries }: JournalStore, limit: number): void {
  if (!Number.isFinite(limit) || limit < 0) throw new RegInputError("limit", "must be a number from 0");
  const { count, numbers } = arrivals.busiest(60_000);
  if (count <= limit) return;
  const counted = new Set(numbers);
  throw new JournalAssertionError(
    `expected at most ${limit} requests to the supplier API in any 60 seconds, but there were ${count}`,
    entries.filter(({ number }) => counted.has(number)),
  );
}

/** @throws JournalAssertionError if an operation was not called as often as `expected` */
export function assertCalls({ tally, entries }: JournalStore, expected: Calls): void {
  checkInput(countsSchema, expected, { whole: "expected" });
  const actual = tally.calls;
  const wrong = Object.entries(expected)
    .map(([name, count]) => {
      const id = checkedOperation(name);
      return { id, count, calls: actual[id] ?? 0 };
    })
    .filter(({ count, calls }) => calls !== count);
  if (wrong.length === 0) return;
  const lines = wrong.map(
    ({ id, count, calls }) => `${id} to be called ${times(count)}, but it was called ${times(calls)}`,
  );
  throw new JournalAssertionError(
    `expected ${lines.join("; and ")}`,
    entries.filter(({ operationId }) => wrong.some(({ id }) => id === operationId)),
  );
}

const countProblem = "must be a whole number from 0";

const countsSchema = z.record(
  z.string(),
  z.int(countProblem).check(z.minimum(0, countProblem)),
  'must be an object such as { "serviceRequests.get": 1 }',
);

const times = (count: number) => (count === 1 ? "once" : `${count} times`);
