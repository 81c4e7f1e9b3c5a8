import { describe, expect, test } from "vitest";
import { compare, readBudget } from "./budget.js";

const budget = [{ name: "bundle of .", limit: 1000, unit: "B" }];
const only = (figure: number) => compare(budget, new Map([["bundle of .", figure]]))[0];

describe("compare", () => {
  test("takes what is at the limit", () => {
    expect(only(1000)).toEqual({ name: "bundle of .", figure: 1000, limit: 1000, unit: "B" });
  });

  test("refuses what is over it, and says by how much", () => {
    expect(only(1050)?.problem).toBe("is 1050 B, 5.0 % over its limit of 1000");
  });

  test("warns of what is far below it", () => {
    expect(only(750)?.warning).toBeUndefined();
    expect(only(749)).toMatchObject({ warning: expect.stringContaining("far below") });
    expect(only(749)?.problem).toBeUndefined();
  });

  test("refuses a limit that nothing was measured for, and what is no number", () => {
    expect(compare(budget, new Map())[0]?.problem).toContain("was not measured");
    expect(only(Number.NaN)?.problem).toBe("is no number");
  });

  test("refuses a figure without a limit", () => {
    const findings = compare(budget, new Map([...budget.map(({ name }) => [name, 900] as const), ["x", 1]]));
    expect(findings.map(({ problem }) => problem)).toEqual([undefined, "has no limit in budget.json"]);
  });
});

test("budget.json names each figure once", () => {
  const names = readBudget(new URL("../budget.json", import.meta.url)).map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});
