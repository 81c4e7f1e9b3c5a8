import * as z from "zod/mini";
import { type Clock, systemClock } from "../../base/clock.js";
import { parseDateTime } from "../../base/dates.js";
import { RegInputError } from "../../errors/errors.js";
import { checkInput } from "../../errors/input.js";
import { realTimers } from "./real-timers.js";

/** An hour in milliseconds. */
export const hour: number = 60 * 60 * 1000;

/** A day of 24 hours in milliseconds. */
export const day: number = 24 * hour;

/** The first instant at which a clock can start: before 1970, a JWT could not state the expiry of a token. */
export const firstInstant = 0;

/** The last instant of a clock: every date that follows from it must have a year of four digits. */
export const lastInstant: number = Date.parse("9999-12-31T00:00:00Z");

/** The error text for an instant outside these two. */
export const instantRange = "must lie from 1970-01-01T00:00:00Z to 9999-12-31T00:00:00Z";

/** The longest delay of a fault and the longest window of a rate limit, in milliseconds. */
export const longestSpan: number = 366 * day;

/** The error text for a longer one. */
export const spanRange = "must be at most 366 days, which is 31622400000 ms";

/** The longest lifetime of a token, in milliseconds: ten years with as many leap days as ten years can have. */
export const longestLife: number = 3653 * day;

/** The error text for a longer one. */
export const lifeRange = "must be at most ten years, which is 315619200000 ms";

/**
 * How the clock of a sandbox advances. `standing`: only when it is moved. `running`: with the clock of the machine.
 * `jumping`: like `standing`, but it skips ahead to the next timer whenever its clients only wait: for a retry delay,
 * for the throttle, or for a response that a fault holds back. A client that waits must have the sandbox's clock as its
 * `clock` option. If a client has waited for a second on a standing clock, a warning is emitted once
 * (`SandboxWarning`).
 */
export type ClockMode = "standing" | "running" | "jumping";

/** The names of all modes. */
export const clockModes = ["standing", "running", "jumping"] as const satisfies readonly ClockMode[];

/** How far to move a clock; the parts are added up. A day has 24 hours. */
export interface TimeStep {
  readonly days?: number | undefined;
  readonly hours?: number | undefined;
  readonly minutes?: number | undefined;
  readonly seconds?: number | undefined;
  readonly ms?: number | undefined;
}

/** The one clock of a sandbox, which is also the `clock` option of a client. */
export interface SandboxClock extends Clock {
  /**
   * Moves the clock forward and runs the tasks that fall due, in order. If a task throws, the others still run and the
   * error is thrown afterwards; several errors are thrown as one AggregateError.
   *
   * @throws RegInputError for an invalid step, and for an instant after 9999-12-31T00:00:00Z
   */
  advance(step: TimeStep): void;
  /**
   * Moves the clock forward to an instant, as `advance` does.
   *
   * @throws RegInputError for an invalid instant, an instant in the past, and one after 9999-12-31T00:00:00Z
   */
  set(instant: string): void;
  /** The current instant, such as `2026-06-15T09:00:00.000Z`. */
  iso(): string;
}

/** A clock with the functions by which the sandbox reports its activity. */
export interface SandboxTime {
  readonly clock: SandboxClock;
  /** Counts a request as in progress until the returned function is called. */
  begin(): () => void;
  /** The clock for faults that delay a response: while it waits, the request does not count as in progress. */
  readonly delayClock: Clock;
  /** Reports a request that will never get a response, so that its caller waits. */
  stalled(): void;
}

/**
 * Creates a clock that starts at `now`, in milliseconds since 1970; a running clock ignores `now`.
 *
 * @param onMove is called after each move, but not while a running clock runs
 */
