import type { Clock } from "../time/clock.js";

/** Lets one sleep until it is time, or until somebody wakes them. */
export class Alarm {
  readonly #clock: Clock;
  #wake: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Sleeps for so many milliseconds, Infinity included. Its timer holds the process, so that no sleeper is lost. */
  sleep(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        cancel?.();
        this.#wake = undefined;
        resolve();
      };
      const cancel = Number.isFinite(delayMs) ? this.#clock.schedule(wake, delayMs, "wait") : undefined;
      this.#wake = wake;
    });
  }

  /** Wakes the sleeper, if there is one. */
  wake(): void {
    this.#wake?.();
  }
}
