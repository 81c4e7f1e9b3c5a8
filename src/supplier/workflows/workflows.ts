import { RegInputError } from "../../errors/errors.js";
import type { InvoiceStatusReason, ServiceRequest } from "../../generated/supplier/models.js";
import { cancelStream, isUpload, streamFrom, type Upload } from "../../http/files.js";
import type { CallOptions } from "../../http/options.js";
import { isObject } from "../../http/validate.js";
import { groupOf } from "../domain.js";
import {
  cancelOrDelete,
  type LineEnd,
  type ResubmitOptions,
  resubmit,
  type SubmitOptions,
  submit,
} from "./approval.js";
import { type InvoiceResult, markNotInvoiced, runInvoice } from "./invoice.js";
import type { InvoiceOptions, RequestChange, WorkflowContext } from "./types.js";
import { type WatchOptions, watch } from "./watch.js";

/** What must be kept from the moment at which a journey is called; all else is done once its steps are loaded. */
export interface Begun<Options extends CallOptions = CallOptions> {
  /** Its path on the client, such as `serviceRequests.submit`. */
  readonly operationId: string;
  /** A copy, not checked yet: the caller may change the object for the next call while this one is under way. */
  readonly options: Options;
  /** On the monotonic clock, in milliseconds. */
  readonly startedAt: number;
}

/** Begins a journey. */
function begin<Options extends CallOptions>(
  { kind, clock }: WorkflowContext,
  name: string,
  options: Options,
): Begun<Options> {
  return {
    operationId: `${groupOf[kind]}.${name}`,
    options: isObject(options) ? { ...options } : options,
    startedAt: clock.monotonic(),
  };
}

/**
 * The options with a copy of the lists and records in them, which the caller may change while the journey is under way.
 *
 * @throws RegInputError for what is no plain data
 */
function withOwnContent(options: InvoiceOptions, operationId: string): InvoiceOptions {
  if (!isObject(options)) return options;
  const { vatLines, fields } = options;
  return {
    ...options,
    ...(Array.isArray(vatLines) && { vatLines: copyOf(vatLines, "vatLines", operationId) }),
    ...(isObject(fields) && { fields: copyOf(fields, "fields", operationId) }),
  };
}

function copyOf<T>(value: T, field: string, operationId: string): T {
  try {
    return structuredClone(value);
  } catch {
    throw new RegInputError(field, "must be what JSON can hold", { operationId });
  }
}

/** Begins an invoice; lets go of its PDF if it ends before the upload. */
async function invoice(parts: WorkflowContext, id: string, options: InvoiceOptions): Promise<InvoiceResult> {
  const { pdf }: { readonly pdf?: unknown } = Object(options);
  const file = isUpload(pdf) ? asFile(pdf) : undefined;
  try {
    const own = withOwnContent(options, `${groupOf[parts.kind]}.invoice`);
    const begun = begin(parts, "invoice", own);
    return await runInvoice(parts, begun, id, file);
  } catch (error) {
    // Where the journey ends before the upload, nobody else ends the stream.
    cancelStream(file, error);
    throw error;
  }
}

/** Every stream as one that can be let go of, and a copy of bytes, which the caller may use for the next file. */
function asFile(pdf: Upload): Upload {
  if (pdf instanceof ArrayBuffer || ArrayBuffer.isView(pdf)) return new Blob([pdf]);
  return !(pdf instanceof ReadableStream) && Symbol.asyncIterator in pdf ? streamFrom(pdf) : pdf;
}

/**
 * The rules and the calls together. Each journey reads what it needs afresh, sends nothing if a rule is broken
 * (RegPreconditionError with every violation), and can be run again after a failure; for a credit or a discount whose
 * outcome is unknown see `invoice`.
 */
