import { existingDate } from "../../base/dates.js";
import { isUpload, type Upload } from "../../base/files.js";
import { isInstance } from "../../base/instances.js";
import { isObject } from "../../base/json.js";
import { toCents } from "../../base/money.js";
import { isDiscountMissing } from "../../domain/rules/invoice.js";
import { inEuros } from "../../domain/rules/invoice-input.js";
import { ruleViolation } from "../../domain/rules/violation.js";
import { isPercentage, percentageMust } from "../../domain/vat.js";
import { groupOf } from "../../domain/vocabulary.js";
import { type RegError, RegInputError, RegResponseError } from "../../errors/errors.js";
import { aFunction, asInput, custom, optionsSchema, trueOrFalse } from "../../errors/input.js";
import { mayRepeat } from "../../errors/repeat.js";
import type { InvoiceCreate, InvoiceStatusReason } from "../../generated/supplier/models.js";
import type { CallOptions } from "../../http/call/options.js";
import { callFields } from "../../http/option-schemas.js";
import { cancelStream, takeUpload } from "../../http/transport/files.js";
import {
  attachInvoices,
  type FoundInvoice,
  findByNumber,
  isOtherTotal,
  readEntries,
  readFacts,
} from "../invoice-list.js";
import { ambiguousResult } from "../lookup.js";
import { isUnknownOrRejected, reconcileAfter, wasCreated } from "../reconcile.js";
import { draftInvoice, readInvoicingState } from "./invoice-draft.js";
import type { SharedRuns } from "./shared-runs.js";
import type { InvoiceOptions, WorkflowContext } from "./types.js";
import {
  alreadyInvoiced,
  deepCopy,
  knownOption,
  readUnlessArchived,
  rejectIfAny,
  requirePossible,
  Workflow,
  waivedRules,
} from "./workflow.js";

/** The result of `invoice`. */
export interface InvoiceResult {
  /** The id under which the service stores the invoice; not your own number. */
  readonly invoiceId: number;
  /** Its address, from the response's `Location`; undefined if there was no response, or no such header. */
  readonly location: string | undefined;
  /**
   * Whether this run created it; false if it existed before, or another caller created it first. Undefined: the
   * response was lost and the invoice exists, so either this run or another caller with the same number created it.
   */
  readonly created: boolean | undefined;
  /**
   * Whether the lessor of a damage requires a discount invoice, and the list of invoices has none below zero. Always
   * false in the archive. After a debit it may be too late: `discountFirst` tells before.
   */
  readonly discountInvoiceDue: boolean;
}

/** What a run of `invoice` found or created. */
export interface Invoiced extends InvoiceResult {
  /** The total of the invoice; undefined if the service does not show it. */
  readonly total: number | undefined;
}

/**
 * Creates an invoice, unless the request has one with this number, and uploads its PDF. Concurrent calls for one
 * invoice share a run, and each compares its own total with the result.
 */
export async function invoice(
  context: WorkflowContext,
  { id, runs }: { readonly id: string; readonly runs: SharedRuns<Invoiced> },
  options: InvoiceOptions,
): Promise<InvoiceResult> {
  const file = asInput("options", undefined, () => fileIn(options));
  try {
    const workflow = Workflow.begin(context, options, invoiceOptions);
    requireGiven(workflow.options);
    const { number } = workflow.options;
    const key = JSON.stringify([asInput("id", undefined, () => String(id)), number]);
    const { result: invoiced, isFirst } = await runs.join(key, workflow, (signal) =>
      ensureInvoice(context, workflow.withSignal(signal), id),
    );
    if (!isFirst) requireSameInvoice(workflow, invoiced);
    const { total: _, ...result } = { ...invoiced, ...(!isFirst && { created: false }) };
    if (file !== undefined) await uploadPdf(context, workflow, { id, invoiceId: result.invoiceId, file });
    return result;
  } catch (error) {
    // If the workflow ends before the upload, nothing else cancels the stream.
    cancelStream(file, error);
    throw error;
  }
}

function requireGiven({ number, vatLines }: Partial<InvoiceOptions>): void {
  if (number === undefined) throw new RegInputError("number", "must be given");
  if (vatLines === undefined) throw new RegInputError("vatLines", "must be given; an empty list means no VAT lines");
}

