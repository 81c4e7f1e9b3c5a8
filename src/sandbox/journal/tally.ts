import { type OperationId, operations } from "../core/router.js";
import type { JournalEntry } from "./entry.js";

/** How often something was met, by its name. */
export type Counts = Readonly<Record<string, number>>;

/** Counts what the entries held. It outlives them. */
export class Tally {
  #requests = 0;
  readonly #operations = new Map<string, number>();
  readonly #codes = new Map<string, number>();
  readonly #statuses = new Map<string, number>();

  /** Counts an entry. */
  add({ operationId, codes, status }: JournalEntry): void {
    this.#requests += 1;
    if (operationId !== undefined) increase(this.#operations, operationId);
    for (const code of codes) increase(this.#codes, code);
    increase(this.#statuses, String(status));
  }

  /** How many requests were answered or cut off. */
  get requests(): number {
    return this.#requests;
  }

  /** The operations that were called, in the order of the documents. */
  get operations(): Readonly<Partial<Record<OperationId, number>>> {
    const called = operations.map(({ id }) => [id, this.#operations.get(id)] as const);
    return Object.fromEntries(called.filter(([, count]) => count !== undefined));
  }

  /** The codes of error answers, in alphabetical order. */
  get codes(): Counts {
    return sorted(this.#codes);
  }

  /** The statuses, and what faults did in place of one. */
  get statuses(): Counts {
    return sorted(this.#statuses);
  }
}

function increase(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** By name: which answer came first may be chance where calls run side by side. */
function sorted(counts: ReadonlyMap<string, number>): Counts {
  return Object.fromEntries([...counts].sort(([one], [other]) => (one < other ? -1 : 1)));
}
