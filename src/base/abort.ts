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
