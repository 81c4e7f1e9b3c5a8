import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RollingWindow } from "../../../src/http/throttle/rate-limiter.js";

describe("a rolling window", () => {
  test("gives out no more units than its limit", () => {
    const units = new RollingWindow(1000);
    expect([units.tryTake(0, 2), units.tryTake(0, 2), units.tryTake(0, 2)]).toEqual([true, true, false]);
    expect(units.inFlight).toBe(2);
    expect(units.free(0, 2)).toBe(0);
  });

  test("gives a unit out again a window after the answer, not after it was taken", () => {
    const units = new RollingWindow(1000);
    units.tryTake(0, 1);
    expect(units.nextReturn(0)).toBe(Number.POSITIVE_INFINITY);
    units.answered(700);
    expect(units.inFlight).toBe(0);
    expect(units.nextReturn(700)).toBe(1700);
    expect(units.tryTake(1699, 1)).toBe(false);
    expect(units.tryTake(1700, 1)).toBe(true);
  });

  test("gives a unit whose request stayed without an answer out again after two windows", () => {
    const units = new RollingWindow(1000);
    units.tryTake(0, 1);
    units.unanswered(700);
    expect(units.nextReturn(700)).toBe(2700);
    expect(units.tryTake(2699, 1)).toBe(false);
    expect(units.tryTake(2700, 1)).toBe(true);
  });

  test("gives a unit that was not used out again at once", () => {
    const units = new RollingWindow(1000);
    units.tryTake(0, 1);
    units.unused();
    expect(units.inFlight).toBe(0);
    expect(units.tryTake(0, 1)).toBe(true);
  });

  test("knows which unit comes back next, whatever became of the requests", () => {
    const units = new RollingWindow(1000);
    for (let taken = 0; taken < 3; taken++) units.tryTake(0, 3);
    units.unanswered(0);
    units.answered(100);
    units.answered(1500);
    expect(units.nextReturn(1500)).toBe(2000);
    expect(units.nextReturn(2000)).toBe(2500);
    expect(units.free(2000, 3)).toBe(2);
    expect(units.nextReturn(2500)).toBe(Number.POSITIVE_INFINITY);
  });

  test("lets fewer units out where fewer are allowed", () => {
    const units = new RollingWindow(1000);
    expect([units.tryTake(0, 2), units.tryTake(0, 2), units.tryTake(0, 2)]).toEqual([true, true, false]);
    expect(units.free(0, 1)).toBe(0);
    expect(units.free(0, 5)).toBe(3);
  });

  test("is exact over hundreds of thousands of requests", () => {
    const units = new RollingWindow(1000);
    let refused = 0;
    for (let now = 0; now < 300_000; now++) {
      if (!units.tryTake(now, 1000)) refused += 1;
      units.answered(now);
    }
    expect(refused).toBe(0);
    expect(units.free(299_999, 1000)).toBe(0);
    expect(units.free(300_000, 1000)).toBe(1);
    expect(units.nextReturn(300_000)).toBe(300_001);
  });
});

/** What becomes of a request: it is answered, given up without an answer, or never sent. */
type Fate = "answered" | "unanswered" | "unused";

interface Request {
  /** How long after the request before it, how long until its end, in milliseconds. */
  readonly gap: number;
  readonly latency: number;
  readonly fate: Fate;
  /** When the service counts it, as a part of the time in which it may. */
  readonly counted: number;
}

const request = fc.record<Request>({
  gap: fc.oneof(fc.constant(0), fc.nat(400)),
  latency: fc.oneof(fc.constant(0), fc.nat(1500)),
  fate: fc.constantFrom("answered", "answered", "answered", "unanswered", "unused"),
  counted: fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true })),
});

/** Sends what the limit allows, and tells at which instants the service counts it. */
function send(limit: number, window: number, requests: readonly Request[]): number[] {
  const units = new RollingWindow(window);
  const underway: { readonly end: number; readonly fate: Fate }[] = [];
  const counted: number[] = [];
  let now = 0;
  for (const { gap, latency, fate, counted: share } of requests) {
    now += gap;
    underway.sort((a, b) => a.end - b.end);
    for (let first = underway[0]; first !== undefined && first.end <= now; first = underway[0]) {
      units[first.fate](first.end);
      underway.shift();
    }
    if (!units.tryTake(now, limit)) continue;
    underway.push({ end: now + latency, fate });
    const latest = fate === "unanswered" ? latency + window : latency;
    if (fate !== "unused") counted.push(now + Math.round(share * latest));
  }
  return counted.sort((a, b) => a - b);
}

/** The services: each tells whether it would have refused one of the requests that it counted at these instants. */
const refuses = {
  "a fixed window": (counted: readonly number[], limit: number, window: number, phase: number) => {
    const counts = new Map<number, number>();
    for (const instant of counted) {
      const number = Math.floor((instant + phase) / window);
      counts.set(number, (counts.get(number) ?? 0) + 1);
    }
    return [...counts.values()].some((count) => count > limit);
  },
  "a rolling window": (counted: readonly number[], limit: number, window: number) =>
    counted.some((instant, index) => (counted[index + limit] ?? Number.POSITIVE_INFINITY) - instant < window),
  // Each token counts as `window` parts, of which `limit` come back every millisecond: whole numbers only.
  "a token bucket": (counted: readonly number[], limit: number, window: number) => {
    let parts = limit * window;
    let last = 0;
    return counted.some((instant) => {
      parts = Math.min(limit * window, parts + (instant - last) * limit);
      last = instant;
      parts -= window;
      return parts < 0;
    });
  },
};

describe.each(Object.entries(refuses))("a service that counts by %s", (_, refusesOne) => {
  const limits = fc.integer({ min: 1, max: 8 });
  const windows = fc.integer({ min: 1, max: 1000 });

  test("never refuses, whatever the arrivals, the latencies and the moment at which it counts", () => {
    const requests = fc.array(request, { maxLength: 120 });
    fc.assert(
      fc.property(limits, windows, fc.nat(1000), requests, (limit, window, phase, all) => {
        const counted = send(limit, window, all);
        expect(refusesOne(counted, limit, window, phase)).toBe(false);
      }),
    );
  });

  test("would refuse if one more were sent than it allows", () => {
    const all = Array.from(
      { length: 20 },
      () => ({ gap: 1, latency: 0, fate: "answered", counted: 0 }) as const,
    );
    expect(refusesOne(send(4, 1000, all), 3, 1000, 0)).toBe(true);
  });
});

describe("a caller who keeps asking", () => {
  test("gets 98 % of the limit and more, with latencies that are small against the window", () => {
    const latencies = fc.array(fc.nat(300), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), latencies, (limit, latency) => {
        const units = new RollingWindow(60_000);
        const ends = new Map<number, number>();
        let sent = 0;
        for (let now = 0; now < 10 * 60_000; now += 25) {
          for (let count = ends.get(now) ?? 0; count > 0; count--) units.answered(now);
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
