import { describe, expect, test } from "vitest";
import { parseProblem } from "../../src/errors/problem.js";

const nothing = {
  type: undefined,
  title: undefined,
  detail: undefined,
  traceId: undefined,
  error: undefined,
  errors: [],
};
const contextOf = (context: unknown) =>
  parseProblem({ errors: [{ code: "REG-X", context }] }).errors[0]?.context;

describe("parseProblem", () => {
  test.each([undefined, null, 5, "text", true, [], [{ title: "x" }]])(
    "returns an empty problem for %j",
    (body) => {
      expect(parseProblem(body)).toEqual(nothing);
    },
  );

  test("leaves out fields of another type", () => {
    const entry = { code: "REG-X", description: "d", context: { a: 1 } };
    expect(
      parseProblem({
        type: "t",
        title: 5,
        detail: "d",
        traceId: null,
        error: ["e"],
        errors: [entry],
        more: 1,
      }),
    ).toEqual({
      ...nothing,
      type: "t",
      detail: "d",
      errors: [entry],
    });
    expect(
      parseProblem({ title: "t", traceId: "0HN", error: "invalid_client", errors: { 0: entry } }),
    ).toEqual({
      ...nothing,
      title: "t",
      traceId: "0HN",
      error: "invalid_client",
    });
  });

  test("leaves out entries that are not objects, and keeps the readable fields of others", () => {
    expect(
      parseProblem({ errors: [null, 5, "x", [], { code: 5 }, { description: "d", context: [] }] }).errors,
    ).toEqual([
      { code: "", description: "", context: {} },
      { code: "", description: "d", context: {} },
    ]);
  });

  test("cuts texts after 1000 characters and lists after 200 entries", () => {
    expect(parseProblem({ title: "x".repeat(1000) }).title).toBe("x".repeat(1000));
    expect(parseProblem({ title: "x".repeat(1001) }).title).toBe(`${"x".repeat(1000)}…`);
    const entries = (count: number) =>
      parseProblem({ errors: Array.from({ length: count }, () => ({})) }).errors;
    expect([entries(200).length, entries(201).length]).toEqual([200, 200]);
  });

  test("cleans every text before it cuts it", () => {
    const long = `${"x".repeat(990)} a-long-secret`;
    const clean = (text: string) => text.replaceAll("a-long-secret", "-");
    const body = {
      title: long,
      errors: [{ code: long, description: long, context: { [long]: [long, { b: long }] } }],
    };
    const cleaned = clean(long);
    expect(parseProblem(body, clean)).toEqual({
      ...nothing,
      title: cleaned,
      errors: [{ code: cleaned, description: cleaned, context: { [cleaned]: [cleaned, { b: cleaned }] } }],
    });
  });
});

describe("the context of an entry", () => {
  test("is copied", () => {
    const context = {
      fieldName: "a",
      none: null,
      yes: true,
      count: 5,
      list: [1, "b", [null]],
      inner: { deep: {} },
    };
    expect(contextOf(context)).toEqual(context);
    expect(contextOf(context)).not.toBe(context);
  });

  test("is limited in the length of texts and keys, the number of entries, and the depth", () => {
    const long = "x".repeat(1001);
    const cut = `${"x".repeat(1000)}…`;
    expect(contextOf({ [long]: long, list: [long] })).toEqual({ [cut]: cut, list: [cut] });
    const numbers = Array.from({ length: 201 }, (_, index) => index);
    expect(contextOf({ numbers })).toEqual({ numbers: numbers.slice(0, 200) });
    expect(
      Object.keys(contextOf(Object.fromEntries(numbers.map((each) => [`k${each}`, each]))) ?? {}),
    ).toHaveLength(200);
    const levels = (depth: number, leaf: unknown): unknown =>
      depth === 0 ? leaf : { a: [levels(depth - 1, leaf)] };
    expect(contextOf(levels(3, { a: 1 }))).toEqual(levels(3, { a: 1 }));
    expect(contextOf(levels(5, 1))).toEqual(levels(4, "…"));
  });

  test("has no key that would change a prototype", () => {
    const context = contextOf(JSON.parse('{"__proto__":{"a":1},"inner":{"__proto__":{"a":1},"b":2}}'));
    expect(JSON.stringify(context)).toBe('{"inner":{"b":2}}');
    expect(Object.getPrototypeOf(context)).toBe(Object.prototype);
  });
});
