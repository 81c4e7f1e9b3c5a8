import { RegConnectionError, RegRateLimitError } from "../../errors/errors.js";
import { type Call, isSdkError, type Layer, type RequestState } from "../call.js";
import type { Cancellation } from "../cancellation.js";
import type { Clock } from "../clock.js";
import type { Emit } from "../diagnostics.js";
import { deadlinePassed } from "../timeouts.js";
import type { Throttle } from "./throttle.js";
import type { Permit, PermitEnd, Turn, TurnDeadline } from "./types.js";

/**
 * Takes a unit of the throttle for every request, and reports to the throttle how the request ended.
 *
 * @param longestPause the longest pause after a 429 that a call waits for, in milliseconds
 */
export function throttled(
  throttle: Throttle,
  longestPause: number,
  { clock, emit }: { readonly clock: Clock; readonly emit: Emit },
): Layer {
  return (next) => async (call) => {
    const { requests } = call.state;
    const turn = throttle.take(new CallTurn(call, longestPause, clock));
    const permit = turn instanceof Promise ? await waitFor(turn, call) : turn;
    const sentBefore = requests.sent;
    try {
      const response = await next(call);
      permit.end("answered");
      return response;
    } catch (error) {
      // The reason of an abort may be the error of another call, which says nothing about this request.
      const failure = isSdkError(error, call.cancellation) ? error : undefined;
      const retryAfterMs = failure instanceof RegRateLimitError ? failure.retryAfterMs : undefined;
      const end = requests.sent > sentBefore ? endOf(failure, requests) : "unused";
      permit.end(end, retryAfterMs);
      if (end === "refused" && emit !== undefined) {
        const { pausedForMs, allowed } = throttle.statistics();
        emit(call, { type: "pause", pausedForMs, allowed });
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

/** How a request that was handed to fetch ended without a success response. */
function endOf(failure: unknown, { received }: RequestState): PermitEnd {
  if (received !== undefined) return received.status === 429 ? "refused" : "answered";
  return failure instanceof RegConnectionError && !failure.sent ? "unused" : "unanswered";
}

/** The turn of a call. Its deadline is computed only if the call has to wait. */
class CallTurn implements Turn {
  readonly longestPause: number;
  readonly #call: Call;
  readonly #clock: Clock;
  /** Measured once, as a duration: a shared throttle may have its own clock. */
  #leftMs: number | undefined;

  constructor(call: Call, longestPause: number, clock: Clock) {
    this.longestPause = longestPause;
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
      passed: () =>
        deadlinePassed(call, deadline.limitMs, "would pass before the throttle has a turn for it"),
    };
  }
}
