import { RegTimeoutError } from "../../errors/client-errors.js";
import { type Layer, whenFinished } from "../call.js";
import type { Clock } from "./clock.js";

/**
 * Bounds one attempt, from sending to the last byte of the body (to its first byte, if the caller reads the body
 * as a stream at a pace of their own). The attempt gets a signal of its own, so that
 * a caller's long-lived signal never gathers the listeners that fetch leaves behind.
 */
export function attemptTimeout(clock: Clock): Layer {
  return (next) => (call) => {
    if (call.cancellation.aborted) return Promise.reject(call.cancellation.reason);
    return new Promise((resolve, reject) => {
      const controller = new AbortController();
      const end = (reason: unknown) => {
        release();
        reject(reason);
        controller.abort(reason);
      };
      const cancel = clock.schedule(() => end(timedOut(call.timeout, call.operation)), call.timeout);
      const unlisten = call.cancellation.listen(end);
      const release = () => {
        cancel();
        unlisten();
      };
      next({ ...call, signal: controller.signal }).then(
        (answer) => {
          cancel();
          whenFinished(answer, unlisten);
          resolve(answer);
        },
        (error) => {
          release();
          reject(error);
        },
      );
    });
  };
}

function timedOut(limitMs: number, operation: { id: string; effects: string }): RegTimeoutError {
  return new RegTimeoutError(`no complete answer within the attempt's timeout of ${limitMs} ms`, {
    operationId: operation.id,
    limit: "timeout",
    limitMs,
    outcome: operation.effects === "read" ? undefined : "unknown",
  });
}
