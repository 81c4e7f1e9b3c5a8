import { describe, expect, it } from "vitest";
import { phaseByStatus } from "../../../../src/supplier/phases/phases.js";
import { checkInvoice } from "../../../../src/supplier/rules/invoice.js";
import type { InvoiceContext } from "../../../../src/supplier/rules/invoice-input.js";
import { broken, invoice, request, untyped } from "./support.js";

const check = (context: InvoiceContext, fields: object = {}) =>
  broken(checkInvoice(untyped(invoice(fields)), context));
const wrongPhase = ["RULE-PHASE status"];

describe("an invoice is possible", () => {
  it.each(Object.keys(phaseByStatus))("of a request with the status %s, or not", (status) => {
    expect(check({ request: { ...request, status } })).toEqual(status === "Approved" ? [] : wrongPhase);
  });

  it.each([
    ["Draft", "Send it for approval first."],
    ["Lessor", "Wait for the decision of the lessor."],
    ["Response", "Change what the lessor did not approve, and send it for approval again."],
  ] as const)("not in the phase %s", (phase, step) => {
    expect(check({ request, phase })).toEqual(wrongPhase);
    expect(checkInvoice(invoice(), { phase })[0]?.description).toBe(
      `A request in the phase ${phase} cannot be invoiced. ${step}`,
    );
  });

  it.each(["Invoicing", "Archived"] as const)("in the phase %s, whatever the status was", (phase) => {
    expect(check({ request: { ...request, status: "Draft" }, phase })).toEqual([]);
  });

  it.each([
    [{ request: { status: "SomethingNew" } }],
    [{ request: { status: "toString" } }],
    [{ request: { status: { toString: 1 } } }],
    [{ phase: "SomethingNew", request: { status: "Draft" } }],
    [{ phase: "toString" }],
    [{ phase: { toString: 1 } }],
    [{}],
  ])("as far as is known of %j", (context) => {
    expect(check(untyped(context))).toEqual([]);
  });

  it("by the status, where a caller gives no phase but null", () => {
    expect(check({ request: { ...request, status: "Draft" }, phase: untyped(null) })).toEqual(wrongPhase);
  });

  it("later, when its amount is settled", () => {
    const invoicing = { totalAmountToInvoice: 0, totalAmountInvoiced: 0 };
    const draft = { request: { ...request, status: "Draft", invoicing } };
    for (const total of [129.5, 0, -1]) expect(check(draft, { total })).toEqual(wrongPhase);
    expect(check(draft, { total: "1" })).toEqual([...wrongPhase, "RULE-INVALID total"]);
  });
});
