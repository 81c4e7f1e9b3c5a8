import { readFileSync } from "node:fs";
import { type ApprovalContext, checkApproval, checkInvoice, type Violation } from "@reg/sdk";
import { expect, test } from "vitest";
import { errorCodes, ruleCodes } from "../../../src/errors/codes.js";
import { rules } from "../../../src/errors/rules.js";
import { untyped } from "../../support/untyped.js";
import { type RequestCase, requestCases, resubmissionCases } from "./cases.js";
import { invoiceCases } from "./invoice-cases.js";
import { invoice as invoiceWith } from "./invoice-support.js";
import { Service, writeViolations } from "./service.js";

// The sandbox's answers to the same requests are in test/sandbox/service/supplier/cases.test.ts.
const service = Service.inProcess();

const page = readFileSync(new URL("../../../docs/errors.md", import.meta.url), "utf8");

/** The violations without and with `allowIncomplete`. */
const check = (request: object, context: ApprovalContext) =>
  [false, true].map((allowIncomplete) =>
    writeViolations(keep(checkApproval(untyped(request), { ...context, allowIncomplete }))),
  );

/** The violations of all cases above the last test. */
const seen: Violation[] = [];
const keep = (violations: readonly Violation[]) => {
  seen.push(...violations);
  return violations;
};

const expected = ({ codes, isIncomplete }: Pick<RequestCase, "codes" | "isIncomplete">) => [
  [...codes].sort(),
  isIncomplete === true ? [] : [...codes].sort(),
];

test.each(requestCases)("checkApproval reports: $rule", async (each) => {
  const { request, kind = "service", open } = each;
  const plate = request.vehicle.licensePlate?.trim() || "AB-123-C";
  const openRequests = open?.map((other) => ({ licensePlate: other.vehicle.licensePlate, ...other }));
  const context = { ...(await service.factsFor(kind, plate)), openRequests };
  expect(check(request, context)).toEqual(expected(each));
});

test.each(resubmissionCases)("checkApproval reports for a request that was with the lessor: $rule", async (each) => {
  service.reset();
  const { shown, context } = await service.prepareResubmission(each);
  expect(check(shown, context)).toEqual(expected(each));
});

test.each(invoiceCases)("checkInvoice reports: $rule", async ({ of, fields, codes }) => {
  service.reset();
  const { context } = await service.createInvoiced(of);
  expect(writeViolations(keep(checkInvoice(untyped(invoiceWith(fields)), context)))).toEqual([...codes].sort());
});

test.each([
  ["checkApproval", [...requestCases, ...resubmissionCases]],
  ["checkInvoice", invoiceCases],
])("%s reports each code that the catalogue says that it finds", (name, cases) => {
  const found = new Set(cases.flatMap(({ codes }) => codes).map((code) => code.split(" ")[0]));
  const listed = Object.entries({ ...ruleCodes, ...errorCodes })
    .filter(([, { caughtBy }]) => caughtBy.some((check) => check === name))
    .map(([code]) => code.replace("RULE-", ""));
  // Only a caller of `checkInvoice` can want the discount first.
  expect([...found].sort()).toEqual(listed.filter((code) => code !== "DISCOUNT").sort());
});

test("docs/errors.md lists every rule with its code, and the values of each violation in these cases", () => {
  const rows = [...page.matchAll(/^\| `([\w-]+)` \| `((?:REG|RULE)-[\w-]+)` \| [^|]+ \| (?:([^|]+) )?\|$/gm)];
  expect(rows.map(([, rule, code]) => [rule, code])).toEqual(Object.entries(rules));
  const documented = new Map(rows.map(([, rule, , values = ""]) => [rule, values.replaceAll(/[`,]/g, "").split(" ")]));
  for (const { rule, values } of seen) {
    const names = documented.get(rule)?.filter(Boolean) ?? [];
    expect([rule, names.map((name) => name.replace("?", ""))]).toEqual([
      rule,
      expect.arrayContaining(Object.keys(values)),
    ]);
    expect([rule, Object.keys(values)]).toEqual([
      rule,
      expect.arrayContaining(names.filter((name) => !name.endsWith("?"))),
    ]);
  }
});