/** Makes a stream that can be cancelled. Copies bytes, because the caller may change them. */
function fileIn(options: InvoiceOptions): Upload | undefined {
  const { pdf }: { readonly pdf?: unknown } = Object(options);
  if (!isUpload(pdf)) return undefined;
  return isInstance(pdf, "ArrayBuffer") || ArrayBuffer.isView(pdf) ? new Blob([pdf]) : (takeUpload(pdf) as Upload);
}

async function ensureInvoice(
  context: WorkflowContext,
  workflow: Workflow<InvoiceOptions>,
  id: string,
): Promise<Invoiced> {
  const state = await readInvoicingState(context, workflow, id);
  const { number, discount } = workflow.options;
  const entry = findByNumber(state.list, number, state.total);
  const discountInvoiceDue = isDiscountMissing(state.facts);
  if (entry !== undefined) {
    const { total } = readFacts(entry);
    requireSameInvoice(workflow, { total });
    return { ...describeFound(entry, false), discountInvoiceDue, total };
  }
  const body = draftInvoice(context, workflow, state);
  const created = await createInvoice(context, workflow, { id, body });
  return { ...created, discountInvoiceDue: discountInvoiceDue && discount !== true, total: body.total };
}

type ExistingInvoice = Omit<InvoiceResult, "discountInvoiceDue">;

/** @throws RegResponseError if the entry has no id that can be read */
function describeFound(entry: unknown, created: false | undefined): ExistingInvoice {
  const { id } = readFacts(entry);
  if (id === undefined)
    throw ambiguousResult(
      "the invoice exists, but the list does not show its id (an adapter for invoices.list can add it, as a number)",
    );
  return { invoiceId: id, location: undefined, created };
}

/**
 * Ends the workflow if another invoice has the number: otherwise the new invoice would be lost, and its document would
 * be uploaded to the wrong one. The date is not compared, because a job that runs again the next day may give another.
 *
 * @throws RegPreconditionError `RULE-INVOICE-NUMBER`
 */
function requireSameInvoice(workflow: Workflow<InvoiceOptions>, found: Pick<Invoiced, "total">): void {
  const { total, discount = false } = workflow.options;
  const isOther =
    total === undefined ? found.total !== undefined && found.total < 0 !== discount : isOtherTotal(found, total);
  if (!isOther) return;
  const values = { total: inEuros(toCents(found.total ?? 0)) };
  const description = `The request already has an invoice with this number over ${values.total} euros, which is not the invoice that you asked for. Use a new number, or give the total of that invoice.`;
  rejectIfAny([ruleViolation({ rule: "invoice-number-used", field: "invoiceNumber", description, values })]);
}

/**
 * Sends an invoice once. If that fails, it looks for the invoice, because the response may be lost or another caller
 * may have created it. If it is not found, the error lists the invoices that exist.
 */
async function createInvoice(
  { requests: { invoices } }: WorkflowContext,
  workflow: Workflow<InvoiceOptions>,
  { id, body }: { readonly id: string; readonly body: InvoiceCreate },
): Promise<ExistingInvoice> {
  let found: FoundInvoice[] | undefined;
  return workflow.explainFailure(
    () =>
      reconcileAfter(
        isUnknownOrRejected,
        async () => {
          const { id: invoiceId, location } = await workflow.call((options) => invoices.create(id, body, options));
          return { invoiceId, location, created: true };
        },
        async (error) => {
          const list = await workflow.call((options) => invoices.list(id, options));
          found = (readEntries(list) ?? []).map(readFacts);
          const entry = findByNumber(list, workflow.options.number, body.total);
          if (entry === undefined || isOtherTotal(readFacts(entry), body.total)) return undefined;
          return describeFound(entry, wasCreated(error));
        },
      ),
    (error) => explainFailedCreate(error, body, found),
  );
}

/** Says which invoices exist instead, and when the caller must wait before calling again. */
function explainFailedCreate(
  error: RegError,
  { invoiceNumber, total }: InvoiceCreate,
  found: readonly FoundInvoice[] | undefined,
): string[] {
  if (found !== undefined) attachInvoices(error, found);
  const sentences = found === undefined ? [] : [describeInvoices(found)];
  if (found?.some((each) => each.number === invoiceNumber && isOtherTotal(each, total)))
    sentences.push("The invoice with this number has another total: use a new number");
  else if (error.kind === "conflict")
    sentences.push("Call again with the same number: what the other caller creates with it is found then");
  if (error.outcome === "unknown")
    sentences.push(
      total < 0
        ? "The service does not prevent a second credit or discount, and it may still be processing this one: wait longer than the timeout of a call, and read the list of invoices before you call it again"
        : "It is not known whether it will exist, because it may still be processed: wait longer than the timeout of a call, and call invoice again with the same number, which looks for it first",
    );
  return sentences;
}

