import type { Clock } from "../../base/clock.js";
import type { Upload } from "../../base/files.js";
import type { RequestKind } from "../../base/kinds.js";
import type { InvoiceContext, InvoicedRequest } from "../../domain/rules/invoice-input.js";
import type { RuleId } from "../../errors/rules.js";
import type { SupplierMethods } from "../../generated/supplier/methods.js";
import type {
  AppointmentInput,
  InvoiceCreate,
  ServiceRequestCreate,
  VatLineInput,
} from "../../generated/supplier/models.js";
import type { CallOptions } from "../../http/call/options.js";
import type { InFlightCalls } from "../../http/in-flight.js";

/** The operations for one kind of request that the workflows call. */
export type RequestCalls = Pick<
  SupplierMethods["damageServiceRequests"],
  "list" | "get" | "create" | "overwrite" | "patch" | "components" | "attachments" | "invoices" | "invoiceTemplates"
>;

/** The parts of a client that the workflows for one kind of request use. */
export interface WorkflowCalls {
  readonly kind: RequestKind;
  readonly requests: RequestCalls;
  /** The contracts and allowed components of vehicles that have a request, active or not. */
  readonly contracts: SupplierMethods["lessors"]["contracts"];
  /** The same of active vehicles, before they have a request. */
  readonly activeContracts: SupplierMethods["contracts"];
  readonly clock: Clock;
  readonly inFlight: Pick<InFlightCalls, "onAbort" | "rejectIfClosed" | "runWorkflow">;
}

/** What one run of a workflow uses. */
export interface WorkflowContext extends WorkflowCalls {
  /** The name of the workflow, such as `serviceRequests.invoice`. */
  readonly operationId: string;
  /** When it was called, by the monotonic clock: its deadline begins then. */
  readonly startedAt: number;
}

/** The content of a request that will be created and submitted; the workflow sets its status. */
export interface RequestContent extends Omit<ServiceRequestCreate, "status" | "appointment"> {
  /** As for `create`; the work order number identifies the request when the workflow runs again. */
  appointment: AppointmentInput & { workOrderNumber: string };
}

/** A discount invoice that `invoice` creates together with the debit of a damage. */
export interface DiscountInvoice extends Pick<InvoiceOptions, "number" | "pdf"> {
  /** The total, excluding VAT (inferred), in euros: below zero (assumed). How large it has to be is not shown. */
  readonly total: number;
  /** As for the debit. Default: those of the debit, unless they are a list. */
  readonly vatLines?: InvoiceOptions["vatLines"] | undefined;
}

/** A rule of `checkInvoice` about the VAT lines, which is assumed. */
export type VatRuleId = Extract<RuleId, "vat-amount" | "vat-total">;

/** One percentage of VAT for all of an invoice. */
export interface VatPercentage {
  /** From 0 to 100, with two decimals at most, such as 21 or 5.5. */
  readonly percentage: number;
}

/** The options of `invoice`. `deadline` limits all of its calls together. */
export interface InvoiceOptions
  extends CallOptions,
    Pick<InvoiceContext, "outstanding" | "partial" | "invoiced" | "known" | "vatBaseOf" | "discountFirst"> {
  /** Your own number for the invoice. Use each number once: an invoice is recognised by its number and its total. */
  readonly number: string;
  /**
   * The date, `yyyy-MM-dd`. Default: today in Amsterdam by the client's clock; in the archive the only possible date.
   * If that date is before the first possible one, such as the workshop date, nothing is sent: a date in the future is
   * only sent if it is given here. The reference sets no upper limit.
   */
  readonly date?: string | undefined;
  /**
   * The percentage of VAT on all of the total, such as `{ percentage: 21 }`: one line with `percentage`, `base` and
   * `amount`, as `vatOf` calculates it. Or a list of lines, such as one for each percentage or an exempt part; or
   * a function that makes the list from the total in euros, excluding VAT. An empty list means no VAT.
   *
   * The names of the fields and the rounding are assumed: the reference shows neither. Lines with these fields are
   * checked (RULE-VAT): each amount is less than a cent from the VAT of its base, and the bases add up to the total.
   */
  readonly vatLines: VatPercentage | readonly VatLineInput[] | ((total: number) => readonly VatLineInput[]);
  /**
   * The total, excluding VAT (inferred), in euros. Below zero it is a credit in the archive and a discount before,
   * which needs `discount` (both assumed). Default: the outstanding amount, which cannot be read in the archive: give
   * it there.
   */
  readonly total?: number | undefined;
  /**
   * Damages only: the discount invoice that some lessors require before the archive. With its number and total, it is
   * created first, then the debit; both are checked before. `true`: this invoice is the discount, and has a total below
   * zero. Default false: such a total before the archive is rejected, as a credit that comes too early.
   */
  readonly discount?: boolean | DiscountInvoice | undefined;
  /**
   * Rules about VAT that are not enforced, because the reference shows none: the service decides. Default: none.
   */
  readonly waive?: readonly VatRuleId[] | undefined;
  /** The document, uploaded after the invoice is created. A stream can be read only once. Default: none. */
  readonly pdf?: Upload | undefined;
  /**
   * The date of the invoice that was processed last. All later invoices in the archive must have this date. Default:
   * the date of the invoices in the list, if they all have the same one; the reference does not show the list's order.
   */
  readonly latestInvoiceDate?: string | undefined;
  /**
   * The request as you last read it. It is used after the request is archived and cannot be read. Its amounts only
   * limit a credit.
   */
  readonly request?: InvoicedRequest | undefined;
  /**
   * Further fields. `identitySender` and `identityReceiver` take precedence over those of the template; with both, it
   * does not matter which form the templates have, nor whether they can be read.
   */
  readonly fields?: Partial<Omit<InvoiceCreate, "invoiceNumber" | "invoiceDate" | "vatLines" | "total">> | undefined;
}
