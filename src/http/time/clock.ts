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
  /**
   * Does the same for a limit, with a timer that can rest between two uses instead of being cancelled and scheduled
   * again. Undefined, or not there: the clock has no such timer for this delay now.
   */
  timer?(task: () => void, delay: number): Timer | undefined;
}

/** A timer that can rest: it stays armed while nobody needs it, and meanwhile lets the process end. */
export interface Timer {
  cancel(): void;
  /** Nobody needs it for the moment. */
  rest(): void;
  /** It is needed again. False if it may never fire any more: then another one has to be armed. */
  resume(): boolean;
}

/** setTimeout fires at once for longer delays. */
const longestTimer = 2 ** 31 - 1;

/** A test may put others in their place for a while, and forget all that are armed: of those none may rest. */
const own = { set: globalThis.setTimeout, clear: globalThis.clearTimeout };

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
  timer(task, delay) {
    if (globalThis.setTimeout !== own.set || delay > longestTimer) return undefined;
    const timer = own.set(task, delay);
    return {
      cancel: () => own.clear(timer),
      rest: () => void timer.unref?.(),
      resume() {
        timer.ref?.();
        return globalThis.setTimeout === own.set;
      },
    };
  },
};
