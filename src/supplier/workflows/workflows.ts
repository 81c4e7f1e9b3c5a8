import { RegError } from "../../errors/errors.js";
import { addWorkflow } from "../../errors/messages.js";
import type { InvoiceStatusReason, ServiceRequest } from "../../generated/supplier/models.js";
import type { CallOptions } from "../../http/options.js";
import { groupOf } from "../domain.js";
import {
  cancelOrDelete,
  createAndSubmit,
  type LineEnd,
  type ResubmitOptions,
  resubmit,
  type SubmitOptions,
  submit,
} from "./approval.js";
import { type InvoiceResult, invoice, markNotInvoiced } from "./invoice.js";
import type {
  InvoiceOptions,
  RequestChange,
  RequestContent,
  WatchOptions,
  WorkflowContext,
} from "./types.js";
import { watch } from "./watch.js";

/**
 * The workflows: rules and calls combined. Each workflow reads the data that it needs, sends nothing if a rule is
 * violated (RegPreconditionError with every violation), and can be run again after a failure; for a credit or a
 * discount with an unknown outcome see `invoice`.
 */
export interface RequestWorkflows {
  /**
   * Creates a request and submits it to the lessor. It can be run again after any failure: it looks for an open request
   * with this license plate and work order number first, so use each work order number once.
   *
   * - None exists: it reads the contract and the allowed components of the vehicle, checks the content as
   *   `checkApproval` does, and creates the request with the status `ApprovalRequested`. The service then keeps either
   *   the submitted request or none. After a lost response, a 409 or a rejection it looks for the request again.
   * - A draft exists: it is checked and submitted. If a field of the content is different in the draft, it is overwritten
   *   with the content in the same call; otherwise nothing but its status is changed.
   * - It was submitted already: nothing is sent, whatever the lessor has decided. It keeps its content, also if the given
   *   content is different.
   *
   * An error says what exists: nothing, the id of the draft or of the request, or that it is not known, after an unknown
   * outcome, a 409, or a rejection after which the state could not be read. Then wait longer than `timeout` before you run
   * it again: a request that is still being processed is not in the list, and the service does not limit the number of
   * damage requests. For the same reason do not run it twice at the same time for one damage. A signal keeps
   * its reason as the error. An archived request is not found. Source: supplier-api.md §3, §4.1.
   *
   * @param content as for `create`, without `status`. Lines that are built again have new ids, so they replace those of
   *   a draft. Attachments that the lessor needs for the decision have to be uploaded to a draft that you create first.
   * @returns the request afterwards
   * @throws RegPreconditionError with every violated rule; `RULE-OPEN-REQUESTS` if the vehicle has two open requests
   * @throws RegResponseError if several open requests match, or the list is cut off and shows none
   * @throws RegInputError for content without a license plate or work order number, or an option that cannot be used;
   *   and the errors of its calls
   *
   * @example
   * const request = await supplier.serviceRequests.createAndSubmit({
   *   vehicle: { licensePlate: "AB-123-C", partialVin: "JF123456" },
   *   appointment: { workOrderNumber: "WO-2041", workshopDate, estimatedDurationInDays: 1, contact: { name } },
   *   components: [mileageReading(48210), lineFor(work)],
   * });
   */
  createAndSubmit(content: RequestContent, options?: SubmitOptions): Promise<ServiceRequest>;
  /**
   * Sends a request to the lessor for approval: reads it, its contract and its allowed components, checks it as
   * `checkApproval` does, and changes its status. After a lost response, a 409 or a rejection it reads the request to
   * see whether it was sent. Source: supplier-api.md §3.
   *
   * @returns the request afterwards
   * @throws RegPreconditionError with every violated rule; `RULE-PHASE` unless it is in Draft or Response
   * @throws RegInputError for an option that cannot be used; and the errors of its calls
   */
  submit(id: string, options?: SubmitOptions): Promise<ServiceRequest>;
  /**
   * Asks the lessor again after a denial. With `cancelDenied` it first cancels the denied lines, but never a reading.
   * The rules are checked on the request as it will be, before any line is cancelled. Source: supplier-api.md §3.
   *
   * @returns the request afterwards
   * @throws RegPreconditionError with every violated rule; `RULE-PHASE` unless it is in Response
   * @throws RegInputError for an option that cannot be used; and the errors of its calls
   */
  resubmit(id: string, options?: ResubmitOptions): Promise<ServiceRequest>;
  /**
   * Withdraws a line: in Draft or Response it deletes a line that the lessor has not seen; in Response it cancels one
   * that the lessor has seen. A line that is already cancelled stays cancelled. Source: supplier-api.md §3, line moves.
   *
   * @returns whether the line is now cancelled or deleted
   * @throws RegPreconditionError `RULE-LINE` if there is no such line, perhaps because it was deleted before;
   *   `RULE-PHASE` if the phase does not allow it
   * @throws RegInputError for an id or option that cannot be used; and the errors of its calls
   */
  cancelOrDelete(id: string, componentId: string, options?: CallOptions): Promise<LineEnd>;
  /**
   * Invoices a request, also in the archive: takes the sender, the receiver and the amount from the service, checks the
   * invoice as `checkInvoice` does, creates it and uploads its PDF.
   *
   * It sends an invoice once, and not at all if the request has one with this number, so an interrupted job can call it
   * again. After a 409, a rejection or a lost response it looks for the number, and accepts an invoice only if its total
   * is the one that was sent. If it is not found, `foundInvoicesOf(error)` returns the invoices that exist.
   *
   * A debit can safely be sent again even while the first one may still be in flight, because only the outstanding
   * amount can be debited. Nothing protects a credit or a discount in this way. After an unknown outcome of one of
   * these, wait and read the list of invoices before you call this again; between two callers who send one at the same
   * time, a 409 is the only protection.
   *
   * @throws RegPreconditionError with every violated rule; `RULE-PHASE` unless it is in Invoicing or Archived;
   *   `RULE-INVOICE-NUMBER` if the number is in use for another total; `RULE-CREDIT` for a total below zero before the
   *   archive without `discount`
   * @throws RegResponseError if the list of invoices has a form in which no number can be looked up (see `invoicesIn`)
   * @throws RegInputError for an option that cannot be used; and the errors of its calls
   *
   * @example
   * const { created, invoiceId } = await supplier.serviceRequests.invoice(id, {
   *   number: "2026-0417",
   *   vatLines: makeVatLines,   // from the total, excluding VAT; fields as you have agreed on them: see docs/invoicing.md
   *   pdf: await openAsBlob("2026-0417.pdf"),
   * });
   */
  invoice(id: string, options: InvoiceOptions): Promise<InvoiceResult>;
  /**
   * Sets the reason why a request is not invoiced. It can be called again with the same reason, also after an unknown
   * outcome. Source: supplier-api.md §4.2.
   *
   * @throws RegPreconditionError `RULE-PHASE` unless it is in Invoicing and has no invoice
   * @throws RegResponseError if the list of invoices has a form that cannot be read; then nothing is sent
   * @throws RegInputError for an option that cannot be used; and the errors of its calls
   */
  markNotInvoiced(id: string, reason: InvoiceStatusReason, options?: CallOptions): Promise<void>;
  /**
   * Watches the open requests: polls their list and yields each change once. Each poll is one call, which takes a unit
   * of the throttle after all calls with a higher priority.
   *
   * It compares everything that the list shows of a request. Two changes within a second, the precision of
   * `lastModifiedUtc`, are therefore not lost, and a clock that is set back has no effect. Several changes between two
   * polls are reported as one. A change that shows nowhere in the list, not even in `lastModifiedUtc`, cannot be
   * detected: read the request itself before you act on it. While the service has more requests than it lists
   * (`hasMore`), a missing request proves nothing: then nothing is reported as gone, and requests that are not listed
   * are not seen. The reference does not show how to read the rest.
   *
   * Polling starts with the first `next()`. If a poll fails with an error that may be temporary (connection, timeout,
   * server, rate-limit, throttle, response, conflict; if a function supplies the token, also token and authentication,
   * because a later poll calls it again), `onError` is called, and the watch continues at the next interval, or after the
   * pause that the service asks for, if that is longer. Every other error ends it. `break` ends it too and leaves nothing behind, and so does the client's `close()`: then the
   * iteration ends without an error, and changes that were not yet yielded are reported after a restart.
   *
   * @example
   * let cursor = await store.load();                    // undefined at first
   * for await (const change of supplier.serviceRequests.watch({ cursor, signal })) {
   *   if (change.type === "changed" && change.request.status === "Approved") await invoiceLater(change.id);
   *   await store.save(change.cursor);                  // after the work: a crash repeats this change, and loses none
   * }
   *
   * @example
   * // Every ten seconds, one vehicle, and a warning when the service cannot be reached.
   * const options = { every: 10_000, licensePlate: "AB-123-C", onError: (error) => log.warn(error.message) };
   * for await (const { type, id } of supplier.damageServiceRequests.watch(options)) console.log(type, id);
   *
   * @throws RegInputError at once, for an option or a cursor that cannot be used; while iterating, the signal's reason,
   *   the error of a poll that is not temporary, and the error that `onError` throws
   * Source: supplier-api.md §2.2 (list item, `hasMore`), §3 (archiving), §6 (there is no push).
   */
  watch(options?: WatchOptions): AsyncGenerator<RequestChange, void, undefined>;
}

