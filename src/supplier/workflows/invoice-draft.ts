import { RegInputError, type Violation } from "../../errors/errors.js";
import type { Contract, InvoiceCreate, InvoiceTemplates, VatLine } from "../../generated/supplier/models.js";
import type { CallOptions } from "../../http/options.js";
import { amsterdamDay, isDate } from "../../values/dates.js";
import { toCents, toEuros } from "../../values/money.js";
import { type Phase, phaseOf } from "../phases/phases.js";
import { entriesIn, type FoundInvoice } from "../reconcile.js";
import { checkInvoice, invoiceDateRange } from "../rules/invoice.js";
import type { InvoiceContext, InvoicedRequest } from "../rules/invoice-input.js";
import { ruleViolation } from "../rules/violation.js";
import type { InvoiceOptions, WorkflowContext } from "./types.js";
import { readUnlessArchived, type Workflow } from "./workflow.js";

/** What can be told of an entry in a list of invoices. The names of its fields are assumed (supplier-api.md §2.7). */
export function factsOf(entry: unknown): FoundInvoice {
  const { id, invoiceNumber, invoiceDate, total } = Object(entry);
  return {
    ...(Number.isSafeInteger(id) && { id }),
    ...(typeof invoiceNumber === "string" && { number: invoiceNumber }),
    ...(typeof invoiceDate === "string" && isDate(invoiceDate) && { date: invoiceDate }),
    ...(typeof total === "number" && { total }),
  };
}

/** Whether an invoice is over another total than was to be invoiced, by a cent at least. What is not told, fits. */
export function isAnother({ total }: FoundInvoice, wanted: number): boolean {
  return total !== undefined && toCents(total) !== toCents(wanted);
}

/** What the invoices above zero come to, in euros: the most that can have been credited. Undefined if one does not tell. */
function debitsIn(entries: readonly unknown[]): number | undefined {
  const totals = entries.map((entry) => factsOf(entry).total ?? Number.NaN);
  const cents = totals.reduce((sum, total) => sum + Math.max(0, toCents(total)), 0);
  return Number.isNaN(cents) ? undefined : toEuros(cents);
}

/** The date of the invoice that was processed last: the list tells it only if all of its dates agree, since its order is not shown. */
function latestDate({ latestInvoiceDate }: InvoiceOptions, entries: readonly unknown[]): string | undefined {
  const [date, ...others] = new Set(entries.map((entry) => factsOf(entry).date));
  return latestInvoiceDate ?? (others.length === 0 ? date : undefined);
}

/**
 * The only date that is possible, or today, or the first day after it that is possible. Undefined in the archive while
 * it is not known which of the invoices was processed last.
 */
function defaultDate(context: InvoiceContext, entries: readonly unknown[], now: number): string | undefined {
  const { earliest, latest } = invoiceDateRange(context);
  if (context.phase === "Archived" && latest === undefined && entries.length > 0) return undefined;
  const today = amsterdamDay(now);
  if (latest !== undefined && today > latest) return latest;
  return earliest !== undefined && today < earliest ? earliest : today;
}

/** Who sends an invoice, and who receives it. */
type Identities = Pick<InvoiceCreate, "identitySender" | "identityReceiver">;

/**
 * Sender and receiver, each of the first that tells it: that a template names the receiver so is inferred, and once nothing
 * is due there is no template, but earlier invoices may tell.
 */
function identitiesIn(sources: readonly unknown[]): Partial<Identities> {
  const first = (name: keyof Identities) =>
    sources
      .map((source) => Reflect.get(Object(source), name))
      .find((each) => each !== undefined && each !== null);
  const [identitySender, identityReceiver] = [first("identitySender"), first("identityReceiver")];
  return {
    ...(identitySender !== undefined && { identitySender }),
    ...(identityReceiver !== undefined && { identityReceiver }),
  };
}

/** Whether sender and receiver are there. */
function hasIdentities(value: Partial<Identities>): value is Identities {
  return value.identitySender !== undefined && value.identityReceiver !== undefined;
}

/** What an invoice is made from, read just now. */
export interface InvoicingState {
  readonly phase: Phase | undefined;
  readonly request: InvoicedRequest | undefined;
  readonly templates: InvoiceTemplates;
  /** The list of invoices, in which a number can be looked up. */
  readonly list: unknown;
  /** Only where it matters: for a damage that is not archived. */
  readonly contract: Contract | undefined;
}

