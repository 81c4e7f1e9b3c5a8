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