export interface RequestJourneys {
  /**
   * Sends a request to the lessor for approval: reads it, its contract and its allowed components, checks it as
   * `checkApproval` does, and changes its status. After a lost answer, a 409 or a refusal it looks whether the request is there.
   * Source: supplier-api.md §3.
   *
   * @returns the request afterwards
   * @throws RegPreconditionError with every broken rule; `RULE-PHASE` unless it is in Draft or Response
   * @throws RegInputError for an option that cannot be used; and whatever its calls reject with
   */
  submit(id: string, options?: SubmitOptions): Promise<ServiceRequest>;
  /**
   * Asks the lessor again after a denial, and cancels the denied lines before if `cancelDenied` says so, but never a
   * reading. The rules are checked on the request as it will be, before any line is cancelled. Source: supplier-api.md §3.
   *
   * @returns the request afterwards
   * @throws RegPreconditionError with every broken rule; `RULE-PHASE` unless it is in Response
   * @throws RegInputError for an option that cannot be used; and whatever its calls reject with
   */
  resubmit(id: string, options?: ResubmitOptions): Promise<ServiceRequest>;
  /**
   * Takes a line back: deletes one that the lessor has not seen, in Draft or Response, and cancels one that the lessor
   * has, in Response. One that is cancelled already stays so. Source: supplier-api.md §3, line moves.
   *
   * @returns what the line is now
   * @throws RegPreconditionError `RULE-LINE` for a line that is not there, perhaps because it was deleted before;
   *   `RULE-PHASE` if the phase does not allow it
   * @throws RegInputError for an id or option that cannot be used; and whatever its calls reject with
   */
  cancelOrDelete(id: string, componentId: string, options?: CallOptions): Promise<LineEnd>;
  /**
   * Invoices a request, also in the archive: takes sender, receiver and amount from the service, checks the invoice as
   * `checkInvoice` does, creates it and uploads its PDF.
   *
   * It sends an invoice once, and nothing if the request has one with this number: a job that was interrupted can call it
   * again. After a 409, a refusal or an answer that got lost it looks for the number, and takes an invoice only if its
   * total is the one that was sent; if it is not there, `foundInvoicesOf(error)` tells which invoices are.
   *
   * A debit is safe to repeat even while the first may still be on its way: only what is outstanding can be debited. No
   * such thing guards a credit or a discount. After an unknown outcome of one of these wait and look before you call it
   * again; between two callers who make it at the same time, a 409 is the only guard.
   *
   * @throws RegPreconditionError with every broken rule; `RULE-PHASE` unless it is in Invoicing or Archived;
   *   `RULE-INVOICE-NUMBER` if the number is in use for another total; `RULE-CREDIT` for a total below zero before the
   *   archive without `discount`
   * @throws RegResponseError if the list of invoices has a form in which no number can be looked up (see `invoicesIn`)
   * @throws RegInputError for an option that cannot be used; and whatever its calls reject with
   *
   * @example
   * const { created, invoiceId } = await supplier.serviceRequests.invoice(id, {
   *   number: "2026-0417",
   *   vatLines: (total) => [{ percentage: 21, amount: total }],   // fields as you have agreed on them
   *   pdf: await openAsBlob("2026-0417.pdf"),
   * });
   */
  invoice(id: string, options: InvoiceOptions): Promise<InvoiceResult>;
  /**
   * Says why a request is not invoiced here. It can be called again with the same reason, after an unknown outcome too.
   * Source: supplier-api.md §4.2.
   *
   * @throws RegPreconditionError `RULE-PHASE` unless it is in Invoicing and nothing is invoiced
   * @throws RegInputError for an option that cannot be used; and whatever its calls reject with
   */
  markNotInvoiced(id: string, reason: InvoiceStatusReason, options?: CallOptions): Promise<void>;
  /**
   * Watches the open requests: asks for their list again and again, and gives each change once. Each poll is one call,
   * which takes a unit of the throttle, after all calls of a higher priority.
   *
   * What is compared is all that the list shows of a request, so that two changes within a second, to which
   * `lastModifiedUtc` goes, are not lost, and a clock that is set back does no harm. Several changes between two polls
   * are one. A change that shows nowhere in the list, not even in `lastModifiedUtc`, cannot be seen: read the request
   * itself when you act on it. While the service has more requests than it lists (`hasMore`), absence proves nothing:
   * nothing is reported as gone then, and those that are not listed are not seen; how to ask for the rest is not shown.
   *
   * The polls begin with the first `next()`. A poll that fails with what may pass (connection, timeout, server,
   * rate-limit, throttle, response, conflict, and a token whose supplier failed) is told to `onError`, and the watch
   * goes on at the next interval, or after the pause that the service asks for, if that is longer. Every other error
   * ends it. So does `break`, which leaves nothing behind, and the client's `close()`: then the iteration is over
   * without an error, and what was not given yet comes after a restart.
   *
   * @example
   * let cursor = await store.load();                    // undefined at first
   * for await (const change of supplier.serviceRequests.watch({ cursor, signal })) {
   *   if (change.type === "changed" && change.request.status === "Approved") await invoiceLater(change.id);
   *   await store.save(change.cursor);                  // after the work: a crash repeats this change, and loses none
   * }
   *
   * @example
   * // Every ten seconds, one vehicle, and somebody is told when the service cannot be reached.
   * const options = { every: 10_000, licensePlate: "AB-123-C", onError: (error) => log.warn(error.message) };
   * for await (const { type, id } of supplier.damageServiceRequests.watch(options)) console.log(type, id);
   *
   * @throws RegInputError at once, for an option or a cursor that cannot be used; while iterating, the signal's reason,
   *   the error of a poll that cannot pass, and what `onError` throws
   * Source: supplier-api.md §2.2 (list item, `hasMore`), §3 (archiving), §6 (there is no push).
   */
  watch(options?: WatchOptions): AsyncGenerator<RequestChange, void, undefined>;
}

/** The journeys for one kind of request. */
export function createWorkflows(parts: WorkflowContext): RequestJourneys {
  return {
    async submit(id, options = {}) {
      return submit(parts, begin(parts, "submit", options), id);
    },
    async resubmit(id, options = {}) {
      return resubmit(parts, begin(parts, "resubmit", options), id);
    },
    async cancelOrDelete(id, componentId, options = {}) {
      return cancelOrDelete(parts, begin(parts, "cancelOrDelete", options), id, componentId);
    },
    invoice: (id, options) => invoice(parts, id, options),
    async markNotInvoiced(id, reason, options = {}) {
      const begun = begin(parts, "markNotInvoiced", options);
      // A copy: the caller may change the object for the next call while this one is under way.
      const said = isObject(reason) ? { ...reason } : reason;
      return markNotInvoiced(parts, begun, id, said);
    },
    watch: (options) => watch(parts, options),
  };
}
