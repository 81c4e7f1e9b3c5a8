import { summarize } from "../../errors/summary.js";
import { type Layer, outcomeOf } from "../call.js";
import type { Clock } from "../time/clock.js";
import type { Emit } from "./emitter.js";

/** Reports the beginning and the end of every call. */
export function diagnostics(clock: Clock, emit: NonNullable<Emit>): Layer {
  return (next) => async (call) => {
    const started = clock.monotonic();
    emit(call, { type: "request" });
    try {
      const answer = await next(call);
      emit(call, { type: "response", status: answer.status, durationMs: clock.monotonic() - started });
      return answer;
    } catch (reason) {
      const error = summarize(reason, outcomeOf(call));
      const { status, traceId } = error;
      emit(call, {
        type: "error",
        durationMs: clock.monotonic() - started,
        error,
        ...(status !== undefined && { status }),
        ...(traceId !== undefined && { traceId }),
      });
      throw reason;
    }
  };
}
