import { RegTimeoutError } from "../../errors/client-errors.js";
import { type Answer, type Call, doubtOnceSent, type Layer, whenFinished } from "../call.js";
import type { SpareControllers } from "./spare-controllers.js";
import type { TimeLimits } from "./time-limits.js";

/**
 * Bounds one attempt, from sending to the last byte of the body. Where the caller reads the body as a stream, at a
 * pace of their own, it bounds the time to its first byte; the wait for each further one is bounded where it is read.
 *
 * Fetch gets a signal that serves no other attempt meanwhile, and never the caller's, which may live long and would
 * gather the listeners that fetch leaves behind.
 */
export function attemptTimeout(limits: TimeLimits, controllers: SpareControllers): Layer {
  return (next) => (call) => {
    const { cancellation } = call;
    if (cancellation.aborted) return Promise.reject(cancellation.reason);
    return new Promise((resolve, reject) => {
      const controller = controllers.take();
      const end = (reason: unknown) => {
        release();
        reject(reason);
        controller.abort(reason);
      };
      const limit = limits.set(() => end(timedOut(call)), call.timeout);
      const unlisten = cancellation.listen(end);
      const release = () => {
        limits.remove(limit);
        unlisten();
      };
      next({ ...call, signal: controller.signal, endsAt: limit.value.at }).then(
        (answer) => {
          limits.remove(limit);
          whenFinished(answer, unlisten);
          if (isOver(call, answer)) controllers.giveBack(controller);
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

/** Whether nothing of an attempt goes on: no file that is still read, and no upload that may still be sent. */
const isOver = ({ body }: Call, { finished }: Answer) =>
  finished === undefined && !(body instanceof ReadableStream);

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
