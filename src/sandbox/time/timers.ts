import { systemClock } from "../../http/clock.js";

/** A task that is to run at an instant of the clock's monotonic scale. */
export interface Timer {
  readonly due: number;
  readonly task: () => void;
  /** Whether a call goes on after it, rather than ends by it. */
  readonly isWait: boolean;
  /** Stops the real timer behind it, where there is one. */
  readonly stop: () => void;
}

/** The tasks that a clock is to run. */
export class Timers {
  readonly #pending = new Set<Timer>();
  readonly #real: boolean;

  /** @param real whether the machine's timers stand behind them, as for a clock that runs */
  constructor(real: boolean) {
    this.#real = real;
  }

  /** Adds a task that is due at `due`, which is `delay` milliseconds away; gives what cancels it. */
  add(task: () => void, due: number, delay: number, isWait: boolean): () => void {
    const stop = this.#real ? systemClock.schedule(() => this.fire(timer), delay) : () => {};
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

  /** Whether somebody waits, rather than sees that nothing takes too long. */
  get hasWaits(): boolean {
    return [...this.#pending].some(({ isWait }) => isWait);
  }
}
