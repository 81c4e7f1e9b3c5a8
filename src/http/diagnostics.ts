import { summarize } from "../errors/summary.js";
import { type Attempt, attemptAfter, type Call, type CallState, type Layer, outcomeOf } from "./call.js";
import type { Clock } from "./clock.js";
import type { RegEvent, RegEventDetails, RegEventListener } from "./events.js";

/** Reports an event of a call to the listeners. */
export type Emit = (call: Call, details: RegEventDetails) => void;

/** The facts that all events of a client share. */
export interface EventSource {
  readonly origin: string;
  readonly clock: Clock;
}

/** The identity of a call for the listeners. */
interface CallIdentity {
  /** The number of the call among those of its client. */
  readonly callId: number;
  /** Stands for the call: listeners can use it as the key of a WeakMap. */
  readonly key: object;
}

/** Creates the function that reports events to the listeners of a client; undefined if there are none. */
export function createEmitter(
  on: RegEventListener | readonly RegEventListener[] | undefined,
  { origin, clock }: EventSource,
): Emit | undefined {
  const listeners = on === undefined ? [] : [on].flat();
  if (listeners.length === 0) return undefined;
  const identities = new WeakMap<CallState, CallIdentity>();
  let calls = 0;
  const register = (state: CallState) => {
    const identity = { callId: ++calls, key: Object.freeze({}) };
    identities.set(state, identity);
    return identity;
  };
  return ({ operation, state }, details) => {
    const { callId, key } = identities.get(state) ?? register(state);
    const event: RegEvent = Object.freeze({
      callId,
      time: clock.now(),
      operationId: operation.id,
      method: operation.method,
      urlTemplate: operation.path,
      origin,
      attempt: state.attempts.current,
      ...details,
    });
    for (const listener of listeners) notify(listener, event, key);
  };
}

/** Calls a listener of the user, if there is one. What it throws or rejects with is ignored: observing must not break a call. */
export function notify<Args extends readonly unknown[]>(
  listener: ((...args: Args) => unknown) | undefined,
  ...args: Args
): void {
  try {
    Promise.resolve(listener?.(...args)).catch(() => {});
  } catch {}
}

/** Reports the start and the end of every call. */
export function observeCall(emit: Emit, { clock }: { readonly clock: Clock }): Layer {
  return (next) => async (call) => {
    const started = clock.monotonic();
    emit(call, { type: "request" });
    try {
      const response = await next(call);
      emit(call, { type: "response", status: response.status, durationMs: clock.monotonic() - started });
      return response;
    } catch (reason) {
      const error = summarize(reason, outcomeOf(call));
      const { status, traceId } = error;
      emit(call, {
        type: "error",
        durationMs: clock.monotonic() - started,
        error,
        ...(status !== undefined && { status }),
        ...(traceId !== undefined && { traceId }),
      });
      throw reason;
    }
  };
}

/** Reports the start and the end of every attempt. */
export function observeAttempt(emit: Emit, { clock }: { readonly clock: Clock }): Layer {
  return (next) => async (call) => {
    const started = clock.monotonic();
    const previous = call.state.latest;
    emit(call, { type: "attempt" });
    try {
      const response = await next(call);
      emit(call, {
        type: "attempt-end",
        durationMs: clock.monotonic() - started,
        ...describeReceived(attemptAfter(previous, call)),
      });
      return response;
    } catch (error) {
      const durationMs = clock.monotonic() - started;
      emit(call, {
        type: "attempt-end",
        durationMs,
        ...describeReceived(attemptAfter(previous, call)),
        error: summarize(error),
      });
      throw error;
    }
  };
}

/** The status and headers of the attempt's response, if there was one. */
function describeReceived({ received }: Partial<Attempt> = {}) {
  return received && { status: received.status, headers: pickAllowedHeaders(received.headers) };
}

const date = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * The response headers that events may show, and the allowed part of each: it cannot contain anything about a person, a
 * vehicle or a token, even if the service echoes the request in a header.
 */
const allowedHeaders: readonly (readonly [name: string, pattern: RegExp])[] = [
  // The common types, whose names are fixed; any other name could be a value.
  [
    "content-type",
    new RegExp(
      `^(${[
        "application/((hal|ld|problem|vnd\\.api)\\+)?json",
        "application/((atom|problem|soap|xhtml)\\+)?xml",
        "application/(gzip|javascript|octet-stream|pdf|x-www-form-urlencoded|zip)",
        "text/(css|csv|html|javascript|json|plain|xml)",
        "image/(gif|jpeg|png|svg\\+xml|tiff|webp)",
        "multipart/(form-data|mixed)",
      ].join("|")})(?=\\s*(;|$))`,
    ),
  ],
  ["content-length", /^\d{1,12}$/],
  ["date", date],
  ["retry-after", new RegExp(`^\\d{1,10}$|${date.source}`)],
];

/** Picks the part of a response's headers that events may show. */
export function pickAllowedHeaders(headers: Headers): Readonly<Record<string, string>> {
  const allowed = allowedHeaders.flatMap(([name, pattern]) => {
    const value = headers.get(name) ?? "";
    // Types are the same in any case of their letters, which could contain a value.
    const part = pattern.exec(name === "content-type" ? value.toLowerCase() : value)?.[0];
    return part === undefined ? [] : [[name, part] as const];
  });
  return Object.freeze(Object.fromEntries(allowed));
}
