import { isWholeCents } from "../../../values/amounts.js";
import { isDate } from "../../../values/calendar.js";
import { fieldsOf, isRecord, list, record, single, text, withSoundFields } from "../forms.js";
import type { Violation } from "../violation.js";
import type { InvoiceDraft } from "./context.js";
import { isAmount, isSupplierNumber } from "./values.js";

/** Characters are counted, not the two halves that some have in UTF-16: that the service does so is assumed. */
const textWithin = (limit: number) =>
  text(`a text of at most ${limit} characters`, (value) => [...value].length <= limit);

/** A sender or receiver. Nothing within is required, but the number of a sender. Source: supplier-api.md §8. */
const identity = record(
  fieldsOf({
    name: textWithin(150),
    street: textWithin(100),
    streetNumberSuffix: textWithin(10),
    postalCode: textWithin(10),
    city: textWithin(100),
    RegNumber: single("a text or an integer", isSupplierNumber),
  }),
);

const forms = {
  identitySender: identity,
  identityReceiver: identity,
  invoiceNumber: text(),
  invoiceDate: text("a date that exists, as yyyy-MM-dd", isDate),
  vatLines: list(record([])),
  // The service may round what is finer, or refuse it: neither is shown.
  total: single(
    "a number of euros with two decimals at most",
    (value) => isAmount(value) && isWholeCents(value),
  ),
};

const required = {
  identitySender: "take it from the invoice template",
  identityReceiver: "take it from the invoice template",
  invoiceNumber: "give your own number for the invoice",
  invoiceDate: "give a date as yyyy-MM-dd",
  vatLines: "give a list of them",
  total: "give what is outstanding, excluding VAT",
};

const invoice = fieldsOf(forms, required);

/** What is outstanding in the archive cannot be read, and a credit is possible there. */
const archivedInvoice = fieldsOf(forms, { ...required, total: "say it, below zero for a credit" });

/**
 * An invoice as the rules can read it, whatever a caller without types has put into it.
 *
 * @param found takes up what has the wrong form, and what no invoice can be without
 */
export function soundInvoice(given: InvoiceDraft, isArchived: boolean, found: Violation[]): InvoiceDraft {
  return isRecord(given) ? withSoundFields(given, isArchived ? archivedInvoice : invoice, "", found) : {};
}
