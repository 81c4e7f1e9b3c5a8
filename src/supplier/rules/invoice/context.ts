import type {
  Contract,
  InvoiceCreate,
  InvoiceTemplate,
  VatLine,
} from "../../../generated/supplier/models.js";
import type { Phase } from "../../phases/transitions.js";
import type { RequestKind } from "../../request-kind.js";
import type { RequestDraft } from "../approval/context.js";
import type { Known } from "../known.js";

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
