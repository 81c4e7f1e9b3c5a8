import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AdaptiveLimit, Pause, RateLimiter, RollingWindow } from "../../../src/http/throttle/rate-limiter.js";
import type { Permit } from "../../../src/http/throttle/types.js";
import { ManualClock } from "../../support/clock.js";

/** Creates a rate limiter over a clock of the test, and a list of the reported ends. */
function limiterOf(limit: number, window = 1000) {
  const clock = new ManualClock();
  const ends: string[] = [];
  const maxInFlight = Number.POSITIVE_INFINITY;
  const limiter = new RateLimiter({ limit, maxInFlight, window, clock, onEnd: (how) => ends.push(how) });
  const take = (): Permit => {
    const permit = limiter.tryTake();
    if (permit === undefined) throw new Error("there is no free unit");
    return permit;
  };
  return { clock, limiter, take, ends };
}

describe("a rate limiter", () => {
  test("reports how each request ended, and ignores a second end of the same request", () => {
    const { limiter, take, ends } = limiterOf(1);
    const permit = take();
    permit.end("unused");
    permit.end("responded");
    permit.end("refused");
    expect(ends).toEqual(["unused"]);
    expect(limiter.state()).toEqual({ allowed: 1, free: 1, inFlight: 0, pausedForMs: 0 });
  });

  test("knows the expected and the shortest possible time to the next unit", () => {
    const { clock, limiter, take } = limiterOf(2);
    expect([limiter.certainWaitMs(), limiter.expectedWaitMs()]).toEqual([0, 0]);
    const [first, second] = [take(), take()];
    expect([limiter.certainWaitMs(), limiter.expectedWaitMs()]).toEqual([0, Number.POSITIVE_INFINITY]);
    first.end("responded");
    clock.jump(100);
    // The second request may turn out not to have been sent.
    expect([limiter.certainWaitMs(), limiter.expectedWaitMs()]).toEqual([0, 900]);
    second.end("responded");
    expect([limiter.certainWaitMs(), limiter.expectedWaitMs()]).toEqual([900, 900]);
    clock.jump(900);
    expect([limiter.certainWaitMs(), limiter.expectedWaitMs()]).toEqual([0, 0]);
  });

  test("has no unit during a pause, even if one returns", () => {
    const { clock, limiter, take } = limiterOf(5);
    take();
    take().end("refused", 7000);
    expect([limiter.certainWaitMs(), limiter.expectedWaitMs(), limiter.requestedPauseMs]).toEqual([
      7000, 7000, 7000,
    ]);
    expect(limiter.tryTake()).toBeUndefined();
    clock.jump(6999);
    expect(limiter.tryTake()).toBeUndefined();
    clock.jump(1);
    expect(limiter.tryTake()).toBeDefined();
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
    expect(limiter.state()).toEqual({ allowed: 14, free: 0, inFlight: 0, pausedForMs: 0 });
    expect([limiter.certainWaitMs(), limiter.expectedWaitMs()]).toEqual([400, 400]);
    clock.jump(400);
    expect(limiter.state()).toMatchObject({ allowed: 15, free: 1 });
    expect(limiter.tryTake()).toBeDefined();
  });

  test("reduces the limit once for all requests that were sent before the same 429", () => {
    const { clock, limiter, take } = limiterOf(100);
    const sent = Array.from({ length: 10 }, take);
    for (const permit of sent) permit.end("refused");
    expect(limiter.state()).toMatchObject({ allowed: 70, pausedForMs: 1000 });
    clock.jump(1000);
    take().end("refused");
    expect(limiter.state()).toMatchObject({ allowed: 49, pausedForMs: 1382 });
    clock.jump(20_000);
    expect(limiter.state().allowed).toBe(100);
    take().end("refused");
    expect(limiter.state().pausedForMs).toBe(1000);
  });

  test("sends requests at even intervals in the window after a pause", () => {
    const { clock, limiter, take } = limiterOf(10, 1000);
    take().end("refused", 500);
    clock.jump(500);
    const passes: number[] = [];
    for (; clock.monotonic() < 1500; clock.jump(1)) if (limiter.tryTake()) passes.push(clock.monotonic());
    expect(passes).toEqual([500, 643, 786, 929, 1072, 1215, 1358]);
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
    expect([adaptive.at(3000), adaptive.at(3999), adaptive.at(4000), adaptive.at(4999)]).toEqual([
      70, 70, 75, 75,
    ]);
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

const hour = 3_600_000;

describe("a pause after a 429", () => {
  test("does not delay requests before it begins", () => {
    const pause = new Pause(1000);
    expect([pause.nextAllowedAt(0), pause.remainingMs(0), pause.remainingRequestedMs(0)]).toEqual([0, 0, 0]);
    pause.recordRequest(0, 100);
    expect(pause.nextAllowedAt(50)).toBe(50);
  });

  test("lasts as long as the service asks for", () => {
    const pause = new Pause(1000);
    pause.begin(100, 7000, 1000);
    expect([pause.remainingMs(100), pause.remainingRequestedMs(100), pause.nextAllowedAt(100)]).toEqual([
      7000, 7000, 7100,
    ]);
    expect([pause.remainingMs(7099), pause.nextAllowedAt(7099)]).toEqual([1, 7100]);
    expect([
      pause.remainingMs(7100),
      pause.remainingRequestedMs(7101),
      pause.nextAllowedAt(7100) <= 7100,
    ]).toEqual([0, 0, true]);
  });

  test("lasts one window if the service does not ask for a certain pause", () => {
    const pause = new Pause(1000);
    pause.begin(100, undefined, 1000);
    expect([pause.remainingMs(100), pause.remainingRequestedMs(100)]).toEqual([1000, 0]);
  });

  test("keeps the longer of two pauses", () => {
    const pause = new Pause(1000);
    pause.begin(0, 5000, 1000);
    pause.begin(10, 3000, 1000);
    pause.begin(20, undefined, 1000);
    expect([pause.nextAllowedAt(20), pause.remainingRequestedMs(20)]).toEqual([5000, 4980]);
    pause.begin(30, 6000, 1000);
    expect(pause.nextAllowedAt(30)).toBe(6030);
  });

  test.each([9_999_999_999_000, Number.POSITIVE_INFINITY])(
    "lasts at most an hour if the service asks for %d ms",
    (requestedMs) => {
      const pause = new Pause(1000);
      pause.begin(0, requestedMs, 1000);
      expect([pause.remainingMs(0), pause.remainingRequestedMs(0)]).toEqual([hour, hour]);
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

describe("a rolling window", () => {
  test("has no more units than its limit", () => {
    const units = new RollingWindow(1000);
    expect([units.tryTake(0, 2), units.tryTake(0, 2), units.tryTake(0, 2)]).toEqual([true, true, false]);
    expect(units.inFlight).toBe(2);
    expect(units.free(0, 2)).toBe(0);
  });

  test("returns a unit one window after the response, not after it was taken", () => {
    const units = new RollingWindow(1000);
    units.tryTake(0, 1);
    expect(units.nextReturn(0)).toBe(Number.POSITIVE_INFINITY);
    units.withResponse(700);
    expect(units.inFlight).toBe(0);
    expect(units.nextReturn(700)).toBe(1700);
    expect(units.tryTake(1699, 1)).toBe(false);
    expect(units.tryTake(1700, 1)).toBe(true);
  });

  test("returns the unit of a request without a response after two windows", () => {
    const units = new RollingWindow(1000);
    units.tryTake(0, 1);
    units.withoutResponse(700);
    expect(units.nextReturn(700)).toBe(2700);
    expect(units.tryTake(2699, 1)).toBe(false);
    expect(units.tryTake(2700, 1)).toBe(true);
  });

  test("returns an unused unit at once", () => {
    const units = new RollingWindow(1000);
    units.tryTake(0, 1);
    units.unused();
    expect(units.inFlight).toBe(0);
    expect(units.tryTake(0, 1)).toBe(true);
  });

  test("knows the time at which the next unit returns, however the requests ended", () => {
    const units = new RollingWindow(1000);
    for (let taken = 0; taken < 3; taken++) units.tryTake(0, 3);
    units.withoutResponse(0);
    units.withResponse(100);
    units.withResponse(1500);
    expect(units.nextReturn(1500)).toBe(2000);
    expect(units.nextReturn(2000)).toBe(2500);
    expect(units.free(2000, 3)).toBe(2);
    expect(units.nextReturn(2500)).toBe(Number.POSITIVE_INFINITY);
  });

  test("has fewer free units if fewer are allowed", () => {
    const units = new RollingWindow(1000);
    expect([units.tryTake(0, 2), units.tryTake(0, 2), units.tryTake(0, 2)]).toEqual([true, true, false]);
    expect(units.free(0, 1)).toBe(0);
    expect(units.free(0, 5)).toBe(3);
  });

  test("counts exactly over hundreds of thousands of requests", () => {
    const units = new RollingWindow(1000);
    let refused = 0;
    for (let now = 0; now < 300_000; now++) {
      if (!units.tryTake(now, 1000)) refused += 1;
      units.withResponse(now);
    }
    expect(refused).toBe(0);
    expect(units.free(299_999, 1000)).toBe(0);
    expect(units.free(300_000, 1000)).toBe(1);
    expect(units.nextReturn(300_000)).toBe(300_001);
  });
});

/** How a request ends: with a response, without one, or without having been sent. */
type RequestEnd = "withResponse" | "withoutResponse" | "unused";

interface Request {
  /** The time since the previous request, in milliseconds. */
  readonly gap: number;
  /** The time until the request ends, in milliseconds. */
  readonly latency: number;
  readonly how: RequestEnd;
  /** When the service counts it, as a part of the time in which it may. */
  readonly counted: number;
}

const request = fc.record<Request>({
  gap: fc.oneof(fc.constant(0), fc.nat(400)),
  latency: fc.oneof(fc.constant(0), fc.nat(1500)),
  how: fc.constantFrom("withResponse", "withResponse", "withResponse", "withoutResponse", "unused"),
  counted: fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true })),
});

/** Sends the requests that the limit allows; returns the times at which the service counts them. */
function send(limit: number, window: number, requests: readonly Request[]): number[] {
  const units = new RollingWindow(window);
  const inFlight: { readonly end: number; readonly how: RequestEnd }[] = [];
  const counted: number[] = [];
  let now = 0;
  for (const { gap, latency, how, counted: share } of requests) {
    now += gap;
    inFlight.sort((a, b) => a.end - b.end);
    for (let first = inFlight[0]; first !== undefined && first.end <= now; first = inFlight[0]) {
      units[first.how](first.end);
      inFlight.shift();
    }
    if (!units.tryTake(now, limit)) continue;
    inFlight.push({ end: now + latency, how });
    const latest = how === "withoutResponse" ? latency + window : latency;
    if (how !== "unused") counted.push(now + Math.round(share * latest));
  }
  return counted.sort((a, b) => a - b);
}

/** For each kind of service, whether it refuses one of the requests that it counts at these times. */
const refuses = {
  "a fixed window": (counted: readonly number[], limit: number, window: number, phase: number) => {
    const counts = new Map<number, number>();
    for (const time of counted) {
      const number = Math.floor((time + phase) / window);
      counts.set(number, (counts.get(number) ?? 0) + 1);
    }
    return [...counts.values()].some((count) => count > limit);
  },
  "a rolling window": (counted: readonly number[], limit: number, window: number) =>
    counted.some((time, index) => (counted[index + limit] ?? Number.POSITIVE_INFINITY) - time < window),
  // A token consists of `window` parts, and `limit` parts return every millisecond, so that all numbers are whole.
  "a token bucket": (counted: readonly number[], limit: number, window: number) => {
    let parts = limit * window;
    let last = 0;
    return counted.some((time) => {
      parts = Math.min(limit * window, parts + (time - last) * limit);
      last = time;
      parts -= window;
      return parts < 0;
    });
  },
};

describe.each(Object.entries(refuses))("a service that counts with %s", (_, refusesOne) => {
  const limits = fc.integer({ min: 1, max: 8 });
  const windows = fc.integer({ min: 1, max: 1000 });

  test("refuses no request of a rolling window, whatever the arrivals, latencies and times of counting", () => {
    const requests = fc.array(request, { maxLength: 120 });
    fc.assert(
      fc.property(limits, windows, fc.nat(1000), requests, (limit, window, phase, all) => {
        const counted = send(limit, window, all);
        expect(refusesOne(counted, limit, window, phase)).toBe(false);
      }),
    );
  });

  test("refuses a request if one more is sent than it allows", () => {
    const all = Array.from(
      { length: 20 },
      () => ({ gap: 1, latency: 0, how: "withResponse", counted: 0 }) as const,
    );
    expect(refusesOne(send(4, 1000, all), 3, 1000, 0)).toBe(true);
  });
});

describe("a busy client with a rolling window", () => {
  test("uses at least 98 % of the limit if the latencies are short compared with the window", () => {
    const latencies = fc.array(fc.nat(300), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), latencies, (limit, latency) => {
        const units = new RollingWindow(60_000);
        const ends = new Map<number, number>();
        let sent = 0;
        for (let now = 0; now < 10 * 60_000; now += 25) {
          for (let count = ends.get(now) ?? 0; count > 0; count--) units.withResponse(now);
          while (units.tryTake(now, limit)) {
            const end = now + 25 * Math.ceil((latency[sent % latency.length] ?? 0) / 25 + 1);
            ends.set(end, (ends.get(end) ?? 0) + 1);
            sent += 1;
          }
        }
        expect(sent).toBeGreaterThanOrEqual(0.98 * 10 * limit);
      }),
      { numRuns: 20 },
    );
  });
});
