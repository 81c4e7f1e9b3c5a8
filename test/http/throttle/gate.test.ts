import { describe, expect, test } from "vitest";
import { PauseGate } from "../../../src/http/throttle/rate-limiter.js";

const hour = 3_600_000;

describe("a gate", () => {
  test("is open until it is closed", () => {
    const gate = new PauseGate(1000);
    expect([gate.opensNext(0), gate.closedFor(0), gate.askedFor(0)]).toEqual([0, 0, 0]);
    gate.pass(0, 100);
    expect(gate.opensNext(50)).toBe(50);
  });

  test("stays closed for as long as the service asks", () => {
    const gate = new PauseGate(1000);
    gate.close(100, 7000, 1000);
    expect([gate.closedFor(100), gate.askedFor(100), gate.opensNext(100)]).toEqual([7000, 7000, 7100]);
    expect([gate.closedFor(7099), gate.opensNext(7099)]).toEqual([1, 7100]);
    expect([gate.closedFor(7100), gate.askedFor(7101), gate.opensNext(7100) <= 7100]).toEqual([0, 0, true]);
  });

  test("stays closed for a window if the service does not say how long, which it has not asked for then", () => {
    const gate = new PauseGate(1000);
    gate.close(100, undefined, 1000);
    expect([gate.closedFor(100), gate.askedFor(100)]).toEqual([1000, 0]);
  });

  test("keeps the longer of two pauses", () => {
    const gate = new PauseGate(1000);
    gate.close(0, 5000, 1000);
    gate.close(10, 3000, 1000);
    gate.close(20, undefined, 1000);
    expect([gate.opensNext(20), gate.askedFor(20)]).toEqual([5000, 4980]);
    gate.close(30, 6000, 1000);
    expect(gate.opensNext(30)).toBe(6030);
  });

  test.each([9_999_999_999_000, Number.POSITIVE_INFINITY])(
    "is closed for an hour at most: %d ms",
    (asked) => {
      const gate = new PauseGate(1000);
      gate.close(0, asked, 1000);
      expect([gate.closedFor(0), gate.askedFor(0)]).toEqual([hour, hour]);
    },
  );

  test("…unless the window is longer", () => {
    const gate = new PauseGate(24 * hour);
    gate.close(0, undefined, 24 * hour);
    expect(gate.closedFor(0)).toBe(24 * hour);
  });

  test("lets those who come after the pause pass at even distances, for one window", () => {
    const gate = new PauseGate(1000);
    gate.close(0, 5000, 1000);
    gate.pass(5000, 300);
    expect(gate.opensNext(5000)).toBe(5300);
    expect(gate.opensNext(5299)).toBe(5300);
    expect(gate.opensNext(5300)).toBe(5300);
    gate.pass(5400, 300);
    expect(gate.opensNext(5400)).toBe(5700);
    gate.pass(5900, 300);
    expect(gate.opensNext(5900)).toBe(6000);
    expect(gate.opensNext(6000)).toBe(6000);
    gate.pass(6000, 300);
    expect(gate.opensNext(6000)).toBe(6000);
  });

  test("paces those who may come at once as well", () => {
    const gate = new PauseGate(1000);
    gate.close(50, 0, 1000);
    expect(gate.opensNext(50)).toBeLessThanOrEqual(50);
    gate.pass(50, 100);
    expect(gate.opensNext(50)).toBe(150);
  });
});
