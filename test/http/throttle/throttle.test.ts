import { describe, expect, test } from "vitest";
import { CallCancellation } from "../../../src/http/cancellation.js";
import { createThrottle } from "../../../src/http/throttle/throttle.js";
import type { Permit } from "../../../src/http/throttle/types.js";
import { ManualClock, settle } from "../../support/clock.js";
import { failure, rejection, thrown } from "../../support/errors.js";
import { noTimers, openTimers } from "../../support/timers.js";
import { minute, takeNow, throttleInUse, turn, wait } from "./support.js";

describe("a throttle", () => {
  test.each([
    [{ limit: 0 }, "throttle.limit"],
    [{ limit: -1 }, "throttle.limit"],
    [{ limit: 1.5 }, "throttle.limit"],
    [{ limit: Number.NaN }, "throttle.limit"],
    [{ maxInFlight: 0 }, "throttle.maxInFlight"],
    [{ limit: "5" as unknown as number }, "throttle.limit"],
    [{ window: 0 }, "throttle.window"],
    [{ window: -1 }, "throttle.window"],
    [{ window: Number.NaN }, "throttle.window"],
    [{ window: Number.POSITIVE_INFINITY }, "throttle.window"],
    [{ queueLimit: -1 }, "throttle.queueLimit"],
    [{ queueLimit: 1.5 }, "throttle.queueLimit"],
    [{ queueLimit: Number.NEGATIVE_INFINITY }, "throttle.queueLimit"],
    [{ maxWait: -1 }, "throttle.maxWait"],
    [{ maxWait: Number.NaN }, "throttle.maxWait"],
    [{ maxWait: "1" as unknown as number }, "throttle.maxWait"],
    [{ limits: 5 } as object, "throttle.limits"],
  ])("rejects the options %j", (options, field) => {
    const error = thrown(() => createThrottle(options), "input");
    expect(error.field).toBe(field);
    expect(error.message).toMatch(
      / (must be a (whole )?(positive )?number( of milliseconds)?|is not an option)/,
    );
  });

  test("accepts the smallest limits, and infinite ones", () => {
    createThrottle({ queueLimit: 0, maxWait: 0, limit: 1, maxInFlight: 1, window: 0.5 });
    const none = Number.POSITIVE_INFINITY;
    createThrottle({ queueLimit: none, maxWait: none, limit: none, maxInFlight: none });
  });

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

    test("sends the waiting calls at even intervals", async () => {
      const { clock, permits, join } = throttleInUse(1, { limit: 400, window: 4000 });
      permits[0]?.end("refused", 50);
      const served: number[] = [];
      for (let call = 0; call < 60; call++) void join("call").then(() => served.push(clock.monotonic()));
      await clock.advance(4000);
      expect(served).toHaveLength(60);
      expect(served[0]).toBe(50);
      const interval = 4000 / 280;
      for (const [index, time] of served.entries()) expect(time).toBeCloseTo(50 + index * interval, 5);
    });
  });

  describe("with many calls that wait and many units that return at once", () => {
    /** The times at which calls are served, and how many at each, while 60 calls wait for 100 units. */
    async function servedPerTurn(end: "responded" | "refused"): Promise<[time: number, calls: number][]> {
      const turns: [number, number][] = [];
      const clock = new (class extends ManualClock {
        override schedule(task: () => void, delay: number): () => void {
          const turn = () => {
            const before = throttle.statistics().served;
            task();
            const calls = throttle.statistics().served - before;
            if (calls > 0) turns.push([clock.monotonic(), calls]);
          };
          return super.schedule(turn, delay);
        }
      })();
      const { throttle, permits, served, join } = throttleInUse(100, { clock, limit: 100 });
      const [first, ...others] = permits;
      first?.end(end, 1000);
      for (const permit of others) permit.end("responded");
      const names = Array.from({ length: 60 }, (_, call) => String(call));
      for (const name of names) void join(name);
      await clock.advance(2 * minute);
      expect(served).toEqual(names);
      expect(clock.pending).toBe(0);
      return turns;
    }

    test("serves a few calls every 4 ms", async () => {
      const expected = Array.from({ length: 12 }, (_, index) => [minute + 4 * index, 5]);
      expect(await servedPerTurn("responded")).toEqual(expected);
    });

    test("serves one call every 4 ms while other clients use the same limit", async () => {
      const turns = await servedPerTurn("refused");
      expect(turns.map(([, calls]) => calls)).toEqual(Array(60).fill(1));
      const gaps = turns.slice(1).map(([time], index) => time - (turns[index]?.[0] ?? 0));
      expect(Math.min(...gaps)).toBe(4);
    });
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

describe("waiting calls", () => {
  test("are checked once for all 429s within a tenth of a second", async () => {
    const { clock, permits, throttle, join } = throttleInUse(9, { limit: 9 });
    join("long", { longestPause: 9000 }).catch(() => {});
    join("short", { longestPause: 1000 }).catch(() => {});
    for (const permit of permits.slice(0, 4)) permit.end("refused", 1000);
    // One timer for the check, and one for the end of the pause.
    expect(clock.pending).toBe(2);
    await clock.advance(0);
    for (const permit of permits.slice(4)) permit.end("refused", 2000);
    await clock.advance(99);
    expect(throttle.statistics()).toMatchObject({ waiting: 2, left: 0 });
    await clock.advance(1);
    expect(throttle.statistics()).toMatchObject({ waiting: 1, left: 1 });
  });

  test("leave no timer behind if they are cancelled together with a 429", async () => {
    const { clock, permits, throttle } = throttleInUse(1, { maxWait: 5000 });
    const cancellation = new CallCancellation();
    const waiting = rejection(wait(throttle, { cancellation }));
    permits[0]?.end("refused", 1000);
    cancellation.abort("enough");
    expect(await waiting).toBe("enough");
    expect(clock.pending).toBe(0);
  });
});

describe("a throttle with maxInFlight", () => {
  const inUse = (options: object = {}) => throttleInUse(2, { limit: 1000, maxInFlight: 2, ...options });

  test("lets 50 requests be in flight by default", () => {
    const throttle = createThrottle({ clock: new ManualClock() });
    for (let taken = 0; taken < 50; taken++) takeNow(throttle);
    void wait(throttle);
  });

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

  test("lets a cancelled call leave the queue, and rejects a call if the queue is full", async () => {
    const { throttle, join } = inUse({ queueLimit: 1 });
    const cancellation = new CallCancellation();
    const waiting = rejection(join("a", { cancellation }));
    expect(await failure(Promise.resolve(throttle.take(turn())), "throttle")).toMatchObject({
      reason: "full",
    });
    cancellation.abort("enough");
    expect(await waiting).toBe("enough");
    expect(throttle.statistics()).toMatchObject({ waiting: 0, inFlight: 2, left: 2 });
  });

  test("sends no waiting call during the pause after a 429", async () => {
    const { clock, permits, served, join } = inUse();
    join("a");
    permits[0]?.end("refused", 3000);
    permits[1]?.end("responded");
    await clock.advance(2999);
    expect(served).toEqual([]);
    await clock.advance(1);
    expect(served).toEqual(["a"]);
  });

  test("and without a rate limit keeps no units, and does not pause after a 429", async () => {
    const { clock, throttle, permits, served, join } = inUse({ limit: Number.POSITIVE_INFINITY });
    join("a");
    permits[0]?.end("refused", 3000);
    await settle();
    expect(served).toEqual(["a"]);
    expect(throttle.statistics()).toMatchObject({ refused: 1, pausedForMs: 0, inFlight: 2 });
    expect(clock.pending).toBe(0);
  });
});
