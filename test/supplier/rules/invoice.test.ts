import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { phaseByStatus } from "../../../src/supplier/phases/phases.js";
import { checkInvoice, invoiceDateRange } from "../../../src/supplier/rules/invoice.js";
import type { InvoiceContext, InvoiceDateContext } from "../../../src/supplier/rules/invoice-input.js";
import { untyped } from "../../support/untyped.js";
import { archived, invoice, rental, request } from "./invoice-support.js";
import { listBriefly } from "./rule-case.js";

describe("checkInvoice", () => {
  const check = (fields: object, context: InvoiceContext = { request }) =>
    listBriefly(checkInvoice(untyped(invoice(fields)), context));

  describe("checks an invoice", () => {
    it("and finds no violation if it is over the outstanding amount", () => {
      expect(check({})).toEqual([]);
      expect(check({}, {})).toEqual([]);
      expect(listBriefly(checkInvoice(invoice()))).toEqual([]);
    });

    it("and reports every missing field of an empty one", () => {
      const fields = [
        "identitySender",
        "identityReceiver",
        "invoiceNumber",
        "invoiceDate",
        "vatLines",
        "total",
      ];
      expect(listBriefly(checkInvoice({}))).toEqual(fields.map((field) => `RULE-REQUIRED ${field}`));
    });

    it("and reports all violations at once", () => {
      const fields = { identitySender: {}, invoiceNumber: "0", invoiceDate: "2026-06-14", total: 1 };
      expect(check(fields)).toEqual([
        "REG-INV000010 identitySender.RegNumber",
        "REG-INV000104 invoiceNumber",
        "REG-INV000105 invoiceDate",
        "REG-INV000018 total",
      ]);
    });

    it.each([
      ["an empty number", { invoiceNumber: "" }, ["RULE-REQUIRED invoiceNumber"]],
      ["a number of blanks", { invoiceNumber: "  " }, ["RULE-REQUIRED invoiceNumber"]],
      ["the number 0", { invoiceNumber: "0" }, ["REG-INV000104 invoiceNumber"]],
      ["a number that is not a text", { invoiceNumber: 0 }, ["RULE-INVALID invoiceNumber"]],
      ["a number that is null", { invoiceNumber: null }, ["RULE-INVALID invoiceNumber"]],
      ["a number that begins with 0", { invoiceNumber: "007" }, []],
      ["an empty date", { invoiceDate: "" }, ["RULE-INVALID invoiceDate"]],
      ["a date that is null", { invoiceDate: null }, ["RULE-INVALID invoiceDate"]],
      ["a date that is a number", { invoiceDate: 20260615 }, ["RULE-INVALID invoiceDate"]],
      ["a date that does not exist", { invoiceDate: "2026-02-29" }, ["RULE-INVALID invoiceDate"]],
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
      expect(describeViolation({ invoiceNumber: " " })).toEqual(
        describeViolation({ invoiceNumber: undefined }),
      );
      expect(describeViolation({ invoiceNumber: 1 })).toEqual([
        "The invoice number must be a text: correct it.",
      ]);
      expect(describeViolation({ invoiceDate: "2026-6-1" })).toEqual([
        "The invoice date must be a date that exists, as yyyy-MM-dd: correct it.",
      ]);
      expect(describeViolation({ invoiceNumber: "0" })).toEqual([
        "The invoice number is `0`, which the service does not take. Send the number under which the invoice stands in the supplier's own books.",
      ]);
      expect(checkInvoice(untyped([]))[0]?.description).toBe("The body must be an object: correct it.");
    });

    it("and never throws for any invoice and any context", () => {
      const value = fc.jsonValue({ maxDepth: 3 });
      const mostly = (key: string, typical: unknown) =>
        fc.oneof(fc.constant([key, typical]), fc.tuple(fc.constant(key), value));
      const objectOf = (typical: object) =>
        fc
          .tuple(...Object.entries(typical).map(([key, each]) => mostly(key, each)))
          .map((entries) => Object.fromEntries(entries));
      const contexts = objectOf({
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
      });
      const requests = objectOf({ ...request });
      fc.assert(
        fc.property(
          fc.oneof(objectOf(invoice()), value),
          fc.oneof(
            contexts,
            requests.map((each) => ({ request: each })),
            value,
          ),
          (body, context) => {
            for (const { code, description, context: where } of checkInvoice(
              untyped(body),
              untyped(context),
            )) {
              expect(code).toMatch(/^(RULE-[A-Z]+|REG-INV\d{6})$/);
              expect(description).toMatch(/\.$/);
              expect(where.fieldName).not.toBe("");
            }
          },
        ),
        { numRuns: 500 },
      );
    });
  });
});

