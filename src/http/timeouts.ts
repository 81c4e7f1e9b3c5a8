import { RegTimeoutError } from "../errors/errors.js";
import {
  type Attempt,
  type Call,
  type Deadline,
  outcomeIfSent,
  outcomeOf,
  type ParsedResponse,
  type Send,
  type SendAttempt,
  whenFinished,
} from "./call.js";
import type { Clock } from "./clock.js";

/**
 * Starts each attempt and bounds it, from sending to the last byte of the body. If the caller reads the body as a
 * stream, it bounds the time to the first byte; the wait for each further chunk is bounded where it is read.
 *
 * Fetch gets a signal for this attempt only, and never the caller's: that may live long, and fetch would leave a
 * listener on it for each request.
 */
export function startAttempt(
  controllers: AbortControllerPool,
  { clock }: { readonly clock: Clock },
): (next: SendAttempt) => Send {
  return (next) => (call) => {
    const { cancellation, timeout, state } = call;
    if (cancellation.aborted) return Promise.reject(cancellation.reason);
    return new Promise((resolve, reject) => {
      const controller = controllers.take();
      const attempt: Attempt = {
        signal: controller.signal,
        endsAt: clock.monotonic() + timeout,
        uncertain: true,
        received: undefined,
      };
      const end = (reason: unknown) => {
        cancelTimer();
        unlisten();
        attempt.reportIncomplete?.();
        reject(reason);
        controller.abort(reason);
      };
      const cancelTimer = scheduleLimit(clock, () => end(timeoutError(call)), timeout);
      const unlisten = cancellation.listen(end);
      state.latest = attempt;
      next(call, attempt).then(
        (response) => {
          cancelTimer();
          whenFinished(response, unlisten);
          if (isOver(call, response)) controllers.giveBack(controller);
          resolve(response);
        },
        (error) => {
          cancelTimer();
          unlisten();
          reject(error);
        },
      );
    });
  };
}

/** Whether an attempt has no part that continues: no file that is still read, and no upload that may still be sent. */
const isOver = ({ body }: Call, { finished }: ParsedResponse) =>
  finished === undefined && !(body instanceof ReadableStream);

/** Schedules the end of what takes too long; Infinity needs no timer. */
function scheduleLimit(clock: Clock, task: () => void, limitMs: number): () => void {
  return Number.isFinite(limitMs) ? clock.schedule(task, limitMs) : () => {};
}

/** Creates the error of an attempt that took longer than `timeout`. */
export function timeoutError(
  { operation, timeout }: Pick<Call, "operation" | "timeout">,
  what = "no complete response within the attempt's timeout",
): RegTimeoutError {
  return new RegTimeoutError(`${what} of ${timeout} ms`, {
    operationId: operation.id,
    limit: "timeout",
    limitMs: timeout,
    outcome: outcomeIfSent(operation),
  });
}

/** A deadline whose timer is running. */
export interface RunningDeadline extends Deadline {
  /** Stops the timer when the call is over. */
  cancel(): void;
}

/**
 * Bounds the whole call, including the reading of an upload, waits and retries. A file that is returned as a stream is
 * bounded until it is returned.
 *
 * @returns undefined for a call without a deadline
 */
export function startDeadline(
  call: Pick<Call, "operation" | "state" | "cancellation">,
  limitMs: number | undefined,
  clock: Clock,
): RunningDeadline | undefined {
  if (limitMs === undefined) return undefined;
  const cancel = scheduleLimit(clock, () => call.cancellation.abort(deadlineError(call, limitMs)), limitMs);
  return { limitMs, expiresAt: clock.monotonic() + limitMs, cancel };
}

/** Creates the error of a call whose deadline has passed, or is certain to pass while it waits. */
export function deadlineError(
  call: Pick<Call, "operation" | "state">,
  limitMs: number,
  { problem = "has passed", retryAfterMs }: { problem?: string; retryAfterMs?: number | undefined } = {},
): RegTimeoutError {
  return new RegTimeoutError(`the deadline of ${limitMs} ms for the whole call ${problem}`, {
    operationId: call.operation.id,
    limit: "deadline",
    limitMs,
    retryAfterMs,
    outcome: outcomeOf(call),
  });
}

type ListenerArguments = Parameters<AbortSignal["addEventListener"]>;

const { addEventListener, removeEventListener } = AbortSignal.prototype;

/**
 * A controller for one attempt after the other, as long as none is aborted. The global fetch adds a `once` listener for
 * each request and never removes it. Adding it costs a twentieth of a call on Node 20, so `once` listeners are only
 * added when the controller aborts.
 */
export class ReusableAbortController extends AbortController {
  #deferred: ListenerArguments[] = [];
  /** How many attempts have used it; Infinity after a listener was really added, because it may stay. */
  uses = 0;

  constructor() {
    super();
    const { signal } = this;
    Object.assign(signal, {
      addEventListener: (...args: ListenerArguments) => {
        if (Object(args[2]).once) return void this.#deferred.push(args);
        this.uses = Number.POSITIVE_INFINITY;
        addEventListener.apply(signal, args);
      },
      removeEventListener: (...args: ListenerArguments) => {
        const rest = this.#deferred.filter(([, listener]) => listener !== args[1]);
        const wasDeferred = rest.length < this.#deferred.length;
        this.#deferred = rest;
        // A deferred listener was never added, and searching for it takes time.
        if (!wasDeferred || this.uses === Number.POSITIVE_INFINITY) removeEventListener.apply(signal, args);
      },
    });
  }

  override abort(reason?: unknown): void {
    this.uses = Number.POSITIVE_INFINITY;
    for (const args of this.#deferred) addEventListener.apply(this.signal, args);
    super.abort(reason);
  }

  /** Drops the listeners of an attempt that is over: they must not react to the next one. */
  forget(): void {
    this.uses += 1;
    this.#deferred = [];
  }
}

/** A wrapper of the global fetch may derive signals from ours, which collect on it: it is replaced after some uses. */
const maxUses = 100;

/** After many calls at once, no more controllers than this are kept. */
const maxPooled = 64;

/**
 * The controllers of attempts. Hardly any controller ever aborts, but creating one costs a twentieth of a call, so one
 * that has not aborted serves another attempt.
 */
export class AbortControllerPool {
  readonly #pooled: ReusableAbortController[] = [];
  readonly #reuse: boolean;

  /** @param reuse false: each attempt gets a new controller, because the user's fetch may listen for longer */
  constructor(reuse: boolean) {
    this.#reuse = reuse;
  }

  take(): AbortController {
    if (!this.#reuse) return new AbortController();
    return this.#pooled.pop() ?? new ReusableAbortController();
  }

  /** Takes back the controller of an attempt that is over, if it has not aborted. */
  giveBack(controller: AbortController): void {
    if (!(controller instanceof ReusableAbortController)) return;
    controller.forget();
    if (controller.uses < maxUses && this.#pooled.length < maxPooled) this.#pooled.push(controller);
  }
}
