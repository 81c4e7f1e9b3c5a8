import type { Cancellation } from "../time/cancellation.js";

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
  /** How long the call still has, in milliseconds. */
  readonly leftMs: number;
  /** What the call fails with as soon as it is certain that no turn comes in that time. */
  readonly passed: () => unknown;
}

/** A unit that was taken for one request. Exactly one of its methods must be called, once. */
export interface Permit {
  /** The service has answered: the unit comes back a window from now. */
  answered(): void;
  /**
   * The service has refused the request with a 429: the gate closes for everyone.
   *
   * @param retryAfterMs what the answer asks for, in milliseconds; undefined: until a window has passed
   */
  refused(retryAfterMs: number | undefined): void;
  /** No answer came; the service may count the request later than now: the unit comes back two windows from now. */
  unanswered(): void;
  /** Nothing was sent: the unit is free at once. */
  unused(): void;
}
