import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writeJson } from "../../../src/http/request.js";
import { thrown } from "../../support/errors.js";

const cyclic = () => {
  const body: { name: string; parts: object[] } = { name: "a", parts: [] };
  body.parts.push({ of: body });
  return body;
};
const nested = (depth: number) => {
  let body: object = {};
  for (let level = 0; level < depth; level++) body = { body };
  return body;
};

describe("a JSON body", () => {
  test("is written as JSON.stringify writes it, whatever plain data it holds", () => {
    fc.assert(
      fc.property(fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue())), (body) => {
        expect(writeJson(body)).toBe(JSON.stringify(body));
      }),
    );
  });

  const part = { price: 1 };
  test.each([
    ["null, which is not a lost number", { note: null, total: 0 }, '{"note":null,"total":0}'],
    ["text that says null", { note: "null" }, '{"note":"null"}'],
    [
      "the same part twice, which is no cycle",
      { a: part, b: [part], c: null },
      '{"a":{"price":1},"b":[{"price":1}],"c":null}',
    ],
    ["a date", { on: new Date(0), c: null }, '{"on":"1970-01-01T00:00:00.000Z","c":null}'],
    ["fields without a value in JSON", { a: undefined, b: () => 1, c: Symbol("c"), d: null }, '{"d":null}'],
    [
      "what brings its own toJSON",
      { price: { toJSON: () => "1.50", raw: Number.NaN }, d: null },
      '{"price":"1.50","d":null}',
    ],
    ["an array", [{ value: 1 }, null], '[{"value":1},null]'],
  ])("may hold %s", (_, body, text) => {
    expect(writeJson(body)).toBe(text);
  });

  test.each([
    ["a cycle", cyclic(), "parts[0].of", /refers back/],
    ["a BigInt", { a: { b: 1n } }, "a.b", /BigInt/],
    ["NaN", { lines: [{ price: Number.NaN }] }, "lines[0].price", /finite/],
    ["Infinity", { total: Number.POSITIVE_INFINITY }, "total", /finite/],
    ["an invalid date", { on: new Date(Number.NaN) }, "on", /invalid date/],
    ["undefined in an array", { lines: [undefined] }, "lines[0]", /undefined/],
    ["a function in an array", { lines: [1, () => 1] }, "lines[1]", /function/],
    ["a symbol in an array", [Symbol("a")], "[0]", /symbol/],
    ["NaN that a toJSON gives", { price: { toJSON: () => Number.NaN } }, "price", /finite/],
    [
      "a getter that throws",
      Object.defineProperty({}, "a", {
        enumerable: true,
        get: () => {
          throw new Error("no");
        },
      }),
      "body",
      /cannot be written/,
    ],
    [
      "a toJSON that throws",
      {
        toJSON: () => {
          throw new Error("no");
        },
      },
      "body",
      /cannot be written/,
    ],
    ["a toJSON that gives nothing", { toJSON: () => undefined }, "body", /cannot be written/],
    ["nesting that overflows the stack", nested(50_000), "body", /cannot be written/],
    ["nothing", undefined, "body", /object or an array/],
    ["null", null, "body", /object or an array/],
    ["text", "{}", "body", /object or an array/],
    ["a number", 5, "body", /object or an array/],
  ])("must not be or hold %s", (_, body, field, reason) => {
    const error = thrown(() => writeJson(body, "serviceRequests.create"), "input");
    expect(error).toMatchObject({ field, operationId: "serviceRequests.create" });
    expect(error.message).toMatch(reason);
  });
});
