import { describe, expect, test } from "vitest";
import { errorCodes, ruleCodes } from "../../../src/errors/codes.js";
import { approvalRules } from "./approval-rules.js";
import { invoiceRules } from "./invoice-rules.js";

const checks = { checkApproval: approvalRules, checkInvoice: invoiceRules };

describe.each(Object.entries(checks))("the rules of %s", (name, rows) => {
  test.each(rows.map((row) => [row.source, row.rule, row] as const))("%s: %s", (_, __, row) => {
    expect(row.holds()).toEqual([]);
    expect(row.broken().map(({ code, context }) => [code, context.fieldName])).toEqual([row.breaks]);
  });

  test("are in the table with each code that the check can find, and with no other", () => {
    const found = Object.entries({ ...ruleCodes, ...errorCodes })
      .filter(([, { caughtBy }]) => caughtBy.some((check) => check === name))
      .map(([code]) => code);
    expect([...new Set(rows.map(({ breaks: [code] }) => code))].sort()).toEqual(found.sort());
  });

  test("are each in the table once", () => {
    const names = rows.map(({ source, rule }) => `${source}: ${rule}`);
    expect(names).toEqual([...new Set(names)]);
  });
});

test("every code of this package that a check can find is in the table", () => {
  const codes = Object.entries(ruleCodes)
    .filter(([, { caughtBy }]) => caughtBy.some((name) => Object.hasOwn(checks, name)))
    .map(([code]) => code);
  const inTable = [...approvalRules, ...invoiceRules].map(({ breaks: [code] }) => code);
  expect(codes.filter((code) => !inTable.includes(code))).toEqual([]);
});
