import { Chain, type Link } from "./chain.js";
import type { Clock } from "./clock.js";
import type { ArmTimer, Timer } from "./timer.js";

/** What ends something, and when: on the monotonic clock, in milliseconds. */
export interface Limit {
  readonly at: number;
  readonly task: () => void;
}

/**
 * Ends what takes too long, for all calls of a client with one timer of the clock: hardly any limit is ever reached,
 * and a timer for each would cost more than all else that bounds a call.
 */
export class TimeLimits {
  readonly #clock: Clock;
  readonly #armTimer: ArmTimer | undefined;
  readonly #limits = new Chain<Limit>();
  #timer: Timer = none;
  /** When the timer fires: no later than the first limit, but perhaps for one that has been taken off. */
  #wakeAt = Number.POSITIVE_INFINITY;

  /** @param armTimer undefined: timers are the clock's, and none of them rests */
  constructor(clock: Clock, armTimer: ArmTimer | undefined) {
    this.#clock = clock;
    this.#armTimer = armTimer;
  }

  /** Runs `task` once, `delay` milliseconds from now, unless the limit is taken off before. */
  set(task: () => void, delay: number): Link<Limit> {
    const at = this.#clock.monotonic() + delay;
    if (this.#limits.isEmpty && !this.#timer.resume()) this.#disarm();
    if (at < this.#wakeAt) this.#arm(at, delay);
    return this.#limits.add({ at, task });
  }

  /** Takes a limit off. One that was reached or taken off before may be given again. */
  remove(limit: Link<Limit>): void {
    if (this.#limits.remove(limit) && this.#limits.isEmpty) this.#timer.rest();
  }

  #arm(at: number, delay: number): void {
    this.#timer.cancel();
    this.#wakeAt = at;
    const wake = () => this.#wake();
    this.#timer = this.#armTimer?.(wake, delay) ?? this.#scheduled(wake, delay);
  }

  /** A timer that cannot rest is cancelled instead. */
  #scheduled(wake: () => void, delay: number): Timer {
    const cancel = this.#clock.schedule(wake, delay);
    return { cancel, rest: () => this.#disarm(), resume: () => true };
  }

  #disarm(): void {
    this.#timer.cancel();
    this.#timer = none;
    this.#wakeAt = Number.POSITIVE_INFINITY;
  }

  #wake(): void {
    // A timer may fire a moment early; and a test may have replaced the timers, but not the clock.
    const now = Math.max(this.#clock.monotonic(), this.#wakeAt);
    this.#disarm();
    const due = [...this.#limits].filter(({ value }) => value.at <= now);
    for (const limit of due) if (this.#limits.remove(limit)) limit.value.task();
    let next = Number.POSITIVE_INFINITY;
    for (const { value } of this.#limits) next = Math.min(next, value.at);
    if (next < this.#wakeAt) this.#arm(next, next - now);
  }
}

/** Where none is armed. */
const none: Timer = { cancel() {}, rest() {}, resume: () => true };
