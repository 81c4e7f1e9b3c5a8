import { RegInputError } from "../errors/errors.js";
import { type Clock, systemClock } from "../http/clock.js";
import { parseDateTime } from "../values/dates.js";
import { instantRange, lastInstant } from "./archive.js";

/** The same function, which does nothing from its second call on. */
function once(task: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    task();
  };
}

/** Real milliseconds without any activity after which a program is taken to do nothing but wait. */
const quiet = 2;

/** What goes on around a clock, for a clock that jumps when nothing does. */
export class Activity {
  readonly #onQuiet: (() => void) | undefined;
  #busy = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param onQuiet is called once nothing has gone on for a while */
  constructor(onQuiet: (() => void) | undefined) {
    this.#onQuiet = onQuiet;
  }

  /** A request is worked on until the function that it returns is called. */
  begin(): () => void {
    this.#busy += 1;
    return once(() => {
      this.#busy -= 1;
      this.note();
    });
  }

  /** Nobody works on a request, although it has begun, until the function that it returns is called. */
  rest(): () => void {
    this.#busy -= 1;
    this.note();
    return once(() => {
      this.#busy += 1;
    });
  }

  /** Something has happened: the quiet begins anew. */
  note(): void {
    clearTimeout(this.#timer);
    if (this.#onQuiet !== undefined && this.#busy <= 0) this.#timer = setTimeout(this.#onQuiet, quiet);
  }
}

/** How long somebody has to wait on a clock that stands, in real milliseconds, before it is told. */
const patience = 1000;

/** Tells, once, that a client waits on a clock that stands: the program would end without a word. */
class Standstill {
  #told = false;

  /**
   * Watches over a wait of so many milliseconds by the clock, until the function that it returns is called. The
   * timer behind it keeps the program alive until it is told.
   */
  watch(delay: number): () => void {
    if (this.#told) return () => {};
    const timer = setTimeout(() => this.#tell(delay), patience);
    return () => clearTimeout(timer);
  }

  #tell(delay: number): void {
    if (this.#told) return;
    this.#told = true;
    process.emitWarning(
      `A client has to wait ${Math.ceil(delay)} ms by the sandbox's clock, which stands. Move it with ` +
        'clock.advance(), or make the sandbox with clock: "jumping".',
      { type: "SandboxWarning", code: "REG_SANDBOX_CLOCK_STANDS" },
    );
  }
}

/** Makes what stands behind the tasks of a clock of each mode. */
const backings: Readonly<Record<ClockMode, () => Backing>> = {
  running: () => (fire, delay) => systemClock.schedule(fire, delay),
  standing: () => {
    const standstill = new Standstill();
    return (_, delay, isWait) => (isWait ? standstill.watch(delay) : () => {});
  },
  jumping: () => () => () => {},
};

/** How far to move a clock; the parts add up. A day counts 24 hours. */
export interface TimeStep {
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
  readonly ms?: number;
}

const units = { days: 86_400_000, hours: 3_600_000, minutes: 60_000, ms: 1 };

/**
 * The length of a step in milliseconds.
 *
 * @throws RegInputError for what is no step, a unit that there is not, and an amount that is none
 */
export function lengthOf(step: TimeStep): number {
  if (typeof step !== "object" || step === null || Array.isArray(step))
    throw new RegInputError("step", "must be an object such as { hours: 1 }");
  let length = 0;
  for (const [name, amount] of Object.entries(step)) {
    if (!Object.hasOwn(units, name))
      throw new RegInputError(name, "is not a unit: use days, hours, minutes or ms");
    if (typeof amount !== "number" || !(amount >= 0) || !Number.isFinite(amount)) {
      throw new RegInputError(name, "must be a number from 0: the clock cannot go back");
    }
    length += amount * units[name as keyof typeof units];
  }
  return length;
}

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
class Timers {
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

/**
 * How a sandbox's clock goes: `standing` until it is moved; `running` with the machine's; or `jumping`, which stands
 * too, but skips ahead whenever its clients do nothing but wait: for a back-off, for the throttle, or for an answer
 * that a fault keeps from them. Whoever waits must have the clock as its `clock` option. Where a client has waited for
 * a second on a clock that stands, a warning says so once (`SandboxWarning`).
 */
export type ClockMode = "standing" | "running" | "jumping";

/** The one clock of a sandbox, which also serves as the `clock` option of a client. */
export interface SandboxClock extends Clock {
  /**
   * Moves the clock on and runs what falls due, in order. If some of that throws, the rest runs all the same, and then
   * the error is thrown; several of them as one AggregateError.
   *
   * @throws RegInputError for what is no step, and beyond 9999-12-31T00:00:00Z
   */
  advance(step: TimeStep): void;
  /**
   * Moves the clock on to an instant, as `advance` does.
   *
   * @throws RegInputError for what is no instant, one that has passed, and one after 9999-12-31T00:00:00Z
   */
  set(instant: string): void;
  /** The instant, such as `2026-06-15T09:00:00.000Z`. */
  iso(): string;
}

/** A clock and what it must be told. */
export interface SandboxTime {
  readonly clock: SandboxClock;
  /** Somebody works on a request until the function that it returns is called. */
  begin(): () => void;
  /** The clock for what keeps an answer back: while it does so, nobody works on the request. */
  readonly holdingUp: Clock;
  /** A request will stay without an answer, so that its caller waits. */
  stalled(): void;
}

/** Makes a clock that begins at `now`, in milliseconds since 1970; one that is running ignores it. */
export function createSandboxTime(mode: ClockMode, now: number): SandboxTime {
  const running = mode === "running";
  const realStart = systemClock.monotonic();
  const timers = new Timers(backings[mode]());
  let moved = 0;
  let stalls = 0;

  const monotonic = () => moved + (running ? systemClock.monotonic() - realStart : 0);
  /** The last instant on the monotonic scale. */
  const last = () => monotonic() + lastInstant - clock.now();
  const goTo = (instant: number) => {
    moved += Math.max(0, instant - monotonic());
  };
  const moveTo = (end: number) => {
    const errors = timers.fireUntil(end, goTo);
    goTo(end);
    if (errors.length > 1)
      throw new AggregateError(errors, "Several of the tasks that fell due have failed.");
    if (errors.length === 1) throw errors[0];
  };
  const jump = () => {
    const next = timers.first(last());
    if (next === undefined || (stalls === 0 && !timers.hasWaits)) return;
    stalls = 0;
    try {
      moveTo(next.due);
    } finally {
      activity.note();
    }
  };
  const activity = new Activity(mode === "jumping" ? jump : undefined);
  const clock: SandboxClock = {
    now: () => Math.min(lastInstant, Math.floor(running ? systemClock.now() + moved : now + moved)),
    monotonic,
    iso: () => new Date(clock.now()).toISOString(),
    schedule(task, delay, purpose = "limit") {
      const rest = Math.max(0, delay);
      const cancel = timers.add(task, monotonic() + rest, rest, purpose === "wait");
      activity.note();
      return cancel;
    },
    advance(step) {
      const end = monotonic() + lengthOf(step);
      if (end > last())
        throw new RegInputError("step", "is too long: a clock goes to 9999-12-31T00:00:00Z at most");
      moveTo(end);
    },
    set(instant) {
      const target = typeof instant === "string" ? parseDateTime(instant) : undefined;
      if (target === undefined)
        throw new RegInputError("instant", "must be a date-time such as 2026-06-15T09:00:00Z");
      if (target < clock.now())
        throw new RegInputError("instant", `lies in the past: the clock stands at ${clock.iso()}`);
      if (target > lastInstant) throw new RegInputError("instant", instantRange);
      moveTo(monotonic() + target - clock.now());
    },
  };
  const holdingUp: Clock = {
    now: clock.now,
    monotonic,
    schedule(task, delay) {
      const resume = activity.rest();
      const goOn = () => {
        resume();
        task();
      };
      const cancel = clock.schedule(goOn, delay, "wait");
      return () => {
        cancel();
        resume();
      };
    },
  };
  return {
    clock,
    holdingUp,
    begin: () => activity.begin(),
    stalled() {
      stalls += 1;
      activity.note();
    },
  };
}
