import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { systemClock } from "../../../src/http/time/clock.js";

afterEach(() => {
  vi.useRealTimers();
});

describe("the machine's clock", () => {
  test("tells the time and runs what is due", async () => {
    const before = systemClock.monotonic();
    const ran = await new Promise<boolean>((resolve) => systemClock.schedule(() => resolve(true), 5));
    expect(ran).toBe(true);
    expect(systemClock.monotonic()).toBeGreaterThan(before);
    expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1000);
  });

  test("does not run what was cancelled", async () => {
    let ran = false;
    systemClock.schedule(() => {
      ran = true;
    }, 1)();
    await pause(10);
    expect(ran).toBe(false);
  });

  test("waits out a delay of more than 2^31 ms, which setTimeout would run at once", async () => {
    vi.useFakeTimers();
    let ran = false;
    systemClock.schedule(
      () => {
        ran = true;
      },
      2 ** 31 + 5,
    );
    await vi.advanceTimersByTimeAsync(2 ** 31 + 4);
    expect(ran).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(ran).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("can cancel such a delay in any of its stages", async () => {
    vi.useFakeTimers();
    const cancel = systemClock.schedule(() => expect.unreachable(), 2 ** 33);
    await vi.advanceTimersByTimeAsync(2 ** 32);
    cancel();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a timer that can rest", () => {
  const timeouts = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
  const armed = (task: () => void, delay: number) => {
    const timer = systemClock.timer?.(task, delay);
    if (timer === undefined) throw new Error("there is none");
    return timer;
  };

  test("keeps the process alive while it is needed, and not while it rests", () => {
    const before = timeouts();
    const timer = armed(() => {}, 60_000);
    expect(timeouts()).toBe(before + 1);
    timer.rest();
    expect(timeouts()).toBe(before);
    expect(timer.resume()).toBe(true);
    expect(timeouts()).toBe(before + 1);
    timer.cancel();
    expect(timeouts()).toBe(before);
  });

  test("fires in time, whether it rests or not, unless it is cancelled", async () => {
    const fired: string[] = [];
    armed(() => fired.push("awake"), 5);
    armed(() => fired.push("resting"), 5).rest();
    armed(() => fired.push("cancelled"), 5).cancel();
    await expect.poll(() => fired).toEqual(["awake", "resting"]);
  });

  test("is not to be had for longer than setTimeout can wait, nor of timers that a test has put in", () => {
    expect(systemClock.timer?.(() => {}, 2 ** 31)).toBeUndefined();
    vi.useFakeTimers();
    expect(systemClock.timer?.(() => {}, 5)).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("cannot be counted on under a test's timers, and is cancelled by those that it was armed with", async () => {
    let fired = false;
    const timer = armed(() => {
      fired = true;
    }, 5);
    timer.rest();
    vi.useFakeTimers();
    expect(timer.resume()).toBe(false);
    timer.cancel();
    vi.useRealTimers();
    await pause(20);
    expect(fired).toBe(false);
  });
});
