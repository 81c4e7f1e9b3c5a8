import { describe, expect, test } from "vitest";
import { CallCancellation } from "../../../src/http/cancellation.js";
import { createThrottle, type Throttle } from "../../../src/http/throttle/throttle.js";
import type { Permit } from "../../../src/http/throttle/types.js";
import { ManualClock, settle } from "../../support/clock.js";
import { failure, rejection, thrown } from "../../support/errors.js";
import { noTimers, openTimers } from "../../support/timers.js";
import { minute, takeNow, throttleInUse, turn, wait } from "./support.js";

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

describe("a throttle", () => {
  test.each([
    [{ limit: 0 }, "throttle.limit"],
    [{ limit: -1 }, "throttle.limit"],
    [{ limit: 1.5 }, "throttle.limit"],
    [{ limit: Number.NaN }, "throttle.limit"],
    [{ limit: Number.POSITIVE_INFINITY }, "throttle.limit"],
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
  ])("cannot be made of %j", (options, field) => {
    const error = thrown(() => createThrottle(options), "input");
    expect(error.field).toBe(field);
    expect(error.message).toMatch(
      / (must be a (whole )?(positive )?number( of milliseconds)?|is not an option)/,
    );
  });

  test("can be made of the least and of no bound", () => {
    createThrottle({ queueLimit: 0, maxWait: 0, limit: 1, window: 0.5 });
    createThrottle({ queueLimit: Number.POSITIVE_INFINITY, maxWait: Number.POSITIVE_INFINITY });
  });

  test("lets 5000 through in a minute by default, and has no timer while nobody waits", () => {
    const clock = new ManualClock();
    const throttle = createThrottle({ clock });
    for (let taken = 0; taken < 5000; taken++) takeNow(throttle).end("answered");
    expect(throttle.statistics()).toMatchObject({ limit: 5000, window: minute, free: 0 });
    expect(clock.pending).toBe(0);
    clock.jump(minute);
    takeNow(throttle);
  });

  test("serves who waits a window after the answer", async () => {
    const { clock, permits, served, join } = throttleInUse(1);
    join("first");
    await settle();
    permits[0]?.end("answered");
    await settle();
    await clock.advance(minute - 1);
    await settle();
    expect(served).toEqual([]);
    await clock.advance(1);
    await settle();
    expect(served).toEqual(["first"]);
    expect(clock.pending).toBe(0);
  });

  test("serves who waits at once when a unit turns out not to have been used", async () => {
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
    permits[0]?.end("answered");
    const turns = [join("b"), join("c", { priority: 9 }), join("a", { priority: 0 }), join("b2")];
    for (const [count, index] of [2, 0, 3, 1].entries()) {
      await clock.advance(minute);
      expect(served).toHaveLength(count + 1);
      (await turns[index])?.end("answered");
    }
    expect(served).toEqual(["a", "b", "b2", "c"]);
  });

  test("lets a newcomer wait behind those who wait already, even at the moment when a unit is free", async () => {
    const { clock, permits, throttle, served, join } = throttleInUse(1);
    permits[0]?.end("answered");
    join("first");
    await settle();
    clock.jump(minute);
    join("second");
    expect(throttle.statistics()).toMatchObject({ free: 1, waiting: 2 });
    await clock.advance(0);
    await settle();
    expect(served).toEqual(["first"]);
  });

  describe("with an abort", () => {
    test("gives nothing to a call that has ended already", async () => {
      const { throttle } = throttleInUse(0);
      const cancellation = new CallCancellation();
      cancellation.abort("too late");
      expect(await rejection(Promise.resolve(throttle.take(turn({ cancellation }))))).toBe("too late");
      expect(throttle.statistics()).toMatchObject({ free: 1, left: 1 });
    });

    test("lets whoever waits go at once, and spends no unit on them", async () => {
      const { clock, permits, throttle, served, join } = throttleInUse(1);
      permits[0]?.end("answered");
      const cancellations = Array.from({ length: 30 }, () => new CallCancellation());
      const turns = cancellations.map((cancellation) => rejection(join("aborted", { cancellation })));
      await settle();
      for (const cancellation of cancellations) cancellation.abort("enough");
      expect(clock.pending).toBe(0);
      expect(throttle.statistics()).toMatchObject({ waiting: 0, left: 30, served: 1 });
      expect(new Set(await Promise.all(turns))).toEqual(new Set(["enough"]));
      join("patient");
      await settle();
      await clock.advance(minute);
      await settle();
      expect(served).toEqual(["patient"]);
    });

    test("serves the remaining call after the calls before it have left with any reason", async () => {
      const { clock, permits, served, join } = throttleInUse(1);
      permits[0]?.end("answered");
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

    test("does nothing to one whose turn has come", async () => {
      const { permits, throttle, join } = throttleInUse(1);
      const cancellation = new CallCancellation();
      const first = join("first", { cancellation });
      permits[0]?.end("unused");
      (await first).end("answered");
      cancellation.abort("too late");
      expect(throttle.statistics()).toMatchObject({ served: 2, left: 0 });
    });
  });

  describe("fails", () => {
    test("who comes when as many wait as may", async () => {
      const { permits, throttle, join } = throttleInUse(1, { queueLimit: 2 });
      permits[0]?.end("answered");
      const cancellation = new CallCancellation();
      const turns = [join("a"), join("b", { cancellation })];
      const error = await failure(wait(throttle), "throttle");
      expect(error).toMatchObject({ reason: "full", retryAfterMs: minute, operationId: "lessors.list" });
      expect(error.message).toBe(
        "lessors.list: this attempt was not sent: 2 calls already wait for the throttle, which is its queueLimit; send fewer calls at a time",
      );
      cancellation.abort("out");
      await rejection(turns[1] ?? Promise.resolve());
      join("c");
      expect(throttle.statistics()).toMatchObject({ waiting: 2, left: 2 });
      await settle();
    });

    test("who would have to wait, where nobody may", async () => {
      const { throttle } = throttleInUse(1, { queueLimit: 0 });
      const error = await failure(wait(throttle), "throttle");
      expect(error).toMatchObject({ reason: "full", retryAfterMs: undefined });
    });

    test("who has waited for maxWait, and has no timer left then", async () => {
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

    test("at once, who is certain to wait longer than maxWait", async () => {
      const { clock, permits, throttle } = throttleInUse(2, { limit: 2, maxWait: 5000 });
      permits[0]?.end("answered");
      // The other request may yet turn out never to have been sent.
      const waiting = failure(wait(throttle), "throttle");
      permits[1]?.end("answered");
      const error = await failure(wait(throttle), "throttle");
      expect(error).toMatchObject({ reason: "waited", retryAfterMs: minute });
      expect(throttle.statistics()).toMatchObject({ waiting: 1, left: 1 });
      await clock.advance(5000);
      await waiting;
      clock.jump(minute - 10_000);
      void wait(throttle);
      expect(throttle.statistics()).toMatchObject({ waiting: 1, left: 2 });
    });

    test("who waits with a pause that is too long for them, and only those", async () => {
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
      await settle();
      await clock.advance(1001);
      await settle();
      expect(served).toEqual(["long"]);
    });

    test("nobody for a pause that the service did not ask for", async () => {
      const { clock, permits, throttle } = throttleInUse(1, { limit: 5 });
      permits[0]?.end("refused");
      const waiting = wait(throttle, { longestPause: 0 });
      await settle();
      await clock.advance(minute);
      await waiting;
    });

    test("at once, whose deadline is certain to pass before there is a unit", async () => {
      const { permits, throttle } = throttleInUse(2, { limit: 2 });
      const passed = () => "deadline";
      permits[0]?.end("answered");
      void wait(throttle, { deadline: { leftMs: 100, passed } });
      permits[1]?.end("answered");
      expect(await rejection(wait(throttle, { deadline: { leftMs: minute, passed } }))).toBe("deadline");
      void wait(throttle, { deadline: { leftMs: minute + 1, passed } });
      expect(throttle.statistics()).toMatchObject({ waiting: 2, left: 1 });
    });

    test("those whose deadline a pause makes certain to pass", async () => {
      const { clock, permits, throttle, served, join } = throttleInUse(10, { limit: 10 });
      const deadline = { leftMs: 5000, passed: () => "deadline" };
      const first = rejection(join("first", { deadline }));
      join("patient", { deadline: { ...deadline, leftMs: 5001 } });
      await clock.advance(1000);
      join("second", { deadline });
      permits[0]?.end("refused", 4000);
      await clock.advance(0);
      expect(await first).toBe("deadline");
      expect(throttle.statistics()).toMatchObject({ waiting: 2, left: 1 });
      for (const permit of permits.slice(1)) permit.end("unused");
      await settle();
      await clock.advance(4000);
      await settle();
      expect(served[0]).toBe("patient");
    });

    test("those for whom a pause is certain to last longer than maxWait", async () => {
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
      await settle();
      await clock.advance(999);
      await settle();
      expect(served).toEqual([]);
      await clock.advance(1);
      await settle();
      expect(served).toEqual(["first"]);
    });

    test("keeps the longer of two pauses, also when it begins while a call waits", async () => {
      const { clock, permits, served, join } = throttleInUse(3, { limit: 10 });
      permits[0]?.end("refused", 1000);
      permits[1]?.end("refused", 500);
      join("first");
      await settle();
      await clock.advance(500);
      permits[2]?.end("refused", 3000);
      await clock.advance(2999);
      await settle();
      expect(served).toEqual([]);
      await clock.advance(1);
      await settle();
      expect(served).toEqual(["first"]);
    });

    test("after an absurd pause no timer overflows, and requests are sent after an hour", async () => {
      const { clock, permits, throttle } = throttleInUse(1, { limit: 5 });
      permits[0]?.end("refused", 9_999_999_999_000);
      const error = await failure(wait(throttle, { longestPause: 120_000 }), "throttle");
      expect(error.retryAfterMs).toBe(3_600_000);
      expect(clock.pending).toBe(0);
      clock.jump(3_600_000);
      takeNow(throttle);
    });

    test("sends waiting calls at even intervals", async () => {
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
    async function servedPerTurn(end: "answered" | "refused"): Promise<[time: number, calls: number][]> {
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
      for (const permit of others) permit.end("answered");
      const names = Array.from({ length: 60 }, (_, call) => String(call));
      for (const name of names) void join(name);
      await clock.advance(2 * minute);
      expect(served).toEqual(names);
      expect(clock.pending).toBe(0);
      return turns;
    }

    test("serves a few calls every 4 ms", async () => {
      const expected = Array.from({ length: 12 }, (_, index) => [minute + 4 * index, 5]);
      expect(await servedPerTurn("answered")).toEqual(expected);
    });

    test("serves one call every 4 ms while other clients use the same limit", async () => {
      const turns = await servedPerTurn("refused");
      expect(turns.map(([, calls]) => calls)).toEqual(Array(60).fill(1));
      const gaps = turns.slice(1).map(([time], index) => time - (turns[index]?.[0] ?? 0));
      expect(Math.min(...gaps)).toBe(4);
    });
  });

  test("keeps the process alive while somebody waits, and only then", async () => {
    const throttle = createThrottle({ limit: 1, window: minute, maxWait: 2 * minute });
    takeNow(throttle).end("answered");
    await noTimers();
    const cancellation = new CallCancellation();
    const waiting = rejection(wait(throttle, { cancellation, longestPause: 0 }));
    // One for the return of the unit and one for maxWait.
    expect(openTimers()).toBe(2);
    cancellation.abort("enough");
    await waiting;
    await noTimers();
  });

  test("has statistics that are right at each step", async () => {
    const { clock, permits, throttle, join } = throttleInUse(2, { limit: 3 });
    const start = { limit: 3, window: minute, allowed: 3, free: 1, inFlight: 2, waiting: 0, pausedForMs: 0 };
    const counts = { served: 2, queued: 0, longestWaitMs: 0, left: 0, refused: 0 };
    expect(throttle.statistics()).toEqual({ ...start, ...counts });
    const third = takeNow(throttle);
    third.end("unanswered");
    const first = join("first");
    expect(throttle.statistics()).toEqual({ ...start, ...counts, free: 0, waiting: 1, served: 3 });
    await settle();
    await clock.advance(700);
    permits[0]?.end("unused");
    const fourth: Permit = await first;
    const after = { ...counts, served: 4, queued: 1, longestWaitMs: 700 };
    expect(throttle.statistics()).toEqual({ ...start, ...after, free: 0 });
    fourth.end("refused");
    permits[1]?.end("answered");
    const paused = { allowed: 2, free: 0, inFlight: 0, pausedForMs: minute };
    expect(throttle.statistics()).toEqual({ ...start, ...after, ...paused, refused: 1 });
    clock.jump(minute);
    expect(throttle.statistics()).toMatchObject({ allowed: 2, free: 1, pausedForMs: 0 });
    clock.jump(minute);
    expect(throttle.statistics()).toMatchObject({ allowed: 3, free: 3 });
  });
});

describe("calls that wait", () => {
  /** CPU time, because the machine may have other work to do; in milliseconds. */
  const cpuTime = (task: () => void) => {
    const before = process.cpuUsage();
    task();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };

  /** How many leave in each of the next five turns of the event loop. */
  const dismissals = (throttle: Throttle, clock: SteppingClock) =>
    Array.from({ length: 5 }, () => {
      const before = throttle.statistics().left;
      clock.step();
      return throttle.statistics().left - before;
    });

  const begin = (many: number) => {
    const throttle = createThrottle({ limit: 1, window: minute });
    const inUse = takeNow(throttle);
    const cancellations = Array.from({ length: many }, () => new CallCancellation());
    let left = 0;
    const cost = cpuTime(() => {
      for (const [index, cancellation] of cancellations.entries())
        wait(throttle, { cancellation, priority: index % 10, longestPause: 1000 }).catch(() => left++);
    });
    return { throttle, inUse, cancellations, cost, left: () => left };
  };

  test("cost little time to take in and to let go, however many they are", async () => {
    const costs = [5000, 5000, 50_000].map((many) => {
      const { throttle, cancellations, cost } = begin(many);
      expect(throttle.statistics().waiting).toBe(many);
      const costOfLeaving = cpuTime(() => {
        for (const cancellation of cancellations) cancellation.abort("enough");
      });
      expect(throttle.statistics()).toMatchObject({ waiting: 0, left: many });
      return (cost + costOfLeaving) / many;
    });
    const [, few = 0, many = 0] = costs;
    expect(many).toBeLessThan(Math.max(0.02, 5 * few));
  }, 30_000);

  test("are refused a few at a time after too long a pause, so that the event loop goes on", async () => {
    const clock = new SteppingClock();
    const { throttle, permits, join } = throttleInUse(1, { clock });
    for (let number = 0; number < 1000; number++)
      join("nobody", { priority: number % 10, longestPause: 1000 }).catch(() => {});
    permits[0]?.end("refused", 2000);
    expect(dismissals(throttle, clock)).toEqual([200, 200, 200, 200, 200]);
    expect(throttle.statistics()).toMatchObject({ waiting: 0, left: 1000 });
  });

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

  test("leave no timer behind if they go at the moment of a 429", async () => {
    const { clock, permits, throttle } = throttleInUse(1, { maxWait: 5000 });
    const cancellation = new CallCancellation();
    const waiting = rejection(wait(throttle, { cancellation }));
    permits[0]?.end("refused", 1000);
    cancellation.abort("enough");
    expect(await waiting).toBe("enough");
    expect(clock.pending).toBe(0);
  });

  test("are refused a few at a time after maxWait as well", async () => {
    const clock = new SteppingClock();
    const { throttle, join } = throttleInUse(1, { maxWait: 5000, clock });
    for (let number = 0; number < 1000; number++) join("nobody").catch(() => {});
    clock.jump(5000);
    expect(dismissals(throttle, clock)).toEqual([200, 200, 200, 200, 200]);
    expect(clock.pending).toBe(0);
  });
});
