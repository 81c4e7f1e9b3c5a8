import { describe, expect, test } from "vitest";
import { computeGrowth, type Reading, readingPoints } from "./growth.js";

/** Readings after every so many calls, by the megabytes of the heap. */
const readings = (...heaps: number[]): Reading[] =>
  heaps.map((heap, index) => ({ calls: (index + 1) * 1000, heapUsed: heap * 1_000_000, rss: 100_000_000 }));

describe("readingPoints", () => {
  const points = readingPoints({ calls: 100_000, first: 10_000 });

  test("reads five times around the first point and five times up to the end", () => {
    expect(points.slice(0, 5)).toEqual([9000, 9500, 10_000, 10_500, 11_000]);
    expect(points.slice(-5)).toEqual([98_000, 98_500, 99_000, 99_500, 100_000]);
  });

  test("and in between, once for each stretch", () => {
    expect(points.slice(5, -5)).toEqual([2, 3, 4, 5, 6, 7, 8, 9].map((each) => each * 10_000));
  });
});

describe("growthOf", () => {
  test("compares the medians, so that one reading that is off does not count", () => {
    const { first, last, growth } = computeGrowth(
      readings(10, 10, 14, 10, 10, 11, 10.4, 10.4, 10.4, 10.4, 19),
    );
    expect([first.heapUsed, last.heapUsed]).toEqual([10_000_000, 10_400_000]);
    expect(growth).toBeCloseTo(0.04);
  });

  test("sees what grows after the heap has shrunk", () => {
    const { growth } = computeGrowth(readings(12, 12, 12, 12, 12, 10, 10, 10, 11, 11, 11, 11, 11));
    expect(growth).toBeCloseTo(0.1);
  });

  test("takes a heap that shrank and stays so for no growth", () => {
    const { growth } = computeGrowth(readings(12, 12, 12, 12, 12, 10, 10, 10, 10, 10, 10, 10, 10));
    expect(growth).toBe(0);
  });

  test("wants readings in between", () => {
    expect(() => computeGrowth(readings(10, 10, 10, 10, 10, 10, 10, 10, 10, 10))).toThrow("only 10 readings");
  });
});
