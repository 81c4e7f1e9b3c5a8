import type { Clock } from "@reg/sdk";

interface Timer {
  readonly at: number;
  readonly task: () => void;
}

/**
 * A clock that only the test advances; `now` starts at the given instant, `monotonic` at 0, and timers are monotonic.
 */
export class ManualClock implements Clock {
  #start: number;
  #elapsed = 0;
  readonly #timers = new Set<Timer>();

  constructor(start = "2026-06-15T09:00:00Z") {
    this.#start = Date.parse(start);
  }

  now(): number {
    return this.#start + this.#elapsed;
  }

  monotonic(): number {
    return this.#elapsed;
  }

  schedule(task: () => void, delay: number): () => void {
    const timer = { at: this.#elapsed + Math.max(0, delay), task };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** The number of scheduled timers, which must be 0 after a call has ended. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Advances the clock and runs the due timers in order; after each timer, pending promises settle. */
  async advance(ms: number): Promise<void> {
    const end = this.#elapsed + ms;
    await settle();
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#elapsed = Math.max(this.#elapsed, next.at);
      this.#timers.delete(next);
      next.task();
      await settle();
    }
    this.#elapsed = end;
    await settle();
  }

  /** Sets the wall clock forward, or back if negative; the monotonic time stays the same. */
  setWall(ms: number): void {
    this.#start += ms;
  }

  /** Advances the clock without running timers, as if the process had been blocked. */
  jump(ms: number): void {
    this.#elapsed += ms;
  }

  #next(end: number): Timer | undefined {
    return [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
  }
}

/** A clock on which a wait takes no real time: it advances by the delay instead. A limit is never reached. */
export class SkippingClock extends ManualClock {
  override schedule(task: () => void, delay: number, purpose?: "wait" | "limit"): () => void {
    if (purpose !== "wait") return () => {};
    const immediate = setImmediate(() => {
      this.jump(Math.max(0, delay));
      task();
    });
    return () => clearImmediate(immediate);
  }
}

/** Waits until everything has run that does not wait for a timer. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Waits until a condition is met for which something must run that does not wait for a timer. */
export async function waitUntil(isMet: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isMet())) await settle();
}
