import { existingDate } from "../../base/dates.js";
import { isUpload, type Upload } from "../../base/files.js";
import { isObject } from "../../base/json.js";
import { toCents } from "../../base/money.js";
import { isDiscountMissing } from "../../domain/rules/invoice.js";
import { type InvoiceContext, inEuros } from "../../domain/rules/invoice-input.js";
import { ruleViolation } from "../../domain/rules/violation.js";
import { isPercentage, percentageMust } from "../../domain/vat.js";
import { groupOf } from "../../domain/vocabulary.js";
import { RegError, RegInputError, RegResponseError } from "../../errors/errors.js";
import { aFunction, asInput, booleanOr, custom, optionsSchema, trueOrFalse } from "../../errors/input.js";
import type { Violation } from "../../errors/problem.js";
import { mayRepeat } from "../../errors/repeat.js";
import type { InvoiceCreate, InvoiceStatusReason } from "../../generated/supplier/models.js";
import type { CallOptions } from "../../http/call/options.js";
import { callFields } from "../../http/option-schemas.js";
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
import { draftInvoice, type Invoicing, readInvoicing, type SingleInvoice, stateOf } from "./invoice-draft.js";
import type { SharedRuns } from "./shared-runs.js";
import type { Turns } from "./turns.js";
import type { DiscountInvoice, InvoiceOptions, VatRuleId, WorkflowContext } from "./types.js";
import {
  alreadyInvoiced,
  knownOption,
  readUnlessArchived,
  rejectIfAny,
  requirePossible,
  Workflow,
} from "./workflow.js";

/** An invoice that `invoice` has created or found. */
export interface EnsuredInvoice {
  /** The id under which the service stores the invoice; not your own number. */
  readonly invoiceId: number;
  /** Its address, from the response's `Location`; undefined if there was no response, or no such header. */
  readonly location: string | undefined;
  /**
   * Whether this run created it; false if it existed before, or another caller created it first. Undefined: the
   * response was lost and the invoice exists, so either this run or another caller with the same number created it.
   */
  readonly created: boolean | undefined;
}

/** The result of `invoice`. */
export interface InvoiceResult extends EnsuredInvoice {
  /** The discount invoice; undefined unless the call gives its number and total in `discount`. */
  readonly discount?: EnsuredInvoice | undefined;
  /**
   * Whether the lessor of a damage requires a discount invoice, and the list of invoices has none below zero. Always
   * false in the archive. After a debit it may be too late: `discountFirst` tells before.
   */
  readonly discountInvoiceDue: boolean;
}

/** One invoice that a run has created or found. */
interface InvoiceOfRun extends EnsuredInvoice {
  readonly number: string;
  /** Undefined: the service does not show it. */
  readonly total: number | undefined;
}

/** What a run of `invoice` has created or found. */
export interface Invoiced extends Pick<InvoiceResult, "discountInvoiceDue"> {
  readonly main: InvoiceOfRun;
  readonly discount: InvoiceOfRun | undefined;
}

interface InvoiceToEnsure {
  readonly id: string;
  /** The runs for the same numbers, which concurrent calls share. */
  readonly runs: SharedRuns<Invoiced>;
  /** The runs for the same request. */
  readonly turns: Turns;
}

/**
 * Creates an invoice, and before it the discount that belongs to it, unless the request has invoices with these numbers;
 * and uploads their PDFs. Concurrent calls for the same numbers share a run, and each compares its own totals with the
 * result. Those for other numbers of the request run one after the other, because they may have a number in common.
 */
