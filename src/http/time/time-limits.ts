import { Chain } from "./chain.js";
import type { Clock } from "./clock.js";

/** What ends something, and when: on the monotonic clock, in milliseconds. */
interface Limit {
  readonly at: number;
  readonly task: () => void;
}

/**
 * Ends what takes too long, for all calls of a client with one timer of the clock: hardly any limit is ever reached,
 * and a timer for each would cost more than all else that bounds a call.
 */
export class TimeLimits {
  readonly #clock: Clock;
  readonly #limits = new Chain<Limit>();
  /** When the timer fires: no later than the first limit, but perhaps for one that has been taken off. */
  #wakeAt = Number.POSITIVE_INFINITY;
  #cancel = () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Runs `task` once, `delay` milliseconds from now, and returns what takes the limit off. */
  set(task: () => void, delay: number): () => void {
    const at = this.#clock.monotonic() + delay;
    const link = this.#limits.add({ at, task });
    if (at < this.#wakeAt) this.#arm(at, delay);
    return () => {
      if (this.#limits.remove(link) && this.#limits.isEmpty) this.#rest();
    };
  }

  #arm(at: number, delay: number): void {
    this.#cancel();
    this.#wakeAt = at;
    this.#cancel = this.#clock.schedule(() => this.#wake(), delay);
  }

  #rest(): void {
    this.#cancel();
    this.#wakeAt = Number.POSITIVE_INFINITY;
  }

  #wake(): void {
    const now = this.#clock.monotonic();
    let next = Number.POSITIVE_INFINITY;
    this.#rest();
    for (const link of this.#limits) {
      const { at, task } = link.value;
      if (at > now) next = Math.min(next, at);
      else if (this.#limits.remove(link)) task();
    }
    if (next < this.#wakeAt) this.#arm(next, next - now);
  }
}
