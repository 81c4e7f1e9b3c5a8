import { expect, test } from "vitest";
import { countOf } from "./rounds.js";

test("takes a number of rounds", () => {
  expect(countOf("31")).toBe(31);
});

test.each(["x", "", "0", "-3", "2.5", "NaN", "Infinity"])("refuses %j", (text) => {
  expect(() => countOf(text)).toThrow("not a number of rounds");
});
