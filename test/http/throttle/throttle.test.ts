import { createThrottle } from "@reg/sdk";
import { describe, expect, test } from "vitest";
import { CallCancellation } from "../../../src/base/cancellation.js";
import { QueuedThrottle } from "../../../src/http/throttle/throttle.js";
import type { Permit } from "../../../src/http/throttle/types.js";
import { ManualClock, settle } from "../../support/clock.js";
import { failure, rejection } from "../../support/errors.js";
import { noTimers, openTimers } from "../../support/timers.js";
import { minute, takeNow, throttleInUse, turn, wait } from "./support.js";

describe("a throttle", () => {
  test("has 5000 units per minute by default, and no timer while no call waits", () => {
    const clock = new ManualClock();
    const throttle = createThrottle({ clock });
    for (let taken = 0; taken < 5000; taken++) takeNow(throttle).end("responded");
    expect(throttle.statistics()).toMatchObject({ limit: 5000, window: minute, free: 0 });
    expect(clock.pending).toBe(0);
    clock.jump(minute);
    takeNow(throttle);
  });

  test("serves a waiting call one window after the response to the previous request", async () => {
    const { clock, permits, served, join } = throttleInUse(1);
    join("first");
    await settle();
    permits[0]?.end("responded");
    await clock.advance(minute - 1);
    expect(served).toEqual([]);
    await clock.advance(1);
    expect(served).toEqual(["first"]);
    expect(clock.pending).toBe(0);
  });

  test("serves a waiting call at once when a unit was not used", async () => {
    const { permits, served, join } = throttleInUse(1);
    join("first");
    await settle();
    expect(served).toEqual([]);
    permits[0]?.end("unused");
    await settle();
    expect(served).toEqual(["first"]);
  });

  test("serves waiting calls by priority, and then by arrival", async () => {
    const { clock, permits, served, join } = throttleInUse(1);
    permits[0]?.end("responded");
    const turns = [join("b"), join("c", { priority: 9 }), join("a", { priority: 0 }), join("b2")];
    for (const [count, index] of [2, 0, 3, 1].entries()) {
      await clock.advance(minute);
      expect(served).toHaveLength(count + 1);
      (await turns[index])?.end("responded");
    }
    expect(served).toEqual(["a", "b", "b2", "c"]);
  });

  test("queues a new call behind the waiting calls, even at the time at which a unit returns", async () => {
    const { clock, permits, throttle, served, join } = throttleInUse(1);
    permits[0]?.end("responded");
    join("first");
    await settle();
    clock.jump(minute);
    join("second");
    expect(throttle.statistics()).toMatchObject({ free: 1, waiting: 2 });
    await clock.advance(0);
    expect(served).toEqual(["first"]);
  });

  describe("with cancelled calls", () => {
    test("gives no unit to a call that was cancelled before", async () => {
      const { throttle } = throttleInUse(0);
      const cancellation = new CallCancellation();
      cancellation.abort("too late");
      expect(await rejection(Promise.resolve(throttle.take(turn({ cancellation }))))).toBe("too late");
      expect(throttle.statistics()).toMatchObject({ free: 1, left: 1 });
    });

    test("serves the remaining call after the calls before it have left with any reason", async () => {
      const { clock, permits, served, join } = throttleInUse(1);
      permits[0]?.end("responded");
      const reasons = ["enough", null, undefined];
      const cancellations = reasons.map(() => new CallCancellation());
      const turns = cancellations.map((cancellation) => rejection(join("cancelled", { cancellation })));
      join("last");
      for (const [index, cancellation] of cancellations.entries()) cancellation.abort(reasons[index]);
      expect(await Promise.all(turns)).toEqual(reasons);
      await clock.advance(minute);
      expect(served).toEqual(["last"]);
      expect(clock.pending).toBe(0);
    });

    test("serves the next call if the first one leaves just before a unit is free", async () => {
      const { permits, throttle, served, join } = throttleInUse(1);
      const cancellation = new CallCancellation();
      const first = rejection(join("first", { cancellation }));
      join("second");
      cancellation.abort("just then");
      permits[0]?.end("unused");
      expect(await first).toBe("just then");
      expect(served).toEqual(["second"]);
      expect(throttle.statistics()).toMatchObject({ served: 2, left: 1, inFlight: 1 });
    });

    test("ignores the cancellation of a call that has its unit", async () => {
      const { permits, throttle, join } = throttleInUse(1);
      const cancellation = new CallCancellation();
      const first = join("first", { cancellation });
      permits[0]?.end("unused");
      (await first).end("responded");
      cancellation.abort("too late");
      expect(throttle.statistics()).toMatchObject({ served: 2, left: 0 });
    });
  });

  describe("rejects", () => {
    test("a call while the queue is full, and accepts one after another call has left", async () => {
      const { throttle, join } = throttleInUse(1, { queueLimit: 2 });
      const cancellation = new CallCancellation();
      void join("a");
      const leaving = rejection(join("b", { cancellation }));
      expect(await failure(wait(throttle), "throttle")).toMatchObject({ reason: "full" });
      cancellation.abort("out");
      expect(await leaving).toBe("out");
      void join("c");
      expect(throttle.statistics()).toMatchObject({ waiting: 2, left: 2 });
    });

    test("every call that would have to wait if queueLimit is 0", async () => {
      const { throttle } = throttleInUse(1, { queueLimit: 0 });
      const error = await failure(wait(throttle), "throttle");
      expect(error).toMatchObject({ reason: "full", retryAfterMs: undefined });
    });

    test("each call that has waited for maxWait, and then has no timer", async () => {
      const { clock, throttle, served, join } = throttleInUse(1, { maxWait: 5000 });
      const first = failure(join("first", { priority: 9 }), "throttle");
      await clock.advance(1000);
      const second = failure(join("second", { priority: 0 }), "throttle");
      await clock.advance(3999);
      expect(throttle.statistics().waiting).toBe(2);
      await clock.advance(1);
      const error = await first;
      expect(error).toMatchObject({ reason: "waited", retryAfterMs: undefined });
      expect(error.message).toContain("maxWait of 5000 ms; send fewer calls, or send it later");
      expect(throttle.statistics().waiting).toBe(1);
      await clock.advance(1000);
      await second;
      expect(clock.pending).toBe(0);
      expect(served).toEqual([]);
    });

    test("a call at once if it is certain to wait longer than maxWait", async () => {
      const { clock, permits, throttle } = throttleInUse(2, { limit: 2, maxWait: 5000 });
      permits[0]?.end("responded");
      // The other request may turn out not to have been sent.
      const waiting = failure(wait(throttle), "throttle");
      permits[1]?.end("responded");
      const error = await failure(wait(throttle), "throttle");
      expect(error).toMatchObject({ reason: "waited", retryAfterMs: minute });
      expect(throttle.statistics()).toMatchObject({ waiting: 1, left: 1 });
      await clock.advance(5000);
      await waiting;
      clock.jump(minute - 10_000);
      void wait(throttle);
      expect(throttle.statistics()).toMatchObject({ waiting: 1, left: 2 });
    });

    test("only the waiting calls that do not accept a pause as long as the service requests", async () => {
      const { clock, permits, throttle, served, join } = throttleInUse(5, { limit: 5 });
      const short = failure(join("short", { longestPause: 1000 }), "throttle");
      join("long", { longestPause: 2000 });
      permits[0]?.end("refused", 1000);
      await clock.advance(100);
      expect(throttle.statistics()).toMatchObject({ waiting: 2, pausedForMs: 900 });
      permits[1]?.end("refused", 1001);
      await clock.advance(0);
      const error = await short;
      expect(error).toMatchObject({ reason: "paused", retryAfterMs: 1001 });
      expect(error.message).toContain("longer pause than retry.maxRetryAfter; send it again in 1001 ms");
      const tooLate = wait(throttle, { longestPause: 1000 });
      expect(await failure(tooLate, "throttle")).toMatchObject({ reason: "paused", retryAfterMs: 1001 });
      expect(throttle.statistics()).toMatchObject({ waiting: 1, left: 2, refused: 2 });
      permits[2]?.end("unused");
      permits[3]?.end("unused");
      permits[4]?.end("unused");
      await clock.advance(1001);
      expect(served).toEqual(["long"]);
    });

    test("no call during a pause that the service has not requested", async () => {
      const { clock, permits, throttle } = throttleInUse(1, { limit: 5 });
      permits[0]?.end("refused");
      const waiting = wait(throttle, { longestPause: 0 });
      await clock.advance(minute);
      await waiting;
    });

    test("a call at once if its deadline is certain to pass before a unit returns", async () => {
      const { permits, throttle } = throttleInUse(2, { limit: 2 });
      const passed = () => "deadline";
      permits[0]?.end("responded");
      void wait(throttle, { deadline: { leftMs: 100, passed } });
      permits[1]?.end("responded");
      expect(await rejection(wait(throttle, { deadline: { leftMs: minute, passed } }))).toBe("deadline");
      void wait(throttle, { deadline: { leftMs: minute + 1, passed } });
      expect(throttle.statistics()).toMatchObject({ waiting: 2, left: 1 });
    });

    test("the waiting calls whose deadline is certain to pass because of a pause", async () => {
      const { clock, permits, throttle, served, join } = throttleInUse(10, { limit: 10 });
      const deadline = { leftMs: 5000, passed: () => "deadline" };
      const first = rejection(join("first", { deadline }));
      join("later", { deadline: { ...deadline, leftMs: 5001 } });
      await clock.advance(1000);
      join("second", { deadline });
      permits[0]?.end("refused", 4000);
      await clock.advance(0);
      expect(await first).toBe("deadline");
      expect(throttle.statistics()).toMatchObject({ waiting: 2, left: 1 });
      for (const permit of permits.slice(1)) permit.end("unused");
      await clock.advance(4000);
      expect(served[0]).toBe("later");
    });

    test("the waiting calls that a pause makes wait longer than maxWait", async () => {
      const { clock, permits, throttle, join } = throttleInUse(1, { maxWait: 5000 });
      const first = failure(join("first"), "throttle");
      await clock.advance(1000);
      void join("second").catch(() => {});
      permits[0]?.end("refused", 5000);
      await clock.advance(0);
      expect(await first).toMatchObject({ reason: "waited", retryAfterMs: minute });
      expect(throttle.statistics()).toMatchObject({ waiting: 0, left: 2 });
      expect(clock.pending).toBe(0);
    });
  });

  describe("after a 429", () => {
    test("sends requests after the pause, and not only when the next unit returns", async () => {
      const { clock, permits, served, join } = throttleInUse(1, { limit: 5 });
      permits[0]?.end("refused", 1000);
      join("first");
      await clock.advance(999);
      expect(served).toEqual([]);
      await clock.advance(1);
      expect(served).toEqual(["first"]);
    });

    test("keeps the longer of two pauses, also when it begins while a call waits", async () => {
      const { clock, permits, served, join } = throttleInUse(3, { limit: 10 });
      permits[0]?.end("refused", 1000);
      permits[1]?.end("refused", 500);
      join("first");
      await clock.advance(500);
      permits[2]?.end("refused", 3000);
      await clock.advance(2999);
      expect(served).toEqual([]);
      await clock.advance(1);
      expect(served).toEqual(["first"]);
    });
  });

  test.each([
    ["at once", "responded", 0],
    ["at even intervals while other clients use the same limit", "refused", minute / 70],
  ] as const)("serves the waiting calls when many units return, %s", async (_, end, intervalMs) => {
    const { clock, permits, join } = throttleInUse(100, { limit: 100 });
    const [first, ...others] = permits;
    first?.end(end, minute);
    for (const permit of others) permit.end("responded");
    const times: number[] = [];
    for (let call = 0; call < 60; call++) void join("call").then(() => times.push(clock.monotonic()));
    await clock.advance(2 * minute);
    expect(times).toHaveLength(60);
    for (const [index, time] of times.entries()) expect(time).toBeCloseTo(minute + index * intervalMs, 5);
    expect(clock.pending).toBe(0);
  });

  test("keeps the process alive only while a call waits", async () => {
    const throttle = createThrottle({ limit: 1, window: minute, maxWait: 2 * minute });
    takeNow(throttle).end("responded");
    await noTimers();
    const cancellation = new CallCancellation();
    const waiting = rejection(wait(throttle, { cancellation, longestPause: 0 }));
    // One timer for the return of the unit and one for maxWait.
    expect(openTimers()).toBe(2);
    cancellation.abort("enough");
    await waiting;
    await noTimers();
  });

  test("ignores a second end of the same request", () => {
    const { permits, throttle } = throttleInUse(1);
    permits[0]?.end("unused");
    permits[0]?.end("responded");
    permits[0]?.end("refused");
    expect(throttle.statistics()).toMatchObject({ free: 1, inFlight: 0, pausedForMs: 0, refused: 0 });
  });

  test("has correct statistics at each step", async () => {
    const { clock, permits, throttle, join } = throttleInUse(2, { limit: 3 });
    const start = { limit: 3, window: minute, allowed: 3, free: 1, inFlight: 2, waiting: 0, pausedForMs: 0 };
    const counts = { served: 2, queued: 0, longestWaitMs: 0, left: 0, refused: 0 };
    expect(throttle.statistics()).toEqual({ ...start, ...counts });
    const third = takeNow(throttle);
    third.end("no-response");
    const first = join("first");
    expect(throttle.statistics()).toEqual({ ...start, ...counts, free: 0, waiting: 1, served: 3 });
    await clock.advance(700);
    permits[0]?.end("unused");
    const fourth: Permit = await first;
    const after = { ...counts, served: 4, queued: 1, longestWaitMs: 700 };
    expect(throttle.statistics()).toEqual({ ...start, ...after, free: 0 });
    fourth.end("refused");
    permits[1]?.end("responded");
    const paused = { allowed: 2, free: 0, inFlight: 0, pausedForMs: minute };
    expect(throttle.statistics()).toEqual({ ...start, ...after, ...paused, refused: 1 });
    clock.jump(minute);
    expect(throttle.statistics()).toMatchObject({ allowed: 2, free: 1, pausedForMs: 0 });
    clock.jump(minute);
    expect(throttle.statistics()).toMatchObject({ allowed: 3, free: 3 });
  });
});

