import { describe, expect, test } from "vitest";
import { isReached, limits, listMissedGoals, lowest } from "./goals.js";
import { computeGrowth, listReadingPoints, type Reading } from "./memory/growth.js";
import { memoryGoals } from "./memory/report.js";
import { callGoalsTable, goalCell, type JudgedCalls } from "./page/goals.js";
import { ms, times } from "./text.js";
import { typingGoals } from "./typing/measure.js";
import { weightGoals } from "./weight/measure.js";

/** Stores a figure and reads it again, as `--json` does, which writes NaN as null. */
const store = (figure: number): number => JSON.parse(JSON.stringify(figure));

describe("isReached", () => {
  test.each([
    [0.05, true],
    [0.0501, false],
    [-0.2, true],
    [undefined, false],
    [Number.NaN, false],
    [store(Number.NaN), false],
    [Number.NEGATIVE_INFINITY, false],
  ])("for the figure %s and the limit 0.05 returns %s", (figure, reached) => {
    expect(isReached({ figure, most: 0.05 })).toBe(reached);
  });

  test("returns false if the limit is not a number", () => {
    expect(isReached({ figure: 0.01, most: Number.NaN })).toBe(false);
  });
});

test("lowest returns NaN unless all figures were measured", () => {
  expect(lowest([3, 1, 2])).toBe(1);
  expect(lowest([])).toBeNaN();
  expect(lowest([1, undefined])).toBeNaN();
  expect(lowest([1, store(Number.NaN)])).toBeNaN();
});

test("listMissedGoals distinguishes missed goals from missing figures", () => {
  const goal = { most: 20, text: ms };
  const goals = [
    { ...goal, what: "fast", figure: 19 },
    { ...goal, what: "slow", figure: 23.4 },
    { ...goal, what: "unknown", figure: undefined },
    { ...goal, what: "failed", figure: undefined, missing: "out of memory" },
  ];
  expect(listMissedGoals(goals)).toEqual([
    "slow: 23.4 ms, more than 20.0 ms",
    "unknown: not measured",
    "failed: out of memory",
  ]);
});

describe("the limits of the entry point `.`", () => {
  const createWeights = (milliseconds: number, gzip: number) => [
    { name: ".", import: { milliseconds }, bundle: { atImport: { gzip } } },
    { name: "./lessor", import: { milliseconds: 12 }, bundle: { atImport: { gzip: 10_000 } } },
  ];

  test("accept figures at the limit", () => {
    const goals = weightGoals(createWeights(limits.importMilliseconds, limits.bundleBytes));
    expect(listMissedGoals(goals)).toEqual([]);
  });

  test("reject a slow import, a large bundle and missing figures", () => {
    expect(listMissedGoals(weightGoals(createWeights(53, 80_100)))).toEqual([
      "cold import of `.`: 53.0 ms, more than 30.0 ms",
      "bundle of `.`, gzipped: 80.1 kB, more than 80.0 kB",
    ]);
    expect(listMissedGoals(weightGoals([]))).toEqual([
      "cold import of `.`: not measured",
      "bundle of `.`, gzipped: not measured",
    ]);
  });
});

test("the limit of instantiations applies only to this package", () => {
  const listMissed = (instantiations: number) =>
    listMissedGoals(typingGoals({ ours: { instantiations }, "hey-api": { instantiations: 90_000 } }));
  expect(listMissed(45_000)).toEqual([]);
  expect(listMissed(45_001)).toEqual(["instantiations for 30 typed calls: 45 001, more than 45 000"]);
});

describe("the limits of memory", () => {
  const steady = { transport: "global fetch", calls: 100_000, growth: 0.02 };
  const unbounded = { peak: { heapUsed: 233_500_000 } };
  const bounded = { heap: 99_600_000, peak: { heapUsed: 75_000_000, rss: 87_200_000 } };

  test("accept a stable heap and calls that fit into it", () => {
    const concurrent = { calls: 10_000, unbounded, bounded };
    expect(listMissedGoals(memoryGoals({ sequential: [steady], concurrent }))).toEqual([]);
  });

  test("name the heap that grew and the calls that did not fit", () => {
    const grown = { ...steady, transport: "undici", growth: 0.071 };
    const failed = { heap: 99_600_000, failure: "ended" };
    const concurrent = { calls: 10_000, unbounded, bounded: failed };
    expect(listMissedGoals(memoryGoals({ sequential: [steady, grown], concurrent }))).toEqual([
      expect.stringMatching(/undici.*: 7\.1 %, more than 5\.0 %$/),
      expect.stringMatching(/^peak for 10 000 calls .*: ended$/),
    ]);
  });
});

