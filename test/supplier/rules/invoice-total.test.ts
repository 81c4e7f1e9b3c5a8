import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkInvoice } from "../../../src/supplier/rules/invoice.js";
import type { InvoiceContext } from "../../../src/supplier/rules/invoice-input.js";
import { archived, broken, invoice, request, untyped } from "./invoice-support.js";

describe("the total", () => {
  const check = (total: unknown, context: InvoiceContext = { request }) =>
    broken(checkInvoice(untyped(invoice({ total })), context));
  const described = (total: unknown, context: InvoiceContext) =>
    checkInvoice(untyped(invoice({ total })), context)[0]?.description;

  const outstanding = ["REG-INV000018 total"];
  const noCredit = ["RULE-CREDIT total"];

  describe("a total", () => {
    it.each([[null], ["129.5"], [[]], [Number.NaN], [Infinity], [-Infinity]])(
      "that is %j is no number",
      (total) => {
        expect(check(total)).toEqual(["RULE-INVALID total"]);
        expect(described(total, {})).toBe(
          "The total must be a number of euros with two decimals at most: correct it.",
        );
      },
    );

    it("is in whole cents", () => {
      for (const total of [
        129.5049,
        129.499,
        129.505,
        0.1 + 0.2,
        0.004,
        -0.004,
        1e-9,
        5e-324,
        1e21,
        -1e308,
      ]) {
        for (const context of [{ request }, archived, {}, { phase: "Draft" } as const]) {
          expect(check(total, context)).toContain("RULE-INVALID total");
          expect(check(total, context)).not.toContain("REG-INV000018 total");
        }
      }
      for (const total of [0.01, 7, 7.1, 123_456_789.01]) expect(check(total, {})).toEqual([]);
    });

    it("that is missing is told how to be found, in the archive as anywhere", () => {
      expect(described(undefined, { request })).toBe(
        "The total is missing: give what is outstanding, excluding VAT.",
      );
      expect(described(undefined, archived)).toBe("The total is missing: give it, below zero for a credit.");
    });

    it.each([[1e308], [-1e308], [5e-324], [-0]])("of %d is looked at without harm", (total) => {
      expect(check(total)).toHaveLength(1);
    });
  });

  describe("a debit", () => {
    it("is what is outstanding, to the cent", () => {
      expect(check(129.5)).toEqual([]);
      for (const total of [129.49, 129.51, 156.7, 1e15]) {
        expect(check(total)).toEqual(outstanding);
      }
    });

    it("is above zero, also if nothing is outstanding", () => {
      for (const context of [{ request }, { outstanding: 0 }, {}]) {
        for (const total of [0, -0]) expect(check(total, context)).toEqual(outstanding);
      }
      expect(check(0.01, { outstanding: 0.01 })).toEqual([]);
    });

    it("can be anything above zero while what is outstanding is not known", () => {
      for (const context of [
        {},
        { request: {} },
        { outstanding: Number.NaN },
        { outstanding: untyped("5") },
      ]) {
        expect(check(77, context)).toEqual([]);
      }
    });

    it("is held against what the caller says is outstanding, else what the request says", () => {
      expect(check(10, { request, outstanding: 10 })).toEqual([]);
      expect(check(129.5, { request, outstanding: 10 })).toEqual(outstanding);
      expect(check(129.5, { request, outstanding: 0 })).toEqual(outstanding);
      expect(check(129.5, { request, outstanding: -129.5 })).toEqual(outstanding);
    });

    it("is possible in the archive for what is outstanding there", () => {
      expect(check(129.5, { ...archived, outstanding: 129.5 })).toEqual([]);
      expect(check(129.5, { ...archived, outstanding: 0 })).toEqual(outstanding);
    });

    it("is not held in the archive against what the request said before", () => {
      expect(check(129.5, archived)).toEqual([]);
      const status = "WillNotBeInvoicedForWarrantyOrLeniencyReasons";
      const before = { ...request, invoicing: { status, totalAmountToInvoice: 10 } };
      expect(check(129.5, { phase: "Archived", request: before })).toEqual([]);
      expect(check(0, { phase: "Archived", request: before })).toEqual(outstanding);
    });

    it("is not possible when all is under warranty or leniency", () => {
      const status = "WillNotBeInvoicedForWarrantyOrLeniencyReasons";
      const covered = { request: { ...request, invoicing: { status, totalAmountToInvoice: 0 } } };
      expect(check(129.5, covered)).toEqual(outstanding);
      expect(check(0, covered)).toEqual(outstanding);
      expect(check(129.5, { ...covered, outstanding: 129.5 })).toEqual(outstanding);
      expect(described(129.5, covered)).toBe(
        "Nothing is to be invoiced: all lines are under warranty or leniency. The request is archived without an invoice.",
      );
    });

    it("is not possible once a reason for not invoicing is set", () => {
      const marked = { request, notInvoiced: true };
      expect(check(129.5, marked)).toEqual(outstanding);
      expect(check(129.5, { request, notInvoiced: false })).toEqual([]);
      expect(described(129.5, marked)).toBe(
        "Nothing is to be invoiced: the request was marked as not invoiced. Send no invoice for it.",
      );
    });

    it("does not depend on a status of invoicing that this version does not know", () => {
      const invoicing = { ...request.invoicing, status: "SomethingNew" };
      expect(check(129.5, { request: { ...request, invoicing } })).toEqual([]);
    });

    it("that is wrong is described with both amounts", () => {
      const action = "Fetch the invoice templates again and debit the amount that they give.";
      expect(described(156.7, { request })).toBe(
        `The total is 156.70 and 129.50 is outstanding, excluding VAT. ${action}`,
      );
      expect(described(0, { request })).toBe(`The total is zero, and a debit must be above zero. ${action}`);
    });

    it("is right exactly if its cents are those that are outstanding", () => {
      const cents = fc.integer({ min: 1, max: 100_000_000 });
      const near = fc.tuple(cents, fc.integer({ min: -2, max: 2 }));
      fc.assert(
        fc.property(near, ([due, difference]) => {
          const violations = check((due + difference) / 100, { outstanding: due / 100 });
          const isRight = difference === 0;
          fc.pre(due + difference >= 0);
          expect(violations).toEqual(isRight ? [] : outstanding);
        }),
      );
    });
  });

  describe("a credit", () => {
    it("is possible in the archive, for no more than was invoiced", () => {
      for (const total of [-0.01, -100, -129.5]) expect(check(total, archived)).toEqual([]);
      for (const total of [-129.51, -1e15]) expect(check(total, archived)).toEqual(noCredit);
    });

    it("is held against what the caller says was invoiced, else what the request says", () => {
      expect(check(-10, { ...archived, invoiced: 10 })).toEqual([]);
      expect(check(-10.01, { ...archived, invoiced: 10 })).toEqual(noCredit);
      expect(check(-10, { ...archived, invoiced: 0 })).toEqual(noCredit);
    });

    it("can be for what may have been invoiced since the request was read", () => {
      const readWith = (totalAmountToInvoice?: number): InvoiceContext => ({
        phase: "Archived",
        request: { ...request, invoicing: { totalAmountInvoiced: 29.5, totalAmountToInvoice } },
      });
      expect(check(-129.5, readWith(100))).toEqual([]);
      expect(check(-129.51, readWith(100))).toEqual(noCredit);
      for (const outstandingThen of [0, -10, undefined]) {
        expect(check(-29.5, readWith(outstandingThen))).toEqual([]);
        expect(check(-29.51, readWith(outstandingThen))).toEqual(noCredit);
      }
      expect(check(-129.5, { ...readWith(100), invoiced: 100 })).toEqual(noCredit);
    });

    it("can be anything while it is not known what was invoiced", () => {
      expect(check(-77, { phase: "Archived" })).toEqual([]);
      expect(check(-77, { phase: "Archived", request: {} })).toEqual([]);
      expect(check(-77, { phase: "Archived", invoiced: untyped("5") })).toEqual([]);
    });

    it("does not depend on what is outstanding", () => {
      expect(check(-10, { ...archived, notInvoiced: true, outstanding: 0 })).toEqual([]);
    });

    it("is not possible before the archive", () => {
      expect(check(-129.5)).toEqual(noCredit);
      expect(check(-129.5, { request, kind: "service", contract: contract(true) })).toEqual(noCredit);
    });

    it("is not checked in a phase that is not known", () => {
      expect(check(-129.5, {})).toEqual([]);
      expect(check(-129.5, { invoiced: 0 })).toEqual([]);
      expect(check(-129.5, { request: { ...request, status: "SomethingNew" } })).toEqual([]);
    });

    it("that is too large is described with both amounts", () => {
      expect(described(-130, archived)).toBe(
        "The credit is 130.00, but at most 129.50 was invoiced. Credit at most that amount.",
      );
      expect(described(-130, { request })).toBe(
        "A credit is only possible for archived requests. Wait until the request is archived.",
      );
    });
  });

  const contractWith = (damage?: object): InvoiceContext["contract"] =>
    untyped({ supplierContract: { damage } });
  const contract = (wanted?: boolean) =>
    contractWith({ firstDebitInvoiceRequiresCreditDiscountInvoice: wanted });

  describe("a discount", () => {
    const damage = { request, kind: "damage" } as const;

    it("is possible on a damage, whether its lessor requires one or not", () => {
      for (const wanted of [true, false, undefined]) {
        expect(check(-10, { ...damage, contract: contract(wanted) })).toEqual([]);
      }
      expect(check(-10, { ...damage, contract: contractWith() })).toEqual([]);
      expect(check(-10, { ...damage, contract: untyped({}) })).toEqual([]);
      expect(check(-10, damage)).toEqual([]);
      expect(check(-10, { ...damage, contract: untyped(null) })).toEqual([]);
    });

    it("is not possible on other requests", () => {
      expect(check(-10, { request, contract: contract(true) })).toEqual(noCredit);
      expect(check(-10, { request, kind: "service" })).toEqual(noCredit);
    });

    it("is a credit in the archive", () => {
      expect(check(-10, { ...archived, kind: "damage", contract: contract(false) })).toEqual([]);
    });

    it("above zero is told to be below it, where one is required and nothing is outstanding", () => {
      const due = { ...damage, contract: contract(true), outstanding: 0 };
      const sentence = "Nothing is outstanding. The discount that the lessor requires is a total below zero.";
      expect(check(25, due)).toEqual(outstanding);
      expect(described(25, due)).toBe(sentence);
      expect(described(0, due)).toBe(sentence);
      for (const other of [
        { ...due, contract: contract(false) },
        { ...due, kind: "service" },
        { ...due, outstanding: 5 },
        { ...due, phase: "Archived" },
      ] as const) {
        expect(check(25, other)).toEqual(outstanding);
        expect(described(25, other)).not.toBe(sentence);
      }
    });
  });
});

