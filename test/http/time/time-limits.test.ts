import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Timer } from "../../../src/http/clock.js";
import { TimeLimits } from "../../../src/http/timeouts.js";
import { ManualClock } from "../../support/clock.js";

function limits() {
  const clock = new ManualClock();
  const reached: string[] = [];
  const limits = new TimeLimits(clock, undefined);
  return {
    clock,
    reached,
    /** Returns what takes the limit off. */
    set(name: string, delay: number) {
      const limit = limits.set(() => reached.push(name), delay);
      return () => limits.remove(limit);
    },
  };
}

/** One whose timers can rest; it tells what became of each, in the order in which they were armed. */
class RestingClock extends ManualClock {
  readonly states: ("awake" | "resting" | "cancelled")[] = [];
  #forgotten = 0;

  readonly armTimer = (task: () => void, delay: number): Timer => {
    const { states } = this;
    const index = states.push("awake") - 1;
    const stop = this.schedule(task, delay);
    return {
      cancel() {
        states[index] = "cancelled";
        stop();
      },
      rest() {
        states[index] = "resting";
      },
      resume: () => {
        states[index] = "awake";
        return index >= this.#forgotten;
      },
    };
  };

  /** None of the timers there are may be counted on any more. */
  forget(): void {
    this.#forgotten = this.states.length;
  }
}

describe("limits that share a timer", () => {
  test("are reached each at its own time, in whatever order they were set", async () => {
    const { clock, reached, set } = limits();
    set("late", 300);
    set("early", 100);
    set("middle", 200);
    await clock.advance(99);
    expect(reached).toEqual([]);
    await clock.advance(1);
    expect(reached).toEqual(["early"]);
    await clock.advance(100);
    expect(reached).toEqual(["early", "middle"]);
    await clock.advance(100);
    expect(reached).toEqual(["early", "middle", "late"]);
    expect(clock.pending).toBe(0);
  });

  test("need one timer, and none when all are taken off", async () => {
    const { clock, reached, set } = limits();
    const ends = [50, 40, 60].map((delay) => set("never", delay));
    expect(clock.pending).toBe(1);
    for (const end of ends) end();
    expect(clock.pending).toBe(0);
    await clock.advance(1000);
    expect(reached).toEqual([]);
  });

  test("are reached although the timer was set for one that has been taken off", async () => {
    const { clock, reached, set } = limits();
    const end = set("gone", 50);
    set("kept", 80);
    end();
    await clock.advance(79);
    expect(reached).toEqual([]);
    await clock.advance(1);
    expect(reached).toEqual(["kept"]);
  });

  test("may be set and taken off while others are reached", async () => {
    const clock = new ManualClock();
    const all = new TimeLimits(clock, undefined);
    const reached: string[] = [];
    const limit = all.set(() => reached.push("taken off"), 100);
    all.set(() => {
      reached.push("first");
      all.remove(limit);
      all.set(() => reached.push("set meanwhile"), 5);
    }, 50);
    await clock.advance(54);
    expect(reached).toEqual(["first"]);
    await clock.advance(100);
    expect(reached).toEqual(["first", "set meanwhile"]);
    expect(clock.pending).toBe(0);
  });

  test("are reached under a test's timers although the clock beside them stands", () => {
    const timers: (() => void)[] = [];
    const reached: string[] = [];
    const clock = {
      now: () => 0,
      monotonic: () => 0,
      schedule: (task: () => void) => {
        timers.push(task);
        return () => {};
      },
    };
    const limits = new TimeLimits(clock, undefined);
    limits.set(() => reached.push("first"), 100);
    limits.set(() => reached.push("second"), 200);
    timers.shift()?.();
    expect(reached).toEqual(["first"]);
    timers.shift()?.();
    expect(reached).toEqual(["first", "second"]);
  });

  test("leave no timer behind for one that another has taken off when it was reached", async () => {
    const clock = new ManualClock();
    const all = new TimeLimits(clock, undefined);
    const late = all.set(() => {}, 1000);
    all.set(() => all.remove(late), 10);
    await clock.advance(10);
    expect(clock.pending).toBe(0);
  });

  test("of calls one after the other are all bounded by a timer that was armed once, and rests in between", async () => {
    const clock = new RestingClock();
    const all = new TimeLimits(clock, clock.armTimer);
    const reached: string[] = [];
    for (let call = 0; call < 5; call += 1) {
      const [deadline, timeout] = [all.set(() => {}, 500), all.set(() => {}, 100)];
      expect(clock.states).toEqual(["cancelled", "awake"]);
      all.remove(timeout);
      all.remove(deadline);
      expect(clock.states).toEqual(["cancelled", "resting"]);
      await clock.advance(10);
    }
    all.set(() => reached.push("reached"), 100);
    await clock.advance(99);
    expect([reached, clock.states.at(-1)]).toEqual([[], "awake"]);
    await clock.advance(1);
    expect(reached).toEqual(["reached"]);
    await clock.advance(1000);
    expect(clock.pending).toBe(0);
  });

  test("are reached although the timer that rested will never fire any more", async () => {
    const clock = new RestingClock();
    const all = new TimeLimits(clock, clock.armTimer);
    const reached: string[] = [];
    all.remove(all.set(() => {}, 50));
    clock.forget();
    all.set(() => reached.push("reached"), 100);
    expect(clock.states).toEqual(["cancelled", "awake"]);
    await clock.advance(100);
    expect(reached).toEqual(["reached"]);
  });

  test("sooner than a timer that rests get one of their own", async () => {
    const clock = new RestingClock();
    const all = new TimeLimits(clock, clock.armTimer);
    const reached: string[] = [];
    all.remove(all.set(() => {}, 500));
    all.set(() => reached.push("reached"), 20);
    await clock.advance(20);
    expect(reached).toEqual(["reached"]);
    expect(clock.pending).toBe(0);
  });

  test("of an instant are reached in the order in which they were set; taking one off twice is harmless", async () => {
    const { clock, reached, set } = limits();
    const end = set("gone", 10);
    set("one", 10);
    set("two", 10);
    end();
    end();
    await clock.advance(10);
    expect(reached).toEqual(["one", "two"]);
  });

  test("without an end need no timer that ever fires", async () => {
    const { clock, reached, set } = limits();
    const end = set("never", Number.POSITIVE_INFINITY);
    set("soon", 5);
    await clock.advance(5);
    expect(reached).toEqual(["soon"]);
    end();
    expect(clock.pending).toBe(0);
  });

  test("are all reached in time, whichever are taken off before", async () => {
    const plans = fc.array(
      fc.record({ delay: fc.integer({ min: 1, max: 50 }), offAt: fc.integer({ min: 0, max: 60 }) }),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const clock = new ManualClock();
        const all = new TimeLimits(clock, undefined);
        const at = new Map<number, number>();
        const begun = clock.monotonic();
        const limits = plan.map(({ delay }, index) =>
          all.set(() => at.set(index, clock.monotonic() - begun), delay),
        );
        for (let now = 0; now <= 60; now += 1) {
          for (const [index, { offAt }] of plan.entries())
            if (offAt === now) {
              const limit = limits[index];
              if (limit !== undefined) all.remove(limit);
            }
          await clock.advance(1);
        }
        const expected = plan.flatMap(({ delay, offAt }, index) => (delay <= offAt ? [[index, delay]] : []));
        expect([...at].toSorted(([one = 0], [other = 0]) => one - other)).toEqual(expected);
        expect(clock.pending).toBe(0);
      }),
      { numRuns: 60 },
    );
  });
});
