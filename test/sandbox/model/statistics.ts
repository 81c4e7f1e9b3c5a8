import type { Phase } from "../../../src/supplier/phases/phases.js";

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