export async function invoice(
  context: WorkflowContext,
  given: InvoiceToEnsure,
  options: InvoiceOptions,
): Promise<InvoiceResult> {
  const workflow = Workflow.begin(context, options, invoiceOptions);
  const { id } = given;
  const wanted = splitInvoices(workflow.options);
  const { result: invoiced, isFirst } = await joinRun(context, workflow, given, wanted);
  const { main, discount, discountInvoiceDue } = invoiced;
  if (!isFirst)
    rejectIfAny([
      ...(wanted.discount ? ofDiscount(otherInvoice(wanted.discount, discount?.total)) : []),
      ...otherInvoice(wanted.main, main.total),
    ]);
  const resultOf = ({ number: _, total: __, ...ensured }: InvoiceOfRun): EnsuredInvoice =>
    isFirst ? ensured : { ...ensured, created: false };
  await uploadPdf(context, workflow, { id, ...main, file: wanted.main.pdf });
  if (discount !== undefined)
    await uploadPdf(context, workflow, { id, ...discount, file: wanted.discount?.pdf, isDiscountOf: main });
  return { ...resultOf(main), ...(discount && { discount: resultOf(discount) }), discountInvoiceDue };
}

/** Joins the run for these numbers, or starts it when the others of the request have ended. */
async function joinRun(
  context: WorkflowContext,
  workflow: Workflow<InvoiceOptions>,
  { id, runs, turns }: InvoiceToEnsure,
  { main, discount }: WantedInvoices,
): Promise<{ readonly result: Invoiced; readonly isFirst: boolean }> {
  const request = asInput("id", undefined, () => String(id));
  const key = JSON.stringify([request, main.number, discount?.number]);
  for (;;) {
    let isOwn = false;
    try {
      return await runs.join(key, workflow, (signal) => {
        isOwn = true;
        const own = workflow.withSignal(signal);
        return turns.take(request, own, (failure) => {
          rejectIfUncertain(failure);
          return ensureInvoices(context, own, id);
        });
      });
    } catch (error) {
      // Nothing was sent, because of a mistake that this call may not have.
      const isMistake = RegError.is(error, "precondition") || RegError.is(error, "input");
      if (isOwn || !isMistake || error === workflow.options.signal?.reason) throw error;
    }
  }
}

/**
 * The list of invoices need not show yet what the call before has sent, which may have a number in common with this one.
 *
 * @throws RegResponseError after a failure that leaves open what exists
 */
function rejectIfUncertain(failure: unknown): void {
  // All of its callers have left it, perhaps while an invoice was sent.
  const isAborted = (each: unknown) => Object(each).name === "AbortError";
  const isUnknown = (each: unknown) => isAborted(each) || (RegError.is(each) && each.outcome === "unknown");
  const cause = [failure, Object(failure).cause].find(isUnknown);
  if (cause === undefined) return;
  throw ambiguousResult(
    "nothing was sent, because another call of invoice for this request has just ended, and it is not known what it created",
    cause,
  );
}

interface WantedInvoices {
  readonly main: SingleInvoice;
  readonly discount: SingleInvoice | undefined;
}

/**
 * The options of the invoice, and of the discount that comes before it.
 *
 * @throws RegInputError for what is missing
 */
function splitInvoices(options: InvoiceOptions): WantedInvoices {
  requireGiven(options);
  const { discount } = options;
  if (typeof discount !== "object") return { main: { ...options, discount: discount === true }, discount: undefined };
  // A list has the amounts of the debit.
  const isShared = !Array.isArray(options.vatLines) || options.vatLines.length === 0;
  const own = { ...discount, vatLines: discount.vatLines ?? (isShared ? options.vatLines : undefined) };
  requireGiven(own, "discount.");
  if (own.total === undefined) throw new RegInputError("discount.total", "must be given");
  if (own.number === options.number) throw new RegInputError("discount.number", "must not be that of the debit");
  return {
    main: { ...options, discount: false, discounted: true },
    discount: { ...options, ...own, vatLines: own.vatLines ?? [], pdf: discount.pdf, discount: true },
  };
}

function requireGiven(
  { number, vatLines }: { readonly number?: unknown; readonly vatLines?: unknown },
  below = "",
): void {
  if (number === undefined) throw new RegInputError(`${below}number`, "must be given");
  if (vatLines === undefined)
    throw new RegInputError(`${below}vatLines`, "must be given; an empty list means no VAT lines");
}

