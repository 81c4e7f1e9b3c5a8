import { checkInvoice, type InvoiceContext } from "@reg/sdk";
import { describe, expect, it } from "vitest";
import { settle } from "../../support/clock.js";
import { untyped } from "../../support/untyped.js";
import { archived, invoice, listBriefly, request } from "./invoice-support.js";

describe("the total that checkInvoice checks", () => {
  const check = (total: unknown, context: InvoiceContext = { request }) =>
    listBriefly(checkInvoice(untyped(invoice({ total })), context));
  const describeViolation = (total: unknown, context: InvoiceContext) =>
    checkInvoice(untyped(invoice({ total })), context)[0]?.description;

  const outstanding = ["REG-INV000018 total"];
  const noCredit = ["RULE-CREDIT total"];

  describe("in general", () => {
    it.each([[null], ["129.5"], [[]], [Number.NaN], [Infinity], [-Infinity]])("must be a number, not %j", (total) => {
      expect(check(total)).toEqual(["RULE-INVALID total"]);
      expect(describeViolation(total, {})).toBe(
        "The total must be a number of euros with two decimals at most: correct it.",
      );
    });

    it("is in whole cents", () => {
      for (const total of [129.5049, 129.499, 129.505, 0.1 + 0.2, 0.004, -0.004, 1e-9, 5e-324, 1e21, -1e308]) {
        for (const context of [{ request }, archived, {}])
          expect(check(total, context)).toEqual(["RULE-INVALID total"]);
      }
      for (const total of [0.01, 7, 7.1, 123_456_789.01]) expect(check(total, {})).toEqual([]);
    });

    it("is described with how to find it if it is missing", () => {
      expect(describeViolation(undefined, { request })).toBe(
        "The total is missing: give what is outstanding, excluding VAT.",
      );
      expect(describeViolation(undefined, archived)).toBe(
        "The total is missing: give it, below zero, for a credit: the request is archived.",
      );
    });

    it.each([[1e308], [-1e308], [5e-324], [-0]])("causes no exception for %d", (total) => {
      expect(check(total)).toHaveLength(1);
    });
  });

  describe("for a debit", () => {
    it("is above zero, even if nothing is outstanding", () => {
      for (const context of [{ request }, { outstanding: 0 }, {}]) {
        for (const total of [0, -0]) expect(check(total, context)).toEqual(outstanding);
      }
      expect(check(0.01, { outstanding: 0.01 })).toEqual([]);
    });

    it("can be any amount above zero if the outstanding amount is not known", () => {
      for (const context of [{}, { request: {} }, { outstanding: Number.NaN }, { outstanding: untyped("5") }]) {
        expect(check(77, context)).toEqual([]);
      }
    });

    it("is compared with the outstanding amount of the caller, or else of the request", () => {
      expect(check(10, { request, outstanding: 10 })).toEqual([]);
      expect(check(129.5, { request, outstanding: 10 })).toEqual(outstanding);
      expect(check(129.5, { request, outstanding: 0 })).toEqual(outstanding);
      expect(check(129.5, { request, outstanding: -129.5 })).toEqual(outstanding);
    });

    it("is not compared in the archive with the older amount of the request", () => {
      expect(check(129.5, archived)).toEqual([]);
      const status = "WillNotBeInvoicedForWarrantyOrLeniencyReasons";
      const before = { ...request, invoicing: { status, totalAmountToInvoice: 10 } };
      expect(check(129.5, { phase: "Archived", request: before })).toEqual([]);
      expect(check(0, { phase: "Archived", request: before })).toEqual(outstanding);
    });

    it("is rejected if all lines are under warranty or leniency", () => {
      const status = "WillNotBeInvoicedForWarrantyOrLeniencyReasons";
      const covered = { request: { ...request, invoicing: { status, totalAmountToInvoice: 0 } } };
      expect(check(129.5, covered)).toEqual(outstanding);
      expect(check(0, covered)).toEqual(outstanding);
      expect(check(129.5, { ...covered, outstanding: 129.5 })).toEqual(outstanding);
      expect(describeViolation(129.5, covered)).toBe(
        "Nothing is to be invoiced: all lines are under warranty or leniency. The request is archived without an invoice.",
      );
    });

    it("is rejected once a reason for not invoicing is set", () => {
      const marked = { request, notInvoiced: true };
      expect(check(129.5, marked)).toEqual(outstanding);
      expect(check(129.5, { request, notInvoiced: false })).toEqual([]);
      expect(describeViolation(129.5, marked)).toBe(
        "Nothing is to be invoiced: the request was marked as not invoiced. Send no invoice for it.",
      );
    });

    it("can be a part of the outstanding amount if the caller says so, but not more", () => {
      const partial = { request, partial: true };
      expect(check(100, { request })).toEqual(outstanding);
      expect(check(100, partial)).toEqual([]);
      expect(check(129.5, partial)).toEqual([]);
      expect(check(129.51, partial)).toEqual(outstanding);
      expect(check(0, partial)).toEqual(outstanding);
      expect(check(0.01, { ...partial, outstanding: 0 })).toEqual(outstanding);
      expect(checkInvoice(untyped(invoice({ total: 100 })), { request })).toMatchObject([
        {
          description: expect.stringContaining("If the service accepts a part of it, set `partial`."),
          rule: "debit-amount",
          values: { total: "100.00", outstanding: "129.50" },
        },
      ]);
    });

    it("is described with both amounts if it is wrong", () => {
      const action = "Fetch the invoice templates again and debit the amount that they give.";
      expect(describeViolation(156.7, { request })).toBe(
        `The total is 156.70 and 129.50 is outstanding, excluding VAT. ${action}`,
      );
      expect(describeViolation(0, { request })).toBe(`The total is zero, and a debit must be above zero. ${action}`);
    });
  });

  describe("for a credit", () => {
    it("is compared with the invoiced amount of the caller, or else of the request", () => {
      expect(check(-10, { ...archived, invoiced: 10 })).toEqual([]);
      expect(check(-10.01, { ...archived, invoiced: 10 })).toEqual(noCredit);
      expect(check(-10, { ...archived, invoiced: 0 })).toEqual(noCredit);
    });

    it("may include an amount that can have been invoiced since the request was read", () => {
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

    it("can be any amount if the invoiced amount is not known", () => {
      expect(check(-77, { phase: "Archived" })).toEqual([]);
      expect(check(-77, { phase: "Archived", request: {} })).toEqual([]);
      expect(check(-77, { phase: "Archived", invoiced: untyped("5") })).toEqual([]);
    });

    it("does not depend on the outstanding amount", () => {
      expect(check(-10, { ...archived, notInvoiced: true, outstanding: 0 })).toEqual([]);
    });

    it("is not checked in an unknown phase", () => {
      expect(check(-129.5, {})).toEqual([]);
      expect(check(-129.5, { invoiced: 0 })).toEqual([]);
      expect(check(-129.5, { request: { ...request, status: "SomethingNew" } })).toEqual([]);
    });

    it("is described with both amounts if it is too large", () => {
      expect(describeViolation(-130, archived)).toBe(
        "The credit is 130.00, but at most 129.50 was invoiced. Credit at most that amount.",
      );
      expect(describeViolation(-130, { request })).toBe(
        "A credit is possible once the request is archived (assumed: at midnight in Amsterdam). For the discount that lessors of damages may require, set `discount: true`.",
      );
    });
  });

  const contractWith = (damage?: object): InvoiceContext["contract"] => untyped({ supplierContract: { damage } });
  const contract = (isRequired?: boolean) =>
    contractWith({ firstDebitInvoiceRequiresCreditDiscountInvoice: isRequired });

  describe("for a discount", () => {
    const damage = { request, kind: "damage" } as const;

    it("is accepted for a damage, whether its lessor requires a discount or not", () => {
      for (const isRequired of [true, false, undefined]) {
        expect(check(-10, { ...damage, contract: contract(isRequired) })).toEqual([]);
      }
      expect(check(-10, { ...damage, contract: contractWith() })).toEqual([]);
      expect(check(-10, { ...damage, contract: untyped({}) })).toEqual([]);
      expect(check(-10, damage)).toEqual([]);
      expect(check(-10, { ...damage, contract: untyped(null) })).toEqual([]);
    });

    it("is described as below zero if a discount is required and nothing is outstanding", () => {
      const due = { ...damage, contract: contract(true), outstanding: 0 };
      const expected = "Nothing is outstanding. The discount that the lessor requires is a total below zero.";
      expect(check(25, due)).toEqual(outstanding);
      expect(describeViolation(25, due)).toBe(expected);
      expect(describeViolation(0, due)).toBe(expected);
      for (const other of [
        { ...due, contract: contract(false) },
        { ...due, kind: "service" },
        { ...due, outstanding: 5 },
        { ...due, phase: "Archived" },
      ] as const) {
        expect(check(25, other)).toEqual(outstanding);
        expect(describeViolation(25, other)).not.toBe(expected);
      }
    });
  });

  describe("of a kind of invoice", () => {
    const damage = { request, kind: "damage" } as const;
    const rulesOf = (total: unknown, context: InvoiceContext) =>
      checkInvoice(untyped(invoice({ total })), context).map(({ rule }) => rule);

    it("is below zero for a discount, on a damage, before the archive", () => {
      expect(rulesOf(-10, { ...damage, discount: true })).toEqual([]);
      expect(rulesOf(-10, { request, discount: true })).toEqual(["discount-of-damage"]);
      for (const total of [0, 10, 129.5])
        expect(rulesOf(total, { ...damage, discount: true })).toEqual(["discount-below-zero"]);
      expect(rulesOf(-10, { ...archived, kind: "damage", discount: true })).toEqual(["discount-before-archive"]);
    });

    it("is a credit if it is below zero and no discount, also on a damage and in a phase that is not known", () => {
      for (const context of [damage, { request }, { kind: "damage" }, {}] as const) {
        expect(rulesOf(-10, { ...context, discount: false })).toEqual(["credit-in-archive"]);
        expect(checkInvoice(invoice({ total: -10 }), { ...context, discount: false })).toMatchObject([
          checkInvoice(invoice({ total: -10 }), { request })[0] ?? {},
        ]);
      }
      expect(rulesOf(-10, { ...archived, discount: false })).toEqual([]);
      expect(rulesOf(129.5, { request, discount: false })).toEqual([]);
    });

    it("is below zero first with discountFirst, while a discount that the lessor requires is known to be missing", () => {
      const due = { ...damage, contract: contract(true), discountFirst: true, discounted: false } as const;
      expect(checkInvoice(invoice(), due)).toMatchObject([
        { rule: "discount-first", code: "RULE-DISCOUNT", context: { fieldName: "discountFirst" } },
      ]);
      for (const other of [
        { ...due, discounted: true },
        { ...due, discounted: undefined },
        { ...due, discountFirst: false },
        { ...due, contract: contract(false) },
        { ...due, contract: undefined },
        { ...due, kind: "service" },
        { ...due, ...archived },
      ] as const)
        expect(rulesOf(129.5, other)).toEqual([]);
      expect(rulesOf(-10, { ...due, discount: true })).toEqual([]);
    });

    it("is not due if nothing is outstanding and the service offers no template", () => {
      const none = { request, outstanding: 0, noTemplate: true };
      expect(rulesOf(129.5, none)).toEqual(["nothing-due"]);
      expect(rulesOf(0, none)).toEqual(["nothing-due"]);
      expect(rulesOf(129.5, { ...archived, noTemplate: true })).toEqual(["nothing-due"]);
      expect(describeViolation(0, none)).toMatch(/ Perhaps all of it is invoiced, .* set `outstanding`\.$/);
      expect(describeViolation(0, { ...none, kind: "damage", contract: contract(true) })).toMatch(
        / For the discount that the lessor requires, set `discount: true` and a total below zero\.$/,
      );
    });

    it("may be due with an outstanding amount, a template, or amounts that are not known", () => {
      const none = { request, outstanding: 0, noTemplate: true };
      expect(rulesOf(129.5, { ...none, outstanding: 129.5 })).toEqual([]);
      expect(rulesOf(129.5, { request, noTemplate: true })).toEqual([]);
      expect(rulesOf(129.5, { phase: "Invoicing", noTemplate: true })).toEqual([]);
      expect(rulesOf(129.5, { ...archived, noTemplate: true, outstanding: 129.5 })).toEqual([]);
      expect(rulesOf(-10, { ...archived, noTemplate: true })).toEqual([]);
      for (const noTemplate of [false, undefined])
        expect(rulesOf(129.5, { ...none, noTemplate })).toEqual(["debit-amount"]);
    });
  });
});

describe("the VAT lines that checkInvoice checks", () => {
  const vatBaseOf = (line: Record<string, unknown>) => untyped(line["amount"]) as number;
  const check = (fields: object, context: InvoiceContext = { vatBaseOf }) =>
    listBriefly(checkInvoice(untyped(invoice(fields)), context));
  const describeViolation = (fields: object, context: InvoiceContext = { vatBaseOf }) =>
    checkInvoice(untyped(invoice(fields)), context).map(({ description }) => description);
  const lines = (...amounts: unknown[]) => ({ vatLines: amounts.map((amount) => ({ amount })) });

  it("are an array of objects", () => {
    expect(check({ vatLines: undefined })).toEqual(["RULE-REQUIRED vatLines"]);
    for (const vatLines of [null, {}, "none"]) expect(check({ vatLines })).toEqual(["RULE-INVALID vatLines"]);
    expect(check({ vatLines: [{}, null, [], 7] }, {})).toEqual([
      "RULE-INVALID vatLines[1]",
      "RULE-INVALID vatLines[2]",
      "RULE-INVALID vatLines[3]",
    ]);
    expect(check({ vatLines: new Array(1) })).toEqual(["RULE-INVALID vatLines[0]"]);
    expect(describeViolation({ vatLines: {} })).toEqual(["The VAT lines must be a list: correct it."]);
    expect(describeViolation({ vatLines: undefined })).toEqual([
      "The VAT lines are missing: give `vatLines`; an empty list means no VAT.",
    ]);
    expect(describeViolation({ vatLines: [1] })).toEqual(["VAT line 1 must be an object: correct it."]);
  });

  it("are added up as vatBaseOf reads them, also if they have a base", () => {
    expect(check({ vatLines: [{ base: 1, amount: 129.5 }] })).toEqual([]);
    expect(check({ vatLines: [{ base: 129.5, amount: 1 }] })).toEqual(["RULE-VAT vatLines"]);
  });

  it("have amounts that are the VAT of their base, also with a vatBaseOf", () => {
    const vatLines = [{ percentage: 21, base: 129.5, amount: 1 }];
    const context = { vatBaseOf: ({ base }: Record<string, unknown>) => Number(base) };
    expect(check({ vatLines }, context)).toEqual(["RULE-VAT vatLines[0].amount"]);
    expect(checkInvoice(untyped(invoice({ vatLines })))).toMatchObject([
      {
        rule: "vat-amount",
        description:
          "The amount of VAT line 1 is 1.00, but 21 % of 129.50 is 27.20. Give `{ percentage }` as VAT lines, or use `vatOf`.",
        values: { percentage: 21, base: "129.50", amount: "1.00", expected: "27.20" },
      },
    ]);
  });

  it("have a percentage from 0 to 100", () => {
    for (const percentage of [210, 100.01, -21, -0.001]) {
      const vatLines = [{ percentage, base: 129.5, amount: 27.2 }];
      expect(check({ vatLines }, {})).toEqual(["RULE-VAT vatLines[0].percentage"]);
    }
    expect(
      checkInvoice(untyped(invoice({ vatLines: [{ percentage: 210, base: 129.5, amount: 271.95 }] }))),
    ).toMatchObject([
      {
        rule: "vat-amount",
        description: "The percentage of VAT line 1 is 210, and must be from 0 to 100. Correct it.",
        values: { percentage: 210, base: "129.50", amount: "271.95" },
      },
    ]);
  });

  it("are also compared with a percentage of more than two decimals", () => {
    const withAmount = (amount: unknown, total = 10_000, percentage: unknown = 21.125) =>
      check({ total, vatLines: [{ percentage, base: total, amount }] }, {});
    for (const amount of [2112.5, 2112.51, 2112.49])
      expect(withAmount(amount)).toEqual(amount === 2112.5 ? [] : ["RULE-VAT vatLines[0].amount"]);
    expect(withAmount(-2112.5, -10_000)).toEqual([]);
    expect(withAmount(0, 10_000, 1e-7)).toEqual([]);
    for (const amount of [27.35, 27.36]) expect(withAmount(amount, 129.5)).toEqual([]);
    for (const amount of [27.34, 27.37, 1]) expect(withAmount(amount, 129.5)).toEqual(["RULE-VAT vatLines[0].amount"]);
    expect(describeViolation({ vatLines: [{ percentage: 21.125, base: 129.5, amount: 1 }] }, {})).toEqual([
      "The amount of VAT line 1 is 1.00, but 21.125 % of 129.50 is 27.36. Give `{ percentage }` as VAT lines, or use `vatOf`.",
    ]);
    const credit = { total: -0.1, vatLines: [{ percentage: 0.001, base: -0.1, amount: 5 }] };
    expect(describeViolation(credit, {})).toContainEqual(expect.stringContaining("0.001 % of -0.10 is 0.00."));
    expect(withAmount(1, 10_000, "21.125")).toEqual([]);
  });

  it("can have any other content if the caller gives no vatBaseOf", () => {
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
    expect(check({ ...lines(1), invoiceNumber: untyped(5) })).toContain("RULE-VAT vatLines");
    expect(describeViolation(lines(100, 29.49))).toEqual([
      "The VAT lines add up to 129.49, and the total is 129.50. Make new VAT lines from the total.",
    ]);
  });

  it("are reported one by one and not added up if they have no amount", () => {
    for (const amount of [undefined, "129.5", Number.NaN, Infinity, null, Promise.resolve(1)]) {
      expect(check(lines(129.5, amount))).toEqual(["RULE-VAT vatLines[1]"]);
    }
    expect(check(lines(undefined, 1, undefined))).toEqual(["RULE-VAT vatLines[0]", "RULE-VAT vatLines[2]"]);
    expect(describeViolation(lines(undefined))).toEqual([
      "VAT line 1 has no amount: `vatBaseOf` failed, or returned no finite number. Fill in the VAT line, or correct the function.",
    ]);
  });

  it("are reported without the error of vatBaseOf", () => {
    const failing = () => {
      throw new Error("no amount for Robin");
    };
    expect(check({}, { vatBaseOf: failing })).toEqual(["RULE-VAT vatLines[0]"]);
    expect(describeViolation({}, { vatBaseOf: failing }).join()).not.toContain("Robin");
  });

  it("are reported if vatBaseOf returns a promise, whose rejection is handled", async () => {
    const unhandled: unknown[] = [];
    const listen = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", listen);
    const vatBaseOf = () => Promise.reject(new Error("no amount for Robin"));
    expect(check({}, { vatBaseOf: untyped(vatBaseOf) })).toEqual(["RULE-VAT vatLines[0]"]);
    await settle();
    process.off("unhandledRejection", listen);
    expect(unhandled).toEqual([]);
  });

  it("are not added up if one of them is not an object, or the total is not a number", () => {
    expect(check({ vatLines: [{ amount: 1 }, null] })).toEqual(["RULE-INVALID vatLines[1]"]);
    const always = { vatBaseOf: () => 1 };
    expect(check({ vatLines: [{ amount: 1 }, null] }, always)).toEqual(["RULE-INVALID vatLines[1]"]);
    expect(check({ vatLines: "none" }, always)).toEqual(["RULE-INVALID vatLines"]);
    expect(check({ ...lines(1), total: undefined })).toEqual(["RULE-REQUIRED total"]);
    expect(check({ ...lines(1), total: "129.5" })).toEqual(["RULE-INVALID total"]);
  });
});
