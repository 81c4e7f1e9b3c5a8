import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { errorCodes, explain, ruleCodes } from "../../src/errors/index.js";

const document = parse(readFileSync(new URL("../../openapi/supplier.yaml", import.meta.url), "utf8"));

describe("explain", () => {
  test("returns every fact about a code of the service that the OpenAPI document contains", () => {
    const codes = Object.entries<Record<string, unknown>>(document["x-reg-codes"]);
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

  test("names the checks that would have found the error, and none for what only the service can know", () => {
    expect(explain("REG-SVC000190")?.caughtBy).toEqual(["checkApproval"]);
    expect(explain("REG-INV000107")?.caughtBy).toEqual(["checkInvoice"]);
    expect(explain("RULE-REQUIRED")?.caughtBy).toEqual(["checkApproval", "checkInvoice"]);
    const unknowable = Object.keys(errorCodes).filter((code) => explain(code)?.caughtBy.length === 0);
    expect(unknowable).toEqual(["REG-SVC000187"]);
  });

  test("says that `checkApproval` finds some errors only with `known`", () => {
    const { warranties, leniencies } = { warranties: "REG-SVC000175", leniencies: "REG-SVC000176" };
    expect(explain(warranties)?.action).toContain("only with `known.warranties`");
    expect(explain(leniencies)?.action).toContain("only with `known.leniencies`");
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

describe("errorCodes", () => {
  test("contains the meaning, cause and action of every code", () => {
    expect(Object.keys(errorCodes).length).toBeGreaterThanOrEqual(11);
    for (const [code, entry] of Object.entries(errorCodes)) {
      expect(code).toMatch(/^REG-[A-Z]{3}\d{6}$/);
      expect(entry).toEqual({
        status: 400,
        retryable: false,
        ...(code === "REG-SVC000187" ? {} : { field: expect.stringMatching(/^[\w.]+$/) }),
        meaning: expect.stringMatching(/\.$/),
        cause: expect.stringMatching(/\.$/),
        action: expect.stringMatching(/\.$/),
        source: expect.stringContaining("supplier-api.md"),
        caughtBy: code === "REG-SVC000187" ? [] : [code.includes("INV") ? "checkInvoice" : "checkApproval"],
      });
    }
  });
});
