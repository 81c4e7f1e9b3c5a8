import { RegInputError } from "../../errors/client-errors.js";
import { type Clock, systemClock } from "../../http/time/clock.js";
import { parseDateTime } from "../../values/calendar.js";
import { Activity } from "./activity.js";
import { backings } from "./backings.js";
import { instantRange, lastInstant } from "./bounds.js";
import { lengthOf, type TimeStep } from "./step.js";
import { Timers } from "./timers.js";

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
