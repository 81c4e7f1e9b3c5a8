import { amsterdamDay } from "../../base/dates.js";
import { toSortedJson } from "../../base/json.js";
import { readEuros, toCents, toEuros } from "../../base/money.js";
import { type Phase, phaseOf } from "../../domain/phases/phases.js";
import { checkInvoice, invoiceDateRange, requiresDiscount } from "../../domain/rules/invoice.js";
import type { InvoiceContext, InvoiceDraft, InvoicedRequest } from "../../domain/rules/invoice-input.js";
import { phaseViolations } from "../../domain/rules/phase.js";
import { ruleViolation } from "../../domain/rules/violation.js";
import { RegError, RegInputError, RegPreconditionError } from "../../errors/errors.js";
import type { Violation } from "../../errors/problem.js";
import type { RuleId } from "../../errors/rules.js";
import type { Contract, InvoiceCreate, InvoiceTemplates, VatLineInput } from "../../generated/supplier/models.js";
import { findCommonDate, readEntries, sumDebits } from "../invoice-list.js";
import type { InvoiceOptions, WorkflowContext } from "./types.js";
import { readUnlessArchived, rejectIfAny, type Workflow } from "./workflow.js";

/** The state of a request that its next invoice depends on, as it was just read. */
export interface InvoicingState {
  readonly phase: Phase | undefined;
  readonly request: InvoicedRequest | undefined;
  /** Undefined: they could not be read. */
  readonly templates: InvoiceTemplates | undefined;
  /** The list of invoices, in which a number can be looked up. */
  readonly list: unknown;
  /** Only read where it matters: for a damage that is not archived. */
  readonly contract: Contract | undefined;
  /** In euros; undefined if neither the caller nor the service gives it, as in the archive. */
  readonly outstanding: number | undefined;
  /** The total of the next invoice: that of the caller, or what is outstanding. */
  readonly total: number | undefined;
}

/**
 * Reads the request, and then everything else that its phase allows.
 *
 * @throws RegPreconditionError `RULE-PHASE` before any other read
 */
export async function readInvoicingState(
  context: WorkflowContext,
  workflow: Workflow<InvoiceOptions>,
  id: string,
): Promise<InvoicingState> {
  const request = await readUnlessArchived(context, workflow, id);
  const phase = request === undefined ? "Archived" : phaseOf(request);
  rejectIfAny(phaseViolations(phase, "invoice"));
  const { requests, contracts, kind } = context;
  const { identitySender, identityReceiver } = workflow.options.fields ?? {};
  const [templates, list, contract] = await workflow.readTogether((options) =>
    Promise.all([
      requests.invoiceTemplates.list(id, options).then(findTemplates, (error: unknown) => {
        // The parties may also come from the caller or from an earlier invoice.
        if ((identitySender && identityReceiver) || RegError.is(error, "response")) return undefined;
        throw error;
      }),
      requests.invoices.list(id, options),
      kind === "damage" && request !== undefined
        ? contracts.get(request.lessorId, request.licensePlate, undefined, options)
        : undefined,
    ]),
  );
  const given = workflow.options;
  const outstanding = given.outstanding ?? readEuros(request?.invoicing?.totalAmountToInvoice);
  // Rounded, because the service may show rounding errors of its arithmetic, such as 129.49999999999997.
  const total = given.total ?? (outstanding === undefined ? undefined : toEuros(toCents(outstanding)));
  return { phase, request: request ?? given.request, templates, list, contract, outstanding, total };
}

/**
 * Finds the templates in a body whose form is not shown: an object with `debit` and `credit`, or else a template or a
 * list of them. Nothing tells the entries of a list apart, so they only count if all of them name the same parties.
 */
function findTemplates(body: InvoiceTemplates): InvoiceTemplates | undefined {
  if (Object.keys(body).length === 0 || "debit" in body || "credit" in body) return body;
  const templates: unknown[] = [body].flat();
  const parties = new Set(templates.map((each) => toSortedJson(findIdentities([each]))));
  return parties.size === 1 ? ({ debit: templates[0], credit: templates[0] } as InvoiceTemplates) : undefined;
}

/**
 * Makes an invoice and checks it against the rules.
 *
 * @throws RegPreconditionError with every violated rule
 */
export function draftInvoice(
  { kind, clock }: WorkflowContext,
  workflow: Workflow<InvoiceOptions>,
  state: InvoicingState,
): InvoiceCreate {
  const { options } = workflow;
  const { phase, request, contract, templates, list, outstanding, total } = state;
  const isArchived = phase === "Archived";
  if (isNothingDue(state)) rejectIfAny([nothingDue(requiresDiscount({ kind, contract }))]);
  const isCredit = isArchived && total !== undefined && total < 0;
  const template = isCredit ? templates?.credit : templates?.debit;
  const entries = readEntries(list) ?? [];
  const facts: InvoiceContext = {
    kind,
    phase,
    request,
    template,
    contract,
    outstanding,
    partial: options.partial,
    invoiced: options.invoiced ?? (isArchived ? sumDebits(entries) : undefined),
    known: options.known,
    vatBaseOf: options.vatBaseOf,
    latestInvoiceDate: options.latestInvoiceDate ?? findCommonDate(entries),
  };
  const draft: InvoiceDraft = {
    ...options.fields,
    ...findIdentities([options.fields, template, templates?.debit, templates?.credit, ...entries]),
    invoiceNumber: options.number,
    invoiceDate: options.date ?? defaultDate(facts, entries, clock.now()),
    vatLines: makeVatLines(options, total),
    total,
  };
  const violations = checkInvoice(draft, facts);
  if (violations.length > 0 || !isComplete(draft))
    throw new RegPreconditionError(violations.map((each) => addRemedy(each, options)));
  return draft;
}

