import { describe, expect, test } from "vitest";
import { isReached, limits, listMissedGoals, lowest } from "./goals.js";
import { memoryGoals } from "./memory/report.js";
import { callGoalsTable, goalCell, type JudgedCalls } from "./page/goals.js";
import { ms, times } from "./text.js";
import { typingGoals } from "./typing/measure.js";
import { weightGoals } from "./weight/measure.js";

/** Stores a figure as `--json` does, which writes NaN as null. */
const stored = (figure: number): number => JSON.parse(JSON.stringify(figure));

describe("isReached", () => {
  test.each([
    [0.05, true],
    [0.0501, false],
    [-0.2, true],
    [undefined, false],
    [Number.NaN, false],
    [stored(Number.NaN), false],
    [Number.NEGATIVE_INFINITY, false],
  ])("returns for the figure %s and the limit 0.05: %s", (figure, reached) => {
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
  expect(lowest([1, stored(Number.NaN)])).toBeNaN();
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

describe("the limits of `.`", () => {
  const entry = (milliseconds: number, gzip: number) => [
    { name: ".", import: { milliseconds }, bundle: { atImport: { gzip } } },
    { name: "./lessor", import: { milliseconds: 12 }, bundle: { atImport: { gzip: 10_000 } } },
  ];

  test("accept figures at the limit", () => {
    const goals = weightGoals(entry(limits.importMilliseconds, limits.bundleBytes));
    expect(listMissedGoals(goals)).toEqual([]);
  });

  test("reject a slow import, a large bundle and missing figures", () => {
    expect(listMissedGoals(weightGoals(entry(53, 80_100)))).toEqual([
      "cold import of `.`: 53.0 ms, more than 30.0 ms",
      "bundle of `.`, gzipped: 80.1 kB, more than 80.0 kB",
    ]);
    expect(listMissedGoals(weightGoals([]))).toEqual([
      "cold import of `.`: not measured",
      "bundle of `.`, gzipped: not measured",
    ]);
  });
});

test("the limit of instantiations applies to ours", () => {
  const missed = (instantiations: number) =>
    listMissedGoals(typingGoals({ ours: { instantiations }, "hey-api": { instantiations: 90_000 } }));
  expect(missed(45_000)).toEqual([]);
  expect(missed(45_001)).toEqual(["instantiations for 30 typed calls: 45 001, more than 45 000"]);
});

describe("the limits of memory", () => {
  const steady = { transport: "global fetch", calls: 100_000, growth: 0.02 };
  const unbounded = { peak: { heapUsed: 233_500_000 } };
  const bounded = { heap: 99_600_000, peak: { heapUsed: 75_000_000, rss: 87_200_000 } };

  test("accept a steady heap and calls that fit into it", () => {
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
  const row = (contestant: string, ratio: number) => ({
    contestant,
    sequential: figures(ratio),
    concurrent: figures(ratio),
  });
  const run = (...rows: readonly ReturnType<typeof row>[]): JudgedCalls => ({
    tables: [{ shape: "get", rows }],
  });
  const cells = (node20: JudgedCalls) =>
    callGoalsTable({ node20, node24: run() })
      .split("\n")
      .slice(2)
      .map((line) => line.split(" | ")[2]);

  test("compare the default transport with openapi-fetch and the undici transport with fetch", () => {
    const rows = [row("ours", 1.2), row("openapi-fetch", 1.25), row("ours-undici", 0.4)];
    expect(cells(run(...rows))).toEqual(["0.96", "0.40"]);
  });

  test("mark a figure above its limit", () => {
    const rows = [row("ours", 1.3), row("openapi-fetch", 1.25), row("ours-undici", 0.5)];
    expect(cells(run(...rows))).toEqual(["✗ 1.04", "✗ 0.50"]);
  });

  test("report a figure as not measured if one side is missing or not a number", () => {
    expect(cells(run(row("ours", 1)))).toEqual(["✗ not measured", "✗ not measured"]);
    const rows = [row("ours", 1), row("openapi-fetch", stored(Number.NaN))];
    expect(cells(run(...rows))[0]).toBe("✗ not measured");
  });

  test("show the reason for a missing figure", () => {
    expect(goalCell({ figure: undefined, most: 1, text: times, missing: "it ended" })).toBe("✗ it ended");
  });
});
