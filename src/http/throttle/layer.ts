import type { Clock } from "../../base/clock.js";
import { RegError } from "../../errors/errors.js";
import {
  type Attempt,
  type AttemptFailure,
  type AttemptResult,
  type Call,
  type Deadline,
  isFailure,
  notSent,
  type SendAttempt,
  type TakeTurn,
  whenFinished,
} from "../call/call.js";
import { deadlineError } from "../call/timeouts.js";
import type { LayerParts } from "../diagnostics/diagnostics.js";
import { describePause, failureError } from "./errors.js";
import type { Throttle } from "./throttle.js";
import type { Permit, PermitEnd, Turn, TurnDeadline, TurnWait } from "./types.js";

/**
 * So many calls in a row with a 503 count as one with a 429: the service is down, or a gateway limits the rate with this
 * status. Fewer may be those of one path, and only they wait, as their `Retry-After` says.
 */
const manyUnavailable = 3;

/** The pause after them, in milliseconds. */
const unavailablePauseMs = 1000;

/**
 * Takes a unit of the throttle for every attempt, and reports to the throttle how the attempt ended.
 *
 * @param sendAttempt sends an attempt that has its unit
 */
export function takeUnit(throttle: Throttle, { clock, emit }: LayerParts, sendAttempt: SendAttempt): TakeTurn {
  let unavailable = 0;
  return (call, next) => {
    const fail = (error: unknown) => next(call, async () => notSent(errorOfTake(error, call)));
    let turn: Permit | Promise<Permit>;
    try {
      turn = throttle.take(turnOf(call, clock));
    } catch (error) {
      return fail(error);
    }
    if (!(turn instanceof Promise)) return next(call, sendWith(turn));
    const startedAt = clock.monotonic();
    // Thousands of calls may wait here. Not awaited, because an async function would keep about 500 bytes of each.
    return turn.then((permit) => {
      emit?.(call, { type: "throttle", waitedMs: Math.round(clock.monotonic() - startedAt) });
      return next(call, sendWith(permit));
    }, fail);
  };

  function sendWith(permit: Permit): SendAttempt {
    return (attempt) => send(permit, attempt);
  }

  async function send(permit: Permit, attempt: Attempt): Promise<AttemptResult> {
    const result = await sendAttempt(attempt);
    if (!isFailure(result)) {
      unavailable = 0;
      whenFinished(result, () => permit.end("responded"));
      return result;
    }
    const end = endOf(result);
    const isMany = noteStatus(result.received?.status, attempt);
    if (end !== "refused" && !isMany) {
      permit.end(end);
      return result;
    }
    permit.end("refused", isMany ? unavailablePauseMs : result.retryAfterMs);
    const { limit, pausedForMs, allowed } = throttle.statistics();
    emit?.(attempt, { type: "pause", pausedForMs, allowed });
    const isPaced = pausedForMs > 0 || Number.isFinite(limit);
    return isPaced && !isMany ? { ...result, pausedForMs } : result;
  }

  /** Counts the calls in a row with a 503; returns whether there were many. */
  function noteStatus(status: number | undefined, { history }: Call): boolean {
    if (status === undefined) return false;
    // The retries of one call do not count.
    if (status !== 503) unavailable = 0;
    else if (history.current === 1) unavailable += 1;
    const isMany = unavailable === manyUnavailable;
    if (isMany) unavailable = 0;
    return isMany;
  }
}

function errorOfTake(error: unknown, { cancellation, operation }: Call): unknown {
  if (cancellation.aborted) return cancellation.reason;
  if (RegError.is(error)) return error;
  // A throttle of the user's own may fail with any value.
  return failureError(error, { operationId: operation.id });
}

function endOf({ received, wasSent }: AttemptFailure): PermitEnd {
  if (received !== undefined) return received.status === 429 ? "refused" : "responded";
  return wasSent ? "no-response" : "unused";
}

function turnOf({ priority, cancellation, operation, retry, deadline }: Call, clock: Clock): Turn {
  return {
    priority,
    cancellation,
    operationId: operation.id,
    longestPause: retry.maxRetryAfter,
    deadline: deadline && turnDeadline(operation.id, deadline, clock),
  };
}

function turnDeadline(operationId: string, { limitMs, expiresAt }: Deadline, clock: Clock): TurnDeadline {
  return {
    // A duration, because a shared throttle may have its own clock.
    leftMs: expiresAt - clock.monotonic(),
    passed: ({ retryAfterMs, pausedForMs = 0 }: Partial<TurnWait> = {}) => {
      const problem = `would pass before the throttle has a turn for it${describePause(pausedForMs)}`;
      return deadlineError(operationId, limitMs, { problem, retryAfterMs });
    },
  };
}
