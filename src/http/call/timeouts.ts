import type { CallCancellation } from "../../base/cancellation.js";
import type { Clock } from "../../base/clock.js";
import { RegTimeoutError } from "../../errors/errors.js";
import {
  type Attempt,
  type AttemptResult,
  type Call,
  type Deadline,
  isFailure,
  notSent,
  type SendAttempt,
  whenFinished,
} from "./call.js";

/** The time limit of one attempt. */
export interface AttemptLimit {
  /** Aborted when the attempt takes too long or the call is cancelled. */
  readonly signal: AbortSignal;
  /** The monotonic time at which the attempt times out, in milliseconds. */
  readonly endsAt: number;
}

/**
 * Bounds each attempt, from sending to the last byte of the body. If the caller reads the body as a stream, it bounds
 * the time to the first byte; the wait for each further chunk is bounded where it is read.
 *
 * Fetch gets a signal for this attempt only, and never the caller's: that may live long, and fetch would leave a
 * listener on it for each request.
 *
 * @param send settles as soon as the signal is aborted, and never rejects
 */
export function limitAttempt(
  clock: Clock,
  send: (attempt: Attempt, limit: AttemptLimit) => Promise<AttemptResult>,
): SendAttempt {
  return async (attempt) => {
    const { operation, cancellation, deadline, timeout } = attempt;
    if (cancellation.aborted) return notSent(cancellation.reason);
    // The timer of a deadline that has passed may be late, or wait for a response.
    if (deadline !== undefined && clock.monotonic() >= deadline.expiresAt)
      return notSent(deadlineError(operation.id, deadline.limitMs));
    const controller = new AbortController();
    const cancelTimer = scheduleLimit(clock, () => controller.abort(timeoutError(attempt)), timeout);
    const unlisten = cancellation.listen((reason) => controller.abort(reason));
    const result = await send(attempt, {
      signal: controller.signal,
      endsAt: clock.monotonic() + timeout,
    });
    cancelTimer();
    if (isFailure(result)) unlisten();
    else whenFinished(result, unlisten);
    return result;
  };
}

/** Schedules the end of what takes too long; Infinity needs no timer. */
function scheduleLimit(clock: Clock, task: () => void, limitMs: number): () => void {
  return Number.isFinite(limitMs) ? clock.schedule(task, limitMs) : () => {};
}

/** Creates the error of an attempt that took longer than `timeout`. */
export function timeoutError(
  { operation, timeout }: Pick<Call, "operation" | "timeout">,
  what = "no complete response within the attempt's timeout",
): RegTimeoutError {
  return new RegTimeoutError(`${what} of ${timeout} ms`, {
    operationId: operation.id,
    limit: "timeout",
    limitMs: timeout,
  });
}

/**
 * Bounds the whole call, including the reading of an upload, waits and retries. A file that is returned as a stream is
 * bounded until it is returned.
 *
 * @returns undefined for a call without a deadline
 */
export function startDeadline(
  operationId: string,
  limitMs: number | undefined,
  { cancellation, clock }: { readonly cancellation: CallCancellation; readonly clock: Clock },
): Deadline | undefined {
  if (limitMs === undefined) return undefined;
  const cancel = scheduleLimit(clock, () => cancellation.abort(deadlineError(operationId, limitMs)), limitMs);
  return { limitMs, expiresAt: clock.monotonic() + limitMs, cancel };
}

/** Creates the error of a call whose deadline has passed, or is certain to pass while it waits. */
export function deadlineError(
  operationId: string,
  limitMs: number,
  { problem = "has passed", retryAfterMs }: { problem?: string; retryAfterMs?: number | undefined } = {},
): RegTimeoutError {
  return new RegTimeoutError(`the deadline of ${limitMs} ms for the whole call ${problem}`, {
    operationId,
    limit: "deadline",
    limitMs,
    retryAfterMs,
  });
}
