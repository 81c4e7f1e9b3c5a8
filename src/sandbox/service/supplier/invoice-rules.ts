import { toEuros } from "../../../base/money.js";
import { checkInvoice, requiresDiscount } from "../../../domain/rules/invoice.js";
import type { RegProblemEntry } from "../../../errors/problem.js";
import type { Contract, InvoiceCreate } from "../../../generated/supplier/models.js";
import { knownCodes } from "../../data/components.js";
import type { StoredRequest } from "../state/state.js";
import type { RequestInPhase } from "./request-access.js";
import { draftOf, entriesOf } from "./request-rules.js";
import { invoicedCents, outstandingCents } from "./serialize.js";

/** Lists every rule that an invoice breaks (supplier-api.md §2.7, §4.2, §7). */
export function invoiceViolations(body: InvoiceCreate, { request, phase }: RequestInPhase): RegProblemEntry[] {
  const violations = checkInvoice(body, {
    kind: request.kind,
    request: draftOf(request),
    phase,
    known: knownCodes,
    supplierNumber: request.supplierNumber,
    // The one that was created last counts as the one that was processed last: that is assumed.
    latestInvoiceDate: request.invoices.at(-1)?.date,
    outstanding: toEuros(outstandingCents(request)),
    invoiced: toEuros(invoicedCents(request)),
  });
  return entriesOf(violations);
}

/**
 * Whether the lessor requires a discount invoice that does not exist yet (supplier-api.md §2.5, §4.2). The required
 * amount is not shown, so every amount is accepted.
 */
export function isDiscountDue({ kind, invoices }: StoredRequest, contract: Contract): boolean {
  return requiresDiscount({ kind, contract }) && !invoices.some((invoice) => invoice.kind === "discount");
}
