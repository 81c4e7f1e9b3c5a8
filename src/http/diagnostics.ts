import { summarize } from "../errors/summary.js";
import { type Call, type CallState, type Layer, outcomeOf, type RequestState } from "./call.js";
import type { Clock } from "./clock.js";
import type { RegEvent, RegEventDetails, RegEventListener } from "./events.js";

/** Reports the beginning and the end of every call. */
export function diagnostics(clock: Clock, emit: NonNullable<Emit>): Layer {
  return (next) => async (call) => {
    const started = clock.monotonic();
    emit(call, { type: "request" });
    try {
      const answer = await next(call);
      emit(call, { type: "response", status: answer.status, durationMs: clock.monotonic() - started });
      return answer;
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

/** Tells the listeners what happens to a call; undefined where nobody listens. */
export type Emit = ((call: Call, details: RegEventDetails) => void) | undefined;

/** What the events of a client have in common. */
export interface EventSource {
  readonly origin: string;
  readonly clock: Clock;
}

/** A call that listeners have seen. */
interface KnownCall {
  /** The number of the call among those of its client. */
  readonly callId: number;
  /** Stands for the call: listeners can use it as the key of a WeakMap. */
  readonly key: object;
}

/** Makes what tells the listeners. */
export function emitter(
  on: RegEventListener | readonly RegEventListener[] | undefined,
  { origin, clock }: EventSource,
): Emit {
  const listeners = on === undefined ? [] : [on].flat();
  if (listeners.length === 0) return undefined;
  const known = new WeakMap<CallState, KnownCall>();
  let calls = 0;
  const begin = (state: CallState) => {
    const call = { callId: ++calls, key: Object.freeze({}) };
    known.set(state, call);
    return call;
  };
  return ({ operation, state }, details) => {
    const { callId, key } = known.get(state) ?? begin(state);
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
    for (const listener of listeners) tell(listener, event, key);
  };
}

function tell(listener: RegEventListener, event: RegEvent, call: object): void {
  try {
    Promise.resolve(listener(event, call)).catch(() => {});
  } catch {}
}

const date = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * The headers of an answer that events may show, and the part of each that they may: none of it can say anything
 * about a person, a vehicle or a token, even if the service repeats in a header what it was sent.
 */
const harmless: readonly (readonly [name: string, shape: RegExp])[] = [
  [
    "content-type",
    /^(application\/(json|problem\+json|xml|pdf|octet-stream|zip)|text\/(plain|html|xml|csv)|image\/(jpeg|png|gif|tiff|webp))(?=$|;)/,
  ],
  ["content-length", /^\d{1,12}$/],
  ["date", date],
  ["retry-after", new RegExp(`^\\d{1,10}$|${date.source}`)],
];

/** What events show of an answer's headers. */
export function allowedHeaders(headers: Headers): Readonly<Record<string, string>> {
  const shown = harmless.flatMap(([name, shape]) => {
    const part = shape.exec(headers.get(name) ?? "")?.[0];
    return part === undefined ? [] : [[name, part] as const];
  });
  return Object.freeze(Object.fromEntries(shown));
}

/** Reports the beginning and the end of every request that is handed to fetch. */
export function observeAttempt(clock: Clock, emit: NonNullable<Emit>): Layer {
  return (next) => async (call) => {
    const started = clock.monotonic();
    const { requests } = call.state;
    const sentBefore = requests.sent;
    emit(call, { type: "attempt" });
    try {
      const answer = await next(call);
      emit(call, {
        type: "answer",
        durationMs: clock.monotonic() - started,
        ...received(requests, sentBefore),
      });
      return answer;
    } catch (error) {
      const durationMs = clock.monotonic() - started;
      emit(call, { type: "answer", durationMs, ...received(requests, sentBefore), error: summarize(error) });
      throw error;
    }
  };
}

/** The status and headers of the attempt's response; a response to an earlier request does not count. */
function received({ received: response, sent }: RequestState, sentBefore: number) {
  return (
    sent > sentBefore && response && { status: response.status, headers: allowedHeaders(response.headers) }
  );
}
