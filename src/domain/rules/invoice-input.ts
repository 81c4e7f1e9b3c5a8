import { isDate } from "../../base/dates.js";
import { lazily } from "../../base/lazily.js";
import { isWholeCents, toCents, toEuros } from "../../base/money.js";
import type { Violation } from "../../errors/problem.js";
import type { Contract, InvoiceCreate, InvoiceIdentityInput, VatLineInput } from "../../generated/supplier/models.js";
import type { Phase } from "../phases/phases.js";
import type { ApprovalContext } from "./approval-input.js";
import type { RequestDraft } from "./draft.js";
import { list, object, readForm, single, text, textOrInteger } from "./schema.js";

/** An invoice, as far as it is filled in: every field is optional, and is reported as missing if it is left out. */
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

/** The data that determines which dates an invoice may have. */
export interface InvoiceDateContext extends Pick<ApprovalContext, "kind" | "known"> {
  /** The request as it was last read: it can no longer be read once it is archived. */
  readonly request?: InvoicedRequest | undefined;
  /** Default: the phase of the request's status. Give `Archived` after a 410 response: no status shows that. */
  readonly phase?: Phase | undefined;
  /** The date of the invoice that was processed last, `yyyy-MM-dd`; for archived requests. */
  readonly latestInvoiceDate?: string | undefined;
}

/** The data that `checkInvoice` checks an invoice against. A rule that needs data that is left out is not checked. */
export interface InvoiceContext extends InvoiceDateContext {
  /** The template for this invoice, debit or credit (`invoiceTemplates.list`). */
  readonly template?: { readonly identitySender?: InvoiceIdentityInput | undefined } | undefined;
  /** Whether the service offers no template, neither debit nor credit: then nothing is due. Default false. */
  readonly noTemplate?: boolean | undefined;
  /** The number of the authorized supplier. Default: the request's `supplierId`, or the sender of the template. */
  readonly supplierNumber?: number | string | undefined;
  /**
   * The outstanding amount in euros, excluding VAT. Default: `totalAmountToInvoice` of the request, unless it is
   * archived: then that amount is from before.
   */
  readonly outstanding?: number | undefined;
  /**
   * The invoiced amount in euros, excluding VAT, less the credited amount. Default: `totalAmountInvoiced` of the
   * request, plus `totalAmountToInvoice`, which may have been invoiced since.
   */
  readonly invoiced?: number | undefined;
  /** Whether a debit may be a part of the outstanding amount. That it must be all of it is assumed. Default false. */
  readonly partial?: boolean | undefined;
  /** Whether a reason for not invoicing was set (`invoices.setStatus`): no field shows it. Default false. */
  readonly notInvoiced?: boolean | undefined;
  /**
   * Whether this is the discount invoice that some lessors require for a damage before the archive, with a total below
   * zero. If it is false, such a total is treated as a credit that comes too early, and is rejected. Default: false for
   * `invoice`; for `checkInvoice`, a total below zero of a damage is a discount.
   */
  readonly discount?: boolean | undefined;
  /**
   * Whether a debit is rejected while a discount that the lessor requires is missing. Set it for damages: the request
   * may be archived at once after the debit, and then no discount is possible. Default false.
   */
  readonly discountFirst?: boolean | undefined;
  /** Whether the request has a discount invoice. Default: not known. */
  readonly discounted?: boolean | undefined;
  /** The contract, read just now: shows whether the lessor requires a discount invoice for a damage. */
  readonly contract?: Contract | undefined;
  /**
   * Reads the amount in euros, excluding VAT, of a VAT line, because the reference does not show the fields of VAT
   * lines. The amounts are checked to add up to the total. Default: `base`, if it is a number in each line.
   */
  readonly vatBaseOf?: ((line: VatLineInput) => number) | undefined;
}

/** Reads an invoice of any form: its readable content, and the violations of its form and of required fields. */
export function readInvoice(
  invoice: InvoiceDraft,
  isArchived: boolean,
): { readonly content: InvoiceDraft; readonly violations: readonly Violation[] } {
  return readForm(invoiceSchema(), invoice, { remedies: isArchived ? archivedRemedies : remedies });
}

const remedies = {
  identitySender: "take it from the invoice template",
  identityReceiver: "take it from the invoice template",
  invoiceNumber: "give your own number for the invoice",
  invoiceDate: "give a date as yyyy-MM-dd",
  vatLines: "give `vatLines`; an empty list means no VAT",
  total: "give what is outstanding, excluding VAT",
};

/** In the archive the outstanding amount cannot be read, and a credit is possible. */
const archivedRemedies = { ...remedies, total: "give it, below zero, for a credit: the request is archived" };

const invoiceSchema = lazily(() => {
  // Counts characters, not the two UTF-16 halves of some: that the service does so is assumed.
  const textWithin = (limit: 10 | 100 | 150) => text(`text-of-${limit}`, (value) => [...value].length <= limit);

  // A sender or receiver. Only the number of a sender is required. Source: supplier-api.md §8.
  const identity = object({
    name: textWithin(150),
    street: textWithin(100),
    streetNumberSuffix: textWithin(10),
    postalCode: textWithin(10),
    city: textWithin(100),
    RegNumber: textOrInteger,
  });

  return object(
    {
      identitySender: identity,
      identityReceiver: identity,
      invoiceNumber: text(),
      invoiceDate: text("date", isDate),
      vatLines: list(object({})),
      // The service may round more decimals or reject them: neither is shown.
      total: single("euros", (value) => isAmount(value) && isWholeCents(value)),
    },
    Object.keys(remedies),
  );
});

/** Converts an amount of euros to whole cents; undefined for anything else. */
export function centsOf(euros: unknown): number | undefined {
  return isAmount(euros) ? toCents(euros) : undefined;
}

/** Whether a value is an amount of euros. */
export function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

/** Formats whole cents as euros with two decimals. */
export function inEuros(cents: number): string {
  return toEuros(cents).toFixed(2);
}
