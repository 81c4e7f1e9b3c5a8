import type { Cancellation } from "../../base/cancellation.js";

/** A request for a unit of the throttle. */
export interface Turn {
  /** 0 (first) to 9 (last). */
  readonly priority: number;
  /** Ends the wait: the call leaves the queue at once and uses no unit. */
  readonly cancellation: Cancellation;
  /** The longest `Retry-After` that the call waits for, in milliseconds; with a longer one it fails. */
  readonly longestPause: number;
  /** When the call is over, with or without a turn. Default: never. */
  readonly deadline?: TurnDeadline | undefined;
  readonly operationId: string;
}

/** The deadline of a call that waits for its turn. */
export interface TurnDeadline {
  /** The time that the call has left when it asks for a unit, in milliseconds. */
  readonly leftMs: number;
  /** Creates the error of the call as soon as its turn is certain to come too late; `wait` says why, if it is known. */
  readonly passed: (wait?: TurnWait) => unknown;
}

/** Why a call has to wait for its turn. Times are in milliseconds from now. */
export interface TurnWait {
  /** The earliest time of its turn. */
  readonly retryAfterMs: number;
  /** The rest of the pause after a 429, or after several 503; 0 without a pause. */
  readonly pausedForMs: number;
}

/** How the request of a unit ended. */
export type PermitEnd = "responded" | "refused" | "no-response" | "unused";

/** One unit of the throttle, for one request. */
export interface Permit {
  /**
   * Reports how the request ended. It must be called once; further calls have no effect.
   *
   * - `responded`: the service has responded. The unit returns one window from now.
   * - `refused`: the service has responded with a 429, or with the third 503 in a row. All calls pause as well: for
   *   `retryAfterMs`, but at most an hour, or a window if that is longer; if it is undefined, for a window, or for half
   *   of one if the last pause did not help. Fewer requests are allowed then.
   * - `no-response`: there was no response; the service may count the request later than now. The unit returns two
   *   windows from now.
   * - `unused`: nothing was sent. The unit is free at once.
   *
   * @param retryAfterMs the `Retry-After` of a 429, or the pause after several 503, in milliseconds
   */
  end(how: PermitEnd, retryAfterMs?: number): void;
}

/** The current state and the totals of a throttle. Times are in milliseconds. */
export interface ThrottleStatistics {
  /** The most requests in any window; Infinity for a throttle without a rate limit. */
  readonly limit: number;
  /** The period of `limit`. */
  readonly window: number;
  /**
   * How many of `limit` may be used at present: fewer after a 429, because other clients use the same limit, or after
   * several 503. While `store` is `failed`: the part of this process, or 0 if calls fail.
   */
  readonly allowed: number;
  /** Units of `limit` that are not used; `maxInFlight` may still make a call wait. */
  readonly free: number;
  /** Requests in flight, including files that are read as streams. */
  readonly inFlight: number;
  /** Calls that wait for their turn. */
  readonly waiting: number;
  /** The rest of the pause after a 429, or after several 503; 0 without a pause. */
  readonly pausedForMs: number;
  /** Only for a throttle that processes share: whether its store responds. */
  readonly store?: "ok" | "failed" | undefined;
  /** Calls that got their turn, at once or after a wait. */
  readonly served: number;
  /** Calls that got their turn after a wait. */
  readonly queued: number;
  /** The longest wait of a call that got its turn. */
  readonly longestWaitMs: number;
  /** Calls without a turn: cancelled, past their deadline or certain to be, or failed with RegThrottleError. */
  readonly left: number;
  /** Requests that the service refused: with a 429, or with the third 503 in a row. */
  readonly refused: number;
}

/** What the statistics of a throttle take from its limiter. */
export type LimiterState = Pick<ThrottleStatistics, "allowed" | "free" | "pausedForMs" | "store">;

/** Decides when a request may be sent. The throttle's calls wait in a queue before it. Times are in milliseconds. */
export interface Limiter {
  /** Why every call fails at present; undefined if calls can wait for a unit. */
  readonly failure?: Error | undefined;
  /** The rest of the pause that the service has asked for; 0 without one. */
  readonly requestedPauseMs: number;
  /**
   * Takes up to `count` units; fewer if no more may be used now. The promise of a limiter with a store never rejects.
   */
  take(count: number): readonly Permit[] | Promise<readonly Permit[]>;
  /** When to try again. Infinity: only after a request has ended. */
  waitMs(): number;
  /** The shortest possible time to the next unit. */
  certainWaitMs(): number;
  state(): LimiterState;
}
