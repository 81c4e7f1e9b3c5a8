import type { Clock } from "../../base/clock.js";
import { pickAllowedHeaders } from "../../base/headers.js";
import { summarize } from "../../errors/summary.js";
import { type AttemptHistory, type AttemptLayer, type Call, isFailure, type ResponseHead } from "../call/call.js";
import type { CallErrorEvent, RegEvent, RegEventDetails, RegEventListener, ResponseEvent } from "../call/events.js";

/** Reports an event of a call to the listeners. */
export type Emit = (call: Call, details: RegEventDetails) => void;

/** The parts of a client with which a layer measures a wait and reports it. */
export interface LayerParts {
  readonly clock: Clock;
  readonly emit: Emit | undefined;
}

interface CallIdentity {
  readonly callId: number;
  /** Stands for the call: listeners can use it as the key of a WeakMap. */
  readonly key: object;
}

/** Creates the function that reports events to the listeners of a client; undefined if there are none. */
export function createEmitter(
  on: RegEventListener | readonly RegEventListener[] | undefined,
  { origin, clock }: { readonly origin: string; readonly clock: Clock },
): Emit | undefined {
  const listeners = on === undefined ? [] : [on].flat();
  if (listeners.length === 0) return undefined;
  const identities = new WeakMap<AttemptHistory, CallIdentity>();
  let calls = 0;
  const register = (history: AttemptHistory) => {
    const identity = { callId: ++calls, key: Object.freeze({}) };
    identities.set(history, identity);
    return identity;
  };
  return ({ operation, history }, details) => {
    const { callId, key } = identities.get(history) ?? register(history);
    const event: RegEvent = Object.freeze({
      callId,
      time: clock.now(),
      operationId: operation.id,
      method: operation.method,
      urlTemplate: operation.path,
      origin,
      attempt: history.current,
      ...details,
    });
    for (const listener of listeners) notify(listener, event, key);
  };
}

/**
 * Calls a listener of the user, if there is one. What it throws or rejects with is ignored: observing must not break a
 * call.
 */
export function notify<Args extends readonly unknown[]>(
  listener: ((...args: Args) => unknown) | undefined,
  ...args: Args
): void {
  try {
    Promise.resolve(listener?.(...args)).catch(() => {});
  } catch {}
}

/** Creates the event of a call that has succeeded. */
export function describeSuccess({ begunAt }: Call, { status }: ResponseHead, clock: Clock): ResponseEvent {
  return { type: "response", status, durationMs: Math.round(clock.monotonic() - begunAt) };
}

/** Creates the event of a call that has failed. */
export function describeFailure({ history, begunAt }: Call, reason: unknown, clock: Clock): CallErrorEvent {
  const error = summarize(reason, history.outcome);
  const { status, traceId } = error;
  return {
    type: "error",
    durationMs: Math.round(clock.monotonic() - begunAt),
    error,
    ...(status !== undefined && { status }),
    ...(traceId !== undefined && { traceId }),
  };
}

interface AttemptParts {
  readonly clock: Clock;
  readonly transport: { readonly repeatsReads?: boolean | undefined };
}

/** Reports the start and the end of every attempt. */
export function observeAttempt(emit: Emit, { clock, transport }: AttemptParts): AttemptLayer {
  return (next) => async (attempt) => {
    const started = clock.monotonic();
    const mayBeRepeated = transport.repeatsReads === true && attempt.operation.method === "GET";
    emit(attempt, { type: "attempt", ...(mayBeRepeated && { mayBeRepeated }) });
    const result = await next(attempt);
    const durationMs = Math.round(clock.monotonic() - started);
    if (!isFailure(result)) emit(attempt, { type: "attempt-end", durationMs, ...describeHead(result) });
    else {
      const error = summarize(result.error);
      emit(attempt, { type: "attempt-end", durationMs, ...describeHead(result.received), error });
    }
    return result;
  };
}

const describeHead = (head: ResponseHead | undefined) =>
  head && { status: head.status, headers: pickAllowedHeaders(head.headers) };
