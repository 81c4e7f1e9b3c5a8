import { expect, test } from "vitest";
import { goalCell } from "./goal.js";

test.each([
  [1.15, "1.15"],
  [1.154, "**1.15**"],
  [0.2, "0.20"],
  [Number.NaN, "**NaN**"],
  [undefined, "**not measured**"],
])("%s of at most 1.15 is shown as %s", (figure, cell) => {
  expect(goalCell(figure, 1.15, (value) => value.toFixed(2))).toBe(cell);
});
