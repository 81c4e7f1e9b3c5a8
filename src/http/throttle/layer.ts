import { RegConnectionError, RegRateLimitError } from "../../errors/errors.js";
import type { Call, CallState, Layer } from "../call.js";
import type { Cancellation } from "../cancellation.js";
import type { Clock } from "../clock.js";
import type { Emit } from "../diagnostics.js";
import { deadlinePassed } from "../timeouts.js";
import type { Throttle } from "./throttle.js";
import type { Permit, PermitEnd, Turn, TurnDeadline } from "./types.js";

/**
 * Takes a unit of the throttle for every attempt, replays included, and tells the throttle how the attempt ended.
 *
 * @param longestPause the longest pause after a 429 that a call waits for, in milliseconds
 */
export function throttled(
  throttle: Throttle,
  longestPause: number,
  { clock, emit }: { readonly clock: Clock; readonly emit: Emit },
): Layer {
  return (next) => async (call) => {
    const { progress } = call;
    const turn = throttle.take(new CallTurn(call, longestPause, clock));
    const permit = turn instanceof Promise ? await waitFor(turn, call) : turn;
    progress.received = undefined;
    try {
      const answer = await next(call);
      permit.end("answered");
      return answer;
    } catch (error) {
      const asked = error instanceof RegRateLimitError ? error.retryAfterMs : undefined;
      const end = endOf(error, progress);
      permit.end(end, asked);
      if (end === "refused" && emit !== undefined) {
        const { pausedForMs, allowed } = throttle.statistics();
        emit(call, { type: "pause", pausedForMs, allowed });
      }
      throw error;
    }
  };

  async function waitFor(turn: Promise<Permit>, call: Call): Promise<Permit> {
    const started = clock.monotonic();
    const permit = await turn;
    emit?.(call, { type: "throttle", waitedMs: clock.monotonic() - started });
    return permit;
  }
}

/** The turn of a call. Whoever makes it wait looks at its deadline when it comes, and nobody else does. */
class CallTurn implements Turn {
  readonly longestPause: number;
  readonly #call: Call;
  readonly #clock: Clock;
  /** Measured when it is asked for: a time and not an instant, because a shared throttle may have a clock of its own. */
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
    const { deadline, progress } = call;
    if (deadline === undefined) return undefined;
    this.#leftMs ??= progress.expiresAt - this.#clock.monotonic();
    return {
      leftMs: this.#leftMs,
      passed: () => deadlinePassed(call, deadline, "would pass before the throttle has a turn for it"),
    };
  }
}

/** How an attempt ended that failed. */
function endOf(error: unknown, { received, inFlight }: CallState): PermitEnd {
  if (received !== undefined) return received.status === 429 ? "refused" : "answered";
  const sent = inFlight && !(error instanceof RegConnectionError && !error.sent);
  return sent ? "unanswered" : "unused";
}
