import { describe, expect, test } from "vitest";
import { editDistance, findClose, nearest } from "../../src/base/similar-names.js";

test.each([
  ["", "", 0],
  ["", "abc", 3],
  ["abc", "", 3],
  ["abc", "abd", 1],
  ["abc", "ab", 1],
  ["abc", "xabc", 1],
  ["kitten", "sitting", 3],
])("%j becomes %j with %i changes", (one, other, changes) => {
  expect(editDistance(one, other)).toBe(changes);
  expect(editDistance(other, one)).toBe(changes);
});

test("the nearest names come first, whatever the case of their letters", () => {
  const names = ["Delete", "PATCH", "get", "got"];
  expect(nearest("GET", names, 2)).toEqual(["get", "got"]);
  expect(nearest("patch", names)).toEqual(["PATCH"]);
  expect(names).toEqual(["Delete", "PATCH", "get", "got"]);
});

describe("a name is close to", () => {
  test.each([
    ["timeut", "timeout"],
    ["TIMEOUT", "timeout"],
    ["time", "timeout"],
    ["timeoutInSeconds", "timeout"],
    ["licenceplait", "licensePlate"],
  ])("%s: %s", (text, name) => {
    expect(findClose(text, ["retry", "timeout", "licensePlate"])).toBe(name);
  });

  test.each([[""], ["deadline"], ["out"], ["seconds-timeout"]])("%j: none", (text) => {
    expect(findClose(text, ["retry", "timeout", "licensePlate"])).toBeUndefined();
  });

  test("a text with nothing in common: none, however short both are", () => {
    expect(findClose("a", ["b"])).toBeUndefined();
    expect(findClose("a", [])).toBeUndefined();
  });

  test("the first 200 characters of a longer text", () => {
    expect(findClose("a".repeat(1_000_000), ["a".repeat(200)])).toBe("a".repeat(200));
  });
});
