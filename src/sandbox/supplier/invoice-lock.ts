import { ProblemError } from "../server/problem.js";

/**
 * Creates one invoice at a time for each request: concurrent callers get 409 (supplier-api.md §7). A test can hold the
 * callers that have the lock. The lock belongs to the sandbox and outlives each of its states.
 */
export class InvoiceLock {
  #lockedRequests = new Set<string>();
  /** Each open hold, with the function that resolves it. */
  readonly #holds = new Map<Promise<void>, () => void>();

  /**
   * Runs a task while it has the lock of a request.
   *
   * @throws ProblemError with 409 while another caller has the lock
   */
  async run<T>(requestId: string, task: () => T): Promise<T> {
    // `clear` replaces the set, so that a caller from before it cannot unlock a request after it.
    const lockedRequests = this.#lockedRequests;
    if (lockedRequests.has(requestId)) {
      throw new ProblemError(409, "Somebody else is creating an invoice for this request.");
    }
    lockedRequests.add(requestId);
    try {
      // Concurrent callers must be able to arrive: for one turn of the event loop, or until a test releases its hold.
      await new Promise((resolve) => setImmediate(resolve));
      while (this.#holds.size > 0) await Promise.all(this.#holds.keys());
      return task();
    } finally {
      lockedRequests.delete(requestId);
    }
  }

  /** Delays every caller that has a lock, until this hold and all others are released by the functions returned. */
  hold(): () => void {
    let resolveHold = () => {};
    const hold = new Promise<void>((resolve) => {
      resolveHold = resolve;
    });
    this.#holds.set(hold, resolveHold);
    return () => this.#release(hold);
  }

  /** Unlocks every request, because the state with these requests was replaced. Holds stay. */
  clear(): void {
    this.#lockedRequests = new Set();
  }

  /** Releases every hold. */
  releaseAll(): void {
    for (const hold of [...this.#holds.keys()]) this.#release(hold);
  }

  #release(hold: Promise<void>): void {
    this.#holds.get(hold)?.();
    this.#holds.delete(hold);
  }
}
