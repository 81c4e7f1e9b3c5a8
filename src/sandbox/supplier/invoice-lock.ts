import { ProblemError } from "../server/problem.js";

/**
 * Where invoices are created: one caller at a time for each request, and who comes meanwhile gets 409
 * (supplier-api.md §7). A test can hold whoever is in. It belongs to the sandbox, and outlives the states of it.
 */
export class InvoiceLock {
  #busy = new Set<string>();
  /** Each open hold, with what ends the waiting for it. */
  readonly #holds = new Map<Promise<void>, () => void>();

  /** Lets one caller do its work for a request; refuses another one that comes meanwhile. */
  async run<T>(requestId: string, work: () => T): Promise<T> {
    const busy = this.#busy;
    if (busy.has(requestId)) {
      throw new ProblemError(409, "Somebody else is creating an invoice for this request.");
    }
    busy.add(requestId);
    try {
      // Others get the chance to come meanwhile: a turn of the event loop, or as long as a test holds them.
      await new Promise((resolve) => setImmediate(resolve));
      while (this.#holds.size > 0) await Promise.all(this.#holds.keys());
      return work();
    } finally {
      busy.delete(requestId);
    }
  }

  /** Keeps whoever is in waiting until the function that it returns is called, and every other one of its kind. */
  hold(): () => void {
    let end = () => {};
    const hold = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#holds.set(hold, end);
    return () => this.#release(hold);
  }

  /** Forgets who is in, since the requests are no longer the same ones. Holds stay. */
  clear(): void {
    this.#busy = new Set();
  }

  /** Ends every hold. */
  releaseAll(): void {
    for (const hold of [...this.#holds.keys()]) this.#release(hold);
  }

  #release(hold: Promise<void>): void {
    this.#holds.get(hold)?.();
    this.#holds.delete(hold);
  }
}
