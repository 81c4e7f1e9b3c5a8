import { describe, expect, test } from "vitest";
import { writeQuery } from "../../../src/http/input/query.js";
import { thrown } from "../../support/errors.js";

describe("a query", () => {
  test.each([
    [{ licensePlate: "AB 12&3" }, "licensePlate=AB+12%263"],
    [{ page: 0, open: false }, "page=0&open=false"],
    [{ status: ["Draft", "Approved"] }, "status=Draft&status=Approved"],
    [{ a: undefined, b: null, c: [], d: "" }, "d="],
    [{}, ""],
    [{ name: "é😀" }, "name=%C3%A9%F0%9F%98%80"],
  ])("%j is written as %j", (query, text) => {
    expect(writeQuery(query)).toBe(text);
  });

  test.each([
    ["a date", new Date(0), /yyyy-MM-dd/],
    ["an invalid date", new Date(Number.NaN), /yyyy-MM-dd/],
    ["NaN", Number.NaN, /finite/],
    ["Infinity", Number.POSITIVE_INFINITY, /finite/],
    ["a BigInt", 1n, /text/],
    ["an object", {}, /text/],
    ["a function", () => "", /text/],
    ["null in an array", [null], /text/],
    ["an array in an array", [["a"]], /text/],
    ["half a surrogate pair", "a\ud83d", /well-formed/],
    ["half a surrogate pair in an array", ["a", "\ude00"], /well-formed/],
  ])("%s is refused by the name of its parameter", (_, value, reason) => {
    const error = thrown(() => writeQuery({ since: value }, "serviceRequests.list"), "input");
    expect(error).toMatchObject({ field: "since", operationId: "serviceRequests.list" });
    expect(error.message).toMatch(reason);
  });
});
