import { groupOf } from "../../domain/vocabulary.js";
import { RegError } from "../../errors/errors.js";
import { asInput } from "../../errors/input.js";
import { completeError } from "../../errors/messages.js";
import type { InvoiceStatusReason, ServiceRequest } from "../../generated/supplier/models.js";
import type { CallOptions } from "../../http/call/options.js";
import { cancelStream } from "../../http/transport/files.js";
import type { ResubmitOptions, SubmitOptions } from "./approval.js";
import type { CreateAndSubmitOptions, Submitted, SubmittedRequest } from "./create-and-submit.js";
import type { ExtendRentalOptions } from "./extend-rental.js";
import { copyData, copyOptions } from "./given.js";
import type { Invoiced, InvoiceResult } from "./invoice.js";
import { SharedRuns } from "./shared-runs.js";
import type * as Tasks from "./tasks.js";
import { Turns } from "./turns.js";
import type { InvoiceOptions, RequestContent, WorkflowCalls, WorkflowContext } from "./types.js";
import type { LineEnd } from "./withdraw-line.js";

/**
 * The workflows: rules and calls combined. Each workflow reads the data that it needs, sends nothing if a rule is
 * violated (RegPreconditionError with every violation), and can be run again after a failure; for a credit or a
 * discount with an unknown outcome see `invoice`.
 */
export interface RequestWorkflows {
  /**
   * Creates a request and sends it to the lessor, or continues with the open request that an earlier run left under
   * this license plate and work order number: use each number once. It can be run again after any failure, but not in
   * two processes at the same time; after an unknown outcome, wait longer than `timeout` first. `attachments`
   * are uploaded before. See docs/approval.md.
   *
   * @param content as for `create`, without `status`; a draft with other content is overwritten
   * @throws RegPreconditionError with every violated rule
   * @throws RegResponseError if it is not certain which open request is this one
   * @throws RegInputError for content without a license plate or work order number
   *
   * @example
   * const { id, status } = await supplier.serviceRequests.createAndSubmit({ vehicle, appointment, components });
   */
  createAndSubmit(content: RequestContent, options?: CreateAndSubmitOptions): Promise<SubmittedRequest>;
  /**
   * Sends a request to the lessor for approval. It reads the request, its contract and its allowed components, checks
   * them as `checkApproval` does, and changes the status. After a lost response, a 409 or a rejection it reads the
   * request to see whether it was sent. See docs/approval.md.
   *
   * @returns the request afterwards
   * @throws RegPreconditionError with every violated rule; `RULE-PHASE` unless it is in Draft or Response
   *
   * @example
   * const { status } = await supplier.serviceRequests.submit(id); // ApprovalRequested
   *
   * @see supplier-api.md §3
   */
  submit(id: string, options?: SubmitOptions): Promise<ServiceRequest>;
  /**
   * Asks the lessor again after a denial, also about denied lines that were not changed. With `lines` it first changes
   * lines, and with `cancelDenied` it cancels the denied ones, but never a reading. The rules are checked on the request
   * as it will be, before anything is sent. Concurrent calls of a client for one request run one after the other.
   *
   * @returns the request afterwards
   * @throws RegPreconditionError with every violated rule; `RULE-PHASE` unless it is in Response
   * @throws RegInputError with a field such as `lines.<id>.price` for a change that the line cannot have
   *
   * @example
   * await supplier.serviceRequests.resubmit(id, { lines: { [line.id]: { price: 95.5 } } });
   *
   * @see supplier-api.md §3
   */
  resubmit(id: string, options?: ResubmitOptions): Promise<ServiceRequest>;
  /**
   * Withdraws a line: deletes it if the lessor has not seen it (in Draft or Response), otherwise cancels it (in
   * Response). A line that is already cancelled stays cancelled.
   *
   * @returns whether the line is now cancelled or deleted
   * @throws RegPreconditionError `RULE-LINE` if there is no such line, perhaps because it was deleted before;
   *   `RULE-PHASE` if the phase does not allow it
   *
   * @example
   * const end = await supplier.serviceRequests.cancelOrDelete(id, line.id); // "cancelled" or "deleted"
   *
   * @see supplier-api.md §3
   */
  cancelOrDelete(id: string, componentId: string, options?: CallOptions): Promise<LineEnd>;
  /**
   * Creates an invoice and uploads its PDF, unless the request has one with this number; it takes sender, receiver and
   * amount from the service and checks the rules first. `discount` of a damage comes before its debit. It can be called
   * again with the same numbers. Only after an unknown outcome of a credit or a discount, read the list of invoices
   * first. If `invoiceIdOf(error)` is an id, only the PDF is missing. See docs/invoicing.md.
   *
   * @throws RegPreconditionError with every violated rule; `RULE-PHASE` unless it is in Invoicing or Archived
   * @throws RegResponseError if the list of invoices cannot be read, or may show the number in another form
   *
   * @example
   * const { invoiceId } = await supplier.serviceRequests.invoice(id, { number, vatLines: { percentage: 21 }, pdf });
   *
   * @see supplier-api.md §4.2
   */
  invoice(id: string, options: InvoiceOptions): Promise<InvoiceResult>;
  /**
   * Records why a request is not invoiced through this interface. It can be called again with the same reason, also
   * after an unknown outcome.
   *
   * @throws RegPreconditionError `RULE-PHASE` unless it is in Invoicing and has no invoice
   * @throws RegResponseError if the list of invoices has a form that cannot be read; then nothing is sent
   *
   * @example
   * await supplier.serviceRequests.markNotInvoiced(id, reason); // its fields are not shown: see docs/invoicing.md
   *
   * @see supplier-api.md §4.2
   */
  markNotInvoiced(id: string, reason: InvoiceStatusReason, options?: CallOptions): Promise<void>;
}

