import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { armTimer } from "../../../src/http/clock.js";

afterEach(() => {
  vi.useRealTimers();
});

describe("a timer that can rest", () => {
  const timeouts = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
  const armed = (task: () => void, delay: number) => {
    const timer = armTimer(task, delay);
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
    expect(armTimer(() => {}, 2 ** 31)).toBeUndefined();
    vi.useFakeTimers();
    expect(armTimer(() => {}, 5)).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("is not to be had where a timer is but a number", async () => {
    vi.resetModules();
    const cleared: unknown[] = [];
    vi.stubGlobal("setTimeout", () => 7);
    vi.stubGlobal("clearTimeout", (timer: unknown) => cleared.push(timer));
    const elsewhere = await import("../../../src/http/clock.js");
    expect(elsewhere.armTimer(() => {}, 5)).toBeUndefined();
    expect(cleared).toEqual([7]);
    vi.unstubAllGlobals();
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
