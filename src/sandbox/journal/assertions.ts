import { RegInputError } from "../../errors/client-errors.js";
import { type OperationId, operations } from "../core/router.js";
import type { Book } from "./book.js";
import type { EntryLabel } from "./entry.js";

/** The longest list of entries in a message. */
const longestList = 20;

/** The sandbox was asked for something else than a test expects. The message lists the entries that it is about. */
export class JournalAssertionError extends Error {
  override readonly name = "JournalAssertionError";
  /** All of those entries, as far as they are kept. */
  readonly entries: readonly EntryLabel[];

  /** @internal */
  constructor(problem: string, entries: readonly EntryLabel[]) {
    super([problem, ...linesOf(entries)].join("\n"));
    this.entries = entries;
  }
}

function linesOf(entries: readonly EntryLabel[]): string[] {
  const lines = entries
    .slice(0, longestList)
    .map(({ number, at, operationId }) => `  #${number} ${at} ${operationId ?? "(unknown)"}`);
  const rest = entries.length - longestList;
  return rest > 0 ? [...lines, `  and ${rest} more`] : lines;
}

/** @throws JournalAssertionError if a create was carried out twice */
export function assertNoDuplicateCreates({ creates }: Book): void {
  const duplicates = creates.duplicates();
  if (duplicates.length === 0) return;
  const counts = duplicates.map(({ what, entries }) => {
    const numbers = entries.map(({ number }) => `#${number}`);
    return `${numbers.slice(0, longestList).join(", ")} with ${what}`;
  });
  throw new JournalAssertionError(
    `expected no create to be carried out twice, but these were: ${counts.join("; ")}`,
    duplicates.flatMap(({ entries }) => entries),
  );
}

/** @throws JournalAssertionError if more than `limit` requests to the supplier API arrived in any 60 seconds */
export function assertMostInAnyMinute({ arrivals, entries }: Book, limit: number): void {
  if (!Number.isFinite(limit) || limit < 0) throw new RegInputError("limit", "must be a number from 0");
  const { count, numbers } = arrivals.busiest(60_000);
  if (count <= limit) return;
  const wanted = new Set(numbers);
  throw new JournalAssertionError(
    `expected at most ${limit} requests to the supplier API in any 60 seconds, but there were ${count}`,
    entries.filter(({ number }) => wanted.has(number)),
  );
}

/** @throws JournalAssertionError if an operation in `expected` was not called as often as it says */
export function assertCalls(
  { tally, entries }: Book,
  expected: Readonly<Partial<Record<OperationId, number>>>,
): void {
  const actual = tally.operations;
  const wrong = Object.entries(expected).filter(
    ([id, count]) => (actual[checkedOperation(id)] ?? 0) !== count,
  );
  if (wrong.length === 0) return;
  const lines = wrong.map(
    ([id, count]) =>
      `${id} to be called ${times(count)}, but it was called ${times(actual[checkedOperation(id)] ?? 0)}`,
  );
  const names = wrong.map(([id]) => id);
  throw new JournalAssertionError(
    `expected ${lines.join("; and ")}`,
    entries.filter(({ operationId = "" }) => names.includes(operationId)),
  );
}

const times = (count: number) => (count === 1 ? "once" : `${count} times`);

/**
 * The id of an operation.
 *
 * @throws RegInputError if there is no such operation: a slip of the pen must not make an assertion hold
 */
export function checkedOperation(id: string): OperationId {
  const operation = operations.find((each) => each.id === id);
  if (operation === undefined) {
    throw new RegInputError("operation", `is not an operationId such as serviceRequests.get: ${id}`);
  }
  return operation.id;
}
