/**
 * Calls `listener` with the reason once a signal is aborted, at once if it is aborted already. Returns a function that
 * removes the listener: a signal of the caller may live long.
 */
export function onAbort(signal: AbortSignal | undefined, listener: (reason: unknown) => void): () => void {
  const abort = () => listener(signal?.reason);
  if (signal?.aborted) abort();
  else signal?.addEventListener("abort", abort, { once: true });
  return () => signal?.removeEventListener("abort", abort);
}

/**
 * Listens to signals for many at a time, with one listener for each signal: a program may give the same one to all that
 * it does, and Node.js warns of a leak from the eleventh listener on.
 */
export class AbortListeners {
  readonly #listeners = new Map<AbortSignal, Set<(reason: unknown) => void>>();

  /** As `onAbort` does. */
  add(signal: AbortSignal | undefined, listener: (reason: unknown) => void): () => void {
    if (signal === undefined || signal.aborted) return onAbort(signal, listener);
    const sharing = this.#listeners.get(signal) ?? new Set();
    this.#listeners.set(signal, sharing.add(listener));
    // The same function each time, which a signal has once.
    signal.addEventListener("abort", this.#notify);
    return () => {
      // Called again, it must not remove the listener of others that have come since.
      if (!sharing.delete(listener) || sharing.size > 0) return;
      // A signal with a listener stays in memory.
      this.#listeners.delete(signal);
      signal.removeEventListener("abort", this.#notify);
    };
  }

  readonly #notify = ({ target }: Event): void => {
    const signal = target as AbortSignal;
    for (const listener of this.#listeners.get(signal) ?? []) listener(signal.reason);
  };
}
