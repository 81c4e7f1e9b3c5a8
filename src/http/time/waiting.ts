import { type Cancellation, throwIfAborted } from "./cancellation.js";
import type { Clock } from "./clock.js";

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
