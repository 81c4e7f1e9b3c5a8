import type { Workflow } from "./workflow.js";

interface SharedRun<Result> {
  readonly result: Promise<Result>;
  readonly controller: AbortController;
  callers: number;
}

/** Runs that concurrent callers share: at most one for each key at a time. */
export class SharedRuns<Result> {
  readonly #runs = new Map<string, SharedRun<Result>>();

  /**
   * Joins the run with a key, or starts it. A caller leaves the run when its signal aborts, and one that has joined
   * also when its deadline has passed; the calls of the run have the deadline of the caller that started it. When the
   * last caller has left, the signal of the run aborts.
   *
   * @returns the result of the run, and whether this caller started it
   */
  async join(
    key: string,
    caller: Workflow,
    start: (signal: AbortSignal) => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly isFirst: boolean }> {
    const { signal } = caller.options;
    signal?.throwIfAborted();
    const current = this.#runs.get(key);
    const isFirst = current === undefined;
    const run = current ?? this.#begin(key, start);
    run.callers += 1;
    let unlisten = () => {};
    const left = new Promise<never>((_, reject) => {
      const leave = (reason: unknown) => {
        unlisten();
        run.callers -= 1;
        if (run.callers === 0) {
          this.#end(key, run);
          // Without the reason: the error of this caller must not become that of a call of the run.
          run.controller.abort();
        }
        reject(reason);
      };
      const unlistenSignal = caller.onAbort(leave);
      const unlistenDeadline = isFirst ? () => {} : caller.whenOverdue(leave, "unknown");
      unlisten = () => {
        unlistenSignal();
        unlistenDeadline();
      };
    });
    try {
      return { result: await Promise.race([run.result, left]), isFirst };
    } finally {
      unlisten();
    }
  }

  #begin(key: string, start: (signal: AbortSignal) => Promise<Result>): SharedRun<Result> {
    const controller = new AbortController();
    const run = { result: start(controller.signal), controller, callers: 0 };
    this.#runs.set(key, run);
    const end = () => this.#end(key, run);
    run.result.then(end, end);
    return run;
  }

  #end(key: string, run: SharedRun<Result>): void {
    if (this.#runs.get(key) === run) this.#runs.delete(key);
  }
}