function isComplete(draft: InvoiceDraft): draft is InvoiceCreate {
  const { vatLines, total, identitySender, identityReceiver } = draft;
  return [vatLines, total, identitySender, identityReceiver].every((each) => each !== undefined);
}

/** Whether there is nothing to invoice; a discount needs no template, and a credit does not depend on what is due. */
function isNothingDue({ phase, templates, outstanding, total = 0 }: InvoicingState): boolean {
  if (!templates || templates.debit || templates.credit || total < 0) return false;
  // In the archive only the templates decide; before it, an amount that the service does not show may be due.
  const due = outstanding ?? (phase === "Archived" ? 0 : undefined);
  return due !== undefined && toCents(due) <= 0;
}

/** The violation omits the catalogue's advice to read the templates again, which would not help here. */
function nothingDue(isDiscountRequired: boolean): Violation {
  const advice = isDiscountRequired
    ? "For the discount that the lessor requires, set `discount: true` and a total below zero."
    : "Perhaps all of it is invoiced, a reason for not invoicing was set, or all lines are cancelled, or under warranty or leniency. If you know better, set `outstanding`.";
  const description = `Nothing is due: the service offers no template, and nothing is outstanding. ${advice}`;
  return ruleViolation({ rule: "nothing-due", field: "total", description });
}

/**
 * Today, because only the caller may choose a date in the future; in the archive the only possible date.
 * Undefined in the archive while it is not known which of the invoices was processed last.
 */
function defaultDate(facts: InvoiceContext, entries: readonly unknown[], now: number): string | undefined {
  const { latest } = invoiceDateRange(facts);
  if (facts.phase === "Archived" && latest === undefined && entries.length > 0) return undefined;
  const today = amsterdamDay(now);
  return latest !== undefined && latest < today ? latest : today;
}

/**
 * Finds the sender and the receiver, each in the first source that has it. That a template gives the receiver is
 * inferred; once nothing is due there is no template, but earlier invoices may have both.
 */
function findIdentities(sources: readonly unknown[]): Pick<InvoiceDraft, "identitySender" | "identityReceiver"> {
  const findFirst = (name: "identitySender" | "identityReceiver") =>
    sources.map((source) => Reflect.get(Object(source), name)).find((each) => each !== undefined && each !== null);
  return { identitySender: findFirst("identitySender"), identityReceiver: findFirst("identityReceiver") };
}

function makeVatLines({ vatLines }: InvoiceOptions, total: number | undefined): VatLineInput[] {
  if (typeof vatLines !== "function") return [...vatLines];
  if (total === undefined) return [];
  const result: unknown = vatLines(total);
  if (Array.isArray(result)) return [...result];
  // A promise is not a list; handling its rejection here prevents an unhandled one.
  Promise.resolve(result).catch(() => {});
  throw new RegInputError("vatLines", "must return a list when it is called with the total");
}

/** Adds what to do about a field that the workflow fills in if it can. */
function addRemedy(violation: Violation, { date }: InvoiceOptions): Violation {
  const { rule, description, context } = violation;
  const { fieldName } = context;
  const remedy = rule === "field-missing" ? remedies[fieldName] : undefined;
  if (remedy !== undefined) return { ...violation, description: `${fieldName} is missing. ${remedy}` };
  if (fieldName !== "invoiceDate" || date !== undefined) return violation;
  return { ...violation, description: `${description} Wait until that day, or give it as \`date\`.` };
}

const remedies: Readonly<Record<string, string | undefined>> = {
  identitySender: "No template contains it: give it in `fields`.",
  identityReceiver: "No template contains it: give it in `fields`.",
  invoiceDate: "The list of invoices does not show which one was processed last: give `latestInvoiceDate`.",
};

/**
 * Ends the workflow if the sign of the total does not fit what the caller asks for. How the kinds of invoices differ is
 * not shown: before the archive, the sign alone does not distinguish a discount from a credit that comes too early.
 *
 * @throws RegPreconditionError `RULE-CREDIT`
 */
export function checkSign({ kind }: WorkflowContext, workflow: Workflow<InvoiceOptions>, state: InvoicingState): void {
  const isNegative = (state.total ?? 0) < 0;
  const isArchived = state.phase === "Archived";
  const reject = (rule: RuleId, description: string) =>
    rejectIfAny([ruleViolation({ rule, field: "total", description })]);
  if (workflow.options.discount !== true) {
    if (isNegative && !isArchived)
      reject(
        "credit-in-archive",
        "A credit is possible once the request is archived (assumed: at midnight in Amsterdam). For the discount that lessors of damages may require, set `discount: true`.",
      );
  } else if (kind !== "damage")
    reject("discount-of-damage", "Only a damage can have a discount. Leave out `discount`.");
  else if (!isNegative)
    reject("discount-below-zero", "A discount is below zero. Give its amount as a total below zero.");
  else if (isArchived)
    reject(
      "discount-before-archive",
      "The request is archived, so a total below zero is a credit now. Leave out `discount` if you want a credit.",
    );
}