/**
 * Reads the request, and then what its phase allows.
 *
 * @throws RegPreconditionError `RULE-PHASE` before anything else is asked
 */
export async function readSituation(
  parts: WorkflowContext,
  journey: Workflow<InvoiceOptions>,
  id: string,
): Promise<InvoicingState> {
  const read = await readUnlessArchived(parts, journey, id);
  const phase = read === undefined ? "Archived" : phaseOf(read);
  journey.requirePhase(phase, ["Invoicing", "Archived"]);
  const { requests, contracts, kind } = parts;
  const [templates, list, contract] = await journey.together((calls) =>
    Promise.all([
      requests.invoiceTemplates.list(id, calls),
      readInvoices(parts, journey, id, calls),
      kind === "damage" && read !== undefined
        ? contracts.get(read.lessorId, read.licensePlate, undefined, calls)
        : undefined,
    ]),
  );
  return { phase, request: read ?? journey.options.request, templates: templates ?? {}, list, contract };
}

/** The list of invoices, or what the caller finds in it. */
export async function readInvoices(
  { requests }: WorkflowContext,
  { options: { invoicesIn } }: Workflow<InvoiceOptions>,
  id: string,
  calls: CallOptions,
): Promise<unknown> {
  const list = await requests.invoices.list(id, calls);
  return invoicesIn === undefined ? list : invoicesIn(list);
}

/** What is outstanding, in euros; undefined where neither the caller nor the service tells, as in the archive. */
function outstandingOf(
  { phase, request }: InvoicingState,
  { outstanding }: Pick<InvoiceOptions, "outstanding"> = {},
): number | undefined {
  return outstanding ?? (phase === "Archived" ? undefined : request?.invoicing?.totalAmountToInvoice);
}

/**
 * The total that the caller says, or else what is outstanding: to the cent, should the service show the traces of its
 * own arithmetic, such as 129.49999999999997.
 */
function totalOf(situation: InvoicingState, options: InvoiceOptions): number | undefined {
  const outstanding = outstandingOf(situation, options);
  return options.total ?? (outstanding === undefined ? undefined : toEuros(toCents(outstanding)));
}

/** Whether the lessor of a damage wants a discount invoice beside the first debit invoice (supplier-api.md §2.5). */
export function wantsDiscount({ contract }: InvoicingState): boolean {
  return contract?.supplierContract?.damage?.firstDebitInvoiceRequiresCreditDiscountInvoice === true;
}

/** Whether a discount invoice is there: before the archive, that is what an invoice below zero is. */
export function hasDiscount({ list }: Pick<InvoicingState, "list">): boolean {
  return (entriesIn(list) ?? []).some((entry) => Number(Reflect.get(Object(entry), "total")) < 0);
}

/**
 * Makes out an invoice and holds it against the rules.
 *
 * @throws RegPreconditionError if a rule is broken
 */
export function draftInvoice(
  { kind, clock }: WorkflowContext,
  journey: Workflow<InvoiceOptions>,
  situation: InvoicingState,
): InvoiceCreate {
  const { phase, request, contract, templates, list } = situation;
  const { number, date, invoiced, known, vatBaseOf, fields } = journey.options;
  const isArchived = phase === "Archived";
  const total = totalOf(situation, journey.options);
  if (isNothingDue(situation, journey.options)) throw journey.refusal([nothingDue(wantsDiscount(situation))]);
  const isCredit = isArchived && total !== undefined && total < 0;
  const template = isCredit ? templates.credit : templates.debit;
  const entries = entriesIn(list) ?? [];
  const context: InvoiceContext = {
    kind,
    phase,
    request,
    template,
    contract,
    outstanding: outstandingOf(situation, journey.options),
    invoiced: invoiced ?? (isArchived ? debitsIn(entries) : undefined),
    known,
    vatBaseOf,
    latestInvoiceDate: latestDate(journey.options, entries),
  };
  const invoiceDate = date ?? defaultDate(context, entries, clock.now());
  const draft: Partial<InvoiceCreate> = {
    ...fields,
    ...identitiesIn([fields, template, templates.debit, templates.credit, ...entries]),
    invoiceNumber: number,
    ...(invoiceDate !== undefined && { invoiceDate }),
    vatLines: vatLinesOf(journey, total),
    ...(total !== undefined && { total }),
  };
  const violations = checkInvoice(draft, context);
  if (violations.length > 0 || !isComplete(draft))
    throw journey.refusal(violations.map((each) => withRemedy(each, isArchived)));
  return draft;
}

