import type { Clock } from "../../base/clock.js";
import type { Upload } from "../../base/files.js";
import type { RequestKind } from "../../base/kinds.js";
import type { InvoiceContext, InvoicedRequest } from "../../domain/rules/invoice-input.js";
import type { AnyRegError } from "../../errors/errors.js";
import type { SupplierMethods } from "../../generated/supplier/methods.js";
import type {
  AppointmentInput,
  InvoiceCreate,
  ServiceRequestCreate,
  ServiceRequestList,
  ServiceRequestListItem,
  VatLineInput,
} from "../../generated/supplier/models.js";
import type { CallOptions } from "../../http/call/options.js";
import type { InFlightCalls } from "../../http/in-flight.js";
import type { ThrottleStatistics } from "../../http/throttle/types.js";

/** The operations for one kind of request that the workflows call. */
export type RequestCalls = Pick<
  SupplierMethods["damageServiceRequests"],
  "list" | "get" | "create" | "overwrite" | "patch" | "components" | "invoices" | "invoiceTemplates"
>;

/** A list of open requests whose entries were not checked. */
export interface EntryList extends Pick<ServiceRequestList, "hasMore"> {
  readonly serviceRequests: readonly unknown[];
}

/** The parts of a client that the workflows for one kind of request use. */
export interface WorkflowContext {
  readonly kind: RequestKind;
  readonly requests: RequestCalls;
  /** Lists the open requests also if an entry is incomplete, so that it does not hide all others. */
  readonly listEntries: (...args: Parameters<RequestCalls["list"]>) => Promise<EntryList>;
  /** The contracts and allowed components of vehicles that have a request, active or not. */
  readonly contracts: SupplierMethods["lessors"]["contracts"];
  /** The same of active vehicles, before they have a request. */
  readonly activeContracts: SupplierMethods["contracts"];
  /** The address of the service. */
  readonly baseUrl: string;
  /** Whether a function supplies the token, which may supply a valid one later. */
  readonly hasTokenFunction: boolean;
  readonly clock: Clock;
  readonly throttle: () => ThrottleStatistics | undefined;
  readonly inFlight: Pick<InFlightCalls, "rejectIfClosed" | "runWorkflow" | "whenClosing">;
}

/** The content of a request that will be created and submitted; the workflow sets its status. */
export interface RequestContent extends Omit<ServiceRequestCreate, "status" | "appointment"> {
  /** As for `create`; the work order number identifies the request when the workflow runs again. */
  appointment: AppointmentInput & { workOrderNumber: string };
}

/** The options of `invoice`. `deadline` limits all of its calls together. */
export interface InvoiceOptions
  extends CallOptions,
    Pick<InvoiceContext, "outstanding" | "partial" | "invoiced" | "known" | "vatBaseOf"> {
  /** Your own number for the invoice. Use each number once: an invoice is recognised by its number and its total. */
  readonly number: string;
  /**
   * The date, `yyyy-MM-dd`. Default: today in Amsterdam by the client's clock; in the archive the only possible date.
   * If that date is before the first possible one, such as the workshop date, nothing is sent: a date in the future is
   * only sent if it is given here. The reference sets no upper limit.
   */
  readonly date?: string | undefined;
  /**
   * The VAT lines, or a function that makes them from the total in euros, excluding VAT; an empty list for none. The
   * reference shows neither their fields, nor how they relate to the total, nor how VAT is rounded: find out what the
   * service requires. With `vatBaseOf`, their amounts, excluding VAT, are checked to add up to the total.
   */
  readonly vatLines: readonly VatLineInput[] | ((total: number) => readonly VatLineInput[]);
  /**
   * The total, excluding VAT (inferred), in euros. Below zero it is a credit in the archive and a discount before,
   * which needs `discount` (both assumed). Default: the outstanding amount, which cannot be read in the archive: give
   * it there.
   */
  readonly total?: number | undefined;
  /**
   * Whether this is the discount invoice that some lessors require for a damage before the archive, with a total below
   * zero. Without it, such a total is treated as a credit that comes too early, and is rejected. Default false.
   */
  readonly discount?: boolean | undefined;
  /**
   * Whether a debit is rejected while a discount that the lessor requires is missing. Set it for damages: the request
   * may be archived at once after the debit, and then no discount is possible. Default false.
   */
  readonly discountFirst?: boolean | undefined;
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

interface AnyChange {
  /** The kind of the request: of `supplier.serviceRequests`, or of `supplier.damageServiceRequests`. */
  readonly kind: RequestKind;
  /** The id of the request. */
  readonly id: string;
  /**
   * The position of the watch after this change, to pass as `cursor` after a restart. It can be read at any time, and
   * is written when it is read. It grows with the number of open requests, by about 50 characters for each, and takes
   * about 2 ms for 5000 of them: store it after the last change of a poll only. It contains ids and hashes, nothing
   * personal.
   */
  readonly cursor: string;
  /**
   * Whether no other change of this reading of the list follows. A crash before its cursor is stored repeats them all.
   */
  readonly isLastOfPoll: boolean;
}

/** One change of the list of open requests. */
export type RequestChange = AnyChange &
  (
    | {
        /** `new`: it was not in the list before; `changed`: the list shows something different for it. */
        readonly type: "new" | "changed";
        /** The list's summary of the request, as it is now. */
        readonly request: ServiceRequestListItem;
      }
    | {
        /** It has left the list: it was archived, or it was a draft that was deleted. */
        readonly type: "gone";
        /** The request as it was last seen; undefined if that was before a restart. */
        readonly request: ServiceRequestListItem | undefined;
      }
  );

/** The options of `watch`; all are optional. */
export interface WatchOptions {
  /** The time from the end of a poll to the next one, in milliseconds, at least 1000. Default 60 000. */
  readonly every?: number | undefined;
  /** Where to continue: the `cursor` of the last change that was processed. Default: every open request is new. */
  readonly cursor?: string | undefined;
  /** Ends the watch, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Watch only the requests for this vehicle. A cursor belongs to the vehicle for which it was made, to the kind of
   * request (or both) and to the service at its `baseUrl`; any other cursor is rejected.
   */
  readonly licensePlate?: string | undefined;
  /** The priority of each poll in the throttle's queue: 0 (first) to 9 (last). Default 9. */
  readonly priority?: number | undefined;
  /**
   * Called after each poll that failed with an error that may be temporary, or with a 403 for one of two kinds; the
   * watch continues. An error that it throws, or rejects with, ends the watch.
   */
  readonly onError?: ((error: AnyRegError) => void | PromiseLike<void>) | undefined;
}
