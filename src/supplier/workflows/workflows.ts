import { RegError } from "../../errors/errors.js";
import { addWorkflow } from "../../errors/messages.js";
import type { InvoiceStatusReason, ServiceRequest } from "../../generated/supplier/models.js";
import { asInput } from "../../http/call/check-input.js";
import type { CallOptions } from "../../http/call/options.js";
import { groupOf } from "../domain.js";
import { type ResubmitOptions, resubmit, type SubmitOptions, submit } from "./approval.js";
import {
  type CreateAndSubmitOptions,
  createAndSubmit,
  type Submitted,
  type SubmittedRequest,
} from "./create-and-submit.js";
import { type Invoiced, type InvoiceResult, invoice, markNotInvoiced } from "./invoice.js";
import { SharedRuns } from "./shared-runs.js";
import type { InvoiceOptions, RequestChange, RequestContent, WatchOptions, WorkflowContext } from "./types.js";
import { watch } from "./watch.js";
import { cancelOrDelete, type LineEnd } from "./withdraw-line.js";

/**
 * The workflows: rules and calls combined. Each workflow reads the data that it needs, sends nothing if a rule is
 * violated (RegPreconditionError with every violation), and can be run again after a failure; for a credit or a
 * discount with an unknown outcome see `invoice`.
 */
export interface RequestWorkflows {
  /**
   * Creates a request and submits it to the lessor, or continues with the open request that an earlier run left under
   * this license plate and work order number: use each number once. Concurrent calls of one client share a run, with the
   * options of the first; a signal ends only its own call. It can be run again after any failure, but not in two
   * processes at the same time. After an unknown outcome, wait longer than `timeout` first.
   *
   * @param content as for `create`, without `status`; a draft with other content is overwritten
   * @throws RegPreconditionError with every violated rule; `RULE-CONTENT` if the request was submitted with other
   *   content, unless `acceptOtherContent` is set; `RULE-OPEN-REQUESTS` if the vehicle has two open requests
   * @throws RegResponseError if several open requests match, or none does and it is not certain that there is none: the
   *   list is cut off, or the work order number of a request for the same work is missing or perhaps another form of
   *   this one; and if the number comes back in another form from the request that was created
   * @throws RegInputError for content without a license plate or work order number, or an option that cannot be used;
   *   and the errors of its calls. Each says what exists now.
   *
   * @example
   * const content = { vehicle, appointment: { workOrderNumber: "WO-2041", workshopDate }, components };
   * const { id, status, created } = await supplier.serviceRequests.createAndSubmit(content);
   */
  createAndSubmit(content: RequestContent, options?: CreateAndSubmitOptions): Promise<SubmittedRequest>;
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
   * Asks the lessor again after a denial, also about denied lines that were not changed. With `cancelDenied` it first
   * cancels the denied lines, but never a reading. The rules are checked on the request as it will be, before any line is
   * cancelled. Source: supplier-api.md §3.
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
   * invoice as `checkInvoice` does, creates it unless the request has one with this number, and uploads its PDF.
   * Concurrent calls of one client for one request and number share a run, with the options of the first; each uploads
   * its own PDF. It can be called again, also after a 409 because of another client. Only after an unknown outcome of a
   * credit or a discount, wait and read the list of invoices first: nothing prevents a second one. An error with
   * `invoiceId` means that the invoice exists and only its PDF is missing.
   *
   * @throws RegPreconditionError with every violated rule; `RULE-PHASE` unless it is in Invoicing or Archived;
   *   `RULE-INVOICE-NUMBER` if the number is in use for another total; `RULE-CREDIT` for a total below zero before the
   *   archive without `discount`; `RULE-DISCOUNT` for a debit that comes before a required discount, with `discountFirst`
   * @throws RegResponseError if the list of invoices has a form in which no number can be looked up (see the option
   *   `adapter` of the client), or shows what may be another form of the number
   * @throws RegInputError for an option that cannot be used; and the errors of its calls
   *
   * @example
   * const { invoiceId } = await supplier.serviceRequests.invoice(id, { number, vatLines: makeVatLines, pdf });
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
   * Watches the open requests: polls their list and yields each change once; several changes between two polls are one.
   * A change that the list does not show is not detected: read the request before you act on it. After an error that
   * may be temporary, `onError` is called and the watch continues. `break` and the client's `close()` end it.
   *
   * @throws RegInputError at once, for an option or a cursor that cannot be used; while iterating, the signal's reason,
   *   the error of a poll that is not temporary, and the error that `onError` throws
   *
   * @example
   * for await (const change of supplier.serviceRequests.watch({ cursor: await store.load(), signal })) {
   *   if (change.type === "changed" && change.request.status === "Approved") await invoiceLater(change.id);
   *   if (change.isLastOfPoll) await store.save(change.cursor); // after the work: a crash repeats it, and loses none
   * }
   */
  watch(options?: WatchOptions): AsyncGenerator<RequestChange, void, undefined>;
}

/** Creates the workflows for one kind of request. */
export function createWorkflows(context: WorkflowContext): RequestWorkflows {
  const runs = new SharedRuns<Submitted>();
  const numbered = new Set<string>();
  const invoiceRuns = new SharedRuns<Invoiced>();
  const run = async <Result>(
    name: keyof RequestWorkflows,
    options: CallOptions | undefined,
    task: () => Promise<Result>,
  ): Promise<Result> => {
    const operationId = `${groupOf[context.kind]}.${name}`;
    const signal = asInput("options", operationId, () => options?.signal);
    try {
      return await context.inFlight.runWorkflow(task);
    } catch (error) {
      // The reason of the caller's signal stays unchanged.
      if (RegError.is(error) && error !== signal?.reason) {
        addWorkflow(error, operationId);
        // The errors of its calls have their own operation.
        if (error.operationId === undefined) Reflect.set(error, "operationId", operationId);
      }
      throw error;
    }
  };
  return {
    createAndSubmit: (content, options = {}) =>
      run("createAndSubmit", options, () => createAndSubmit(context, { content, runs, numbered }, options)),
    submit: (id, options = {}) => run("submit", options, () => submit(context, id, options)),
    resubmit: (id, options = {}) => run("resubmit", options, () => resubmit(context, id, options)),
    cancelOrDelete: (id, componentId, options = {}) =>
      run("cancelOrDelete", options, () => cancelOrDelete(context, { id, componentId }, options)),
    invoice: (id, options) => run("invoice", options, () => invoice(context, { id, runs: invoiceRuns }, options)),
    markNotInvoiced: (id, reason, options = {}) =>
      run("markNotInvoiced", options, () => markNotInvoiced(context, id, { reason, options })),
    watch: (options) => watch(context, options),
  };
}
