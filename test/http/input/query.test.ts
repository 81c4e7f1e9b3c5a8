import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type OpenQuery, writeQuery } from "../../../src/http/request.js";
import { everyCall } from "../../../src/http/validate.js";
import { lessorOver, supplierOver } from "../../support/clients.js";
import { failure, thrown } from "../../support/errors.js";
import { fakeFetch, json } from "../../support/fetch.js";

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

describe("an option in the place of the query", () => {
  const text = "is an option, not part of the query: options come after the query, which may be {}";
  const rows: readonly [string, unknown][] = [
    ["signal", new AbortController().signal],
    ["timeout", 5000],
    ["deadline", 60_000],
    ["priority", 0],
    ["headers", { "x-request-id": "1" }],
  ];

  test("is one of those that every call knows", () => {
    expect(new Set(rows.map(([name]) => name))).toEqual(new Set(Object.keys(everyCall)));
  });

  test.each(rows)("is refused, and nothing is sent: %s", async (field, value) => {
    const fetch = fakeFetch(json({ serviceRequests: [] }));
    const { serviceRequests } = supplierOver(fetch);
    const error = await failure(serviceRequests.list({ [field]: value } as OpenQuery), "input");
    expect(error).toMatchObject({ field, operationId: "serviceRequests.list" });
    expect(error.message).toBe(`serviceRequests.list: ${field} ${text}`);
    expect(fetch.requests).toEqual([]);
  });

  test("is refused in the path-typed calls as well", async () => {
    const params = { query: { timeout: 5000 } };
    const listing = supplierOver(fakeFetch(json([]))).GET("/v2/servicerequests", { params });
    expect(await failure(listing, "input")).toMatchObject({ field: "timeout" });
    const path = { path: { licensePlate: "AB-123-C" }, ...params };
    const getting = lessorOver(fakeFetch(json({}))).GET("/v1/vehicles/{licensePlate}", { params: path });
    expect(await failure(getting, "input")).toMatchObject({ field: "timeout" });
  });

  test.each([undefined, {}])("is taken after it: %j", async (query) => {
    const fetch = fakeFetch(json({ serviceRequests: [] }));
    await supplierOver(fetch).serviceRequests.list(query, { timeout: 5000, headers: { "x-id": "1" } });
    expect(fetch.last.url.search).toBe("");
    expect(fetch.last.headers["x-id"]).toBe("1");
  });

  test("a name that every object has is no option", () => {
    expect(writeQuery({ toString: "a", constructor: "b" })).toBe("toString=a&constructor=b");
  });

  test.each(["supplier", "lessor"])("no parameter of the %s API has the name of an option", (api) => {
    const names = queryParameters(parse(readFileSync(`openapi/${api}.yaml`, "utf8")));
    if (api === "supplier") expect(names).toContain("licensePlate");
    expect(names.filter((name) => Object.hasOwn(everyCall, name))).toEqual([]);
  });
});

/** The names of all query parameters, wherever they stand in a document. */
function queryParameters(part: unknown): readonly string[] {
  if (typeof part !== "object" || part === null) return [];
  const own = "in" in part && part.in === "query" && "name" in part ? [String(part.name)] : [];
  return [...own, ...Object.values(part).flatMap(queryParameters)];
}
