import { RegTimeoutError } from "../../errors/client-errors.js";
import { type Call, doubtOnceSent, type Layer, whenFinished } from "../call.js";
import type { TimeLimits } from "./time-limits.js";

/**
 * Bounds one attempt, from sending to the last byte of the body. Where the caller reads the body as a stream, at a
 * pace of their own, it bounds the time to its first byte; the wait for each further one is bounded where it is read. The attempt gets a signal of its own, so that
 * a caller's long-lived signal never gathers the listeners that fetch leaves behind.
 */
export function attemptTimeout(limits: TimeLimits): Layer {
  return (next) => (call) => {
    const { cancellation } = call;
    if (cancellation.aborted) return Promise.reject(cancellation.reason);
    return new Promise((resolve, reject) => {
      const controller = new AbortController();
      const end = (reason: unknown) => {
        release();
        reject(reason);
        controller.abort(reason);
      };
      const cancel = limits.set(() => end(timedOut(call)), call.timeout);
      const unlisten = cancellation.listen(end);
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

/** The error of an attempt that took longer than `timeout`. */
export function timedOut(
  { operation, timeout }: Pick<Call, "operation" | "timeout">,
  what = "no complete answer within the attempt's timeout",
): RegTimeoutError {
  return new RegTimeoutError(`${what} of ${timeout} ms`, {
    operationId: operation.id,
    limit: "timeout",
    limitMs: timeout,
    outcome: doubtOnceSent(operation),
  });
}