async function ensureInvoices(
  context: WorkflowContext,
  workflow: Workflow<InvoiceOptions>,
  id: string,
): Promise<Invoiced> {
  const invoicing = await readInvoicing(context, workflow, id);
  const { main, discount } = splitInvoices(workflow.options);
  const planned = planInvoice(context, invoicing, main);
  const plannedDiscount = discount && planInvoice(context, invoicing, discount);
  rejectIfAny([...ofDiscount(plannedDiscount?.violations ?? []), ...planned.violations]);
  const create = async ({ number, body, found }: PlannedInvoice) =>
    found ?? createInvoice(context, workflow, { id, number, body: body as InvoiceCreate });
  const discounted = plannedDiscount && (await create(plannedDiscount));
  const ensured = await workflow.explainFailure(
    () => create(planned),
    () =>
      discounted === undefined
        ? []
        : `The discount invoice exists, with the id ${discounted.invoiceId}, and is found when you call again with its number`,
  );
  const discountInvoiceDue = isDiscountMissing(planned.facts) && !main.discount;
  return { main: ensured, discount: discounted, discountInvoiceDue };
}

/** An invoice that exists, or is to be created. */
interface PlannedInvoice {
  readonly number: string;
  readonly facts: InvoiceContext;
  readonly violations: readonly Violation[];
  readonly body?: InvoiceCreate;
  readonly found?: InvoiceOfRun;
}

function ofDiscount(violations: readonly Violation[]): Violation[] {
  return violations.map((each) => ({ ...each, context: { fieldName: `discount.${each.context.fieldName}` } }));
}

function planInvoice(context: WorkflowContext, invoicing: Invoicing, options: SingleInvoice): PlannedInvoice {
  const state = stateOf(context, invoicing, options);
  const { facts } = state;
  const { number } = options;
  const entry = findByNumber(state.list, number, state.total);
  if (entry === undefined) return { number, facts, ...draftInvoice(context, state) };
  const { total } = readFacts(entry);
  const found = { ...describeFound(entry, false), number, total };
  return { number, facts, violations: otherInvoice(options, total), found };
}

/** @throws RegResponseError if the entry has no id that can be read */
function describeFound(entry: unknown, created: false | undefined): EnsuredInvoice {
  const { id } = readFacts(entry);
  if (id === undefined)
    throw ambiguousResult(
      "the invoice exists, but the list does not show its id (an adapter for invoices.list can add it, as a number)",
    );
  return { invoiceId: id, location: undefined, created };
}

/**
 * The violation if another invoice has the number: otherwise the new invoice would be lost, and its document would be
 * uploaded to the wrong one. The date is not compared, because a job that runs again the next day may give another.
 *
 * @param found the total of the invoice with the number; undefined if the service does not show it
 */
function otherInvoice({ total, discount }: SingleInvoice, found: number | undefined): Violation[] {
  const isOther =
    total === undefined ? found !== undefined && found < 0 !== discount : isOtherTotal({ total: found }, total);
  if (!isOther) return [];
  const values = { total: inEuros(toCents(found ?? 0)) };
  const description = `The request already has an invoice with this number over ${values.total} euros, which is not the invoice that you asked for. Use a new number, or give the total of that invoice.`;
  return [ruleViolation({ rule: "invoice-number-used", field: "invoiceNumber", description, values })];
}

/**
 * Sends an invoice once. If that fails, it looks for the invoice, because the response may be lost or another caller
 * may have created it. If it is not found, the error lists the invoices that exist.
 */