describe("the limits of calls", () => {
  const figures = (ratio: number) => ({ time: { ratio }, cpu: { ratio } });
  const createRow = (contestant: string, ratio: number) => ({
    contestant,
    sequential: figures(ratio),
    concurrent: figures(ratio),
  });
  const createRun = (...rows: readonly ReturnType<typeof createRow>[]): JudgedCalls => ({
    tables: [{ shape: "get", rows }],
  });
  const readCells = (node20: JudgedCalls) =>
    callGoalsTable({ node20, node24: createRun() })
      .split("\n")
      .slice(2)
      .map((line) => line.split(" | ")[2]);

  test("compare the default transport with openapi-fetch and the undici transport with fetch", () => {
    const rows = [createRow("ours", 1.2), createRow("openapi-fetch", 1.25), createRow("ours-undici", 0.4)];
    expect(readCells(createRun(...rows))).toEqual(["0.96", "0.40"]);
  });

  test("mark a figure above its limit", () => {
    const rows = [createRow("ours", 1.3), createRow("openapi-fetch", 1.25), createRow("ours-undici", 0.5)];
    expect(readCells(createRun(...rows))).toEqual(["✗ 1.04", "✗ 0.50"]);
  });

  test("report a figure as not measured if one side is missing or not a number", () => {
    expect(readCells(createRun(createRow("ours", 1)))).toEqual(["✗ not measured", "✗ not measured"]);
    const rows = [createRow("ours", 1), createRow("openapi-fetch", store(Number.NaN))];
    expect(readCells(createRun(...rows))[0]).toBe("✗ not measured");
  });

  test("show the reason for a missing figure", () => {
    expect(goalCell({ figure: undefined, most: 1, text: times, missing: "it ended" })).toBe("✗ it ended");
  });
});

/** Creates readings at regular intervals from the megabytes of the heap. */
const createReadings = (...heaps: number[]): Reading[] =>
  heaps.map((heap, index) => ({ calls: (index + 1) * 1000, heapUsed: heap * 1_000_000, rss: 100_000_000 }));

describe("listReadingPoints", () => {
  const points = listReadingPoints({ calls: 100_000, first: 10_000 });

  test("returns five points around the first one and five up to the end", () => {
    expect(points.slice(0, 5)).toEqual([9000, 9500, 10_000, 10_500, 11_000]);
    expect(points.slice(-5)).toEqual([98_000, 98_500, 99_000, 99_500, 100_000]);
  });

  test("returns points at regular intervals between them", () => {
    expect(points.slice(5, -5)).toEqual([2, 3, 4, 5, 6, 7, 8, 9].map((each) => each * 10_000));
  });
});

describe("computeGrowth", () => {
  test("compares medians, so that an outlier has no effect", () => {
    const { first, last, growth } = computeGrowth(
      createReadings(10, 10, 14, 10, 10, 11, 10.4, 10.4, 10.4, 10.4, 19),
    );
    expect([first.heapUsed, last.heapUsed]).toEqual([10_000_000, 10_400_000]);
    expect(growth).toBeCloseTo(0.04);
  });

  test("finds growth after the heap has shrunk", () => {
    const { growth } = computeGrowth(createReadings(12, 12, 12, 12, 12, 10, 10, 10, 11, 11, 11, 11, 11));
    expect(growth).toBeCloseTo(0.1);
  });

  test("returns 0 for a heap that shrank and does not grow again", () => {
    const { growth } = computeGrowth(createReadings(12, 12, 12, 12, 12, 10, 10, 10, 10, 10, 10, 10, 10));
    expect(growth).toBe(0);
  });

  test("throws if there are no readings between the first and the last ones", () => {
    expect(() => computeGrowth(createReadings(10, 10, 10, 10, 10, 10, 10, 10, 10, 10))).toThrow(
      "only 10 readings",
    );
  });
});
