import { RegThrottleError, type ThrottleReason } from "../../errors/errors.js";

/** Why a call got no turn. Times are in milliseconds. */
interface ThrottleFailure {
  readonly operationId: string;
  readonly reason: ThrottleReason;
  /** In words, without a secret. */
  readonly problem: string;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** The error of a call that gets no turn. */
export function throttleError({ problem, ...details }: ThrottleFailure): RegThrottleError {
  return new RegThrottleError(`this attempt was not sent: ${problem}`, details);
}

/** The error of a call that gets no turn because the throttle itself failed. */
export function failureError(
  cause: unknown,
  { problem = "the throttle failed", ...details }: Partial<ThrottleFailure> & { operationId: string },
): RegThrottleError {
  return throttleError({
    ...details,
    reason: "failed",
    cause,
    problem: `${problem}; see the cause of this error`,
  });
}

/** The part of a message that says why no call gets a turn; empty without a pause. */
export function describePause(pausedForMs: number): string {
  if (pausedForMs === 0) return "";
  return `: calls are paused for another ${Math.ceil(pausedForMs / 1000)} s after a 429 or 503`;
}
