import { onAbort } from "./abort.js";
import type { Clock } from "./clock.js";

/** The view of a call's cancellation that its parts have. */
export interface Cancellation {
  readonly aborted: boolean;
  /** Any value, also undefined: only `aborted` says whether there is a reason. */
  readonly reason: unknown;
  /** Calls `onAbort` once when the call is cancelled, and returns a function that removes the listener. */
  listen(onAbort: (reason: unknown) => void): () => void;
}

/**
 * Cancels one call: for the caller's signal, the deadline or `close()`. It is not an AbortController, because it says
 * whether the caller cancelled the call, and takes less time to create.
 */
export class CallCancellation implements Cancellation {
  #aborted = false;
  #reason: unknown;
  #byCaller = false;
  #listeners: readonly ((reason: unknown) => void)[] = [];

  get aborted(): boolean {
    return this.#aborted;
  }

  get reason(): unknown {
    return this.#reason;
  }

  /** The caller cancelled the call: the reason stays unchanged, even if it is an error of this package. */
  get byCaller(): boolean {
    return this.#byCaller;
  }

  listen(onAbort: (reason: unknown) => void): () => void {
    // Copied: an array to which one listener is pushed has room for 17, and thousands of calls may wait.
    this.#listeners = this.#listeners.concat(onAbort);
    return () => {
      this.#listeners = this.#listeners.filter((listener) => listener !== onAbort);
    };
  }

  /** Cancels the call; only the first reason counts. */
  abort(reason: unknown, byCaller = false): void {
    if (this.#aborted) return;
    this.#aborted = true;
    this.#byCaller = byCaller;
    this.#reason = reason;
    // One at a time, because a listener may remove others.
    for (let [next] = this.#listeners; next !== undefined; [next] = this.#listeners) {
      this.#listeners = this.#listeners.slice(1);
      next(reason);
    }
  }
}

/** Throws the reason if the call has been cancelled. */
export function throwIfAborted(cancellation: Cancellation): void {
  if (cancellation.aborted) throw cancellation.reason;
}

/** Resolves after `delay` milliseconds; rejects with the reason as soon as the call is cancelled. */
export async function sleep(clock: Clock, delay: number, cancellation: Cancellation): Promise<void> {
  throwIfAborted(cancellation);
  if (delay <= 0) return;
  await new Promise<void>((resolve, reject) => {
    const end = () => {
      unlisten();
      resolve();
    };
    const cancel = clock.schedule(end, delay, "wait");
    const unlisten = cancellation.listen((reason) => {
      cancel();
      reject(reason);
    });
  });
}

/** The longest time to wait for a promise. */
export interface WaitLimit {
  readonly clock: Clock;
  readonly limitMs: number;
  /** Creates the error of a promise that takes longer. */
  readonly createError: () => unknown;
}

/** Settles as `pending` does, or rejects when the limit has passed. */
export function within<T>(pending: Promise<T>, limit: WaitLimit): Promise<T> {
  const { clock, limitMs, createError } = limit;
  return new Promise<T>((resolve, reject) => {
    const cancel = clock.schedule(() => reject(createError()), limitMs);
    pending.then(resolve, reject).finally(cancel);
  });
}

/**
 * Settles as `shared` does, unless the call is cancelled or the limit has passed first; other callers can still wait
 * for `shared`.
 */
export function unlessAborted<T>(shared: Promise<T>, cancellation: Cancellation, limit?: WaitLimit): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    // Not by throwing: a later rejection of `shared` must be handled.
    if (cancellation.aborted) reject(cancellation.reason);
    const cancelTimer = limit?.clock.schedule(() => reject(limit.createError()), limit.limitMs);
    const unlisten = cancellation.listen((reason) => {
      cancelTimer?.();
      reject(reason);
    });
    shared.then(resolve, reject).finally(() => {
      cancelTimer?.();
      unlisten();
    });
  });
}

/** Settles as `pending` does, or rejects with the signal's reason as soon as it is aborted. */
export function unlessSignalled<T>(pending: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    pending.then(resolve, reject).finally(onAbort(signal, reject));
  });
}
