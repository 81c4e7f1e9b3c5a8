import { RegThrottleError, type ThrottleReason } from "../../errors/client-errors.js";

/** How many may wait, and how long. */
export interface Bounds {
  /** The most that wait. */
  readonly queueLimit: number;
  /** The longest wait, in milliseconds. */
  readonly maxWait: number;
}

/**
 * The error of a call that gets no turn.
 *
 * @param waitMs when there will be a unit at the earliest, in milliseconds from now; Infinity if nobody knows
 */
export function refusal(
  reason: ThrottleReason,
  operationId: string,
  { queueLimit, maxWait }: Bounds,
  waitMs: number,
): RegThrottleError {
  const retryAfterMs = Number.isFinite(waitMs) ? Math.ceil(waitMs) : undefined;
  const messages = {
    full: `${queueLimit} calls wait for the throttle already, which is its queueLimit; send less at a time`,
    waited: `there is no turn within the throttle's maxWait of ${maxWait} ms; send less, or later`,
    paused: `the service has asked for a longer pause than retry.maxRetryAfter; send again in ${retryAfterMs} ms`,
  };
  return new RegThrottleError(`nothing was sent: ${messages[reason]}`, { operationId, reason, retryAfterMs });
}
