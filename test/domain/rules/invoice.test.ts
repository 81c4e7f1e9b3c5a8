import { checkInvoice, type InvoiceContext, invoiceDateRange } from "@reg/sdk";
import type { InvoiceDateContext } from "@reg/sdk/supplier";
import { describe, expect, it } from "vitest";
import { untyped } from "../../support/untyped.js";
import { archived, invoice, listBriefly, rental, request } from "./invoice-support.js";
import { replaceByOddValues } from "./odd-values.js";

describe("checkInvoice", () => {
  const check = (fields: object, context: InvoiceContext = { request }) =>
    listBriefly(checkInvoice(untyped(invoice(fields)), context));

  describe("checks an invoice", () => {
    it("and finds no violation without a context", () => {
      expect(listBriefly(checkInvoice(invoice()))).toEqual([]);
    });

    it("and reports every missing field of an empty one", () => {
      const fields = ["identitySender", "identityReceiver", "invoiceNumber", "invoiceDate", "vatLines", "total"];
      expect(listBriefly(checkInvoice({}))).toEqual(fields.map((field) => `RULE-REQUIRED ${field}`));
    });

    it.each([
      ["a number that is not a text", { invoiceNumber: 0 }, ["RULE-INVALID invoiceNumber"]],
      ["a number that is null", { invoiceNumber: null }, ["RULE-INVALID invoiceNumber"]],
      ["an empty date", { invoiceDate: "" }, ["RULE-INVALID invoiceDate"]],
      ["a date that is null", { invoiceDate: null }, ["RULE-INVALID invoiceDate"]],
      ["a date that is a number", { invoiceDate: 20260615 }, ["RULE-INVALID invoiceDate"]],
      ["a date-time", { invoiceDate: "2026-06-15T00:00:00Z" }, ["RULE-INVALID invoiceDate"]],
    ])("with %s", (_, fields, expected) => {
      expect(check(fields)).toEqual(expected);
    });

    it.each([[null], [[]], ["text"], [7]])("and rejects %j, which is not an object", (value) => {
      expect(listBriefly(checkInvoice(untyped(value)))).toEqual(["RULE-INVALID body"]);
    });

    it.each([
      [null],
      ["text"],
      [{ request: null, known: null, template: null, contract: null, kind: null, phase: null }],
    ])("and ignores a context that is %j", (context) => {
      expect(listBriefly(checkInvoice(invoice(), untyped(context)))).toEqual([]);
      expect(listBriefly(checkInvoice(untyped(invoice({ total: 0 })), untyped(context)))).toEqual([
        "REG-INV000018 total",
      ]);
    });

    it("and describes each violation with what to do", () => {
      const describeViolation = (fields: object) =>
        checkInvoice(untyped(invoice(fields)), { request }).map(({ description }) => description);
      expect(describeViolation({ invoiceNumber: undefined })).toEqual([
        "The invoice number is missing: give your own number for the invoice.",
      ]);
      expect(describeViolation({ invoiceNumber: " " })).toEqual(describeViolation({ invoiceNumber: undefined }));
      expect(describeViolation({ invoiceNumber: 1 })).toEqual(["The invoice number must be a text: correct it."]);
      expect(describeViolation({ invoiceDate: "2026-6-1" })).toEqual([
        "The invoice date must be a date that exists, as yyyy-MM-dd: correct it.",
      ]);
      expect(describeViolation({ invoiceNumber: "0" })).toEqual([
        "The invoice number is `0`, which the service does not take. Send the number under which the invoice stands in the supplier's own books.",
      ]);
      expect(checkInvoice(untyped([]))[0]?.description).toBe("The body must be an object: correct it.");
    });

    it("and throws nothing for any JSON", () => {
      const complete = {
        kind: "damage",
        phase: "Invoicing",
        request,
        contract: {},
        known: { rentalCodes: ["9001"] },
        template: {},
        supplierNumber: 4711,
        outstanding: 129.5,
        invoiced: 0,
        latestInvoiceDate: "2026-06-15",
        vatBaseOf: () => 129.5,
      };
      const isDescribed = ({ description }: { description: string }) => description.endsWith(".");
      for (const body of replaceByOddValues(invoice()))
        expect(checkInvoice(untyped(body), untyped(complete)).every(isDescribed)).toBe(true);
      for (const context of replaceByOddValues(complete))
        expect(checkInvoice(invoice(), untyped(context)).every(isDescribed)).toBe(true);
    });
  });
});

describe("the phase that checkInvoice requires", () => {
  const check = (context: InvoiceContext, fields: object = {}) =>
    listBriefly(checkInvoice(untyped(invoice(fields)), context));
  const wrongPhase = ["RULE-PHASE status"];

  describe("is Invoicing or Archived", () => {
    it.each([
      ["Draft", "Submit it first."],
      ["Lessor", "Wait for the lessor's decision."],
      ["Response", "Resubmit it, and wait for the lessor's decision."],
    ] as const)("and not %s", (phase, step) => {
      expect(check({ request, phase })).toEqual(wrongPhase);
      expect(checkInvoice(invoice(), { phase })[0]?.description).toBe(
        `The request is in the phase ${phase}; this is only possible in Invoicing and Archived. ${step}`,
      );
    });

    it.each([
      [{ request: { status: "SomethingNew" } }],
      [{ request: { status: "toString" } }],
      [{ request: { status: { toString: 1 } } }],
      [{ phase: "SomethingNew", request: { status: "Draft" } }],
      [{ phase: "toString" }],
      [{ phase: { toString: 1 } }],
      [{}],
    ])("and is not checked if it is not known: %j", (context) => {
      expect(check(untyped(context))).toEqual([]);
    });

    it("and null means that the status decides", () => {
      expect(check({ request: { ...request, status: "Draft" }, phase: untyped(null) })).toEqual(wrongPhase);
    });

    it("and is reported without a violation of the total", () => {
      const invoicing = { totalAmountToInvoice: 0, totalAmountInvoiced: 0 };
      const draft = { request: { ...request, status: "Draft", invoicing } };
      for (const total of [129.5, 0, -1]) expect(check(draft, { total })).toEqual(wrongPhase);
      expect(check(draft, { total: "1" })).toEqual([...wrongPhase, "RULE-INVALID total"]);
    });
  });
});

