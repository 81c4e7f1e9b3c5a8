/** A place in a chain. */
export interface Link<T> {
  readonly value: T;
  previous: Link<T> | undefined;
  next: Link<T> | undefined;
  /** Still in the chain. */
  held: boolean;
}

/**
 * A list that takes one out of its middle at once. A Set does so too, but needs a hash of each object, which for what
 * lives no longer than a call costs more than all else that is done with it.
 *
 * Not the throttle's `Row`, whose members keep their places themselves and stand in one row only: there may be 100 000
 * of them, each with an object less. Here whoever comes holds the link, and may stand in several chains.
 */
export class Chain<T> {
  #first: Link<T> | undefined;
  #last: Link<T> | undefined;

  get isEmpty(): boolean {
    return this.#first === undefined;
  }

  /** Adds a value at the end. */
  add(value: T): Link<T> {
    const link: Link<T> = { value, previous: this.#last, next: undefined, held: true };
    if (this.#last === undefined) this.#first = link;
    else this.#last.next = link;
    this.#last = link;
    return link;
  }

  /** Takes a link out; false if it was out already. */
  remove(link: Link<T>): boolean {
    if (!link.held) return false;
    const { previous, next } = link;
    if (previous === undefined) this.#first = next;
    else previous.next = next;
    if (next === undefined) this.#last = previous;
    else next.previous = previous;
    link.held = false;
    // Or whoever keeps a link that is out would keep all that came after it.
    link.previous = undefined;
    link.next = undefined;
    return true;
  }

  /** The links in the order in which they were added, without those that are taken out meanwhile. */
  *[Symbol.iterator](): Generator<Link<T>> {
    const links: Link<T>[] = [];
    for (let link = this.#first; link !== undefined; link = link.next) links.push(link);
    for (const link of links) if (link.held) yield link;
  }
}

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
const longestTimer = 2 ** 31 - 1;

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

/** A timer that can rest: it stays armed while nobody needs it, and meanwhile lets the process end. */
export interface Timer {
  cancel(): void;
  /** Nobody needs it for the moment. */
  rest(): void;
  /** It is needed again. False if it may never fire any more: then another one has to be armed. */
  resume(): boolean;
}

/** Arms one; undefined if none can be had now, and one of the clock's has to do. */
export type ArmTimer = (task: () => void, delay: number) => Timer | undefined;

/** A test may put others in their place for a while, and forget all that are armed: of those none may rest. */
const { setTimeout: arm, clearTimeout: disarm } = globalThis;

/** Arms a timer of the machine, which runs `task` once, `delay` milliseconds from now. */
export const armTimer: ArmTimer = (task, delay) => {
  if (globalThis.setTimeout !== arm || delay > longestTimer) return undefined;
  const timer = arm(task, delay);
  // Such as jsdom's, which are numbers.
  if (typeof timer !== "object") return void disarm(timer);
  return {
    cancel: () => disarm(timer),
    rest: () => void timer.unref(),
    resume() {
      timer.ref();
      return globalThis.setTimeout === arm;
    },
  };
};
