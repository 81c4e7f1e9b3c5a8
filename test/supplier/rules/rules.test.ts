import { describe, expect, test } from "vitest";
import { errorCodes, ruleCodes } from "../../../src/errors/codes.js";
import { approvalRules } from "./approval-rules.js";
import { invoiceRules } from "./invoice-rules.js";

const checks = { checkApproval: approvalRules, checkInvoice: invoiceRules };

describe.each(Object.entries(checks))("the rules that %s checks", (name, cases) => {
  test.each(cases)("include: $rule ($source)", ({ breaks, holds, broken }) => {
    expect(holds()).toEqual([]);
    expect(broken().map(({ code, context }) => [code, context.fieldName])).toEqual([breaks]);
  });

  test("have a case for each code that the check can report, and for no other code", () => {
    const found = Object.entries({ ...ruleCodes, ...errorCodes })
      .filter(([, { caughtBy }]) => caughtBy.some((check) => check === name))
      .map(([code]) => code);
    expect([...new Set(cases.map(({ breaks: [code] }) => code))].sort()).toEqual(found.sort());
  });

  test("are listed once each", () => {
    const names = cases.map(({ source, rule }) => `${source}: ${rule}`);
    expect(names).toEqual([...new Set(names)]);
  });
});

test("every code of this package that a check can report has a case", () => {
  const codes = Object.entries(ruleCodes)
    .filter(([, { caughtBy }]) => caughtBy.some((name) => Object.hasOwn(checks, name)))
    .map(([code]) => code);
  const tested = [...approvalRules, ...invoiceRules].map(({ breaks: [code] }) => code);
  expect(codes.filter((code) => !tested.includes(code))).toEqual([]);
});
