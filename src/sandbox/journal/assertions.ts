import { RegInputError } from "../../errors/errors.js";
import { checkedOperation, type OperationId } from "../server/router.js";
import type { EntryLabel } from "./entry.js";
import type { JournalStore } from "./store.js";

/** The longest list of entries in a message. */
const longestList = 20;

/** The sandbox was asked for something else than a test expects. The message lists the entries that it is about. */
export class JournalAssertionError extends Error {
  override readonly name = "JournalAssertionError";
  /** All of those entries, as far as they are kept. */
  readonly entries: readonly EntryLabel[];

  /** @internal */
  constructor(problem: string, entries: readonly EntryLabel[], ...advice: string[]) {
    super([problem, ...linesOf(entries), ...advice].join("\n"));
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
export function assertNoDuplicateCreates({ creates }: JournalStore): void {
  const duplicates = creates.duplicates();
  if (duplicates.length === 0) return;
  const counts = duplicates.map(({ what, entries }) => {
    const numbers = entries.map(({ number }) => `#${number}`);
    return `${numbers.slice(0, longestList).join(", ")} with ${what}`;
  });
  throw new JournalAssertionError(
    `expected no create to be carried out twice, but these were: ${counts.join("; ")}`,
    duplicates.flatMap(({ entries }) => entries),
    "If it was meant, reset or restore the sandbox between them, or use another one.",
  );
}

/** @throws JournalAssertionError if more than `limit` requests to the supplier API arrived in any 60 seconds */
export function assertMostInAnyMinute({ arrivals, entries }: JournalStore, limit: number): void {
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
  { tally, entries }: JournalStore,
  expected: Readonly<Partial<Record<OperationId, number>>>,
): void {
  const actual = tally.operations;
  const wrong = countsIn(expected)
    .map(([id, count]) => ({ id, count, calls: actual[id] ?? 0 }))
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

/** @throws RegInputError unless it holds nothing but operations and whole numbers from 0 */
function countsIn(expected: unknown): [OperationId, number][] {
  if (typeof expected !== "object" || expected === null || Array.isArray(expected))
    throw new RegInputError("expected", 'must be an object such as { "serviceRequests.get": 1 }');
  return Object.entries(expected).map(([name, count]: [string, unknown]) => {
    const id = checkedOperation(name);
    if (!isCount(count)) throw new RegInputError(id, "must be a whole number from 0");
    return [id, count];
  });
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

const times = (count: number) => (count === 1 ? "once" : `${count} times`);
