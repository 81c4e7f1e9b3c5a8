/** What a part of a call needs to know about its end: whether it was ended, why, and when it is. */
export interface Cancellation {
  readonly aborted: boolean;
  /** Why; any value at all, so that only `aborted` tells whether there is one. */
  readonly reason: unknown;
  /** Runs `onAbort` once when the call is ended, and returns what takes the listener off again. */
  listen(onAbort: (reason: unknown) => void): () => void;
}

/**
 * The end of one call, whoever ends it: the caller's signal, the deadline or `close()`. Not an AbortSignal, which
 * compares each new listener with all that it has: a thousand calls on one signal would take a million steps.
 */
export class CallCancellation implements Cancellation {
  #aborted = false;
  #reason: unknown;
  #byCaller = false;
  readonly #listeners: ((reason: unknown) => void)[] = [];

  get aborted(): boolean {
    return this.#aborted;
  }

  get reason(): unknown {
    return this.#reason;
  }

  /** The caller ended it: the reason is theirs, and stays as it is even if it is an error of this package. */
  get byCaller(): boolean {
    return this.#byCaller;
  }

  listen(onAbort: (reason: unknown) => void): () => void {
    const listeners = this.#listeners;
    listeners.push(onAbort);
    return () => {
      const index = listeners.lastIndexOf(onAbort);
      if (index >= 0) listeners.splice(index, 1);
    };
  }

  /** Ends the call; only the first reason counts. */
  abort(reason: unknown, byCaller = false): void {
    if (this.#aborted) return;
    this.#aborted = true;
    this.#byCaller = byCaller;
    this.#reason = reason;
    // One at a time, because a listener may take others off.
    for (let next = this.#listeners.shift(); next !== undefined; next = this.#listeners.shift()) next(reason);
  }
}

/** Throws the reason if the call has been ended. */
export function throwIfAborted(cancellation: Cancellation): void {
  if (cancellation.aborted) throw cancellation.reason;
}
