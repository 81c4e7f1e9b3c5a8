import { RegInputError } from "../../../errors/client-errors.js";
import type { Violation } from "../../../errors/violation.js";
import type { InvoiceCreate, VatLine } from "../../../generated/supplier/models.js";
import { toCents } from "../../../values/amounts.js";
import { entriesIn } from "../../reconcile/invoices.js";
import { checkInvoice } from "../../rules/invoice/check-invoice.js";
import type { InvoiceContext } from "../../rules/invoice/context.js";
import type { Journey } from "../journey.js";
import type { JourneyParts } from "../parts.js";
import { defaultDate, latestDate } from "./date.js";
import { debitsIn } from "./facts.js";
import { hasIdentities, identitiesIn } from "./identities.js";
import type { InvoiceOptions } from "./options.js";
import { outstandingOf, type Situation, totalOf, wantsDiscount } from "./situation.js";

/**
 * Makes out an invoice and holds it against the rules.
 *
 * @throws RegPreconditionError if a rule is broken
 */
export function draftInvoice(
  { kind, clock }: JourneyParts,
  journey: Journey<InvoiceOptions>,
  situation: Situation,
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
  { options: { vatLines = [] }, operationId }: Journey<InvoiceOptions>,
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
function isNothingDue(situation: Situation, options: InvoiceOptions): boolean {
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