/** The workflow that only a request for a rental vehicle has. */
export interface RentalWorkflows {
  /**
   * Extends a rental: changes the one line of the request and asks the lessor again, if all rules are kept. It can be
   * called again with the same `days`. That an extension is a change of the line is assumed. See docs/rental.md.
   *
   * @returns the request afterwards; after a denial of this extension, call `resubmit`
   * @throws RegPreconditionError `RULE-EXTENSION` if it is no rental, has more days already, or lacks a required
   *   comment; `RULE-PHASE` unless it is in Response or Invoicing; and every other violated rule
   * @throws RegInputError for `days` or a price that cannot be used
   *
   * @example
   * const comment = "The part arrives later.";
   * await supplier.serviceRequests.extendRental(id, { days: 5, price: 245, comment, commentField: "remarks" });
   *
   * @see supplier-api.md §2.5, §3
   */
  extendRental(id: string, options: ExtendRentalOptions): Promise<ServiceRequest>;
}

/** What runs a workflow, with copies of what its caller gave. */
type Task<Given, Options, Result> = (context: WorkflowContext, given: Given, options: Options) => Promise<Result>;

/** Creates the workflows for one kind of request. */
export function createWorkflows(client: WorkflowCalls): RequestWorkflows & RentalWorkflows {
  const submissions = { runs: new SharedRuns<Submitted>(), numbered: new Set<string>() };
  const invoices = { runs: new SharedRuns<Invoiced>(), turns: new Turns() };
  const changes = { turns: new Turns() };
  const run = async <Given extends object, Options extends CallOptions, Result>(
    name: keyof (RequestWorkflows & RentalWorkflows),
    taskIn: (tasks: typeof Tasks) => Task<Given, Options, Result>,
    given: Given,
    options: Options,
  ): Promise<Result> => {
    const operationId = `${groupOf[client.kind]}.${name}`;
    const signal = asInput("options", operationId, () => options?.signal);
    const context = { ...client, operationId, startedAt: client.clock.monotonic() };
    const files: unknown[] = [];
    try {
      // Before anything is awaited: the caller may change it then.
      const own = { options: copyOptions(options, files), given: copyData(given) };
      client.inFlight.rejectIfClosed(operationId);
      return await client.inFlight.runWorkflow(async () => {
        // Most programs that use a client run no workflow.
        const task = taskIn(await import("./tasks.js"));
        return task(context, own.given, own.options);
      });
    } catch (error) {
      // If the workflow ends before an upload, nothing else cancels its stream.
      for (const file of files) cancelStream(file, error);
      // The reason of the caller's signal stays unchanged.
      if (RegError.is(error) && error !== signal?.reason) completeError(error, operationId);
      throw error;
    }
  };
  return {
    createAndSubmit: (content, options = {}) =>
      run(
        "createAndSubmit",
        ({ createAndSubmit }) =>
          (context, given, options) =>
            createAndSubmit(context, { ...given, ...submissions }, options),
        { body: content },
        options,
      ),
    submit: (id, options = {}) => run("submit", (tasks) => tasks.submit, { id }, options),
    resubmit: (id, options = {}) =>
      run(
        "resubmit",
        ({ resubmit }) =>
          (context, given, options) =>
            resubmit(context, { ...given, ...changes }, options),
        { id },
        options,
      ),
    extendRental: (id, options) =>
      run(
        "extendRental",
        ({ extendRental }) =>
          (context, given, options) =>
            extendRental(context, { ...given, ...changes }, options),
        { id },
        options,
      ),
    cancelOrDelete: (id, componentId, options = {}) =>
      run("cancelOrDelete", (tasks) => tasks.cancelOrDelete, { id, componentId }, options),
    invoice: (id, options) =>
      run(
        "invoice",
        ({ invoice }) =>
          (context, given, options) =>
            invoice(context, { ...given, ...invoices }, options),
        { id },
        options,
      ),
    markNotInvoiced: (id, reason, options = {}) =>
      run("markNotInvoiced", (tasks) => tasks.markNotInvoiced, { id, reason }, options),
  };
}
