import { expect, test } from "vitest";
import { shortcomings } from "../goals.js";
import { typingGoals } from "./goals.js";

const cost = (checkTime: number, instantiations = 1366) => ({ checkTime, instantiations });
const all = { ours: cost(90), "hey-api": cost(570), "hey-api, built": cost(170) };
const checkTime = "check time for 30 typed calls, beside hey-api's";

test("is held against the faster of hey-api's", () => {
  expect(shortcomings(typingGoals(all))).toEqual([]);
  expect(shortcomings(typingGoals({ ...all, ours: cost(180, 45_001) }))).toEqual([
    "instantiations for 30 typed calls: 45 001, more than 45 000",
    `${checkTime}: 180 ms, more than 170 ms`,
  ]);
});

test("is not measured without either of them, or if it is no number", () => {
  const { "hey-api, built": built, ...others } = all;
  expect(built).toBeDefined();
  expect(shortcomings(typingGoals(others))).toEqual([`${checkTime}: not measured`]);
  expect(shortcomings(typingGoals({ ...all, ours: cost(Number.NaN) }))).toEqual([
    `${checkTime}: not measured`,
  ]);
});
