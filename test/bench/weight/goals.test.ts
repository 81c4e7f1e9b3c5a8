import { expect, test } from "vitest";
import { shortcomings } from "../goals.js";
import { weightGoals } from "./goals.js";

const entry = (name: string, milliseconds: number, gzip = 10_000) => ({
  name,
  import: { milliseconds },
  bundle: { atImport: { gzip } },
});
const lessor = entry("./lessor", 12);

test.each([
  ["less than `.`", 18, 12, []],
  ["more than `.`", 18, 19, ["cold import of `./supplier`, less than `.`: 19.0 ms, more than 18.0 ms"]],
  [
    "less than `.`, which takes too long",
    53,
    22,
    [
      "cold import of `.`: 53.0 ms, more than 20.0 ms",
      "cold import of `./supplier`, less than `.`: 22.0 ms, more than 20.0 ms",
    ],
  ],
])("an import of ./supplier that takes %s", (_, root, supplier, expected) => {
  expect(shortcomings(weightGoals([entry(".", root), entry("./supplier", supplier), lessor]))).toEqual(
    expected,
  );
});

test("what is not there, or no number, was not measured", () => {
  expect(shortcomings(weightGoals([entry("./supplier", 12), lessor]))).toEqual([
    "cold import of `.`: not measured",
    "cold import of `./supplier`, less than `.`: not measured",
    "cold import of `./lessor`, less than `.`: not measured",
    "bundle of `.`, gzipped: not measured",
  ]);
  const broken = [entry(".", 18), entry("./supplier", Number.NaN), lessor];
  expect(shortcomings(weightGoals(broken))).toEqual([
    "cold import of `./supplier`, less than `.`: not measured",
  ]);
});

test("a bundle has its limit", () => {
  const large = [entry(".", 18, 40_001), entry("./supplier", 12), entry("./lessor", 12, 21_000)];
  expect(shortcomings(weightGoals(large))).toEqual([
    "bundle of `.`, gzipped: 40.0 kB, more than 40.0 kB",
    "bundle of `./lessor`, gzipped: 21.0 kB, more than 20.0 kB",
  ]);
});