export function createSandboxTime(mode: ClockMode, now: number, onMove: () => void = () => {}): SandboxTime {
  const isRunning = mode === "running";
  const realStart = systemClock.monotonic();
  const timers = new Timers(backings[mode]());
  const activity = new Activity(mode === "jumping" ? jump : undefined);
  let moved = 0;
  let stalls = 0;

  const monotonic = () => moved + (isRunning ? systemClock.monotonic() - realStart : 0);
  const clock: SandboxClock = {
    now: () => Math.min(lastInstant, Math.floor(isRunning ? systemClock.now() + moved : now + moved)),
    monotonic,
    iso: () => new Date(clock.now()).toISOString(),
    schedule(task, delay, purpose = "limit") {
      if (typeof task !== "function" || typeof delay !== "number")
        throw new RegInputError("schedule", "needs a function and a number of milliseconds");
      const wait = Math.max(0, delay);
      const cancel = timers.add(task, { due: monotonic() + wait, delay: wait, isWait: purpose === "wait" });
      activity.touch();
      return cancel;
    },
    advance(step) {
      checkStep(step);
      const end = monotonic() + lengthOf(step);
      if (end > lastMonotonic())
        throw new RegInputError("step", "is too long: a clock goes to 9999-12-31T00:00:00Z at most");
      moveTo(end);
    },
    set(instant) {
      const target = typeof instant === "string" ? parseDateTime(instant) : undefined;
      if (target === undefined) throw new RegInputError("instant", "must be a date-time such as 2026-06-15T09:00:00Z");
      if (target < clock.now())
        throw new RegInputError("instant", `lies in the past: the clock stands at ${clock.iso()}`);
      if (target > lastInstant) throw new RegInputError("instant", instantRange);
      moveTo(monotonic() + target - clock.now(), target);
    },
  };
  const delayClock: Clock = {
    now: clock.now,
    monotonic,
    schedule(task, delay) {
      const resume = activity.pause();
      const cancel = clock.schedule(
        () => {
          resume();
          task();
        },
        delay,
        "wait",
      );
      return () => {
        cancel();
        resume();
      };
    },
  };

  function lastMonotonic(): number {
    return monotonic() + lastInstant - clock.now();
  }

  function moveClockTo(instant: number): void {
    moved += Math.max(0, instant - monotonic());
  }

  /** Moves the clock, at least to the instant `least`, and runs the tasks that fall due before `end`. */
  function moveTo(end: number, least = 0): void {
    const errors = timers.fireUntil(end, moveClockTo);
    moveClockTo(end);
    // The two clocks of the machine differ by fractions of a millisecond.
    moved += Math.max(0, least - clock.now());
    onMove();
    if (errors.length > 1) throw new AggregateError(errors, "Several of the tasks that fell due have failed.");
    if (errors.length === 1) throw errors[0];
  }

  /** Moves an idle clock to its next timer, if a caller waits for one. */
  function jump(): void {
    const next = timers.next(lastMonotonic());
    if (next === undefined || (stalls === 0 && !timers.hasWaits)) return;
    stalls = 0;
    try {
      moveTo(next.due);
    } finally {
      activity.touch();
    }
  }

  return {
    clock,
    delayClock,
    begin: () => activity.begin(),
    stalled() {
      stalls += 1;
      activity.touch();
    },
  };
}

const amountProblem = "must be a number from 0: the clock cannot go back";
const amount = z.optional(z.number(amountProblem).check(z.minimum(0, amountProblem)));

const stepSchema = z.strictObject(
  { days: amount, hours: amount, minutes: amount, seconds: amount, ms: amount },
  "must be an object such as { hours: 1 }",
);

/**
 * Checks a step.
 *
 * @throws RegInputError for a value that is not a step, an unknown unit, or an invalid amount
 */
export function checkStep(step: TimeStep): void {
  const unknownKey = "is not a unit: use days, hours, minutes, seconds or ms";
  checkInput(stepSchema, step, { whole: "step", unknownKey });
}

/** The length of a valid step in milliseconds. */
export function lengthOf({ days = 0, hours = 0, minutes = 0, seconds = 0, ms = 0 }: TimeStep): number {
  return days * day + hours * hour + minutes * 60_000 + seconds * 1000 + ms;
}

/** A task with the instant at which it is due, on the clock's monotonic scale. */
interface Timer {
  readonly due: number;
  readonly task: () => void;
  /** Whether it is a wait, such as a retry delay; a time limit is none. */
  readonly isWait: boolean;
  readonly stop: () => void;
}

