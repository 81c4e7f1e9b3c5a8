import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AdaptiveLimit, RateLimiter, RollingWindow } from "../../../src/http/throttle/rate-limiter.js";
import type { Permit } from "../../../src/http/throttle/types.js";
import { ManualClock } from "../../support/clock.js";

const hour = 3_600_000;

/** Creates a rate limiter over a clock of the test. */
function limiterOf(limit: number, window = 1000) {
  const clock = new ManualClock();
  const limiter = new RateLimiter({ limit, window, clock });
  const take = (): Permit => {
    const [permit] = limiter.take(1);
    if (permit === undefined) throw new Error("there is no free unit");
    return permit;
  };
  return { clock, limiter, take };
}

describe("a rate limiter", () => {
  test("gives as many units as are wanted and free", () => {
    const { limiter } = limiterOf(5);
    expect([limiter.take(2).length, limiter.take(4).length, limiter.take(1).length]).toEqual([2, 3, 0]);
  });

  test("knows the expected and the shortest possible time to the next unit", () => {
    const { clock, limiter, take } = limiterOf(2);
    expect([limiter.certainWaitMs(), limiter.waitMs()]).toEqual([0, 0]);
    const [first, second] = [take(), take()];
    expect([limiter.certainWaitMs(), limiter.waitMs()]).toEqual([0, Number.POSITIVE_INFINITY]);
    first.end("responded");
    clock.jump(100);
    // The second request may turn out not to have been sent.
    expect([limiter.certainWaitMs(), limiter.waitMs()]).toEqual([0, 900]);
    second.end("responded");
    expect([limiter.certainWaitMs(), limiter.waitMs()]).toEqual([900, 900]);
    clock.jump(900);
    expect([limiter.certainWaitMs(), limiter.waitMs()]).toEqual([0, 0]);
  });

  test("has no unit during a pause, even if one returns", () => {
    const { clock, limiter, take } = limiterOf(5);
    take();
    take().end("refused", 7000);
    expect([limiter.certainWaitMs(), limiter.waitMs(), limiter.requestedPauseMs]).toEqual([7000, 7000, 7000]);
    expect(limiter.take(1)).toEqual([]);
    clock.jump(6999);
    expect(limiter.take(1)).toEqual([]);
    clock.jump(1);
    expect(limiter.take(1)).toHaveLength(1);
    expect(limiter.requestedPauseMs).toBe(0);
  });

  test("expects a unit when the adaptive limit increases, even if none returns before", () => {
    const { clock, limiter, take } = limiterOf(20, 1000);
    const [first, ...others] = Array.from({ length: 20 }, take);
    first?.end("refused", 500);
    for (const permit of others.slice(14)) permit.end("unused");
    clock.jump(600);
    for (const permit of others.slice(0, 14)) permit.end("responded");
    clock.jump(500);
    expect(limiter.state()).toEqual({ allowed: 14, free: 0, pausedForMs: 0 });
    expect([limiter.certainWaitMs(), limiter.waitMs()]).toEqual([400, 400]);
    clock.jump(400);
    expect(limiter.state()).toMatchObject({ allowed: 15, free: 1 });
    expect(limiter.take(1)).toHaveLength(1);
  });

  test("reduces the limit once for all requests that were sent before the same 429", () => {
    const { clock, limiter, take } = limiterOf(100);
    const sent = Array.from({ length: 10 }, take);
    for (const permit of sent) permit.end("refused");
    expect(limiter.state()).toMatchObject({ allowed: 70, pausedForMs: 1000 });
    clock.jump(1000);
    take().end("refused");
    expect(limiter.state()).toMatchObject({ allowed: 49, pausedForMs: 500 });
    clock.jump(20_000);
    expect(limiter.state().allowed).toBe(100);
    take().end("refused");
    expect(limiter.state().pausedForMs).toBe(1000);
  });

  test("sends requests at even intervals while the limit is reduced", () => {
    const { clock, limiter, take } = limiterOf(10, 1000);
    take().end("refused", 500);
    clock.jump(500);
    const times: number[] = [];
    for (; clock.monotonic() < 1500; clock.jump(1)) {
      const permits = limiter.take(9);
      times.push(...permits.map(() => clock.monotonic()));
      for (const permit of permits) permit.end("unused");
    }
    expect(times).toEqual([500, 643, 786, 929, 1072, 1215, 1358]);
    clock.jump(5000);
    expect(limiter.state().allowed).toBe(10);
    expect(limiter.take(10)).toHaveLength(10);
  });

  test("pauses for a whole window, also if that is longer than an hour", () => {
    const { limiter, take } = limiterOf(10, 24 * hour);
    take().end("refused");
    expect([limiter.state().pausedForMs, limiter.requestedPauseMs]).toEqual([24 * hour, 0]);
  });

  test.each([
    [2 * hour, 1000, hour],
    [Number.POSITIVE_INFINITY, 1000, hour],
    [2 * hour, 3 * hour, 2 * hour],
    [4 * hour, 3 * hour, 3 * hour],
  ])("asked to pause for %i ms with a window of %i ms, does so for %i ms", (requestedMs, window, ms) => {
    const { limiter, take } = limiterOf(10, window);
    take().end("refused", requestedMs);
    expect([limiter.state().pausedForMs, limiter.requestedPauseMs]).toEqual([ms, ms]);
  });

  test("begins a pause that another process reports", () => {
    const { clock, limiter } = limiterOf(10);
    limiter.pauseFor(700, 0);
    expect([limiter.pauseWaitMs(), limiter.requestedPauseMs]).toEqual([700, 0]);
    limiter.pauseFor(500, 400);
    expect([limiter.pauseWaitMs(), limiter.requestedPauseMs]).toEqual([700, 400]);
    clock.jump(700);
    expect(limiter.take(1)).toHaveLength(1);
  });

  test("counts the requests of a shared limit as its own", () => {
    const { clock, limiter } = limiterOf(2);
    const permits = [limiter.admit(0), limiter.admit(0), limiter.admit(0)];
    for (const permit of permits) permit.end("responded");
    expect([limiter.take(1), limiter.waitMs()]).toEqual([[], 1000]);
    clock.jump(1000);
    limiter.admit(50);
    expect([limiter.take(1), limiter.pauseWaitMs()]).toEqual([[], 50]);
  });
});

