import { expect, test } from "vitest";
import { errorCodes, ruleCodes } from "../../../src/errors/codes.js";
import { checkApproval } from "../../../src/supplier/rules/approval.js";
import { checkInvoice } from "../../../src/supplier/rules/invoice.js";
import { untyped } from "../../support/untyped.js";
import { requestCases, resubmissionCases } from "./cases.js";
import { invoiceCases } from "./invoice-cases.js";
import { invoice as invoiceWith } from "./invoice-support.js";
import { Service, writeViolations } from "./service.js";

// The sandbox's answers to the same requests are in test/sandbox/supplier/cases.test.ts.
const service = Service.inProcess();

test.each(requestCases)("checkApproval reports: $rule", async ({ request, kind = "service", open, codes }) => {
  const plate = request.vehicle.licensePlate?.trim() || "AB-123-C";
  const openRequests = open?.map((other) => ({ licensePlate: other.vehicle.licensePlate, ...other }));
  const context = { ...(await service.factsFor(kind, plate)), openRequests };
  expect(writeViolations(checkApproval(untyped(request), context))).toEqual([...codes].sort());
});

test.each(resubmissionCases)("checkApproval reports for a request that was with the lessor: $rule", async (each) => {
  service.reset();
  const { shown, context } = await service.prepareResubmission(each);
  expect(writeViolations(checkApproval(shown, context))).toEqual([...each.codes].sort());
});

test.each(invoiceCases)("checkInvoice reports: $rule", async ({ of, fields, codes }) => {
  service.reset();
  const { context } = await service.createInvoiced(of);
  expect(writeViolations(checkInvoice(untyped(invoiceWith(fields)), context))).toEqual([...codes].sort());
});

test.each([
  ["checkApproval", [...requestCases, ...resubmissionCases]],
  ["checkInvoice", invoiceCases],
])("%s reports each code that the catalogue says that it finds", (name, cases) => {
  const found = new Set(cases.flatMap(({ codes }) => codes).map((code) => code.split(" ")[0]));
  const listed = Object.entries({ ...ruleCodes, ...errorCodes })
    .filter(([, { caughtBy }]) => caughtBy.some((check) => check === name))
    .map(([code]) => code.replace("RULE-", ""));
  // The fields of VAT lines are not shown: only a caller of `checkInvoice` can read them.
  expect([...found].sort()).toEqual(listed.filter((code) => code !== "VAT").sort());
});
