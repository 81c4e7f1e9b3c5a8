import type { Call } from "../call.js";
import type { Clock } from "../time/clock.js";
import { unlessAborted } from "../time/waiting.js";
import type { Patience, TokenSource } from "./token-source.js";

/**
 * Waits for what a source has promised, but no longer than its `patience`: then settles as `late` does. The limit is
 * this call's own, for the promise may be shared; it goes when the call ends in whatever way.
 */
export function patiently<T>(
  promised: Promise<T>,
  { patience }: TokenSource,
  { cancellation }: Pick<Call, "cancellation">,
  clock: Clock,
  late: (patience: Patience) => Promise<T>,
): Promise<T> {
  if (patience === undefined) return unlessAborted(promised, cancellation);
  let cancel = () => {};
  const limited = new Promise<T>((resolve, reject) => {
    cancel = clock.schedule(() => resolve(late(patience)), patience.limitMs);
    promised.then(resolve, reject);
  });
  return unlessAborted(limited, cancellation).finally(cancel);
}
