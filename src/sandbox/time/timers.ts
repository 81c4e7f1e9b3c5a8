/** A task that is to run at an instant of the clock's monotonic scale. */
export interface Timer {
  readonly due: number;
  readonly task: () => void;
  /** Whether a call goes on after it, rather than ends by it. */
  readonly isWait: boolean;
  /** Stops what the machine's timers do for it. */
  readonly stop: () => void;
}

/** What the machine's timers do for a task that is `delay` milliseconds away; gives what stops it. */
export type Backing = (fire: () => void, delay: number, isWait: boolean) => () => void;

/** The tasks that a clock is to run. */
export class Timers {
  readonly #pending = new Set<Timer>();
  readonly #back: Backing;

  constructor(back: Backing) {
    this.#back = back;
  }

  /** Adds a task that is due at `due`, which is `delay` milliseconds away; gives what cancels it. */
  add(task: () => void, due: number, delay: number, isWait: boolean): () => void {
    const stop = this.#back(() => this.fire(timer), delay, isWait);
    const timer: Timer = { due, task, isWait, stop };
    this.#pending.add(timer);
    return () => {
      this.#pending.delete(timer);
      timer.stop();
    };
  }

  /** Runs a task, unless that has happened or it was cancelled. */
  fire(timer: Timer): void {
    if (!this.#pending.delete(timer)) return;
    timer.stop();
    timer.task();
  }

  /** The first task that is due until an instant; of several, the one that was added first. */
  first(until: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#pending) {
      if (timer.due <= until && (first === undefined || timer.due < first.due)) first = timer;
    }
    return first;
  }

  /**
   * Runs what is due until an instant, in order, those that are added meanwhile too.
   *
   * @param arrive is told when each one is due, before it runs
   * @returns what they threw: each runs, whatever became of those before it
   */
  fireUntil(end: number, arrive: (due: number) => void): unknown[] {
    const errors: unknown[] = [];
    for (let next = this.first(end); next !== undefined; next = this.first(end)) {
      arrive(next.due);
      try {
        this.fire(next);
      } catch (error) {
        errors.push(error);
      }
    }
    return errors;
  }

  /** Whether somebody waits, rather than sees that nothing takes too long. */
  get hasWaits(): boolean {
    return [...this.#pending].some(({ isWait }) => isWait);
  }
}
