import { RegConnectionError, RegError } from "../../errors/errors.js";
import { type Attempt, attemptAfter, type Call, isOwnError, type Layer, whenFinished } from "../call.js";
import type { Cancellation } from "../cancellation.js";
import type { Clock } from "../clock.js";
import type { Emit } from "../diagnostics.js";
import { readRetryAfter } from "../failures.js";
import { deadlineError } from "../timeouts.js";
import { describePause, failureError, type Throttle } from "./throttle.js";
import type { Permit, PermitEnd, Turn, TurnDeadline, TurnWait } from "./types.js";

/** The other parts of a client that the throttle layer uses. */
export interface ThrottleLayerParts {
  readonly clock: Clock;
  readonly emit: Emit | undefined;
}

/**
 * Takes a unit of the throttle for every attempt, and reports to the throttle how the attempt ended.
 *
 * @param renewToken replaces the token of a call that had to wait, if it has expired meanwhile
 */
export function takeUnit(
  throttle: Throttle,
  { clock, emit }: ThrottleLayerParts,
  renewToken?: (call: Call) => Promise<void>,
): Layer {
  return (next) => async (call) => {
    let permit: Permit;
    let isQueued: boolean;
    try {
      const turn = throttle.take(new CallTurn(call, clock));
      isQueued = turn instanceof Promise;
      permit = turn instanceof Promise ? await waitFor(turn, call) : turn;
    } catch (error) {
      throw errorOfTake(error, call);
    }
    const previous = call.state.latest;
    try {
      if (isQueued) await renewToken?.(call);
      const response = await next(call);
      whenFinished(response, () => permit.end("responded"));
      return response;
    } catch (error) {
      // The reason of an abort may be the error of another call, which says nothing about this request.
      const failure = isOwnError(error, call.cancellation) ? error : undefined;
      const attempt = attemptAfter(previous, call);
      const end = endOf(attempt, failure);
      // From the response, because the error of an aborted call does not contain it.
      const headers = end === "refused" ? attempt?.received?.headers : undefined;
      permit.end(end, headers && readRetryAfter(headers, clock));
      if (end === "refused" && emit !== undefined) {
        const { pausedForMs, allowed, limit } = throttle.statistics();
        if (Number.isFinite(limit)) emit(call, { type: "pause", pausedForMs, allowed });
      }
      throw error;
    }
  };

  async function waitFor(turn: Promise<Permit>, call: Call): Promise<Permit> {
    const startedAt = clock.monotonic();
    const permit = await turn;
    emit?.(call, { type: "throttle", waitedMs: clock.monotonic() - startedAt });
    return permit;
  }
}

/** The error of a call without a turn: a throttle of the user's own may fail with any value. */
function errorOfTake(error: unknown, { cancellation, operation }: Call): unknown {
  if (cancellation.aborted) return cancellation.reason;
  if (RegError.is(error)) return error;
  return failureError(error, { operationId: operation.id });
}

/** How an attempt without a success response ended; an undefined attempt was not sent. */
function endOf(attempt: Attempt | undefined, failure: unknown): PermitEnd {
  if (attempt === undefined) return "unused";
  const { received } = attempt;
  if (received !== undefined) return received.status === 429 ? "refused" : "responded";
  return failure instanceof RegConnectionError && !failure.sent ? "unused" : "no-response";
}

/** The turn of a call. Its deadline is computed only if the call has to wait. */
class CallTurn implements Turn {
  readonly longestPause: number;
  readonly #call: Call;
  readonly #clock: Clock;
  /** Measured once, as a duration: a shared throttle may have its own clock. */
  #leftMs: number | undefined;

  constructor(call: Call, clock: Clock) {
    this.longestPause = call.retry.maxRetryAfter;
    this.#call = call;
    this.#clock = clock;
  }

  get priority(): number {
    return this.#call.priority;
  }

  get cancellation(): Cancellation {
    return this.#call.cancellation;
  }

  get operationId(): string {
    return this.#call.operation.id;
  }

  get deadline(): TurnDeadline | undefined {
    const call = this.#call;
    const { deadline } = call;
    if (deadline === undefined) return undefined;
    this.#leftMs ??= deadline.expiresAt - this.#clock.monotonic();
    return {
      leftMs: this.#leftMs,
      passed: ({ retryAfterMs, pausedForMs = 0 }: Partial<TurnWait> = {}) => {
        const problem = `would pass before the throttle has a turn for it${describePause(pausedForMs)}`;
        return deadlineError(call, deadline.limitMs, { problem, retryAfterMs });
      },
    };
  }
}
