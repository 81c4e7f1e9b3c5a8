import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { errorCodes, explain, ruleCodes } from "../../src/errors/index.js";

const document = parse(readFileSync(new URL("../../openapi/supplier.yaml", import.meta.url), "utf8"));

describe("explain", () => {
  it("says of a code of the service all that the contract says", () => {
    const codes = Object.entries<Record<string, unknown>>(document["x-reg-codes"]);
    expect(codes).toHaveLength(11);
    for (const [code, entry] of codes) expect(explain(code)).toEqual({ caughtBy: [], ...entry, code });
  });

  it("says of a code of this package what its rule is, and that a check finds it", () => {
    for (const [code, entry] of Object.entries(ruleCodes)) {
      expect(explain(code)).toEqual({ ...entry, code });
      expect(entry.caughtBy.length).toBeGreaterThan(0);
      expect(explain(code)).not.toHaveProperty("status");
    }
  });

  it("knows which check would have found it, and what only the service can know", () => {
    expect(explain("REG-SVC000190")?.caughtBy).toEqual(["checkApproval"]);
    expect(explain("REG-INV000107")?.caughtBy).toEqual(["checkInvoice"]);
    expect(explain("RULE-REQUIRED")?.caughtBy).toEqual(["checkApproval", "checkInvoice"]);
    const unknowable = Object.keys(errorCodes).filter((code) => explain(code)?.caughtBy.length === 0);
    expect(unknowable).toEqual(["REG-SVC000187"]);
  });

  it("says of what `checkApproval` finds only with `known` that it does", () => {
    const { warranties, leniencies } = { warranties: "REG-SVC000175", leniencies: "REG-SVC000176" };
    expect(explain(warranties)?.action).toContain("only with `known.warranties`");
    expect(explain(leniencies)?.action).toContain("only with `known.leniencies`");
  });

  it("forgives upper and lower case, and blanks around the code", () => {
    expect(explain(" reg-inv000107\n")).toEqual(explain("REG-INV000107"));
    expect(explain("Rule-Vat")?.code).toBe("RULE-VAT");
  });

  it("explains a code of the sandbox as the rule of the same name", () => {
    expect(explain("SANDBOX-APPROVAL")).toEqual({
      ...explain("RULE-APPROVAL"),
      code: "SANDBOX-APPROVAL",
      rule: "RULE-APPROVAL",
    });
    expect(explain("sandbox-phase")).toMatchObject({ code: "SANDBOX-PHASE", rule: "RULE-PHASE" });
    expect(explain("RULE-PHASE")).not.toHaveProperty("rule");
    expect(explain("SANDBOX-PDF")).toBeUndefined();
  });

  it.each(["REG-INV999999", "", "constructor", "INV000107", "RULE-SANDBOX-VAT", "SANDBOX-SANDBOX-VAT"])(
    "knows nothing of %j",
    (code) => expect(explain(code)).toBeUndefined(),
  );
});
