import { RegRateLimitError } from "../../errors/api-error.js";
import { RegConnectionError } from "../../errors/client-errors.js";
import type { Call, Layer, Progress } from "../call.js";
import type { Emit } from "../diagnostics/emitter.js";
import type { Clock } from "../time/clock.js";
import { deadlinePassed } from "../time/deadline.js";
import type { Permit, PermitEnd, TurnDeadline } from "./permit.js";
import type { Throttle } from "./throttle.js";

/**
 * Takes a unit of the throttle for every attempt, replays included, and tells the throttle how the attempt ended.
 *
 * @param longestPause the longest pause after a 429 that a call waits for, in milliseconds
 */
export function throttled(
  throttle: Throttle,
  longestPause: number,
  { clock, emit }: { readonly clock: Clock; readonly emit: Emit },
): Layer {
  return (next) => async (call) => {
    const { priority, cancellation, operation, progress } = call;
    const deadline = deadlineOf(call, clock);
    const turn = throttle.take({ priority, cancellation, longestPause, deadline, operationId: operation.id });
    let permit: Permit;
    if (turn instanceof Promise) {
      const started = clock.monotonic();
      permit = await turn;
      emit?.(call, { type: "throttle", waitedMs: clock.monotonic() - started });
    } else {
      permit = turn;
    }
    progress.received = undefined;
    try {
      const answer = await next(call);
      permit.end("answered");
      return answer;
    } catch (error) {
      const asked = error instanceof RegRateLimitError ? error.retryAfterMs : undefined;
      const end = endOf(error, call.progress);
      permit.end(end, asked);
      if (end === "refused" && emit !== undefined) {
        const { pausedForMs, allowed } = throttle.statistics();
        emit(call, { type: "pause", pausedForMs, allowed });
      }
      throw error;
    }
  };
}

/** Measured from now, because a shared throttle may have a clock of its own. */
function deadlineOf(call: Call, clock: Clock): TurnDeadline | undefined {
  const { deadline, progress } = call;
  if (deadline === undefined) return undefined;
  return {
    leftMs: progress.expiresAt - clock.monotonic(),
    passed: () => deadlinePassed(call, deadline, "would pass before the throttle has a turn for it"),
  };
}

/** How an attempt ended that failed. */
function endOf(error: unknown, { received, inFlight }: Progress): PermitEnd {
  if (received !== undefined) return received.status === 429 ? "refused" : "answered";
  const sent = inFlight && !(error instanceof RegConnectionError && !error.sent);
  return sent ? "unanswered" : "unused";
}
