import { describe, expect, test } from "vitest";
import { pathTo, placesAt, replaceAt, visitJson } from "../../src/base/json-places.js";

describe("placesAt", () => {
  const body = { list: [{ id: 1 }, null, { id: 2 }, [], "x"], data: { id: 3 } };

  test.each([
    [[], [body]],
    [["data", "id"], [3]],
    [
      ["list", "*", "id"],
      [1, 2],
    ],
    [["list", "0"], []],
    [["toString"], []],
    [["data", "id", "more"], []],
  ])("finds at %j the values %j", (path, values) => {
    expect(placesAt(body, path).map(({ value }) => value)).toEqual(values);
  });
});

test("values are visited in the order of the text, where there is a context", () => {
  const visited: unknown[] = [];
  visitJson({ a: [1, { b: 2 }], c: 3, d: { e: 4 } }, "all", (place) => {
    visited.push(pathTo(place).join("/"));
    return (key) => (key === "d" ? undefined : "all");
  });
  expect(visited).toEqual(["", "a", "a/0", "a/1", "a/1/b", "c"]);
});

test("all values are visited in JSON that is nested more deeply than calls", () => {
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  let count = 0;
  visitJson(deep, true, () => {
    count += 1;
    return () => true;
  });
  expect(count).toBe(100_001);
});

test("replaceAt puts a value at a place, or in place of the whole", () => {
  const body = { list: [{ id: 1 }, { id: 2 }] };
  for (const place of placesAt(body, ["list", "*", "id"])) replaceAt(body, place, 5);
  expect(body).toEqual({ list: [{ id: 5 }, { id: 5 }] });
  expect(replaceAt(body, { value: body }, "whole")).toBe("whole");
});
