import { RegError } from "../../errors/errors.js";
import { addToMessage } from "../../errors/messages.js";
import type { InvoiceCreate, InvoiceStatusReason } from "../../generated/supplier/models.js";
import type { Upload } from "../../http/files.js";
import { phaseOf } from "../phases/phases.js";
import {
  ambiguousResult,
  entriesIn,
  type FoundInvoice,
  invoiceIn,
  isOpenOrRefused,
  noteInvoices,
  reconcileAfter,
} from "../reconcile.js";
import { ruleViolation } from "../rules/violation.js";
import {
  draftInvoice,
  factsOf,
  hasDiscount,
  isAnother,
  readInvoices,
  readSituation,
  refuseWrongSign,
  wantsDiscount,
} from "./invoice-draft.js";
import { type InvoiceOptions, invoiceOptions, requireNumber, type WorkflowContext } from "./types.js";
import { readUnlessArchived, Workflow } from "./workflow.js";
import type { Begun } from "./workflows.js";

/** An invoice that is there now. */
export interface ExistingInvoice {
  readonly invoiceId: number;
  readonly location: string | undefined;
  readonly created: boolean | undefined;
}

/**
 * An invoice that was found in the list.
 *
 * @throws RegResponseError if its id cannot be told
 */
function existingInvoice(entry: unknown, created: false | undefined): ExistingInvoice {
  const { id } = factsOf(entry);
  if (id === undefined) throw ambiguousResult("the invoice is there, but the list does not tell its id");
  return { invoiceId: id, location: undefined, created };
}

/**
 * Ends the journey if the invoice that has the number is another one than the caller wants: that would be lost, and its
 * document would land on a wrong invoice. The date does not tell: a job that runs again the next day may say another.
 *
 * @throws RegPreconditionError `RULE-INVOICE-NUMBER`
 */
function refuseAnother(journey: Workflow<InvoiceOptions>, entry: unknown): void {
  const { total, discount = false } = journey.options;
  const found = factsOf(entry);
  const isOther =
    total === undefined ? found.total !== undefined && found.total < 0 !== discount : isAnother(found, total);
  if (!isOther) return;
  const description = `The request has an invoice with this number over ${found.total} euros, which is not the one that you want. Use a number that is new, or say the total of that invoice.`;
  journey.refuseIfAny([ruleViolation("RULE-INVOICE-NUMBER", "invoiceNumber", description)]);
}

/** Tells in an error which invoices are there: in its message by ids and numbers only, by `foundInvoicesOf` with all facts. */
function noteFound(error: RegError, found: readonly FoundInvoice[], sentence: string = inWords(found)): void {
  noteInvoices(error, found);
  addToMessage(error, sentence);
}

/** The longest list of invoices in a message. */
const most = 10;

/** The invoices that a request has, in words. */
function inWords(found: readonly FoundInvoice[]): string {
  if (found.length === 0) return "The request has no invoice now";
  const names = found.slice(0, most).map(({ id = "?", number = "?" }) => `${id} (${number.slice(0, 40)})`);
  const rest = found.length > most ? ` and ${found.length - most} more` : "";
  return `The request has these invoices now: ${names.join(", ")}${rest}`;
}

/**
 * Creates an invoice, once. Where that fails it looks for the invoice: the answer may be lost, or another caller faster.
 * If it is not there, the error tells what is.
 */
async function createInvoice(
  parts: WorkflowContext,
  journey: Workflow<InvoiceOptions>,
  id: string,
  body: InvoiceCreate,
): Promise<ExistingInvoice> {
  let found: FoundInvoice[] | undefined;
  const { number } = journey.options;
  try {
    return await reconcileAfter(
      isOpenOrRefused,
      async () => {
        const { id: invoiceId, location } = await parts.requests.invoices.create(
          id,
          body,
          journey.callOptions(),
        );
        return { invoiceId, location, created: true };
      },
      async ({ outcome }) => {
        const list = await readInvoices(parts, journey, id, journey.callOptions());
        found = (entriesIn(list) ?? []).map(factsOf);
        const invoice = invoiceIn(list, number);
        if (invoice === undefined || isAnother(factsOf(invoice), body.total)) return undefined;
        // What was refused was not created here; who created it if the answer got lost, nobody can tell.
        return existingInvoice(invoice, outcome === "unknown" ? undefined : false);
      },
    );
  } catch (error) {
    if (RegError.is(error)) tell(error, body, found);
    throw error;
  }
}