describe("an adaptive limit", () => {
  test("is the whole limit before the first 429", () => {
    const adaptive = new AdaptiveLimit(100, 1000);
    expect(adaptive.at(0)).toBe(100);
    expect(adaptive.at(1_000_000)).toBe(100);
    expect(adaptive.nextIncrease(0)).toBe(Number.POSITIVE_INFINITY);
  });

  test("falls to 70 % with each 429, but never below 5 % of the limit", () => {
    const adaptive = new AdaptiveLimit(100, 1000);
    const after = Array.from({ length: 15 }, () => {
      adaptive.reduce(0, 0);
      return adaptive.at(0);
    });
    expect(after.slice(0, 4)).toEqual([70, 49, 34, 23]);
    expect(after.slice(-3)).toEqual([5, 5, 5]);
  });

  test("increases by 5 % of the limit with each window after the pause", () => {
    const adaptive = new AdaptiveLimit(100, 1000);
    adaptive.reduce(500, 3000);
    expect(adaptive.nextIncrease(500)).toBe(4000);
    expect([adaptive.at(3000), adaptive.at(3999), adaptive.at(4000), adaptive.at(4999)]).toEqual([70, 70, 75, 75]);
    expect(adaptive.nextIncrease(4999)).toBe(5000);
    expect(adaptive.at(7100)).toBe(90);
    expect(adaptive.nextIncrease(7100)).toBe(8000);
    expect(adaptive.at(9000)).toBe(100);
    expect(adaptive.nextIncrease(9000)).toBe(Number.POSITIVE_INFINITY);
    adaptive.reduce(20_000, 20_000);
    expect([adaptive.at(20_000), adaptive.at(20_999), adaptive.at(21_000)]).toEqual([70, 70, 75]);
  });

  test("increases at the time that it names, also if that time cannot be represented exactly", () => {
    const time = fc.double({ min: 0, max: 1e9, noNaN: true });
    const property = fc.property(time, fc.double({ min: 0.1, max: 1e6, noNaN: true }), (from, window) => {
      const limit = new AdaptiveLimit(100, window);
      limit.reduce(from, from);
      const increaseAt = limit.nextIncrease(from);
      expect([limit.at(from), limit.at(increaseAt)]).toEqual([70, 75]);
    });
    fc.assert(property, { numRuns: 1000 });
  });

  test("increases by at least one unit", () => {
    const adaptive = new AdaptiveLimit(3, 1000);
    adaptive.reduce(0, 0);
    adaptive.reduce(0, 0);
    expect([adaptive.at(0), adaptive.at(1000), adaptive.at(2000), adaptive.at(3000)]).toEqual([1, 2, 3, 3]);
  });
});

test("a rolling window knows when the next unit returns, whichever request ended first", () => {
  const units = new RollingWindow(1000);
  for (let taken = 0; taken < 3; taken++) units.take();
  units.end(0, "no-response");
  units.end(100, "responded");
  units.end(1500, "responded");
  expect(units.nextReturn(1500)).toBe(2000);
  expect(units.nextReturn(2000)).toBe(2500);
  expect(units.free(2000, 3)).toBe(2);
  expect(units.nextReturn(2500)).toBe(Number.POSITIVE_INFINITY);
});
