import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RollingWindow } from "../../../src/http/throttle/rolling-window.js";

describe("a rolling window", () => {
  test("gives out no more units than its limit", () => {
    const units = new RollingWindow(2, 1000);
    expect([units.tryTake(0), units.tryTake(0), units.tryTake(0)]).toEqual([true, true, false]);
  });

  test("gives a unit out again a window after it was given back, not after it was taken", () => {
    const units = new RollingWindow(1, 1000);
    units.tryTake(0);
    expect(units.nextReturn).toBeUndefined();
    units.giveBack(700);
    expect(units.nextReturn).toBe(1700);
    expect(units.tryTake(1000)).toBe(false);
    expect(units.tryTake(1699)).toBe(false);
    expect(units.tryTake(1700)).toBe(true);
  });

  test("gives a unit that was not used out again at once", () => {
    const units = new RollingWindow(1, 1000);
    units.tryTake(0);
    units.returnUnused();
    expect(units.tryTake(0)).toBe(true);
  });

  // The service may count a request at any moment between its sending and its answer. Each request is therefore
  // counted by both extremes; if neither ever sees too many within a window, then no service does.
  test("whatever the arrivals and latencies, no stretch of a window sees more than the limit", () => {
    const arrivals = fc.array(fc.record({ gap: fc.nat(400), latency: fc.nat(1500) }), { maxLength: 120 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 1000 }),
        arrivals,
        (limit, window, requests) => {
          const units = new RollingWindow(limit, window);
          const underway: number[] = [];
          const sent: { from: number; to: number }[] = [];
          let now = 0;
          for (const { gap, latency } of requests) {
            now += gap;
            underway.sort((a, b) => a - b);
            while ((underway[0] ?? Number.POSITIVE_INFINITY) <= now) units.giveBack(underway.shift() ?? 0);
            if (!units.tryTake(now)) continue;
            sent.push({ from: now, to: now + latency });
            underway.push(now + latency);
          }
          for (const { to } of sent) {
            // Counted as late as possible for the first, as early as possible for those that follow it.
            const within = sent.filter((each) => each.to >= to && each.from < to + window);
            expect(within.length).toBeLessThanOrEqual(limit);
          }
        },
      ),
    );
  });

  test("a caller who keeps asking gets the whole limit in every window", () => {
    const units = new RollingWindow(5, 1000);
    let sent = 0;
    for (let now = 0; now < 10_000; now += 10) {
      while (units.tryTake(now)) {
        units.giveBack(now);
        sent += 1;
      }
    }
    expect(sent).toBe(50);
  });
});
