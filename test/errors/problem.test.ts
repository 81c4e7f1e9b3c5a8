import { readFileSync } from "node:fs";
import { explain } from "@reg/sdk";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { errorCodes, ruleCodes } from "../../src/errors/codes.js";
import { parseProblem } from "../../src/errors/problem.js";

const emptyProblem = {
  type: undefined,
  title: undefined,
  detail: undefined,
  traceId: undefined,
  error: undefined,
  errors: [],
};
/** Parses the context of an entry. */
const parseContext = (context: unknown) => parseProblem({ errors: [{ code: "REG-X", context }] }).errors[0]?.context;

describe("parseProblem", () => {
  test.each([undefined, null, 5, "text", true, [], [{ title: "x" }]])("returns an empty problem for %j", (body) => {
    expect(parseProblem(body)).toEqual(emptyProblem);
  });

  test("takes a bare list of entries with codes for the field errors", () => {
    const entry = { code: "REG-X", description: "d", context: { fieldName: "vin" } };
    expect(parseProblem([entry, { code: "REG-Y" }])).toEqual({
      ...emptyProblem,
      errors: [entry, { code: "REG-Y", description: "", context: {} }],
    });
    for (const body of [[entry, {}], [entry, null], [{ code: 5 }], [[entry]]])
      expect(parseProblem(body)).toEqual(emptyProblem);
  });

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
      ...emptyProblem,
      type: "t",
      detail: "d",
      errors: [entry],
    });
    expect(parseProblem({ title: "t", traceId: "0HN", error: "invalid_client", errors: { 0: entry } })).toEqual({
      ...emptyProblem,
      title: "t",
      traceId: "0HN",
      error: "invalid_client",
    });
  });

  test("leaves out entries that are not objects, and keeps the readable fields of others", () => {
    expect(parseProblem({ errors: [null, 5, "x", [], { code: 5 }, { description: "d", context: [] }] }).errors).toEqual(
      [
        { code: "", description: "", context: {} },
        { code: "", description: "d", context: {} },
      ],
    );
  });

  test("cuts texts after 1000 characters and lists after 200 entries", () => {
    expect(parseProblem({ title: "x".repeat(1000) }).title).toBe("x".repeat(1000));
    expect(parseProblem({ title: "x".repeat(1001) }).title).toBe(`${"x".repeat(1000)}…`);
    const entries = (count: number) => parseProblem({ errors: Array.from({ length: count }, () => ({})) }).errors;
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
      ...emptyProblem,
      title: cleaned,
      errors: [{ code: cleaned, description: cleaned, context: { [cleaned]: [cleaned, { b: cleaned }] } }],
    });
  });
});

describe("parseProblem, for the context of an entry,", () => {
  test("copies it", () => {
    const context = {
      fieldName: "a",
      none: null,
      yes: true,
      count: 5,
      list: [1, "b", [null]],
      inner: { deep: {} },
    };
    expect(parseContext(context)).toEqual(context);
    expect(parseContext(context)).not.toBe(context);
  });

  test("limits the length of texts and keys, the number of entries, and the depth", () => {
    const long = "x".repeat(1001);
    const cut = `${"x".repeat(1000)}…`;
    expect(parseContext({ [long]: long, list: [long] })).toEqual({ [cut]: cut, list: [cut] });
    const numbers = Array.from({ length: 201 }, (_, index) => index);
    expect(parseContext({ numbers })).toEqual({ numbers: numbers.slice(0, 200) });
    expect(Object.keys(parseContext(Object.fromEntries(numbers.map((each) => [`k${each}`, each]))) ?? {})).toHaveLength(
      200,
    );
    const levels = (depth: number, leaf: unknown): unknown => (depth === 0 ? leaf : { a: [levels(depth - 1, leaf)] });
    expect(parseContext(levels(3, { a: 1 }))).toEqual(levels(3, { a: 1 }));
    expect(parseContext(levels(5, 1))).toEqual(levels(4, "…"));
  });

  test("leaves out a number that contains a secret", () => {
    const clean = (text: string) => text.replaceAll("4711", "-");
    const context = { key: 14711.5, keys: [4711, 5], inner: { key: 4711, count: -1.5 } };
    expect(parseProblem({ errors: [{ context }] }, clean).errors[0]?.context).toEqual({
      key: undefined,
      keys: [undefined, 5],
      inner: { key: undefined, count: -1.5 },
    });
  });

  test("leaves out keys that would change a prototype", () => {
    const context = parseContext(JSON.parse('{"__proto__":{"a":1},"inner":{"__proto__":{"a":1},"b":2}}'));
    expect(JSON.stringify(context)).toBe('{"inner":{"b":2}}');
    expect(Object.getPrototypeOf(context)).toBe(Object.prototype);
  });
});

const supplierApi = parse(readFileSync(new URL("../../openapi/supplier.yaml", import.meta.url), "utf8"));

describe("explain", () => {
  test("returns every fact about a code of the service that the OpenAPI document contains", () => {
    const codes = Object.entries<Record<string, unknown>>(supplierApi["x-reg-codes"]);
    expect(codes).toHaveLength(11);
    for (const [code, entry] of codes) expect(explain(code)).toEqual({ caughtBy: [], ...entry, code });
  });

  test("returns the rule and the checks of every code of this package", () => {
    for (const [code, entry] of Object.entries(ruleCodes)) {
      expect(explain(code)).toEqual({ ...entry, code });
      expect(entry.caughtBy.length).toBeGreaterThan(0);
      expect(explain(code)).not.toHaveProperty("status");
    }
  });

  test("names the checks that find the error before sending: every code has one", () => {
    expect(explain("REG-SVC000190")?.caughtBy).toEqual(["checkApproval"]);
    expect(explain("REG-INV000107")?.caughtBy).toEqual(["checkInvoice"]);
    expect(explain("RULE-REQUIRED")?.caughtBy).toEqual(["checkApproval", "checkInvoice"]);
    const unchecked = Object.keys(errorCodes).filter((code) => explain(code)?.caughtBy.length === 0);
    expect(unchecked).toEqual([]);
  });

  test("ignores case and surrounding whitespace", () => {
    expect(explain(" reg-inv000107\n")).toEqual(explain("REG-INV000107"));
    expect(explain("Rule-Vat")?.code).toBe("RULE-VAT");
  });

  test("explains a code of the sandbox as the rule with the same name", () => {
    expect(explain("SANDBOX-APPROVAL")).toEqual({
      ...explain("RULE-APPROVAL"),
      code: "SANDBOX-APPROVAL",
      rule: "RULE-APPROVAL",
    });
    expect(explain("sandbox-phase")).toMatchObject({ code: "SANDBOX-PHASE", rule: "RULE-PHASE" });
    expect(explain("RULE-PHASE")).not.toHaveProperty("rule");
    expect(explain("SANDBOX-PDF")).toBeUndefined();
  });

  test.each(["REG-INV999999", "", "constructor", "INV000107", "RULE-SANDBOX-VAT", "SANDBOX-SANDBOX-VAT"])(
    "returns undefined for the unknown code %j",
    (code) => expect(explain(code)).toBeUndefined(),
  );
});
