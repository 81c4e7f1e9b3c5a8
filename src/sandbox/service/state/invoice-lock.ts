import { nextTurn } from "../../../base/next-turn.js";
import { realTimers } from "../../common/real-timers.js";
import { ProblemError } from "../../messages/problem.js";

interface LockedRequest {
  readonly id: string;
  /** Whether the call came over HTTP, where concurrent calls arrive milliseconds apart. */
  readonly isOverHttp: boolean;
}

/**
 * Creates one invoice at a time for each request: concurrent callers get 409 (supplier-api.md §7). A test can hold the
 * callers that have the lock. The lock belongs to the sandbox and outlives each of its states.
 */
export class InvoiceLock {
  /** The number of callers that got 409, for each locked request. */
  #rejected = new Map<string, number>();
  /** Each open hold, with the function that resolves it. */
  readonly #holds = new Map<Promise<void>, () => void>();

  /**
   * Runs a task while it has the lock of a request.
   *
   * @throws ProblemError with 409 while another caller has the lock
   */
  async run<T>({ id, isOverHttp }: LockedRequest, task: () => T): Promise<T> {
    // `clear` replaces the map, so that a caller from before it cannot unlock a request after it.
    const rejected = this.#rejected;
    const count = rejected.get(id);
    if (count !== undefined) {
      rejected.set(id, count + 1);
      throw new ProblemError(409, "Another caller is creating an invoice for this request.");
    }
    rejected.set(id, 0);
    try {
      await (isOverHttp ? untilQuiet(() => rejected.get(id)) : nextTurn());
      while (this.#holds.size > 0) await Promise.all(this.#holds.keys());
      return task();
    } finally {
      rejected.delete(id);
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
    this.#rejected = new Map();
  }

  releaseAll(): void {
    for (const hold of [...this.#holds.keys()]) this.#release(hold);
  }

  #release(hold: Promise<void>): void {
    this.#holds.get(hold)?.();
    this.#holds.delete(hold);
  }
}

const quietTimers = 20;
/** Callers that send again after each 409 must not keep the first one waiting. */
const maxTimers = 200;

/**
 * Waits until no other caller has arrived while 20 timers of a millisecond ran one after the other. Timers are counted
 * because a busy machine delays them as it delays the callers. The time is real, since the sandbox's clock may stand.
 */
async function untilQuiet(countRejected: () => number | undefined): Promise<void> {
  let before = countRejected();
  for (let timers = 0, quiet = 0; quiet < quietTimers && timers < maxTimers; timers++) {
    await new Promise<void>((resolve) => void realTimers.setTimeout(resolve, 1));
    const now = countRejected();
    quiet = now === before ? quiet + 1 : 0;
    before = now;
  }
}
