import { checkInvoice, type InvoiceContext } from "@reg/sdk";
import { describe, expect, it } from "vitest";
import { untyped } from "../../support/untyped.js";
import { invoice, listBriefly, request } from "./invoice-support.js";

const check = (fields: object, context: InvoiceContext = { request }) =>
  listBriefly(checkInvoice(untyped(invoice(fields)), context));

const longest = [
  ["name", 150],
  ["street", 100],
  ["streetNumberSuffix", 10],
  ["postalCode", 10],
  ["city", 100],
] as const;

describe.each(["identitySender", "identityReceiver"])("%s in checkInvoice", (field) => {
  const checkIdentity = (fields: object) => check({ [field]: { RegNumber: 4711, ...fields } });

  it.each(longest)("has a %s whose characters are counted, not its UTF-16 code units", (name, limit) => {
    expect(checkIdentity({ [name]: "\u{1D518}".repeat(limit) })).toEqual([]);
    expect(checkIdentity({ [name]: "\u{1D518}".repeat(limit + 1) })).toEqual([`RULE-INVALID ${field}.${name}`]);
  });

  it.each(longest)("has a %s that is a text", (name) => {
    for (const value of [null, 7]) {
      expect(checkIdentity({ [name]: value })).toEqual([`RULE-INVALID ${field}.${name}`]);
    }
  });

  it("has a RegNumber that is a text or an integer", () => {
    for (const RegNumber of ["4711", 4711]) expect(checkIdentity({ RegNumber })).toEqual([]);
    for (const RegNumber of [null, true, 4711.5, 2 ** 53, [4711], { toString: 1 }]) {
      expect(checkIdentity({ RegNumber })).toEqual([`RULE-INVALID ${field}.RegNumber`]);
    }
  });

  it("must be an object", () => {
    expect(check({ [field]: undefined })).toEqual([`RULE-REQUIRED ${field}`]);
    for (const value of [null, [], "Garage De Brug", 7]) {
      expect(check({ [field]: value })).toEqual([`RULE-INVALID ${field}`]);
    }
  });

  it("is described without its content", () => {
    const name = field === "identitySender" ? "the identity sender" : "the identity receiver";
    const found = (value: unknown) =>
      checkInvoice(untyped(invoice({ [field]: value }))).map(({ description }) => description);
    expect(found({ RegNumber: 1, city: "c".repeat(101) })).toEqual([
      `The city of ${name} must be a text of at most 100 characters: correct it.`,
    ]);
    expect(found({ RegNumber: true })).toEqual([
      `The reg number of ${name} must be a text or a whole number: correct it.`,
    ]);
    expect(found(null)).toEqual([`${name.replace("the", "The")} must be an object: correct it.`]);
    expect(found(undefined)).toEqual([`${name.replace("the", "The")} is missing: take it from the invoice template.`]);
  });
});

describe("the number of the sender in checkInvoice", () => {
  const sender = (RegNumber?: unknown) => ({ identitySender: { RegNumber } });
  const otherNumber = ["REG-INV000010 identitySender.RegNumber"];

  it("is required even if that of the supplier is not known", () => {
    expect(check(sender(), {})).toEqual(otherNumber);
    expect(check(sender(""), {})).toEqual(otherNumber);
    expect(check({ identitySender: {} })).toEqual(otherNumber);
  });

  it("is compared with that of the caller, or else of the request, or else of the template", () => {
    const template = { identitySender: { RegNumber: "3" } };
    const known = { supplierNumber: 1, request: { ...request, supplierId: 2 }, template };
    expect(check(sender(1), known)).toEqual([]);
    expect(check(sender(2), known)).toEqual(otherNumber);
    expect(check(sender(2), { ...known, supplierNumber: undefined })).toEqual([]);
    expect(check(sender(2), { ...known, supplierNumber: "" })).toEqual([]);
    expect(check(sender(3), { ...known, supplierNumber: undefined })).toEqual(otherNumber);
    expect(check(sender(3), { template })).toEqual([]);
    expect(check(sender(1), { template })).toEqual(otherNumber);
  });

  it("can be any number if none of them is known", () => {
    expect(check(sender(9), {})).toEqual([]);
    expect(check(sender(9), { template: untyped({}) })).toEqual([]);
    expect(check(sender(9), { supplierNumber: untyped(null), request: {} })).toEqual([]);
  });

  it("is not part of the description", () => {
    const [missing] = checkInvoice(untyped(invoice(sender())));
    const [other] = checkInvoice(untyped(invoice(sender(83_115))), { supplierNumber: 83_116 });
    const action = "Take `identitySender` from the invoice template unchanged.";
    expect(missing?.description).toBe(`The number of the sender is missing. ${action}`);
    expect(other?.description).toBe(`The number of the sender is not that of the supplier. ${action}`);
  });
});
