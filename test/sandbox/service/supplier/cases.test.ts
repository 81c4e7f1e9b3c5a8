import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type RequestCase, requestCases, resubmissionCases } from "../../../domain/rules/cases.js";
import { invoiceCases } from "../../../domain/rules/invoice-cases.js";
import { invoice as invoiceWith } from "../../../domain/rules/invoice-support.js";
import { Service } from "../../../domain/rules/service.js";

let service: Service;
beforeAll(async () => {
  service = await Service.listen();
});
beforeEach(() => service.reset());
afterAll(() => service.close());

/** The lessor decides about incomplete lines, not the sandbox. */
const codesOf = ({ codes, isIncomplete }: Pick<RequestCase, "codes" | "isIncomplete">) =>
  isIncomplete === true ? [] : [...codes].sort();

describe("the sandbox reports for a new request:", () => {
  test.each(requestCases)("$rule", async ({ request, kind = "service", open = [], ...each }) => {
    for (const other of open) await service.create("service", other);
    const { status, violations } = await service.submit(kind, request);
    const codes = codesOf(each);
    expect([status, violations]).toEqual([codes.length === 0 ? 201 : 400, codes]);
  });
});

describe("the sandbox reports for a request that was with the lessor:", () => {
  test.each(resubmissionCases)("$rule", async (each) => {
    const { path } = await service.prepareResubmission(each);
    const { status, violations } = await service.send("PATCH", path, { status: "ApprovalRequested" });
    const codes = codesOf(each);
    expect([status, violations]).toEqual([codes.length === 0 ? 200 : 400, codes]);
  });
});

describe("the sandbox reports for an invoice:", () => {
  test.each(invoiceCases)("$rule", async ({ of, fields, codes }) => {
    const { path } = await service.createInvoiced(of);
    const { status, violations } = await service.send("POST", path, invoiceWith(fields));
    expect([status, violations]).toEqual([codes.length === 0 ? 201 : 400, [...codes].sort()]);
  });
});