/** Creates the workflows for one kind of request. */
export function createWorkflows(context: WorkflowContext): RequestWorkflows {
  const run = async <Result>(
    name: keyof RequestWorkflows,
    options: CallOptions | undefined,
    task: () => Promise<Result>,
  ): Promise<Result> => {
    try {
      return await context.inFlight.runWorkflow(task);
    } catch (error) {
      const operationId = `${groupOf[context.kind]}.${name}`;
      // Errors of its calls name the workflow already; the reason of the caller's signal stays unchanged.
      if (RegError.is(error) && error !== options?.signal?.reason) {
        addWorkflow(error, operationId);
        // A response that is ambiguous in itself is reported by functions that do not know the operation.
        if (error.operationId === undefined) Reflect.set(error, "operationId", operationId);
      }
      throw error;
    }
  };
  return {
    createAndSubmit: (content, options = {}) =>
      run("createAndSubmit", options, () => createAndSubmit(context, content, options)),
    submit: (id, options = {}) => run("submit", options, () => submit(context, id, options)),
    resubmit: (id, options = {}) => run("resubmit", options, () => resubmit(context, id, options)),
    cancelOrDelete: (id, componentId, options = {}) =>
      run("cancelOrDelete", options, () => cancelOrDelete(context, { id, componentId }, options)),
    invoice: (id, options) => run("invoice", options, () => invoice(context, id, options)),
    markNotInvoiced: (id, reason, options = {}) =>
      run("markNotInvoiced", options, () => markNotInvoiced(context, id, { reason, options })),
    watch: (options) => watch(context, options),
  };
}
