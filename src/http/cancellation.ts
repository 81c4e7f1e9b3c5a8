import type { Clock } from "./clock.js";

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

/** Resolves after `delay` milliseconds; rejects with the reason as soon as the call is ended. */
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

/** Settles as `pending` does, unless that takes longer than `limitMs` milliseconds: then it rejects with what `late` gives. */
export async function within<T>(
  clock: Clock,
  limitMs: number,
  pending: Promise<T>,
  late: () => unknown,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const cancel = clock.schedule(() => reject(late()), limitMs);
    pending.then(resolve, reject).finally(cancel);
  });
}

/** Settles as `shared` does, unless the call is ended first; `shared` itself goes on for its other waiters. */
export async function unlessAborted<T>(shared: Promise<T>, cancellation: Cancellation): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    // Not by throwing: what `shared` may yet reject with must find a listener.
    if (cancellation.aborted) reject(cancellation.reason);
    const unlisten = cancellation.listen(reject);
    shared.then(resolve, reject).finally(unlisten);
  });
}