/** Tells in the error what is there instead, and what only waiting can show. */
function tell(error: RegError, { invoiceNumber, total }: InvoiceCreate, found?: FoundInvoice[]) {
  if (found !== undefined) noteFound(error, found);
  if (found?.some((each) => each.number === invoiceNumber && isAnother(each, total)))
    addToMessage(error, "The one with this number has another total: use a number that is new");
  if (error.outcome === "unknown" && total < 0)
    addToMessage(
      error,
      "The service does not keep a second credit or discount away, and this one may be on its way: wait and look before you call it again",
    );
}

/** What became of an invoice. */
export interface InvoiceResult {
  /** The id under which the service keeps it; not your own number. */
  readonly invoiceId: number;
  /** Its address, as the answer's `Location` has it; undefined where no answer, or one without it, came. */
  readonly location: string | undefined;
  /**
   * Whether this run created it; false if it was there before, or another caller was faster. Undefined: the answer was
   * lost, and the invoice is there: this run made it, or another caller with the same number.
   */
  readonly created: boolean | undefined;
  /**
   * Whether the lessor of a damage wants a discount invoice, and the list of invoices shows none below zero. Always false in
   * the archive.
   */
  readonly discountInvoiceDue: boolean;
}

/** Creates an invoice, unless one with its number is there. */
async function ensureInvoice(
  parts: WorkflowContext,
  journey: Workflow<InvoiceOptions>,
  id: string,
): Promise<InvoiceResult> {
  const situation = await readSituation(parts, journey, id);
  const entry = invoiceIn(situation.list, journey.options.number);
  const discountInvoiceDue = wantsDiscount(situation) && !hasDiscount(situation);
  if (entry !== undefined) {
    refuseAnother(journey, entry);
    return { ...existingInvoice(entry, false), discountInvoiceDue };
  }
  refuseWrongSign(parts, journey, situation);
  const body = draftInvoice(parts, journey, situation);
  const made = await createInvoice(parts, journey, id, body);
  return { ...made, discountInvoiceDue: discountInvoiceDue && body.total >= 0 };
}

/** Uploads the document of an invoice that is there; an error tells how to go on. */
async function uploadPdf(
  { requests }: WorkflowContext,
  journey: Workflow<InvoiceOptions>,
  id: string,
  invoiceId: number,
  file: Upload,
): Promise<void> {
  try {
    const contentType = "application/pdf";
    await requests.invoices.pdf.upload(id, invoiceId, file, { ...journey.callOptions(), contentType });
  } catch (error) {
    const { number } = journey.options;
    const advice = "call invoice again with the same number and total, and only the PDF is uploaded";
    const sentence = `The invoice is there, with the id ${invoiceId}: ${advice}`;
    if (RegError.is(error)) noteFound(error, [{ id: invoiceId, number }], sentence);
    throw error;
  }
}

/** Creates an invoice, unless one with its number is there, and uploads its PDF. */
export async function runInvoice(
  parts: WorkflowContext,
  begun: Begun<InvoiceOptions>,
  id: string,
  file: Upload | undefined,
): Promise<InvoiceResult> {
  const journey = new Workflow(parts, begun, invoiceOptions);
  requireNumber(journey.options.number, journey.operationId);
  const result = await ensureInvoice(parts, journey, id);
  if (file !== undefined) await uploadPdf(parts, journey, id, result.invoiceId, file);
  return result;
}

/** Says why a request is not invoiced here, as long as nothing of it is. */
export async function markNotInvoiced(
  parts: WorkflowContext,
  begun: Begun,
  id: string,
  reason: InvoiceStatusReason,
): Promise<void> {
  const journey = new Workflow(parts, begun);
  const { invoices } = parts.requests;
  const request = await readUnlessArchived(parts, journey, id);
  journey.requirePhase(request === undefined ? "Archived" : phaseOf(request), ["Invoicing"]);
  const entries = entriesIn(await invoices.list(id, journey.callOptions())) ?? [];
  // The amount tells as well, should the list have a form that is not known.
  if (entries.length > 0 || (request?.invoicing?.totalAmountInvoiced ?? 0) !== 0)
    throw journey.refusal([invoicedAlready]);
  await invoices.setStatus(id, reason, journey.callOptions());
}

const invoicedAlready = ruleViolation(
  "RULE-PHASE",
  "invoicing",
  "The request is invoiced already, so that there is no reason for not invoicing it. Credit the invoice once the request is archived.",
);
