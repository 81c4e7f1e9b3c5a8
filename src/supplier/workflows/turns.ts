import { onAbort } from "../../base/abort.js";
import { asInput } from "../../errors/input.js";
import type { Workflow } from "./workflow.js";

/** Runs that change one request: one after the other, so that each checks the request as the one before has left it. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /**
   * Runs a workflow on a request after those that began before. A caller that waits leaves when its signal aborts or
   * its deadline has passed; nothing of it is sent then.
   */
  take<Result>(id: unknown, caller: Workflow, run: () => Promise<Result>): Promise<Result> {
    // The service may accept an id in upper and lower case.
    const key = asInput("id", undefined, () => String(id)).toLowerCase();
    const before = this.#last.get(key);
    const result = before === undefined ? run() : waitFor(before, caller).then(run);
    const end = Promise.allSettled([before, result]).then(() => {
      if (this.#last.get(key) === end) this.#last.delete(key);
    });
    this.#last.set(key, end);
    return result;
  }
}

async function waitFor(others: Promise<unknown>, caller: Workflow): Promise<void> {
  let unlisten = () => {};
  const left = new Promise<never>((_, reject) => {
    const unlistenSignal = onAbort(caller.options.signal, reject);
    const unlistenDeadline = caller.whenOverdue(reject);
    unlisten = () => {
      unlistenSignal();
      unlistenDeadline();
    };
  });
  try {
    await Promise.race([others, left]);
  } finally {
    unlisten();
  }
}
