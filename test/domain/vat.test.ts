import { RegInputError } from "@reg/sdk";
import { vatOf } from "@reg/sdk/supplier";
import { describe, expect, it } from "vitest";

describe("vatOf", () => {
  it.each([
    [129.5, 21, 27.2],
    [-129.5, 21, -27.2],
    // Half of a cent, which 0.1 * 5 and 1.005 * 100 miss in floating point.
    [0.1, 5, 0.01],
    [-0.1, 5, -0.01],
    [0.5, 21, 0.11],
    [1.05, 10, 0.11],
    [100.5, 5.5, 5.53],
    [0.07, 7.14, 0],
    [1_000_000_000.05, 50, 500_000_000.03],
    [129.5, 0, 0],
    [-129.5, 0, 0],
    [-0.01, 21, 0],
    [129.5, 100, 129.5],
  ])("of %s euros with %s %% is %s euros", (total, percentage, expected) => {
    expect(vatOf(total, percentage)).toBe(expected);
  });

  it.each([129.505, Number.NaN, Number.POSITIVE_INFINITY, "129.50" as never])("rejects the total %s", (total) => {
    expect(() => vatOf(total, 21)).toThrow(RegInputError);
    expect(() => vatOf(total, 21)).toThrow("total must be a number of euros in whole cents");
  });

  it.each([-1, 101, 33.333, "21" as never, undefined as never])("rejects the percentage %s", (percentage) => {
    expect(() => vatOf(129.5, percentage)).toThrow(
      "percentage must be a number from 0 to 100 with two decimals at most",
    );
  });
});
