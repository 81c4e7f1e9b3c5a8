import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { systemClock } from "../../../src/http/clock.js";

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
