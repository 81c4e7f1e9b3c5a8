import { expect, test } from "vitest";
import { times } from "../text.js";
import { goalCell } from "./goal.js";

test.each([
  [1.15, "1.15"],
  [1.154, "✗ 1.15"],
  [0.2, "0.20"],
  [Number.NaN, "✗ not measured"],
  [undefined, "✗ not measured"],
])("%s of at most 1.15 is shown as %s", (figure, cell) => {
  expect(goalCell({ figure, most: 1.15, text: times })).toBe(cell);
});

test("says why there is no figure, and needs what the figure is held against", () => {
  expect(goalCell({ figure: undefined, most: 1, text: times, missing: "it ended" })).toBe("✗ it ended");
  expect(goalCell({ figure: 0.2, most: Number.NaN, text: times })).toBe("✗ not measured");
});
