import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkInvoice } from "../../../../src/supplier/rules/invoice.js";
import type { InvoiceContext } from "../../../../src/supplier/rules/invoice-input.js";
import { broken, invoice, request, untyped } from "./support.js";

const check = (fields: object, context: InvoiceContext = { request }) =>
  broken(checkInvoice(untyped(invoice(fields)), context));

describe("an invoice", () => {
  it("keeps the rules when it is over what is outstanding", () => {
    expect(check({})).toEqual([]);
    expect(check({}, {})).toEqual([]);
    expect(broken(checkInvoice(invoice()))).toEqual([]);
  });

  it("lacks everything when it is empty", () => {
    const fields = [
      "identitySender",
      "identityReceiver",
      "invoiceNumber",
      "invoiceDate",
      "vatLines",
      "total",
    ];
    expect(broken(checkInvoice({}))).toEqual(fields.map((field) => `RULE-REQUIRED ${field}`));
  });

  it("tells all that is wrong at once", () => {
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
    ["a number that is no text", { invoiceNumber: 0 }, ["RULE-INVALID invoiceNumber"]],
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

  it.each([[null], [[]], ["text"], [7]])("that is %j is no object", (value) => {
    expect(broken(checkInvoice(untyped(value)))).toEqual(["RULE-INVALID body"]);
  });

  it.each([
    [null],
    ["text"],
    [{ request: null, known: null, template: null, contract: null, kind: null, phase: null }],
  ])("is checked without a context that is %j", (context) => {
    expect(broken(checkInvoice(invoice(), untyped(context)))).toEqual([]);
    expect(broken(checkInvoice(untyped(invoice({ total: 0 })), untyped(context)))).toEqual([
      "REG-INV000018 total",
    ]);
  });

  it("tells what is wrong and what to do, in whole sentences", () => {
    const described = (fields: object) =>
      checkInvoice(untyped(invoice(fields)), { request }).map(({ description }) => description);
    expect(described({ invoiceNumber: undefined })).toEqual([
      "The invoice number is missing: give your own number for the invoice.",
    ]);
    expect(described({ invoiceNumber: " " })).toEqual(described({ invoiceNumber: undefined }));
    expect(described({ invoiceNumber: 1 })).toEqual(["The invoice number must be a text: correct it."]);
    expect(described({ invoiceDate: "2026-6-1" })).toEqual([
      "The invoice date must be a date that exists, as yyyy-MM-dd: correct it.",
    ]);
    expect(described({ invoiceNumber: "0" })).toEqual([
      "The invoice number is `0`, which the service does not take. Send the number under which the invoice stands in the supplier's own books.",
    ]);
    expect(checkInvoice(untyped([]))[0]?.description).toBe("The body must be an object: correct it.");
  });

  it("never throws, whatever it and its context are", () => {
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
          for (const { code, description, context: where } of checkInvoice(untyped(body), untyped(context))) {
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
