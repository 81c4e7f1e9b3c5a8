import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkInvoice } from "../../../../src/supplier/rules/invoice.js";
import type { InvoiceContext } from "../../../../src/supplier/rules/invoice-input.js";
import { broken, invoice, untyped } from "./support.js";

const vatBaseOf = (line: Record<string, unknown>) => untyped(line["amount"]) as number;
const check = (fields: object, context: InvoiceContext = { vatBaseOf }) =>
  broken(checkInvoice(untyped(invoice(fields)), context));
const described = (fields: object, context: InvoiceContext = { vatBaseOf }) =>
  checkInvoice(untyped(invoice(fields)), context).map(({ description }) => description);
const lines = (...amounts: unknown[]) => ({ vatLines: amounts.map((amount) => ({ amount })) });

describe("VAT lines", () => {
  it("are an array of objects", () => {
    expect(check({ vatLines: undefined })).toEqual(["RULE-REQUIRED vatLines"]);
    for (const vatLines of [null, {}, "none"]) expect(check({ vatLines })).toEqual(["RULE-INVALID vatLines"]);
    expect(check({ vatLines: [{}, null, [], 7] }, {})).toEqual([
      "RULE-INVALID vatLines[1]",
      "RULE-INVALID vatLines[2]",
      "RULE-INVALID vatLines[3]",
    ]);
    expect(check({ vatLines: new Array(1) })).toEqual(["RULE-INVALID vatLines[0]"]);
    expect(described({ vatLines: {} })).toEqual(["The VAT lines must be a list: correct it."]);
    expect(described({ vatLines: [1] })).toEqual(["VAT line 1 must be an object: correct it."]);
  });

  it("can hold anything unless the caller says how to read them", () => {
    expect(check({ vatLines: [] }, {})).toEqual([]);
    expect(check(lines(1), {})).toEqual([]);
    expect(check(lines(1), { vatBaseOf: untyped("amount") })).toEqual([]);
  });

  it("add up to the total, to the cent", () => {
    expect(check(lines(129.5))).toEqual([]);
    expect(check(lines(100, 29.5))).toEqual([]);
    expect(check(lines(150, -20.5))).toEqual([]);
    expect(check({ ...lines(0.1, 0.2), total: 0.3 })).toEqual([]);
    expect(check({ ...lines(-100, -29.5), total: -129.5 })).toEqual([]);
    for (const amounts of [[], [129.49], [129.51], [100, 29.49]]) {
      expect(check(lines(...amounts))).toEqual(["RULE-VAT vatLines"]);
    }
    expect(described(lines(100, 29.49))).toEqual([
      "The VAT lines add up to 129.49, and the total is 129.50. Make new VAT lines from the total.",
    ]);
  });

  it("add up in cents, however many they are", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -9_999_999, max: 9_999_999 }), { maxLength: 50 }), (amounts) => {
        const total = amounts.reduce((sum, cents) => sum + cents, 0);
        fc.pre(total !== 0);
        const euros = amounts.map((cents) => cents / 100);
        expect(check({ ...lines(...euros), total: total / 100 })).toEqual([]);
        expect(check({ ...lines(...euros, 0.01), total: total / 100 })).toEqual(["RULE-VAT vatLines"]);
      }),
    );
  });

  it("that cannot be read are told one by one, and not added up", () => {
    for (const amount of [undefined, "129.5", Number.NaN, Infinity, null, Promise.resolve(1)]) {
      expect(check(lines(129.5, amount))).toEqual(["RULE-VAT vatLines[1]"]);
    }
    expect(check(lines(undefined, 1, undefined))).toEqual(["RULE-VAT vatLines[0]", "RULE-VAT vatLines[2]"]);
    expect(described(lines(undefined))).toEqual([
      "VAT line 1 has no amount: `vatBaseOf` failed, or returned no finite number. Fill in the VAT line, or correct the function.",
    ]);
  });

  it("let nothing out that the caller's function throws", () => {
    const failing = () => {
      throw new Error("no amount for Robin");
    };
    expect(check({}, { vatBaseOf: failing })).toEqual(["RULE-VAT vatLines[0]"]);
    expect(described({}, { vatBaseOf: failing }).join()).not.toContain("Robin");
  });

  it("hear of no failure of a promise in their place", async () => {
    const unhandled: unknown[] = [];
    const listen = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", listen);
    const vatBaseOf = () => Promise.reject(new Error("no amount for Robin"));
    expect(check({}, { vatBaseOf: untyped(vatBaseOf) })).toEqual(["RULE-VAT vatLines[0]"]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    process.off("unhandledRejection", listen);
    expect(unhandled).toEqual([]);
  });

  it("are not read while one of them is no object, and not added up to a total that is no number", () => {
    expect(check({ vatLines: [{ amount: 1 }, null] })).toEqual(["RULE-INVALID vatLines[1]"]);
    const always = { vatBaseOf: () => 1 };
    expect(check({ vatLines: [{ amount: 1 }, null] }, always)).toEqual(["RULE-INVALID vatLines[1]"]);
    expect(check({ vatLines: "none" }, always)).toEqual(["RULE-INVALID vatLines"]);
    expect(check({ ...lines(1), total: undefined })).toEqual(["RULE-REQUIRED total"]);
    expect(check({ ...lines(1), total: "129.5" })).toEqual(["RULE-INVALID total"]);
  });
});
