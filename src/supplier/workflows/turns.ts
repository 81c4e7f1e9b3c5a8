import { asInput } from "../../errors/input.js";
import type { Workflow } from "./workflow.js";

/** Runs of one request, one after the other: each reads what those before it have made. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /**
   * Runs when all runs of a request that began before have ended. While it waits, it ends by the signal or the deadline
   * of its workflow; nothing of it is sent then.
   *
   * @param run receives the error of the run before it, if that was waited for and has failed
   */
  take<Result>(id: unknown, workflow: Workflow, run: (failure: unknown) => Promise<Result>): Promise<Result> {
    // The service may accept an id in upper and lower case.
    const key = asInput("id", undefined, () => String(id)).toLowerCase();
    const before = this.#last.get(key);
    const own = before === undefined ? run(undefined) : unlessEnded(before, workflow).then(run);
    const last = Promise.allSettled([before, own]).then(([, end]) => {
      if (this.#last.get(key) === last) this.#last.delete(key);
      return end.status === "rejected" ? end.reason : undefined;
    });
    this.#last.set(key, last);
    return own;
  }
}

/** Resolves as `pending` does, unless the workflow ends first. */
function unlessEnded<Result>(pending: Promise<Result>, workflow: Workflow): Promise<Result> {
  return new Promise((resolve, reject) => {
    const unlistenSignal = workflow.onAbort(reject);
    const unlistenDeadline = workflow.whenOverdue(reject);
    pending.then(resolve, reject).finally(() => {
      unlistenSignal();
      unlistenDeadline();
    });
  });
}
