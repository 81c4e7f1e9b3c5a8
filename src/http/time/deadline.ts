import { RegTimeoutError } from "../../errors/client-errors.js";
import { type Call, outcomeOf } from "../call.js";
import type { Link } from "./chain.js";
import type { Limit, TimeLimits } from "./time-limits.js";

/** What a deadline needs to know of its call. */
type Bounded = Pick<Call, "operation" | "progress" | "cancellation" | "deadline">;

/**
 * Bounds the whole call: the reading of what is to be uploaded, waits, retries and all; a file that is handed out as a
 * stream, until it is handed out. Costs nothing for a call without a deadline.
 *
 * @returns the limit, to be taken off when the call is over; undefined if there is none
 */
export function startDeadline(call: Bounded, limits: TimeLimits): Link<Limit> | undefined {
  const { deadline: limitMs, progress, cancellation } = call;
  if (limitMs === undefined) return undefined;
  const limit = limits.set(() => cancellation.abort(deadlinePassed(call, limitMs)), limitMs);
  progress.expiresAt = limit.value.at;
  return limit;
}

/** The error of a call whose deadline has passed, or is certain to pass while it waits. */
export function deadlinePassed(
  call: Pick<Call, "operation" | "progress">,
  limitMs: number,
  what = "has passed",
): RegTimeoutError {
  return new RegTimeoutError(`the deadline of ${limitMs} ms for the whole call ${what}`, {
    operationId: call.operation.id,
    limit: "deadline",
    limitMs,
    outcome: outcomeOf(call),
  });
}