const maxListed = 10;

/** Names ids and numbers only; `foundInvoicesOf` returns all facts. */
function describeInvoices(found: readonly FoundInvoice[]): string {
  if (found.length === 0) return "The request has no invoice now";
  const names = found.slice(0, maxListed).map(({ id = "?", number = "?" }) => `${id} (${number.slice(0, 40)})`);
  const rest = found.length > maxListed ? ` and ${found.length - maxListed} more` : "";
  return `The request has these invoices now: ${names.join(", ")}${rest}`;
}

async function uploadPdf(
  { requests }: WorkflowContext,
  workflow: Workflow<InvoiceOptions>,
  { id, invoiceId, file }: { readonly id: string; readonly invoiceId: number; readonly file: Upload },
): Promise<void> {
  const contentType = "application/pdf";
  await workflow.explainFailure(
    () => workflow.call((options) => requests.invoices.pdf.upload(id, invoiceId, file, { ...options, contentType })),
    (error) => {
      Object.assign(error, { invoiceId });
      attachInvoices(error, [{ id: invoiceId, number: workflow.options.number }]);
      // Whether the PDF arrived does not matter: it can be uploaded again.
      error.outcome = undefined;
      const when = mayRepeat(error) ? "" : "when the cause is removed, ";
      return `The invoice exists, with the id ${invoiceId}: ${when}call invoice again with the same number and total, and only the PDF is uploaded`;
    },
  );
}

/** Sets the reason why a request is not invoiced, if it has no invoice. */
export async function markNotInvoiced(
  context: WorkflowContext,
  id: string,
  { reason, options }: { readonly reason: InvoiceStatusReason; readonly options: CallOptions },
): Promise<void> {
  const workflow = Workflow.begin(context, options);
  const body = deepCopy(reason, "reason");
  const { invoices } = context.requests;
  requirePossible(await readUnlessArchived(context, workflow, id), "markNotInvoiced");
  const list = await workflow.call((options) => invoices.list(id, options));
  const entries = readEntries(list);
  if (entries === undefined)
    throw new RegResponseError(
      "the list of invoices has a form that cannot be read; nothing was sent. If you know that it is empty, call invoices.setStatus",
      { operationId: `${groupOf[context.kind]}.invoices.list`, status: 200 },
    );
  // The amount, which was checked above, does not show invoices that add up to zero.
  if (entries.length > 0) rejectIfAny([alreadyInvoiced]);
  await workflow.call((options) => invoices.setStatus(id, body, options));
}

const isVatPercentage = (value: unknown) =>
  isObject(value) && isPercentage(value["percentage"]) && Object.keys(value).length === 1;
const anObject = custom(isObject, "must be an object");
const euros = custom(Number.isFinite, "must be a number of euros");
const date = custom((value) => typeof value === "string", `must be ${existingDate}`);

/** Text in place of a missing value: several invoices would get the same number. */
const unset = /undefined|(?<![A-Za-z])(null|NaN)(?![A-Za-z])/;

const invoiceOptions = optionsSchema<InvoiceOptions>({
  ...callFields,
  number: custom(
    (value) => typeof value === "string" && value !== "" && value.trim() === value && !unset.test(value),
    "must be a text that is not empty, without blanks around it, and without undefined or null in it",
  ),
  date,
  vatLines: custom(
    (value) => isVatPercentage(value) || Array.isArray(value) || typeof value === "function",
    `must be a list, a function that makes one from the total, or { percentage }, which ${percentageMust}`,
  ),
  total: euros,
  discount: trueOrFalse,
  partial: trueOrFalse,
  waive: waivedRules,
  discountFirst: trueOrFalse,
  pdf: custom(isUpload, "must be a Blob, bytes or a stream of bytes"),
  latestInvoiceDate: date,
  request: anObject,
  outstanding: euros,
  invoiced: euros,
  known: knownOption,
  vatBaseOf: aFunction,
  fields: anObject,
});
