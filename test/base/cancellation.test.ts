import { getEventListeners } from "node:events";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { CallCancellation, throwIfAborted } from "../../src/base/cancellation.js";
import { systemClock } from "../../src/base/clock.js";
import { supplierOver } from "../support/clients.js";
import { ManualClock } from "../support/clock.js";
import { rejection } from "../support/errors.js";
import { empty, fakeFetch, json, silence } from "../support/fetch.js";

// An abort at each stage of a call is in abort-and-close.test.ts.

describe("the cancellation of a call", () => {
  test("notifies each listener of the reason once", () => {
    const cancellation = new CallCancellation();
    const notified: unknown[] = [];
    cancellation.listen((reason) => notified.push(["first", reason]));
    cancellation.listen((reason) => notified.push(["second", reason]));
    expect(cancellation).toMatchObject({ aborted: false, reason: undefined });
    cancellation.abort("enough");
    cancellation.abort("again");
    expect(notified).toEqual([
      ["first", "enough"],
      ["second", "enough"],
    ]);
    expect(cancellation).toMatchObject({ aborted: true, reason: "enough" });
  });

  test("does not notify a removed listener, even if another listener removes it during the abort", () => {
    const cancellation = new CallCancellation();
    const notified: string[] = [];
    const removeFirst = cancellation.listen(() => notified.push("removed"));
    removeFirst();
    cancellation.listen(() => {
      notified.push("first");
      removeLast();
    });
    const removeLast = cancellation.listen(() => notified.push("last"));
    cancellation.abort(new Error("enough"));
    expect(notified).toEqual(["first"]);
  });

  test("throws its reason after an abort only, even if the reason is undefined", () => {
    const cancellation = new CallCancellation();
    throwIfAborted(cancellation);
    cancellation.abort(undefined);
    let caught: unknown = "nothing";
    try {
      throwIfAborted(cancellation);
    } catch (reason) {
      caught = reason;
    }
    expect(caught).toBeUndefined();
  });
});

describe("an aborted call", () => {
  test("sends nothing if its token function aborts it", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(json([]));
    const controller = new AbortController();
    const token = () => {
      controller.abort("from within");
      return "abc";
    };
    const call = supplierOver(fetch, { clock, token }).lessors.list({ signal: controller.signal });
    expect(await rejection(call)).toBe("from within");
    expect(fetch.requests).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  test("rejects with the TimeoutError of AbortSignal.timeout", async () => {
    const supplier = supplierOver(fakeFetch(silence));
    const error = await rejection(supplier.lessors.list({ signal: AbortSignal.timeout(5) }));
    expect(error).toMatchObject({ name: "TimeoutError" });
  });
});

test.each([
  ["", {}],
  ["with a deadline", { deadline: 60_000 }],
  ["with a token function", { token: async () => "abc" }],
  ["with delays between attempts", { random: () => 1 }],
] satisfies [string, Parameters<typeof supplierOver>[1]][])(
  "calls %s leave no listener on a signal that several of them use",
  async (_, options) => {
    const { signal } = new AbortController();
    const clock = new ManualClock();
    const supplier = supplierOver(fakeFetch(empty(503), empty(404), json([])), { clock, ...options });
    for (let call = 0; call < 10; call++) {
      const ended = supplier.lessors.list({ signal }).catch(() => {});
      await clock.advance(1000);
      await ended;
    }
    expect(getEventListeners(signal, "abort")).toEqual([]);
  },
);

describe("the system clock", () => {
  function useFakeTimers(): void {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
  }

  test("returns the current time and runs a task when it is due", async () => {
    const before = systemClock.monotonic();
    const ran = await new Promise<boolean>((resolve) => systemClock.schedule(() => resolve(true), 5));
    expect(ran).toBe(true);
    expect(systemClock.monotonic()).toBeGreaterThan(before);
    expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1000);
  });

  test("does not run a cancelled task", () => {
    useFakeTimers();
    systemClock.schedule(() => expect.unreachable(), 1)();
    vi.runAllTimers();
  });

  test("waits for a delay of more than 2^31 ms, with which setTimeout would run the task at once", async () => {
    useFakeTimers();
    let ran = false;
    const run = () => {
      ran = true;
    };
    systemClock.schedule(run, 2 ** 31 + 5);
    await vi.advanceTimersByTimeAsync(2 ** 31 + 4);
    expect(ran).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(ran).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("can cancel such a delay after its first part", async () => {
    useFakeTimers();
    const cancel = systemClock.schedule(() => expect.unreachable(), 2 ** 33);
    await vi.advanceTimersByTimeAsync(2 ** 32);
    cancel();
    expect(vi.getTimerCount()).toBe(0);
  });
});
