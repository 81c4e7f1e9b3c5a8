import { RegApiError } from "../../errors/api-error.js";
import { RegResponseError } from "../../errors/client-errors.js";
import { type Call, isOurs, outcomeOf } from "../call.js";
import type { Clock } from "../time/clock.js";

/**
 * Counts an attempt.
 *
 * @returns when it began, on the monotonic clock, in milliseconds
 */
export function beginAttempt({ progress }: Call, clock: Clock): number {
  progress.attempt += 1;
  return clock.monotonic();
}

/**
 * Keeps a record of an attempt that failed, on the call and on the error.
 *
 * @param durationMs how long it took, in milliseconds
 */
export function keepRecord(error: unknown, call: Call, durationMs: number): void {
  const { progress } = call;
  if (isOurs(error, call.cancellation)) {
    const answered = error instanceof RegApiError || error instanceof RegResponseError;
    const status = answered ? { status: error.status } : {};
    progress.failures.push({ attempt: progress.attempt, error: error.name, ...status, durationMs });
    error.attempts = [...progress.failures];
    if (error.outcome === "unknown") progress.uncertain = true;
    else if (progress.uncertain) error.outcome = "unknown";
  } else {
    // The caller's own reason carries no outcome: what watches the call can still tell.
    progress.uncertain = outcomeOf(call) === "unknown";
  }
  progress.inFlight = false;
}