describe("VAT lines", () => {
  const vatBaseOf = (line: Record<string, unknown>) => untyped(line["amount"]) as number;
  const check = (fields: object, context: InvoiceContext = { vatBaseOf }) =>
    broken(checkInvoice(untyped(invoice(fields)), context));
  const described = (fields: object, context: InvoiceContext = { vatBaseOf }) =>
    checkInvoice(untyped(invoice(fields)), context).map(({ description }) => description);
  const lines = (...amounts: unknown[]) => ({ vatLines: amounts.map((amount) => ({ amount })) });

  describe("VAT lines", () => {
    it("are an array of objects", () => {
      expect(check({ vatLines: undefined })).toEqual(["RULE-REQUIRED vatLines"]);
      for (const vatLines of [null, {}, "none"])
        expect(check({ vatLines })).toEqual(["RULE-INVALID vatLines"]);
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
        fc.property(
          fc.array(fc.integer({ min: -9_999_999, max: 9_999_999 }), { maxLength: 50 }),
          (amounts) => {
            const total = amounts.reduce((sum, cents) => sum + cents, 0);
            fc.pre(total !== 0);
            const euros = amounts.map((cents) => cents / 100);
            expect(check({ ...lines(...euros), total: total / 100 })).toEqual([]);
            expect(check({ ...lines(...euros, 0.01), total: total / 100 })).toEqual(["RULE-VAT vatLines"]);
          },
        ),
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
});
