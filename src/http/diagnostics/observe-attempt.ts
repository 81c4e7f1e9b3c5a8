import { summarize } from "../../errors/summary.js";
import type { Layer, Progress } from "../call.js";
import type { Clock } from "../time/clock.js";
import type { Emit } from "./emitter.js";
import { harmlessHeaders } from "./harmless-headers.js";

/** Reports the beginning and the end of every request that is handed to fetch. */
export function observeAttempt(clock: Clock, emit: NonNullable<Emit>): Layer {
  return (next) => async (call) => {
    const started = clock.monotonic();
    const { progress } = call;
    progress.received = undefined;
    emit(call, { type: "attempt" });
    try {
      const answer = await next(call);
      emit(call, { type: "answer", durationMs: clock.monotonic() - started, ...received(progress) });
      return answer;
    } catch (error) {
      const durationMs = clock.monotonic() - started;
      emit(call, { type: "answer", durationMs, ...received(progress), error: summarize(error) });
      throw error;
    }
  };
}

function received({ received: response }: Progress) {
  return response && { status: response.status, headers: harmlessHeaders(response.headers) };
}