describe("the phase that checkInvoice requires", () => {
  const check = (context: InvoiceContext, fields: object = {}) =>
    listBriefly(checkInvoice(untyped(invoice(fields)), context));
  const wrongPhase = ["RULE-PHASE status"];

  describe("is Invoicing or Archived", () => {
    it.each(Object.keys(phaseByStatus))("and the status %s decides it", (status) => {
      expect(check({ request: { ...request, status } })).toEqual(status === "Approved" ? [] : wrongPhase);
    });

    it.each([
      ["Draft", "Send it for approval first."],
      ["Lessor", "Wait for the decision of the lessor."],
      ["Response", "Change what the lessor did not approve, and send it for approval again."],
    ] as const)("and not %s", (phase, step) => {
      expect(check({ request, phase })).toEqual(wrongPhase);
      expect(checkInvoice(invoice(), { phase })[0]?.description).toBe(
        `A request in the phase ${phase} cannot be invoiced. ${step}`,
      );
    });

    it.each(["Invoicing", "Archived"] as const)("so that %s is accepted with any status", (phase) => {
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
    it("begin with the workshop date", () => {
      expect(invoiceDateRange({ request })).toEqual(from("2026-06-15"));
      expect(check("2026-06-15", { request })).toEqual([]);
      expect(check("2026-06-16", { request })).toEqual([]);
      expect(check("2100-01-01", { request })).toEqual([]);
      expect(check("2026-06-14", { request })).toEqual(["REG-INV000105 invoiceDate"]);
    });

    it("begin for a rental vehicle with the day of its checkout in Amsterdam", () => {
      expect(invoiceDateRange({ request: rental })).toEqual(from("2026-06-16"));
      expect(check("2026-06-16", { request: rental })).toEqual([]);
      expect(check("2026-06-15", { request: rental })).toEqual(["REG-INV000106 invoiceDate"]);
    });

    it.each([
      // Winter: one hour ahead of UTC. Summer: two.
      ["2026-01-31T22:59:59Z", "2026-01-31"],
      ["2026-01-31T23:00:00Z", "2026-02-01"],
      ["2026-07-31T21:59:59Z", "2026-07-31"],
      ["2026-07-31T22:00:00Z", "2026-08-01"],
      // Daylight saving time begins on 29 March at 01:00 UTC, and ends on 25 October at 01:00 UTC.
      ["2026-03-28T22:59:59Z", "2026-03-28"],
      ["2026-03-28T23:00:00Z", "2026-03-29"],
      ["2026-03-29T21:59:59Z", "2026-03-29"],
      ["2026-03-29T22:00:00Z", "2026-03-30"],
      ["2026-10-24T21:59:59Z", "2026-10-24"],
      ["2026-10-24T22:00:00Z", "2026-10-25"],
      ["2026-10-25T22:59:59Z", "2026-10-25"],
      ["2026-10-25T23:00:00Z", "2026-10-26"],
      ["2026-12-31T23:59:59Z", "2027-01-01"],
      // Other offsets name the same instants.
      ["2026-06-16T00:30:00+02:00", "2026-06-16"],
      ["2026-06-15T18:30:00-04:00", "2026-06-16"],
      ["2026-06-15T23:59:59+14:00", "2026-06-15"],
    ])("begin for a checkout at %s with %s", (checkoutDate, day) => {
      expect(invoiceDateRange(checkedOutAt(checkoutDate))).toEqual(from(day));
    });

    it("begin with the local day in Amsterdam for any checkout", () => {
      const shown = new Intl.DateTimeFormat("en-US", {
        timeZone: "Europe/Amsterdam",
        year: "numeric",
        month: "2-digit",
        day: "2-digit",
      });
      const instants = fc.date({
        min: new Date("2000-01-01T00:00:00Z"),
        max: new Date("2100-12-31T00:00:00Z"),
        noInvalidDate: true,
      });
      fc.assert(
        fc.property(instants, (instant) => {
          const parts = Object.fromEntries(
            shown.formatToParts(instant).map(({ type, value }) => [type, value]),
          );
          const day = `${parts["year"]}-${parts["month"]}-${parts["day"]}`;
          expect(invoiceDateRange(checkedOutAt(instant.toISOString()))).toEqual(from(day));
        }),
      );
    });

    it("depend on the lines if the codes of rental vehicles are known", () => {
      const known = { rentalCodes: ["9001"] };
      const both = { workshopDate: "2026-06-10", checkoutDate: "2026-06-15T22:30:00Z" };
      const rentalWithBoth = { ...rental, appointment: both };
      expect(invoiceDateRange({ request: rentalWithBoth, known })).toEqual(from("2026-06-16"));
      expect(invoiceDateRange({ request: { ...request, appointment: both }, known })).toEqual(
        from("2026-06-10"),
      );
      expect(invoiceDateRange({ request: rentalWithBoth })).toEqual(from("2026-06-10"));
      expect(invoiceDateRange({ request: { ...rental, components: [] }, known })).toEqual(unknown);
      expect(check("2026-06-15", { request: rentalWithBoth, known })).toEqual(["REG-INV000106 invoiceDate"]);
      expect(check("2026-06-09", { request: rentalWithBoth })).toEqual(["REG-INV000105 invoiceDate"]);
    });

    it("never begin with the checkout for a damage", () => {
      expect(invoiceDateRange({ request: rental, kind: "damage" })).toEqual(unknown);
      expect(invoiceDateRange({ request, kind: "damage" })).toEqual(from("2026-06-15"));
      expect(check("2026-06-14", { request, kind: "damage" })).toEqual(["REG-INV000105 invoiceDate"]);
      expect(check("2020-01-01", { request: rental, kind: "damage" })).toEqual([]);
    });

    it("are one date in the archive", () => {
      expect(invoiceDateRange(archived)).toEqual({ earliest: "2026-06-15", latest: "2026-06-15" });
      const later = { ...archived, latestInvoiceDate: "2026-06-20" };
      for (const date of ["2026-06-19", "2026-06-21", "2026-06-15"]) {
        expect(listBriefly(checkInvoice(untyped(invoice({ invoiceDate: date, total: -1 })), later))).toEqual([
          "REG-INV000107 invoiceDate",
        ]);
      }
      expect(
        listBriefly(checkInvoice(untyped(invoice({ invoiceDate: "2026-06-20", total: -1 })), later)),
      ).toEqual([]);
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
