/** Counts requests one way. Instants are in milliseconds, on a scale that never goes back. */
export interface Counter {
  /**
   * Counts a request at an instant.
   *
   * @returns 0 if it is let through; otherwise how long, in milliseconds, until the next one would be
   */
  take(now: number): number;
  /** Forgets every request. */
  reset(): void;
}

/** What each way of counting is told. */
export interface CounterSettings {
  readonly limit: number;
  /** In milliseconds. */
  readonly window: number;
  readonly countRefused: boolean;
}