/** Starts a real timer for a task that is due in `delay` milliseconds; returns the function that stops it. */
type Backing = (fire: () => void, delay: number, isWait: boolean) => () => void;

const backings: Readonly<Record<ClockMode, () => Backing>> = {
  running: () => (fire, delay, isWait) => systemClock.schedule(fire, delay, isWait ? "wait" : "limit"),
  standing: () => {
    const warning = new StandstillWarning();
    return (_, delay, isWait) => (isWait ? warning.watch(delay) : () => {});
  },
  jumping: () => () => () => {},
};

class Timers {
  readonly #pending = new Set<Timer>();
  readonly #startBacking: Backing;

  constructor(startBacking: Backing) {
    this.#startBacking = startBacking;
  }

  /** Adds a task that is due at `due`, in `delay` milliseconds; returns the function that cancels it. */
  add(task: () => void, { due, delay, isWait }: { due: number; delay: number; isWait: boolean }): () => void {
    const stop = this.#startBacking(() => this.#fire(timer), delay, isWait);
    const timer: Timer = { due, task, isWait, stop };
    this.#pending.add(timer);
    return () => {
      this.#pending.delete(timer);
      timer.stop();
    };
  }

  /** The first task that is due at `end` or earlier; of several with the same instant, the one added first. */
  next(end: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#pending) {
      if (timer.due <= end && (next === undefined || timer.due < next.due)) next = timer;
    }
    return next;
  }

  /**
   * Runs the tasks that are due until `end`, in order, including tasks that are added meanwhile.
   *
   * @param moveClockTo is called with the due instant of each task before it runs
   * @returns the errors that tasks threw: a failed task does not keep the others from running
   */
  fireUntil(end: number, moveClockTo: (due: number) => void): unknown[] {
    const errors: unknown[] = [];
    for (let next = this.next(end); next !== undefined; next = this.next(end)) {
      moveClockTo(next.due);
      try {
        this.#fire(next);
      } catch (error) {
        errors.push(error);
      }
    }
    return errors;
  }

  get hasWaits(): boolean {
    return [...this.#pending].some(({ isWait }) => isWait);
  }

  #fire(timer: Timer): void {
    if (!this.#pending.delete(timer)) return;
    timer.stop();
    timer.task();
  }
}

const idleAfter = 2;

/** Detects that a program only waits, so that a jumping clock can skip ahead. */
class Activity {
  readonly #onIdle: (() => void) | undefined;
  #inProgress = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(onIdle: (() => void) | undefined) {
    this.#onIdle = onIdle;
  }

  begin(): () => void {
    this.#inProgress += 1;
    return once(() => {
      this.#inProgress -= 1;
      this.touch();
    });
  }

  pause(): () => void {
    this.#inProgress -= 1;
    this.touch();
    return once(() => {
      this.#inProgress += 1;
    });
  }

  touch(): void {
    realTimers.clearTimeout(this.#timer);
    if (this.#onIdle !== undefined && this.#inProgress <= 0)
      this.#timer = realTimers.setTimeout(this.#onIdle, idleAfter);
  }
}

/** Real milliseconds that a caller waits on a standing clock before the warning. */
const warnAfter = 1000;

/** Warns once that a client waits on a standing clock: without the warning the program would end silently. */
class StandstillWarning {
  #isEmitted = false;

  /**
   * Watches a wait of `delay` milliseconds by the clock until the returned function is called. The real timer is
   * ref'd, so that the program stays alive until the warning.
   */
  watch(delay: number): () => void {
    if (this.#isEmitted) return () => {};
    const timer = setTimeout(() => this.#emit(delay), warnAfter);
    return () => clearTimeout(timer);
  }

  #emit(delay: number): void {
    if (this.#isEmitted) return;
    this.#isEmitted = true;
    process.emitWarning(
      `A client has to wait ${Math.ceil(delay)} ms by the sandbox's clock, which stands still. Move it with ` +
        'clock.advance(), or create the sandbox with clock: "jumping". If nothing else runs, Node ends the process.',
      { type: "SandboxWarning", code: "REG_SANDBOX_CLOCK_STANDS" },
    );
  }
}

function once(task: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    task();
  };
}
