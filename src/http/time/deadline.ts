import { RegTimeoutError } from "../../errors/client-errors.js";
import { type Call, type Layer, outcomeOf } from "../call.js";
import { throwIfAborted } from "./cancellation.js";
import type { Clock } from "./clock.js";

/**
 * Bounds the whole call, waiting and retries included; a file that is handed out as a stream, until its first
 * byte. Costs nothing for a call without a deadline.
 */
export function deadline(clock: Clock): Layer {
  return (next) => async (call) => {
    const { deadline: limitMs, progress, cancellation } = call;
    throwIfAborted(cancellation);
    if (limitMs === undefined) return next(call);
    progress.expiresAt = clock.monotonic() + limitMs;
    const cancel = clock.schedule(() => cancellation.abort(deadlinePassed(call, limitMs)), limitMs);
    try {
      return await next(call);
    } finally {
      cancel();
    }
  };
}

/** The error of a call whose deadline has passed, or is certain to pass while it waits. */
export function deadlinePassed(call: Call, limitMs: number, what = "has passed"): RegTimeoutError {
  return new RegTimeoutError(`the deadline of ${limitMs} ms for the whole call ${what}`, {
    operationId: call.operation.id,
    limit: "deadline",
    limitMs,
    outcome: outcomeOf(call),
  });
}
