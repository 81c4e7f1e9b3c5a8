import { lineTransitions } from "../../../src/supplier/phases/line-status.js";
import { type Phase, phaseTransitions } from "../../../src/supplier/phases/phases.js";
import { exists, isPossible, lineRow, methods, operationId, phaseRow } from "./transitions.js";

/** What was met over all walks. */
export class Statistics {
  walks = 0;
  commands = 0;
  readonly #outcomes = new Map<string, number>();
  readonly #rows = new Set<string>();

  /** Notes an outcome that was predicted and came. */
  outcome(phase: Phase | "none", operation: string, status: number | string): void {
    const key = `${phase} ${operation} ${status}`;
    this.#outcomes.set(key, (this.#outcomes.get(key) ?? 0) + 1);
  }

  /** Notes the rows of the tables that a call took. */
  rows(names: readonly string[]): void {
    for (const name of names) this.#rows.add(name);
  }

  /** Whether a row of the tables was ever taken. */
  hasRow(name: string): boolean {
    return this.#rows.has(name);
  }

  /** How often an operation was called in a phase with an outcome for which the test holds. */
  count(phase: Phase | "none", operation: string, test: (status: string) => boolean = () => true): number {
    const prefix = `${phase} ${operation} `;
    return [...this.#outcomes]
      .filter(([key]) => key.startsWith(prefix) && test(key.slice(prefix.length)))
      .reduce((sum, [, count]) => sum + count, 0);
  }

  /** How many different triples of phase, operation and outcome there were. */
  get triples(): number {
    return this.#outcomes.size;
  }

  /** Every triple with how often it was met, as lines of text. */
  report(): string {
    return [...this.#outcomes]
      .map(([key, count]) => `${key}: ${count}`)
      .sort()
      .join("\n");
  }
}

const phases: readonly Phase[] = ["Draft", "Lessor", "Response", "Invoicing", "Archived"];

/** Every operation on a request, with each phase. */
const pairs = (["service", "damage"] as const).flatMap((kind) =>
  methods
    .filter((method) => exists(operationId(kind, method)))
    .flatMap((method) =>
      phases.map((phase) => ({ kind, method, phase, operation: operationId(kind, method) })),
    ),
);

/** Whatever the outcome. */
export function notMet(statistics: Statistics): string[] {
  return pairs
    .filter(({ phase, operation }) => statistics.count(phase, operation) === 0)
    .map(({ phase, operation }) => `${phase} ${operation}`);
}

/** What is possible must have succeeded, and what is not must have been refused. */
export function notDone(statistics: Statistics): string[] {
  return pairs
    .filter(({ kind, method, phase, operation }) => {
      const first = isPossible(kind, method, phase) ? "2" : "4";
      return statistics.count(phase, operation, (status) => status.startsWith(first)) === 0;
    })
    .map(({ phase, operation }) => `${phase} ${operation}`);
}

/** A line waits for the lessor in the Lessor phase only, where the supplier can do nothing to it. */
const unreachable = (["write", "cancel", "submit"] as const).map((trigger) =>
  lineRow("ApprovalRequested", trigger),
);

/** Rows that were never taken, and ones that were although they cannot be reached. */
export function notTaken(statistics: Statistics): string[] {
  const rows = [
    ...phaseTransitions.map(phaseRow),
    ...lineTransitions.map(({ from, trigger }) => lineRow(from, trigger)),
  ];
  return rows.filter((row) => statistics.hasRow(row) === unreachable.includes(row));
}
