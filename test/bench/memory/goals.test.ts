import { expect, test } from "vitest";
import { shortcomings } from "../goals.js";
import { memoryGoals } from "./goals.js";

const steady = { transport: "global fetch", calls: 100_000, growth: 0.02 };
const unbounded = { peak: { heapUsed: 233_500_000 } };
const fits = {
  calls: 10_000,
  unbounded,
  bounded: { heap: 99_600_000, peak: { heapUsed: 75_000_000, rss: 87_200_000 } },
};

test("says nothing where all holds", () => {
  expect(shortcomings(memoryGoals({ sequential: [steady], concurrent: fits }))).toEqual([]);
});

test("says which heap grew, and that the calls did not fit", () => {
  const grown = { ...steady, transport: "undici", growth: 0.071 };
  const failed = { calls: 10_000, unbounded, bounded: { heap: 99_600_000, failure: "ended" } };
  expect(shortcomings(memoryGoals({ sequential: [steady, grown], concurrent: failed }))).toEqual([
    "growth of the heap, 100 000 calls (undici): 7.1 %, more than 5.0 %",
    "peak for 10 000 calls at once, within a heap of 99.6 MB (Node as it comes: 233.5 MB): ended",
  ]);
});