describe("a limiter that asks a store", () => {
  /** Creates a throttle whose limiter answers when the test says so. */
  function throttleWithStore(options: { queueLimit?: number; maxInFlight?: number } = {}) {
    const clock = new ManualClock();
    const asked: number[] = [];
    const ends: string[] = [];
    let answer = (_: number) => {};
    let nextTurnAt = 0;
    const limiter = {
      failure: undefined as Error | undefined,
      requestedPauseMs: 0,
      take: (count: number) => {
        if (limiter.waitMs() > 0) return [];
        asked.push(count);
        return new Promise<Permit[]>((resolve) => {
          answer = (given) => {
            if (given < count) nextTurnAt = clock.monotonic() + 500;
            resolve(Array.from({ length: given }, () => ({ end: (how) => void ends.push(how) })));
          };
        });
      },
      waitMs: () => Math.max(0, nextTurnAt - clock.monotonic()),
      certainWaitMs: () => 0,
      state: () => ({ allowed: 100, free: 0, pausedForMs: 0 }),
    };
    const settings = { limit: 100, window: minute, queueLimit: 10, maxInFlight: 50, clock };
    const maxWait = Number.POSITIVE_INFINITY;
    const throttle = new QueuedThrottle({ ...settings, maxWait, ...options }, limiter);
    const answerWith = async (given: number) => {
      answer(given);
      await settle();
    };
    return { clock, throttle, limiter, asked, ends, answerWith };
  }

  test("is asked once at a time, for all calls that wait then", async () => {
    const { throttle, asked, answerWith } = throttleWithStore();
    const calls = Array.from({ length: 4 }, () => wait(throttle));
    expect(asked).toEqual([1]);
    await answerWith(1);
    await calls[0];
    expect(asked).toEqual([1, 3]);
    await answerWith(3);
    await Promise.all(calls);
    expect(throttle.statistics()).toMatchObject({ inFlight: 4, served: 4, waiting: 0 });
  });

  test("is asked for no more units than maxInFlight allows", async () => {
    const { throttle, asked, answerWith } = throttleWithStore({ maxInFlight: 3 });
    const calls = Array.from({ length: 10 }, () => wait(throttle));
    await answerWith(1);
    await answerWith(2);
    expect(asked).toEqual([1, 2]);
    (await calls[0])?.end("responded");
    expect(asked).toEqual([1, 2, 1]);
  });

  test("is asked again when it expects a unit", async () => {
    const { clock, throttle, asked, answerWith } = throttleWithStore();
    const call = wait(throttle);
    await answerWith(0);
    await clock.advance(499);
    expect(asked).toEqual([1]);
    await clock.advance(1);
    await answerWith(1);
    await call;
    expect([asked, clock.pending]).toEqual([[1, 1], 0]);
  });

  test("gets a unit back whose call has left", async () => {
    const { clock, throttle, ends, answerWith } = throttleWithStore();
    const cancellation = new CallCancellation();
    const left = rejection(wait(throttle, { cancellation }));
    cancellation.abort("enough");
    await answerWith(1);
    expect([await left, ends, clock.pending]).toEqual(["enough", ["unused"], 0]);
    expect(throttle.statistics()).toMatchObject({ inFlight: 0, waiting: 0 });
  });

  test("lets one call wait for its answer if queueLimit is 0", async () => {
    const { throttle, answerWith } = throttleWithStore({ queueLimit: 0 });
    const call = wait(throttle);
    expect(await failure(wait(throttle), "throttle")).toMatchObject({ reason: "full", retryAfterMs: 0 });
    await answerWith(1);
    await call;
  });

  test("ends the wait of all calls when its store fails", async () => {
    const { clock, throttle, limiter, answerWith } = throttleWithStore();
    const calls = [1, 2].map(() => failure(wait(throttle), "throttle"));
    limiter.failure = new Error("connection lost");
    await answerWith(0);
    for (const error of await Promise.all(calls)) {
      expect(error).toMatchObject({ reason: "failed", cause: limiter.failure, retryAfterMs: 500 });
      expect(error.message).toContain("this attempt was not sent: the store of the limit fails; see the cause");
    }
    expect(clock.pending).toBe(0);
  });
});

