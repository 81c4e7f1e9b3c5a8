import type { Clock } from "./clock.js";

/** Runs `onAbort` once when the signal aborts, and returns what takes the listener off again. */
export function listen(signal: AbortSignal | undefined, onAbort: (reason: unknown) => void): () => void {
  if (signal === undefined) return () => {};
  const listener = () => onAbort(signal.reason);
  signal.addEventListener("abort", listener, { once: true });
  return () => signal.removeEventListener("abort", listener);
}

/** Resolves after `delay` milliseconds; rejects with the signal's reason as soon as it aborts. */
export async function sleep(clock: Clock, delay: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  if (delay <= 0) return;
  await new Promise<void>((resolve, reject) => {
    const end = () => {
      unlisten();
      resolve();
    };
    const cancel = clock.schedule(end, delay, "wait");
    const unlisten = listen(signal, (reason) => {
      cancel();
      reject(reason);
    });
  });
}

/** Settles as `shared` does, unless the signal aborts first; `shared` itself goes on for its other waiters. */
export async function unlessAborted<T>(shared: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return shared;
  return new Promise<T>((resolve, reject) => {
    // Not by throwing: what `shared` may yet reject with must find a listener.
    if (signal.aborted) reject(signal.reason);
    const unlisten = listen(signal, reject);
    shared.then(resolve, reject).finally(unlisten);
  });
}
