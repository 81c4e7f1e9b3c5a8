import { describe, expect, test } from "vitest";
import { CallCancellation } from "../../../src/http/cancellation.js";
import { createThrottle, type Throttle } from "../../../src/http/throttle/throttle.js";
import { ManualClock } from "../../support/clock.js";
import { minute, takeNow, throttleInUse, wait } from "./support.js";

/** Runs one timer at a time, due or not; a timer that serves waiting calls never runs. */
class SteppingClock extends ManualClock {
  readonly #tasks = new Set<() => void>();

  override schedule(task: () => void, _delay: number, purpose?: "wait" | "limit"): () => void {
    if (purpose === "wait") return () => {};
    this.#tasks.add(task);
    return () => this.#tasks.delete(task);
  }

  override get pending(): number {
    return this.#tasks.size;
  }

  step(): void {
    const [task] = this.#tasks;
    if (task === undefined) throw new Error("there is no timer");
    this.#tasks.delete(task);
    task();
  }
}

describe("a thousand and more waiting calls", () => {
  /** Returns the CPU time of a task in milliseconds: unlike elapsed time it does not depend on other processes. */
  const measureCpuTime = (task: () => void) => {
    const before = process.cpuUsage();
    task();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };

  /** Counts the calls that leave in each of the next five turns of the event loop. */
  const countDismissals = (throttle: Throttle, clock: SteppingClock) =>
    Array.from({ length: 5 }, () => {
      const before = throttle.statistics().left;
      clock.step();
      return throttle.statistics().left - before;
    });

  test("join and leave the queue in a time that does not depend on their number", () => {
    const costs = [5000, 5000, 50_000].map((many) => {
      const throttle = createThrottle({ limit: 1, window: minute });
      takeNow(throttle);
      const cancellations = Array.from({ length: many }, () => new CallCancellation());
      const joining = measureCpuTime(() => {
        for (const [index, cancellation] of cancellations.entries())
          wait(throttle, { cancellation, priority: index % 10, longestPause: 1000 }).catch(() => {});
      });
      expect(throttle.statistics().waiting).toBe(many);
      const leaving = measureCpuTime(() => {
        for (const cancellation of cancellations) cancellation.abort("enough");
      });
      expect(throttle.statistics()).toMatchObject({ waiting: 0, left: many });
      return (joining + leaving) / many;
    });
    const [, few = 0, many = 0] = costs;
    expect(many).toBeLessThan(Math.max(0.02, 5 * few));
  });

  test("are rejected in batches after a pause that is too long, so that the event loop is not blocked", () => {
    const clock = new SteppingClock();
    const { throttle, permits, join } = throttleInUse(1, { clock });
    for (let number = 0; number < 1000; number++)
      join("call", { priority: number % 10, longestPause: 1000 }).catch(() => {});
    permits[0]?.end("refused", 2000);
    expect(countDismissals(throttle, clock)).toEqual([200, 200, 200, 200, 200]);
    expect(throttle.statistics()).toMatchObject({ waiting: 0, left: 1000 });
  });

  test("are rejected in batches after maxWait as well", () => {
    const clock = new SteppingClock();
    const { throttle, join } = throttleInUse(1, { maxWait: 5000, clock });
    for (let number = 0; number < 1000; number++) join("call").catch(() => {});
    clock.jump(5000);
    expect(countDismissals(throttle, clock)).toEqual([200, 200, 200, 200, 200]);
    expect(clock.pending).toBe(0);
  });
});
