import type { Call, Progress } from "../call.js";
import type { Clock } from "../time/clock.js";
import type { RegEvent, RegEventDetails, RegEventListener } from "./events.js";

/** Tells the listeners what happens to a call; undefined where nobody listens. */
export type Emit = ((call: Call, details: RegEventDetails) => void) | undefined;

/** What the events of a client have in common. */
export interface EventSource {
  readonly origin: string;
  readonly clock: Clock;
}

/** Makes what tells the listeners. */
export function emitter(
  on: RegEventListener | readonly RegEventListener[] | undefined,
  { origin, clock }: EventSource,
): Emit {
  const listeners = on === undefined ? [] : [on].flat();
  if (listeners.length === 0) return undefined;
  const keys = new WeakMap<Progress, object>();
  let calls = 0;
  const begin = (progress: Progress) => {
    const key = Object.freeze({});
    progress.callId = ++calls;
    keys.set(progress, key);
    return key;
  };
  return ({ operation, progress }, details) => {
    const key = keys.get(progress) ?? begin(progress);
    const event: RegEvent = Object.freeze({
      callId: progress.callId,
      time: clock.now(),
      operationId: operation.id,
      method: operation.method,
      urlTemplate: operation.path,
      origin,
      attempt: progress.attempt,
      ...details,
    });
    for (const listener of listeners) tell(listener, event, key);
  };
}

function tell(listener: RegEventListener, event: RegEvent, call: object): void {
  try {
    Promise.resolve(listener(event, call)).catch(() => {});
  } catch {}
}