describe("invoiceDateRange", () => {
  const check = (invoiceDate: string, context: InvoiceDateContext) =>
    listBriefly(checkInvoice(untyped(invoice({ invoiceDate })), context));
  const unknown = { earliest: undefined, latest: undefined };
  const from = (earliest: string | undefined) => ({ earliest, latest: undefined });
  const checkedOutAt = (checkoutDate: unknown) => ({
    request: { ...rental, appointment: untyped({ checkoutDate }) },
  });

  describe("returns the possible dates of an invoice, which", () => {
    it("depend on the lines if the codes of rental vehicles are known", () => {
      const known = { rentalCodes: ["9001"] };
      const both = { workshopDate: "2026-06-10", checkoutDate: "2026-06-15T22:30:00Z" };
      const rentalWithBoth = { ...rental, appointment: both };
      expect(invoiceDateRange({ request: rentalWithBoth, known })).toEqual(from("2026-06-16"));
      expect(invoiceDateRange({ request: { ...request, appointment: both }, known })).toEqual(from("2026-06-10"));
      expect(invoiceDateRange({ request: rentalWithBoth })).toEqual(from("2026-06-16"));
      const repairWithBoth = { components: [{ reg: { code: "5401" } }], appointment: both };
      expect(invoiceDateRange({ request: repairWithBoth })).toEqual(from("2026-06-10"));
      expect(invoiceDateRange({ request: { ...rental, components: [] }, known })).toEqual(unknown);
      expect(check("2026-06-15", { request: rentalWithBoth, known })).toEqual(["REG-INV000106 invoiceDate"]);
      expect(check("2026-06-09", { request: rentalWithBoth })).toEqual(["REG-INV000106 invoiceDate"]);
      expect(check("2026-06-09", { request: repairWithBoth })).toEqual(["REG-INV000105 invoiceDate"]);
    });

    it("never begin with the checkout for a damage", () => {
      expect(invoiceDateRange({ request: rental, kind: "damage" })).toEqual(unknown);
      expect(invoiceDateRange({ request, kind: "damage" })).toEqual(from("2026-06-15"));
    });

    it("are one date in the archive", () => {
      expect(invoiceDateRange(archived)).toEqual({ earliest: "2026-06-15", latest: "2026-06-15" });
    });

    it("are not known in the archive without the latest invoice", () => {
      expect(invoiceDateRange({ request, phase: "Archived" })).toEqual(unknown);
      expect(check("2000-01-01", { request, phase: "Archived" })).toEqual([]);
    });

    it("do not depend on the latest invoice before the archive", () => {
      expect(invoiceDateRange({ request, latestInvoiceDate: "2026-06-20" })).toEqual(from("2026-06-15"));
      expect(invoiceDateRange({ latestInvoiceDate: "2026-06-20" })).toEqual(unknown);
    });

    it.each([
      [{}],
      [{ request: {} }],
      [{ request: null }],
      [{ request: { appointment: null } }],
      [{ request: { appointment: { workshopDate: "2026-02-30" } } }],
      [{ request: { appointment: { workshopDate: 20260615 } } }],
      [checkedOutAt("2026-06-15")],
      [checkedOutAt("2026-02-30T00:00:00Z")],
      [checkedOutAt(["2026-06-15T22:30:00Z"])],
      [checkedOutAt({ toString: 1 })],
      [{ phase: "Archived", latestInvoiceDate: "yesterday" }],
      [{ phase: "Archived", latestInvoiceDate: null }],
    ])("are not known if the data is missing or invalid: %j", (context) => {
      expect(invoiceDateRange(untyped(context))).toEqual(unknown);
      expect(check("2000-01-01", untyped(context))).toEqual([]);
    });

    it("are not known without a context", () => {
      for (const context of [null, undefined, "text", {}, { request: null, known: null, kind: null }]) {
        expect(invoiceDateRange(untyped(context))).toEqual(unknown);
      }
    });

    it("are named in the description of a violation", () => {
      const describeViolation = (invoiceDate: string, context: InvoiceDateContext) =>
        checkInvoice(untyped(invoice({ invoiceDate, total: 129.5 })), context)[0]?.description;
      expect(describeViolation("2026-06-14", { request })).toBe(
        "The invoice is dated 2026-06-14, which is before 2026-06-15. Date the invoice on the workshop date or later.",
      );
      expect(describeViolation("2026-06-15", { request: rental })).toBe(
        "The invoice is dated 2026-06-15, which is before 2026-06-16. Date the invoice on the day of checkout or later.",
      );
      expect(describeViolation("2026-06-16", archived)).toBe(
        "The invoice is dated 2026-06-16, and the last one that was processed 2026-06-15. Put the same date on this invoice as on the one that was processed last.",
      );
    });
  });
});
