import { amsterdamDay } from "../../base/dates.js";
import { toSortedJson } from "../../base/json.js";
import { toEuros } from "../../base/money.js";
import { type Phase, phaseOf } from "../../domain/phases/phases.js";
import {
  checkInvoice,
  invoiceDateRange,
  kindOfInvoice,
  kindViolations,
  outstandingCents,
} from "../../domain/rules/invoice.js";
import type { InvoiceContext, InvoiceDraft } from "../../domain/rules/invoice-input.js";
import { phaseViolations } from "../../domain/rules/phase.js";
import { vatLineOf } from "../../domain/vat.js";
import { RegError, RegInputError } from "../../errors/errors.js";
import type { Violation } from "../../errors/problem.js";
import type {
  Contract,
  InvoiceCreate,
  InvoiceTemplates,
  ServiceRequest,
  VatLineInput,
} from "../../generated/supplier/models.js";
import { findCommonDate, readEntries, readFacts, sumDebits } from "../invoice-list.js";
import type { InvoiceOptions, WorkflowContext } from "./types.js";
import { readUnlessArchived, rejectIfAny, type Workflow, withoutWaived } from "./workflow.js";

/** What was just read about a request that is invoiced. */
export interface Invoicing {
  /** Undefined: its status is not known. */
  readonly phase: Phase | undefined;
  /** Undefined: it is archived, and cannot be read. */
  readonly request: ServiceRequest | undefined;
  /** Undefined: they could not be read. */
  readonly templates: InvoiceTemplates | undefined;
  /** The list of invoices, in which a number can be looked up. */
  readonly list: unknown;
  /** Undefined: it does not matter. */
  readonly contract: Contract | undefined;
}

/** The options of one invoice. */
export interface SingleInvoice extends Omit<InvoiceOptions, "discount"> {
  readonly discount: boolean;
  /** Whether a discount comes before it. */
  readonly discounted?: boolean;
}

/** What one invoice depends on. */
export interface InvoicingState extends Invoicing {
  readonly options: SingleInvoice;
  /** What the rules check the invoice against. */
  readonly facts: InvoiceContext;
  /** The total of the next invoice: that of the caller, or what is outstanding; undefined if neither is known. */
  readonly total: number | undefined;
}

/**
 * Reads the request, and then everything else that its phase allows.
 *
 * @throws RegPreconditionError `RULE-PHASE` before any other read
 */
export async function readInvoicing(
  context: WorkflowContext,
  workflow: Workflow<InvoiceOptions>,
  id: string,
): Promise<Invoicing> {
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
  return { phase, request, templates, list, contract };
}

/** Derives what one invoice depends on. */
export function stateOf(
  { kind }: WorkflowContext,
  { request, ...invoicing }: Invoicing,
  options: SingleInvoice,
): InvoicingState {
  const { phase, templates, list, contract } = invoicing;
  const { outstanding, partial, known, vatBaseOf, discount, discountFirst, discounted, ...given } = options;
  const isArchived = phase === "Archived";
  const entries = readEntries(list) ?? [];
  const state = { kind, phase, request: request ?? given.request, contract, outstanding };
  const cents = outstandingCents(state);
  const total = given.total ?? (cents === undefined ? undefined : toEuros(cents));
  const facts: InvoiceContext = {
    ...state,
    ...{ partial, known, vatBaseOf, discount, discountFirst },
    template: kindOfInvoice(total ?? 0, phase) === "credit" ? templates?.credit : templates?.debit,
    noTemplate: templates !== undefined && !templates.debit && !templates.credit,
    discounted: discounted ?? entries.some((entry) => kindOfInvoice(readFacts(entry).total ?? 0, phase) === "discount"),
    invoiced: given.invoiced ?? (isArchived ? sumDebits(entries) : undefined),
    latestInvoiceDate: given.latestInvoiceDate ?? findCommonDate(entries),
  };
  return { ...invoicing, request, options, facts, total };
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
 * @returns every violated rule; only the one about the kind of invoice, if that is not possible
 */
export function draftInvoice(
  { clock }: WorkflowContext,
  { options, facts, templates, list, total }: InvoicingState,
): { readonly body: InvoiceCreate; readonly violations: readonly Violation[] } {
  const entries = readEntries(list) ?? [];
  const ofKind = kindViolations(total, facts);
  const draft: InvoiceDraft = {
    ...options.fields,
    ...findIdentities([options.fields, facts.template, templates?.debit, templates?.credit, ...entries]),
    invoiceNumber: options.number,
    invoiceDate: options.date ?? defaultDate(facts, entries, clock.now()),
    // The caller's function may fail for a total that cannot be invoiced.
    vatLines: ofKind.length > 0 ? [] : makeVatLines(options, total),
    total,
  };
  const violations =
    ofKind.length > 0
      ? ofKind
      : withoutWaived(checkInvoice(draft, facts), options).map((each) => addRemedy(each, options));
  // The rules require every field.
  return { body: draft as InvoiceCreate, violations };
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

function makeVatLines({ vatLines }: SingleInvoice, total: number | undefined): VatLineInput[] {
  if (typeof vatLines === "object" && !("percentage" in vatLines)) return [...vatLines];
  if (total === undefined) return [];
  if (typeof vatLines === "object") return [vatLineOf(total, vatLines.percentage)];
  const result: unknown = vatLines(total);
  if (Array.isArray(result)) return [...result];
  // A promise is not a list; handling its rejection here prevents an unhandled one.
  Promise.resolve(result).catch(() => {});
  throw new RegInputError("vatLines", "must return a list when it is called with the total");
}

/** Adds what to do about a field that the workflow fills in if it can. */
function addRemedy(violation: Violation, { date }: SingleInvoice): Violation {
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
