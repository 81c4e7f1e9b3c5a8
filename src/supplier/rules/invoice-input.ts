import type { Violation } from "../../errors/errors.js";
import type { Contract, InvoiceCreate, InvoiceTemplate, VatLine } from "../../generated/supplier/models.js";
import { isDate } from "../../values/dates.js";
import { isWholeCents, toCents, toEuros } from "../../values/money.js";
import type { RequestKind } from "../domain.js";
import type { Phase } from "../phases/phases.js";
import type { RequestDraft } from "./approval-input.js";
import { fieldsOf, isRecord, list, record, single, text, withSoundFields } from "./schema.js";
import type { Known } from "./violation.js";

/** An invoice as far as it is made out: everything can be left out, and is then named as missing. */
export type InvoiceDraft = { readonly [Field in keyof InvoiceCreate]?: InvoiceCreate[Field] | undefined };

/** The request that is invoiced, as it was last read. */
export interface InvoicedRequest extends RequestDraft {
  readonly supplierId?: number | undefined;
  readonly invoicing?:
    | {
        readonly status?: string | undefined;
        readonly totalAmountToInvoice?: number | undefined;
        readonly totalAmountInvoiced?: number | undefined;
      }
    | undefined;
}

/** What decides which dates an invoice may bear. */
export interface InvoiceDateContext {
  /** Default `service`. */
  readonly kind?: RequestKind | undefined;
  /** The request as it was last read: it cannot be read any more once it is archived. */
  readonly request?: InvoicedRequest | undefined;
  /** Default: the phase of the request's status. Say `Archived` after an answer with 410: no status tells. */
  readonly phase?: Phase | undefined;
  /** The date of the invoice that was processed last, `yyyy-MM-dd`; for archived requests. */
  readonly latestInvoiceDate?: string | undefined;
  readonly known?: Known | undefined;
}

/** What `checkInvoice` holds an invoice against. What is left out is not checked. */
export interface InvoiceContext extends InvoiceDateContext {
  /** The template for this invoice, debit or credit (`invoiceTemplates.list`). */
  readonly template?: InvoiceTemplate | undefined;
  /** The number of the authorized supplier. Default: the request's `supplierId`, or the sender of the template. */
  readonly supplierNumber?: number | string | undefined;
  /**
   * What is outstanding in euros, excluding VAT. Default: `totalAmountToInvoice` of the request, unless it is archived:
   * what it said is from before then.
   */
  readonly outstanding?: number | undefined;
  /**
   * What was invoiced in euros, less what was credited. Default: `totalAmountInvoiced` of the request, and
   * `totalAmountToInvoice` on top, which may have been invoiced since.
   */
  readonly invoiced?: number | undefined;
  /** Whether a reason for not invoicing was set (`invoices.setStatus`): no field shows it. Default false. */
  readonly notInvoiced?: boolean | undefined;
  /** The contract, read just now: tells whether the lessor requires a discount invoice for a damage. */
  readonly contract?: Contract | undefined;
  /**
   * The amount in euros, excluding VAT, of a VAT line. The fields of VAT lines are not shown: say how to read yours, and
   * they are checked to add up to the total.
   */
  readonly vatBaseOf?: ((line: VatLine) => number) | undefined;
}

/** Whether a value can be the number of a supplier, whose type is not shown: a text, or an integer. */
export function isSupplierNumber(value: unknown): value is string | number {
  return typeof value === "string" || Number.isSafeInteger(value);
}

/** Whether a value can be an amount in euros. */
function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

/** An amount of euros in whole cents; undefined for what is none. */
export function centsOf(euros: unknown): number | undefined {
  return isAmount(euros) ? toCents(euros) : undefined;
}

/** Whole cents as euros with two decimals. */
export const inEuros = (cents: number): string => toEuros(cents).toFixed(2);

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