/** The VAT lines, as a list of their own. */
function vatLinesOf(
  { options: { vatLines = [] }, operationId }: Workflow<InvoiceOptions>,
  total: number | undefined,
): VatLine[] {
  if (typeof vatLines !== "function") return [...vatLines];
  if (total === undefined) return [];
  const made: unknown = vatLines(total);
  if (Array.isArray(made)) return [...made];
  // A promise is no list; that it is rejected as well is nobody else's business.
  Promise.resolve(made).catch(() => {});
  throw new RegInputError("vatLines", "must give a list when it is called with the total", { operationId });
}

/** Whether the service wants no invoice; a discount needs no template, and a credit is not about what is due. */
function isNothingDue(situation: InvoicingState, options: InvoiceOptions): boolean {
  const { debit, credit } = situation.templates;
  if (debit !== undefined || credit !== undefined || (totalOf(situation, options) ?? 0) < 0) return false;
  // In the archive the templates alone tell; before it, what the service does not tell may be due.
  const due = outstandingOf(situation, options) ?? (situation.phase === "Archived" ? 0 : undefined);
  return due !== undefined && toCents(due) <= 0;
}

/** Without what the catalogue advises for the code: other templates would lead nowhere here. */
function nothingDue(isDiscountWanted: boolean): Violation {
  const why = isDiscountWanted
    ? "For the discount that the lessor wants say `discount: true` and a total below zero."
    : "Perhaps all of it is invoiced, a reason for not invoicing was set, or all lines are under warranty or leniency. If you know better, say what is `outstanding`.";
  return {
    code: "REG-INV000018",
    description: `Nothing is due: the service offers no template, and nothing is outstanding. ${why}`,
    context: { fieldName: "total" },
  };
}

/** What to do about a field that the journey would have filled in, if it could. */
function withRemedy(violation: Violation, isArchived: boolean): Violation {
  const { code, context } = violation;
  const remedy = code === "RULE-REQUIRED" ? remedies(isArchived)[context.fieldName] : undefined;
  return remedy === undefined
    ? violation
    : { ...violation, description: `${context.fieldName} is missing. ${remedy}` };
}

const remedies = (isArchived: boolean): Readonly<Record<string, string | undefined>> => ({
  identitySender: "No template tells it: give it in `fields`.",
  identityReceiver: "No template tells it: give it in `fields`.",
  invoiceDate: "The list of invoices does not tell which one was processed last: say `latestInvoiceDate`.",
  total: isArchived
    ? "In the archive say the total, below zero for a credit."
    : "The service does not tell what is outstanding: say the total.",
});

function isComplete(draft: Partial<InvoiceCreate>): draft is InvoiceCreate {
  return draft.vatLines !== undefined && draft.total !== undefined && hasIdentities(draft);
}

/**
 * Ends the journey if the sign of a new total does not go with what the caller says that it is: before the archive, a sign
 * alone does not tell a discount from a credit that comes too early.
 *
 * @throws RegPreconditionError `RULE-CREDIT`
 */
export function refuseWrongSign(
  { kind }: WorkflowContext,
  journey: Workflow<InvoiceOptions>,
  situation: InvoicingState,
): void {
  const isBelow = (totalOf(situation, journey.options) ?? 0) < 0;
  const isArchived = situation.phase === "Archived";
  const refuse = (description: string) =>
    journey.refuseIfAny([ruleViolation("RULE-CREDIT", "total", description)]);
  if (journey.options.discount !== true) {
    if (isBelow && !isArchived)
      refuse(
        "Credit is possible once the request is archived, at midnight in Amsterdam. For the discount that lessors of damages may want say `discount: true`.",
      );
  } else if (kind !== "damage") refuse("Only a damage can have a discount. Leave `discount` out.");
  else if (!isBelow) refuse("A discount is below zero. Say its amount as a total below zero.");
  else if (isArchived)
    refuse(
      "The request is archived: what is below zero is a credit now. Leave `discount` out if you want that.",
    );
}
