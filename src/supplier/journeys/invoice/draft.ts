import type { InvoiceCreate, InvoiceTemplate } from "../../../generated/supplier/models.js";
import { entriesIn } from "../../reconcile/find-invoice.js";
import { amsterdamDay } from "../../rules/calendar.js";
import { checkInvoice } from "../../rules/invoice/check-invoice.js";
import type { InvoiceContext } from "../../rules/invoice/context.js";
import { invoiceDateRange } from "../../rules/invoice/invoice-date-range.js";
import type { Journey } from "../journey.js";
import type { JourneyParts } from "../parts.js";
import { factsOf } from "./facts.js";
import type { InvoiceOptions } from "./options.js";
import { hasDiscount, type Situation } from "./situation.js";

/**
 * Makes out an invoice and holds it against the rules.
 *
 * @throws RegPreconditionError if a rule is broken
 */
export function draftInvoice(
  { kind, clock }: JourneyParts,
  journey: Journey,
  situation: Situation,
  options: InvoiceOptions,
): InvoiceCreate {
  const { phase, request, contract, templates, list } = situation;
  const { number, invoiced, known, vatBaseOf, vatLines = [], fields } = options;
  const isArchived = phase === "Archived";
  const outstanding =
    options.outstanding ?? (isArchived ? undefined : request?.invoicing?.totalAmountToInvoice);
  const total = options.total ?? outstanding;
  const isCredit = isArchived && total !== undefined && total < 0;
  const template = isCredit ? templates.credit : templates.debit;
  const entries = entriesIn(list) ?? [];
  const context: InvoiceContext = {
    kind,
    phase,
    // What was outstanding before the archive is invoiced since; what may be credited still follows from it.
    request:
      isArchived && !isCredit && request !== undefined ? { ...request, invoicing: undefined } : request,
    template,
    contract,
    outstanding,
    invoiced,
    known,
    vatBaseOf,
    discountInvoiced: hasDiscount(situation),
    latestInvoiceDate: options.latestInvoiceDate ?? factsOf(entries.at(-1)).date,
  };
  const draft: Partial<InvoiceCreate> = {
    ...identities([template, templates.debit, templates.credit, ...entries]),
    ...fields,
    invoiceNumber: number,
    invoiceDate: options.date ?? defaultDate(context, clock.now()),
    vatLines: [...(typeof vatLines === "function" ? (total === undefined ? [] : vatLines(total)) : vatLines)],
    ...(total !== undefined && { total }),
  };
  const violations = checkInvoice(draft, context);
  if (violations.length > 0 || !isComplete(draft)) throw journey.refusal(violations);
  return draft;
}

/** The only date that is possible, or today, or the first day after it that is possible. */
function defaultDate(context: InvoiceContext, now: number): string {
  const { earliest, latest } = invoiceDateRange(context);
  const today = amsterdamDay(now);
  if (latest !== undefined && today > latest) return latest;
  return earliest !== undefined && today < earliest ? earliest : today;
}

/** Sender and receiver, of the first that has them: once nothing is due, no template does, but earlier invoices may. */
function identities(
  sources: readonly unknown[],
): Pick<InvoiceTemplate, "identitySender" | "identityReceiver"> {
  const found = sources.find(hasIdentities);
  if (found === undefined) return {};
  const { identitySender, identityReceiver } = found;
  return { identitySender, identityReceiver };
}

type Identities = Pick<InvoiceCreate, "identitySender" | "identityReceiver">;

function hasIdentities(value: unknown): value is Identities {
  const { identitySender, identityReceiver } = Object(value);
  return identitySender !== undefined && identityReceiver !== undefined;
}

function isComplete(draft: Partial<InvoiceCreate>): draft is InvoiceCreate {
  return draft.vatLines !== undefined && draft.total !== undefined && hasIdentities(draft);
}
