/** The source of time and timers. All times are in milliseconds. */
export interface Clock {
  /** Milliseconds since 1970 UTC: for times that come from elsewhere, such as a token's expiry. */
  now(): number;
  /** Milliseconds on a scale that never jumps: for durations and deadlines. */
  monotonic(): number;
  /**
   * Runs `task` once, `delay` milliseconds from now, and returns a function that cancels it. Any delay is safe, also
   * one beyond 2^31 ms.
   *
   * @param purpose `wait` if a call continues afterwards (a backoff, a turn of the throttle), `limit` if the task ends
   *   what takes too long (a timeout, a deadline), `background` if nothing waits for the task, so that its timer must
   *   not keep the process running. A test's clock may skip waits. The system's clock runs a `limit` 0.5 s later
   *   after the event loop was blocked, so that a response that has arrived is read first. Default `limit`.
   */
  schedule(task: () => void, delay: number, purpose?: "wait" | "limit" | "background"): () => void;
}

/** In milliseconds: with a longer delay, setTimeout fires at once. */
export const longestTimer: number = 2 ** 31 - 1;

/** The longest `Retry-After` that is respected, in milliseconds: an hour. */
export const longestRetryAfter: number = 3_600_000;

/** A limit that is later than this, in milliseconds, was kept from running. */
const lateBy = 20;

/** The time for reading and decompressing what has arrived while the event loop was blocked, in milliseconds. */
export const graceAfterBlock = 500;

/** The system's clock. The global functions are looked up at each use, so that tests can replace them. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  schedule(task, delay, purpose) {
    let timer: ReturnType<typeof setTimeout>;
    const rest = Math.max(0, delay);
    const dueAt = performance.now() + rest;
    const isLimit = purpose === undefined || purpose === "limit";
    const end = () => {
      // The event loop was blocked, and runs its timers before it reads a response that has arrived meanwhile.
      if (isLimit && performance.now() - dueAt > lateBy) timer = setTimeout(task, graceAfterBlock);
      else task();
    };
    const arm = (left: number) => {
      const step = Math.min(left, longestTimer);
      timer = setTimeout(() => (left > step ? arm(left - step) : end()), step);
      if (purpose === "background") timer.unref();
    };
    arm(rest);
    return () => clearTimeout(timer);
  },
};
