import { RegTimeoutError } from "../../errors/client-errors.js";
import { type Layer, whenFinished } from "../call.js";
import type { Clock } from "./clock.js";
import { listen } from "./waiting.js";

/**
 * Bounds the whole call, waiting and retries included; a file that is handed out as a stream, until its first
 * byte. Costs nothing for a call without a deadline.
 */
export function deadline(clock: Clock): Layer {
  return (next) => async (call) => {
    const { deadline: limitMs, progress, operation } = call;
    if (limitMs === undefined) return next(call);
    progress.expiresAt = clock.monotonic() + limitMs;
    const controller = new AbortController();
    const expired = () =>
      new RegTimeoutError(`the deadline of ${limitMs} ms for the whole call has passed`, {
        operationId: operation.id,
        limit: "deadline",
        limitMs,
        outcome:
          progress.uncertain || (progress.inFlight && operation.effects !== "read") ? "unknown" : undefined,
      });
    const cancel = clock.schedule(() => controller.abort(expired()), limitMs);
    const unlisten = listen(call.signal, (reason) => controller.abort(reason));
    try {
      call.signal?.throwIfAborted();
      const answer = await next({ ...call, signal: controller.signal });
      whenFinished(answer, unlisten);
      return answer;
    } catch (error) {
      unlisten();
      throw error;
    } finally {
      cancel();
    }
  };
}