async function createInvoice(
  { requests: { invoices } }: WorkflowContext,
  workflow: Workflow<InvoiceOptions>,
  { id, number, body }: { readonly id: string; readonly number: string; readonly body: InvoiceCreate },
): Promise<InvoiceOfRun> {
  const { total } = body;
  let found: FoundInvoice[] | undefined;
  return workflow.explainFailure(
    () =>
      reconcileAfter(
        isUnknownOrRejected,
        async () => {
          const { id: invoiceId, location } = await workflow.call((options) => invoices.create(id, body, options));
          return { number, total, invoiceId, location, created: true };
        },
        async (error) => {
          const list = await workflow.call((options) => invoices.list(id, options));
          found = (readEntries(list) ?? []).map(readFacts);
          const entry = findByNumber(list, number, total);
          if (entry === undefined || isOtherTotal(readFacts(entry), total)) return undefined;
          return { number, total, ...describeFound(entry, wasCreated(error)) };
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

interface PdfToUpload extends InvoiceOfRun {
  readonly id: string;
  readonly file: Upload | undefined;
  /** The debit, if this is its discount. */
  readonly isDiscountOf?: InvoiceOfRun;
}

async function uploadPdf(
  { requests }: WorkflowContext,
  workflow: Workflow<InvoiceOptions>,
  { id, invoiceId, number, file, isDiscountOf }: PdfToUpload,
): Promise<void> {
  if (file === undefined) return;
  const contentType = "application/pdf";
  await workflow.explainFailure(
    () => workflow.call((options) => requests.invoices.pdf.upload(id, invoiceId, file, { ...options, contentType })),
    (error) => {
      // A program takes it for that of the invoice.
      Object.assign(error, { invoiceId: isDiscountOf?.invoiceId ?? invoiceId });
      const known = [isDiscountOf, { invoiceId, number }].filter((each) => each !== undefined);
      attachInvoices(
        error,
        known.map((each) => ({ id: each.invoiceId, number: each.number })),
      );
      // Whether the PDF arrived does not matter: it can be uploaded again.
      error.outcome = undefined;
      const when = mayRepeat(error) ? "" : "when the cause is removed, ";
      const what =
        isDiscountOf === undefined ? "The invoice exists," : "The invoice and its discount exist, the latter";
      return `${what} with the id ${invoiceId}: ${when}call invoice again with the same number and total, and only the PDF is uploaded`;
    },
  );
}

/** Sets the reason why a request is not invoiced, if it has no invoice. */
export async function markNotInvoiced(
  context: WorkflowContext,
  { id, reason }: { readonly id: string; readonly reason: InvoiceStatusReason },
  options: CallOptions,
): Promise<void> {
  const workflow = Workflow.begin(context, options);
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
  await workflow.call((options) => invoices.setStatus(id, reason, options));
}

const isVatPercentage = (value: unknown) =>
  isObject(value) && isPercentage(value["percentage"]) && Object.keys(value).length === 1;
const anObject = custom(isObject, "must be an object");
const euros = custom(Number.isFinite, "must be a number of euros");
const date = custom((value) => typeof value === "string", `must be ${existingDate}`);

/** Text in place of a missing value: several invoices would get the same number. */
const unset = /undefined|(?<![A-Za-z])(null|NaN)(?![A-Za-z])/;

const ownNumber = custom(
  (value) => typeof value === "string" && value !== "" && value.trim() === value && !unset.test(value),
  "must be a text that is not empty, without blanks around it, and without undefined or null in it",
);
const vatLines = custom(
  (value) => isVatPercentage(value) || Array.isArray(value) || typeof value === "function",
  `must be a list, a function that makes one from the total, or { percentage }, which ${percentageMust}`,
);
const vatRules: readonly VatRuleId[] = ["vat-amount", "vat-total"];
const pdf = custom(isUpload, "must be a Blob, bytes or a stream of bytes");

const discountOptions = optionsSchema<DiscountInvoice>(
  { number: ownNumber, total: euros, vatLines, pdf },
  "must be true or false, or an object with number and total",
);

const invoiceOptions = optionsSchema<InvoiceOptions>({
  ...callFields,
  number: ownNumber,
  date,
  vatLines,
  total: euros,
  discount: booleanOr(discountOptions),
  partial: trueOrFalse,
  waive: custom(
    (value) => Array.isArray(value) && value.every((rule) => vatRules.includes(rule)),
    'must be a list of "vat-amount" and "vat-total"',
  ),
  discountFirst: trueOrFalse,
  pdf,
  latestInvoiceDate: date,
  request: anObject,
  outstanding: euros,
  invoiced: euros,
  known: knownOption,
  vatBaseOf: aFunction,
  fields: anObject,
});