describe("a throttle with maxInFlight", () => {
  const inUse = (options: object = {}) => throttleInUse(2, { limit: 1000, maxInFlight: 2, ...options });

  test("serves a waiting call as soon as a request ends, by priority and then by arrival", async () => {
    const { clock, permits, served, join } = inUse();
    const turns = [join("b"), join("a", { priority: 0 }), join("c")];
    await clock.advance(minute);
    expect(served).toEqual([]);
    permits[0]?.end("responded");
    await settle();
    expect(served).toEqual(["a"]);
    permits[1]?.end("no-response");
    (await turns[1])?.end("unused");
    await settle();
    expect(served).toEqual(["a", "b", "c"]);
    expect(clock.pending).toBe(0);
  });

  test("has no timer while calls wait for a request to end, except for maxWait", async () => {
    const { clock, join } = inUse();
    join("a");
    expect(clock.pending).toBe(0);
    const limited = inUse({ maxWait: 1000 });
    const error = failure(limited.join("a"), "throttle");
    await limited.clock.advance(1000);
    expect(await error).toMatchObject({ reason: "waited", retryAfterMs: undefined });
  });

  test("and without a rate limit keeps no units, and pauses after a 429 for a window or as the service asks", async () => {
    const { clock, throttle, permits, served, join } = inUse({ limit: Number.POSITIVE_INFINITY });
    const next = join("a");
    permits[0]?.end("refused");
    const { window } = throttle.statistics();
    expect(throttle.statistics()).toMatchObject({ refused: 1, pausedForMs: window, waiting: 1 });
    await clock.advance(window - 1);
    expect(served).toEqual([]);
    await clock.advance(1);
    expect(served).toEqual(["a"]);
    expect(throttle.statistics()).toMatchObject({ pausedForMs: 0, inFlight: 2 });
    join("b");
    (await next).end("refused", 3000);
    permits[1]?.end("responded");
    await clock.advance(2999);
    expect(throttle.statistics()).toMatchObject({ pausedForMs: 1, waiting: 1, inFlight: 0 });
    await clock.advance(1);
    expect(served).toEqual(["a", "b"]);
    expect(clock.pending).toBe(0);
  });
});
