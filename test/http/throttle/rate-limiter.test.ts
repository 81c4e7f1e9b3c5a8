import { describe, expect, test } from "vitest";
import { AdaptiveLimit, Pause, RateLimiter } from "../../../src/http/throttle/rate-limiter.js";
import type { Permit } from "../../../src/http/throttle/types.js";
import { ManualClock } from "../../support/clock.js";

function limiterOf(limit: number, window = 1000) {
  const clock = new ManualClock();
  const ends: string[] = [];
  const units = new RateLimiter({ limit, window, clock, onEnd: (how) => ends.push(how) });
  const take = (): Permit => {
    const permit = units.tryTake();
    if (permit === undefined) throw new Error("there is no free unit");
    return permit;
  };
  return { clock, units, take, ends };
}

describe("a rate limiter", () => {
  test("reports how each request ended, and ignores a second end of the same request", () => {
    const { units, take, ends } = limiterOf(1);
    const permit = take();
    permit.end("unused");
    permit.end("answered");
    permit.end("refused");
    expect(ends).toEqual(["unused"]);
    expect(units.state()).toEqual({ allowed: 1, free: 1, inFlight: 0, pausedForMs: 0 });
  });

  test("knows the expected and the shortest possible time to the next unit", () => {
    const { clock, units, take } = limiterOf(2);
    expect([units.certainWaitMs(), units.expectedWaitMs()]).toEqual([0, 0]);
    const [first, second] = [take(), take()];
    expect([units.certainWaitMs(), units.expectedWaitMs()]).toEqual([0, Number.POSITIVE_INFINITY]);
    first.end("answered");
    clock.jump(100);
    // The second request may turn out not to have been sent.
    expect([units.certainWaitMs(), units.expectedWaitMs()]).toEqual([0, 900]);
    second.end("answered");
    expect([units.certainWaitMs(), units.expectedWaitMs()]).toEqual([900, 900]);
    clock.jump(900);
    expect([units.certainWaitMs(), units.expectedWaitMs()]).toEqual([0, 0]);
  });

  test("has no unit during a pause, even if one returns", () => {
    const { clock, units, take } = limiterOf(5);
    take();
    take().end("refused", 7000);
    expect([units.certainWaitMs(), units.expectedWaitMs(), units.requestedPauseMs]).toEqual([
      7000, 7000, 7000,
    ]);
    expect(units.tryTake()).toBeUndefined();
    clock.jump(6999);
    expect(units.tryTake()).toBeUndefined();
    clock.jump(1);
    expect(units.tryTake()).toBeDefined();
    expect(units.requestedPauseMs).toBe(0);
  });

  test("expects a unit when the adaptive limit increases, even if none returns before", () => {
    const { clock, units, take } = limiterOf(20, 1000);
    const [first, ...others] = Array.from({ length: 20 }, take);
    first?.end("refused", 500);
    for (const permit of others.slice(14)) permit.end("unused");
    clock.jump(600);
    for (const permit of others.slice(0, 14)) permit.end("answered");
    clock.jump(500);
    expect(units.state()).toEqual({ allowed: 14, free: 0, inFlight: 0, pausedForMs: 0 });
    expect([units.certainWaitMs(), units.expectedWaitMs()]).toEqual([400, 400]);
    clock.jump(400);
    expect(units.state()).toMatchObject({ allowed: 15, free: 1 });
    expect(units.tryTake()).toBeDefined();
  });

  test("reduces the limit once for all requests that were sent before the same 429", () => {
    const { clock, units, take } = limiterOf(100);
    const sent = Array.from({ length: 10 }, take);
    for (const permit of sent) permit.end("refused");
    expect(units.state()).toMatchObject({ allowed: 70, pausedForMs: 1000 });
    clock.jump(1000);
    take().end("refused");
    expect(units.state()).toMatchObject({ allowed: 49, pausedForMs: 1382 });
    clock.jump(20_000);
    expect(units.state().allowed).toBe(100);
    take().end("refused");
    expect(units.state().pausedForMs).toBe(1000);
  });

  test("sends requests at even intervals in the window after a pause", () => {
    const { clock, units, take } = limiterOf(10, 1000);
    take().end("refused", 500);
    clock.jump(500);
    const passes: number[] = [];
    for (; clock.monotonic() < 1500; clock.jump(1)) if (units.tryTake()) passes.push(clock.monotonic());
    expect(passes).toEqual([500, 643, 786, 929, 1072, 1215, 1358]);
  });
});

