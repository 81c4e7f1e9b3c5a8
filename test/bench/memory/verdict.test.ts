import { expect, test } from "vitest";
import { shortcomings } from "./verdict.js";

const steady = { transport: "global fetch", growth: 0.02 };
const fits = { calls: 10_000, bounded: { heap: 99_600_000 } };

test("says nothing where all holds", () => {
  expect(shortcomings({ sequential: [steady], concurrent: fits })).toEqual([]);
});

test("says which heap grew, and that the calls did not fit", () => {
  const grown = { transport: "undici", growth: 0.071 };
  const failed = { calls: 10_000, bounded: { heap: 99_600_000, failure: "ended" } };
  expect(shortcomings({ sequential: [steady, grown], concurrent: failed })).toEqual([
    "undici: the heap grew by 7.1 %, more than 5.0 %",
    "10000 calls at once in a heap of 99.6 MB: ended",
  ]);
});
