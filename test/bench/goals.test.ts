import { describe, expect, test } from "vitest";
import { isReached, lowest, shortcomings } from "./goals.js";
import { ms } from "./text.js";

/** What `--json` makes of a figure that is no number. */
const kept = (figure: number): number => JSON.parse(JSON.stringify(figure));

describe("a goal of at most 0.05", () => {
  test.each([
    [0.05, true],
    [0.0501, false],
    [-0.2, true],
    [undefined, false],
    [Number.NaN, false],
    [kept(Number.NaN), false],
    [Number.NEGATIVE_INFINITY, false],
  ])("and %s: reached is %s", (figure, reached) => {
    expect(isReached({ figure, most: 0.05 })).toBe(reached);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY])("is not reached if the most is %s", (most) => {
    expect(isReached({ figure: 0.01, most })).toBe(false);
  });
});

test("the lowest of figures is known only if all were measured", () => {
  expect(lowest([3, 1, 2])).toBe(1);
  expect(lowest([])).toBeNaN();
  expect(lowest([1, undefined])).toBeNaN();
  expect(lowest([1, kept(Number.NaN)])).toBeNaN();
});

test("says which goals are not reached, and which were not measured", () => {
  const goal = { most: 20, text: ms };
  expect(
    shortcomings([
      { ...goal, what: "fast", figure: 19 },
      { ...goal, what: "slow", figure: 23.4 },
      { ...goal, what: "gone", figure: undefined },
      { ...goal, what: "ended", figure: undefined, missing: "out of memory" },
      { ...goal, what: "beside nothing", figure: 3, most: Number.NaN },
    ]),
  ).toEqual([
    "slow: 23.4 ms, more than 20.0 ms",
    "gone: not measured",
    "ended: out of memory",
    "beside nothing: not measured",
  ]);
});
