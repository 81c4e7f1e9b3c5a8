import { RegApiError } from "../../errors/api-error.js";
import { RegResponseError } from "../../errors/client-errors.js";
import type { RegError } from "../../errors/reg-error.js";
import type { Call, Layer } from "../call.js";
import type { Clock } from "../time/clock.js";

/** What every event tells about its call. No event carries a header, a body, a query or an id. */
export interface EventBase {
  /** The operation: its path on the client. */
  readonly operationId: string;
  readonly method: string;
  /** The path template, such as `/v2/servicerequests/{id}`; never the path itself, which holds ids and plates. */
  readonly urlTemplate: string;
  /** The number of the attempt, from 1; 0 before the first. */
  readonly attempt: number;
}

/** What happens to a call, as the `on` option sees it; durations in milliseconds. */
export type RegEventDetails =
  /** A call has begun. */
  | { readonly type: "request" }
  /** An attempt is handed to fetch. */
  | { readonly type: "attempt" }
  /** The call had to wait for the throttle. */
  | { readonly type: "throttle"; readonly waitedMs: number }
  /** A token was awaited. */
  | { readonly type: "token"; readonly waitedMs: number }
  /** An attempt failed; the next one follows after `delayMs`. */
  | { readonly type: "retry"; readonly delayMs: number; readonly error: RegError }
  /** The call succeeded. */
  | { readonly type: "response"; readonly status: number; readonly durationMs: number }
  /** The call failed. `error` is what it rejects with: the signal's reason, if it was aborted. */
  | {
      readonly type: "error";
      readonly durationMs: number;
      readonly error: unknown;
      readonly status?: number;
      readonly traceId?: string;
    };

/** One event of a call. */
export type RegEvent = EventBase & RegEventDetails;

/** Tells a listener what happens. */
export type Emit = (call: Call, details: RegEventDetails) => void;

/** Calls the listener; what it throws or rejects with is dropped, because watching a call must not break it. */
export function emitter(on: ((event: RegEvent) => unknown) | undefined): Emit {
  if (on === undefined) return () => {};
  return ({ operation, progress }, details) => {
    const base = {
      operationId: operation.id,
      method: operation.method,
      urlTemplate: operation.path,
      attempt: progress.attempt,
    };
    try {
      const listening = on({ ...base, ...details });
      if (listening instanceof Promise) listening.catch(() => {});
    } catch {}
  };
}

/** Reports the beginning and the end of every call. */
export function diagnostics(clock: Clock, emit: Emit): Layer {
  return (next) => async (call) => {
    const started = clock.monotonic();
    emit(call, { type: "request" });
    try {
      const answer = await next(call);
      emit(call, { type: "response", status: answer.status, durationMs: clock.monotonic() - started });
      return answer;
    } catch (error) {
      emit(call, { type: "error", durationMs: clock.monotonic() - started, error, ...statusOf(error) });
      throw error;
    }
  };
}

function statusOf(error: unknown): { status?: number; traceId?: string } {
  if (error instanceof RegResponseError) return { status: error.status };
  if (!(error instanceof RegApiError)) return {};
  return error.traceId === undefined
    ? { status: error.status }
    : { status: error.status, traceId: error.traceId };
}
