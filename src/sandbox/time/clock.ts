import { RegInputError } from "../../errors/client-errors.js";
import { type Clock, systemClock } from "../../http/clock.js";
import { parseDateTime } from "./calendar.js";

/** How far to move a clock; the parts add up. A day counts 24 hours. */
export interface TimeStep {
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
  readonly ms?: number;
}

/** The one clock of a sandbox, which also serves as the `clock` option of a client. */
export interface SandboxClock extends Clock {
  /** Moves the clock on and runs what falls due, in order. */
  advance(step: TimeStep): void;
  /** Moves the clock on to an instant; it cannot go back. */
  set(instant: string): void;
  /** The instant, such as `2026-06-15T09:00:00.000Z`. */
  iso(): string;
}

interface Timer {
  readonly due: number;
  readonly task: () => void;
  /** Stops the real timer behind it, where there is one. */
  readonly stop: () => void;
}

/** Makes a clock that stands still at `now` until it is moved or, without `now`, runs with the machine's. */
export function createSandboxClock(now: number | undefined): SandboxClock {
  const realStart = systemClock.monotonic();
  const timers = new Set<Timer>();
  let moved = 0;

  const monotonic = () => moved + (now === undefined ? systemClock.monotonic() - realStart : 0);
  const fire = (timer: Timer) => {
    if (!timers.delete(timer)) return;
    timer.stop();
    timer.task();
  };
  const moveTo = (end: number) => {
    for (let next = firstDue(timers, end); next !== undefined; next = firstDue(timers, end)) {
      moved += Math.max(0, next.due - monotonic());
      fire(next);
    }
    moved += Math.max(0, end - monotonic());
  };
  const clock: SandboxClock = {
    now: () => Math.floor(now === undefined ? systemClock.now() + moved : now + moved),
    monotonic,
    iso: () => new Date(clock.now()).toISOString(),
    schedule(task, delay) {
      const rest = Math.max(0, delay);
      const timer: Timer = {
        due: monotonic() + rest,
        task,
        stop: now === undefined ? systemClock.schedule(() => fire(timer), rest) : () => {},
      };
      timers.add(timer);
      return () => {
        timers.delete(timer);
        timer.stop();
      };
    },
    advance: (step) => moveTo(monotonic() + lengthOf(step)),
    set(instant) {
      const target = parseDateTime(instant);
      if (target === undefined)
        throw new RegInputError("instant", "must be a date-time such as 2026-06-15T09:00:00Z");
      if (target < clock.now())
        throw new RegInputError("instant", `lies in the past: the clock stands at ${clock.iso()}`);
      moveTo(monotonic() + target - clock.now());
    },
  };
  return clock;
}

function firstDue(timers: ReadonlySet<Timer>, end: number): Timer | undefined {
  let first: Timer | undefined;
  for (const timer of timers) {
    if (timer.due <= end && (first === undefined || timer.due < first.due)) first = timer;
  }
  return first;
}

const units = { days: 86_400_000, hours: 3_600_000, minutes: 60_000, ms: 1 };

function lengthOf(step: TimeStep): number {
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
