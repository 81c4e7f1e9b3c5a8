import type { InvoiceStatusReason } from "../../generated/supplier/models.js";
import { phaseOf } from "../phases/phase-of.js";
import { entriesIn } from "../reconcile/invoices.js";
import { ruleViolation } from "../rules/violation.js";
import type { Begun } from "./begin.js";
import { Journey } from "./journey.js";
import type { JourneyParts } from "./parts.js";
import { readUnlessArchived } from "./read-unless-archived.js";

/** Says why a request is not invoiced here, as long as nothing of it is. */
export async function markNotInvoiced(
  parts: JourneyParts,
  begun: Begun,
  id: string,
  reason: InvoiceStatusReason,
): Promise<void> {
  const journey = new Journey(parts, begun);
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