describe("an adaptive limit", () => {
  test("is the whole limit before the first 429", () => {
    const share = new AdaptiveLimit(100, 1000);
    expect(share.at(0)).toBe(100);
    expect(share.at(1_000_000)).toBe(100);
    expect(share.nextIncrease(0)).toBe(Number.POSITIVE_INFINITY);
  });

  test("falls to 70 % with each 429, but never below 5 % of the limit", () => {
    const share = new AdaptiveLimit(100, 1000);
    const after = Array.from({ length: 15 }, () => {
      share.reduce(0, 0);
      return share.at(0);
    });
    expect(after.slice(0, 4)).toEqual([70, 49, 34, 23]);
    expect(after.slice(-3)).toEqual([5, 5, 5]);
  });

  test("increases by 5 % of the limit with each window after the pause", () => {
    const share = new AdaptiveLimit(100, 1000);
    share.reduce(500, 3000);
    expect(share.nextIncrease(500)).toBe(4000);
    expect([share.at(3000), share.at(3999), share.at(4000), share.at(4999)]).toEqual([70, 70, 75, 75]);
    expect(share.nextIncrease(4999)).toBe(5000);
    expect(share.at(7100)).toBe(90);
    expect(share.nextIncrease(7100)).toBe(8000);
    expect(share.at(9000)).toBe(100);
    expect(share.nextIncrease(9000)).toBe(Number.POSITIVE_INFINITY);
    share.reduce(20_000, 20_000);
    expect([share.at(20_000), share.at(20_999), share.at(21_000)]).toEqual([70, 70, 75]);
  });

  test("increases by at least one unit", () => {
    const share = new AdaptiveLimit(3, 1000);
    share.reduce(0, 0);
    share.reduce(0, 0);
    expect([share.at(0), share.at(1000), share.at(2000), share.at(3000)]).toEqual([1, 2, 3, 3]);
  });
});

const hour = 3_600_000;

describe("a pause after a 429", () => {
  test("does not delay requests before it begins", () => {
    const pause = new Pause(1000);
    expect([pause.nextAllowedAt(0), pause.remainingMs(0), pause.requestedFor(0)]).toEqual([0, 0, 0]);
    pause.recordRequest(0, 100);
    expect(pause.nextAllowedAt(50)).toBe(50);
  });

  test("lasts as long as the service asks for", () => {
    const pause = new Pause(1000);
    pause.begin(100, 7000, 1000);
    expect([pause.remainingMs(100), pause.requestedFor(100), pause.nextAllowedAt(100)]).toEqual([
      7000, 7000, 7100,
    ]);
    expect([pause.remainingMs(7099), pause.nextAllowedAt(7099)]).toEqual([1, 7100]);
    expect([pause.remainingMs(7100), pause.requestedFor(7101), pause.nextAllowedAt(7100) <= 7100]).toEqual([
      0,
      0,
      true,
    ]);
  });

  test("lasts one window if the service does not ask for a certain pause", () => {
    const pause = new Pause(1000);
    pause.begin(100, undefined, 1000);
    expect([pause.remainingMs(100), pause.requestedFor(100)]).toEqual([1000, 0]);
  });

  test("keeps the longer of two pauses", () => {
    const pause = new Pause(1000);
    pause.begin(0, 5000, 1000);
    pause.begin(10, 3000, 1000);
    pause.begin(20, undefined, 1000);
    expect([pause.nextAllowedAt(20), pause.requestedFor(20)]).toEqual([5000, 4980]);
    pause.begin(30, 6000, 1000);
    expect(pause.nextAllowedAt(30)).toBe(6030);
  });

  test.each([9_999_999_999_000, Number.POSITIVE_INFINITY])(
    "lasts at most an hour if the service asks for %d ms",
    (asked) => {
      const pause = new Pause(1000);
      pause.begin(0, asked, 1000);
      expect([pause.remainingMs(0), pause.requestedFor(0)]).toEqual([hour, hour]);
    },
  );

  test("lasts the whole window if that is longer than an hour", () => {
    const pause = new Pause(24 * hour);
    pause.begin(0, undefined, 24 * hour);
    expect(pause.remainingMs(0)).toBe(24 * hour);
  });

  test("spaces requests at even intervals for one window after the pause", () => {
    const pause = new Pause(1000);
    pause.begin(0, 5000, 1000);
    pause.recordRequest(5000, 300);
    expect(pause.nextAllowedAt(5000)).toBe(5300);
    expect(pause.nextAllowedAt(5299)).toBe(5300);
    expect(pause.nextAllowedAt(5300)).toBe(5300);
    pause.recordRequest(5400, 300);
    expect(pause.nextAllowedAt(5400)).toBe(5700);
    pause.recordRequest(5900, 300);
    expect(pause.nextAllowedAt(5900)).toBe(6000);
    expect(pause.nextAllowedAt(6000)).toBe(6000);
    pause.recordRequest(6000, 300);
    expect(pause.nextAllowedAt(6000)).toBe(6000);
  });

  test("paces the requests after a pause of 0 ms", () => {
    const pause = new Pause(1000);
    pause.begin(50, 0, 1000);
    expect(pause.nextAllowedAt(50)).toBeLessThanOrEqual(50);
    pause.recordRequest(50, 100);
    expect(pause.nextAllowedAt(50)).toBe(150);
  });
});
