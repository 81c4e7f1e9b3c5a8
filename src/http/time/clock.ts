/** Where the layers get the time from, and what wakes them. All times are in milliseconds. */
export interface Clock {
  /** Milliseconds since 1970 UTC: for instants that others name, such as a token's expiry. */
  now(): number;
  /** Milliseconds on a scale that never jumps: for durations. */
  monotonic(): number;
  /**
   * Runs `task` once, `delay` milliseconds from now, and returns what cancels it. Any delay is safe, also beyond 2^31.
   *
   * @param purpose `wait` if a call goes on after it (a back-off, a place in the throttle's line), `limit` if it ends
   *   what takes too long (a timeout, a deadline). A test's clock may jump over waits. Default `limit`.
   */
  schedule(task: () => void, delay: number, purpose?: "wait" | "limit"): () => void;
}

/** In milliseconds: setTimeout fires at once for longer delays. */
export const longestTimer = 2 ** 31 - 1;

/** The machine's own clock, looked up at each use. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  schedule(task, delay) {
    let timer: ReturnType<typeof setTimeout>;
    const arm = (rest: number) => {
      const step = Math.min(rest, longestTimer);
      timer = setTimeout(() => (rest > step ? arm(rest - step) : task()), step);
    };
    arm(Math.max(0, delay));
    return () => clearTimeout(timer);
  },
};
