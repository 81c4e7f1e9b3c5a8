import { expect, test } from "vitest";
import { isObject, isSameJson, nestingOf, toSortedJson, withSortedFields } from "../../src/base/json.js";

test("isObject accepts what has fields", () => {
  for (const value of [{}, Object.create(null), new Date(0)]) expect(isObject(value)).toBe(true);
  for (const value of [null, undefined, [], "a", 1, () => {}]) expect(isObject(value)).toBe(false);
});

test("toSortedJson writes the fields of every object in one order, and the entries of lists in theirs", () => {
  const text = '{"a":[3,{"x":1,"y":null},1],"b":{"c":"d","e":true}}';
  expect(toSortedJson({ b: { e: true, c: "d" }, a: [3, { y: null, x: 1 }, 1] })).toBe(text);
  expect(toSortedJson(JSON.parse(text))).toBe(text);
});

test("isSameJson compares a value with a copy of an earlier one", () => {
  const value = { b: { e: true, c: "d" }, a: [3, { x: 1 }], date: new Date(0) };
  const copy = withSortedFields(value);
  const { date: _, ...others } = value;
  expect(isSameJson({ ...others, date: "1970-01-01T00:00:00.000Z" }, copy)).toBe(true);
  expect(isSameJson(value, copy)).toBe(false);
  for (const part of [{ b: { e: true } }, { a: [3] }, { a: { 0: 3, 1: { x: 1 } } }, { a: null }, { c: 1 }])
    expect(isSameJson({ ...others, date: "1970-01-01T00:00:00.000Z", ...part }, copy)).toBe(false);
});

test.each([
  ["{}", 1, 0],
  ['{"a":[1,{"b":2}]}', 3, 0],
  ['[{"a":1}', 2, 1],
  ['["]]]', 1, 1],
  ['["\\"[["]', 1, 0],
  ['["\\\\", []]', 2, 0],
  ["5", 0, 0],
  ["]", 0, -1],
])("nestingOf counts the levels of %s: %d, and %d at its end", (text, deepest, atEnd) => {
  expect(nestingOf(text)).toEqual({ deepest, atEnd });
});
