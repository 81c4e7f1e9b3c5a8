import type { Cancellation } from "../cancellation.js";

/** Who asks the throttle for a unit. */
export interface Turn {
  /** 0 (first) to 9 (last). */
  readonly priority: number;
  /** Ends the wait: the caller leaves the line at once and costs nothing. */
  readonly cancellation: Cancellation;
  /** The longest pause asked for by the service that is waited for, in milliseconds; beyond it the turn is refused. */
  readonly longestPause: number;
  /** When the call is over, turn or no turn. Default: never. */
  readonly deadline?: TurnDeadline | undefined;
  readonly operationId: string;
}

/** The end of a call that waits for its turn. */
export interface TurnDeadline {
  /** How long the call has from the moment at which it asks for a unit, in milliseconds. */
  readonly leftMs: number;
  /** What the call fails with as soon as it is certain that no turn comes in that time. */
  readonly passed: () => unknown;
}

/** How the request ended for which a unit was taken. */
export type PermitEnd = "answered" | "refused" | "unanswered" | "unused";

/** A unit that was taken for one request. */
export interface Permit {
  /**
   * Tells how the request ended. It must be called once; what is told later does not count.
   *
   * - `answered`: the service has answered. The unit comes back a window from now.
   * - `refused`: the service has answered with a 429. The gate closes for everyone as well: for as long as it asks, but
   *   an hour at most, or a window if that is longer; if it does not ask, for a window, or somewhat longer if the
   *   last pause came to nothing.
   * - `unanswered`: no answer came; the service may count the request later than now. The unit comes back two windows
   *   from now.
   * - `unused`: nothing was sent. The unit is free at once.
   *
   * @param retryAfterMs what a 429 asks for, in milliseconds
   */
  end(how: PermitEnd, retryAfterMs?: number): void;
}

/** How a throttle stands. Times are in milliseconds. */
export interface ThrottleStatistics {
  /** The most requests in any window. */
  readonly limit: number;
  /** The window. */
  readonly window: number;
  /** How many of `limit` may be used at present: fewer after a 429, because others use the same quota. */
  readonly allowed: number;
  /** Units that could be taken now. */
  readonly free: number;
  /** Units of requests that are under way. */
  readonly inFlight: number;
  /** Calls that wait for their turn. */
  readonly waiting: number;
  /** How long the gate stays closed after a 429; 0 while it is open. */
  readonly pausedForMs: number;
  /** Turns that were given, at once or after a wait. */
  readonly served: number;
  /** Turns that were given after a wait. */
  readonly queued: number;
  /** The longest wait of a turn that was given. */
  readonly longestWaitMs: number;
  /** Calls that left without a turn: aborted, past their deadline or certain to be, or failed with RegThrottleError. */
  readonly left: number;
  /** Requests that the service refused with a 429. */
  readonly refused: number;
}
