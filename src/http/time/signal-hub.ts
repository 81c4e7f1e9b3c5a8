type Listener = (reason: unknown) => void;

interface Followed {
  readonly listeners: Set<Listener>;
  readonly onAbort: () => void;
}

/**
 * Follows the signals that callers give, with one listener for each signal however many calls share it: an
 * AbortSignal warns from the eleventh on, and each addition costs as much as it has listeners.
 */
export class SignalHub {
  readonly #followed = new Map<AbortSignal, Followed>();

  /** Runs `listener` once when the signal aborts, and returns what takes it off again. */
  follow(signal: AbortSignal, listener: Listener): () => void {
    const followed = this.#followed.get(signal) ?? this.#begin(signal);
    followed.listeners.add(listener);
    return () => {
      followed.listeners.delete(listener);
      if (followed.listeners.size === 0) this.#end(signal, followed);
    };
  }

  #begin(signal: AbortSignal): Followed {
    const listeners = new Set<Listener>();
    const onAbort = () => {
      this.#followed.delete(signal);
      for (const listener of listeners) listener(signal.reason);
    };
    const followed = { listeners, onAbort };
    this.#followed.set(signal, followed);
    signal.addEventListener("abort", onAbort, { once: true });
    return followed;
  }

  #end(signal: AbortSignal, followed: Followed): void {
    if (this.#followed.get(signal) === followed) this.#followed.delete(signal);
    signal.removeEventListener("abort", followed.onAbort);
  }
}
