import { toEuros } from "../../base/money.js";
import { checkInvoice, requiresDiscount } from "../../domain/rules/invoice.js";
import type { RegProblemEntry } from "../../errors/problem.js";
import type { Contract, InvoiceCreate } from "../../generated/supplier/models.js";
import { knownCodes } from "../data/components.js";
import type { InvoiceFields } from "../shapes/findings.js";
import type { StoredRequest } from "../state/state.js";
import type { RequestInPhase } from "./request-access.js";
import { draftOf, entriesOf } from "./request-rules.js";
import { invoicedCents, outstandingCents } from "./serialize.js";

/**
 * Lists every rule that an invoice breaks (supplier-api.md §2.7, §4.2, §7).
 *
 * @param names the names of the number and the date, which the rules know by the names that are assumed
 */
export function invoiceViolations(
  body: InvoiceCreate,
  { request, phase }: RequestInPhase,
  names: InvoiceFields,
): RegProblemEntry[] {
  const textAt = (name: string) => {
    const text = invoiceText(body, name);
    return text.trim() === "" ? undefined : text;
  };
  const invoice = { ...body, invoiceNumber: textAt(names.number), invoiceDate: textAt(names.date) };
  const violations = checkInvoice(invoice, {
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
  const fields = new Map([
    ["invoiceNumber", names.number],
    ["invoiceDate", names.date],
  ]);
  return entriesOf(
    violations.map(({ context: { fieldName }, ...violation }) => ({
      ...violation,
      context: { fieldName: fields.get(fieldName) ?? fieldName },
    })),
  );
}

/**
 * Whether the lessor requires a discount invoice that does not exist yet (supplier-api.md §2.5, §4.2). The required
 * amount is not shown, so every amount is accepted.
 */
export function isDiscountDue({ kind, invoices }: StoredRequest, contract: Contract): boolean {
  return requiresDiscount({ kind, contract }) && !invoices.some((invoice) => invoice.kind === "discount");
}

/** Returns the number or the date of an invoice as text; an empty text if it is missing. */
export function invoiceText(body: InvoiceCreate, name: string): string {
  return String(Reflect.get(body, name) ?? "");
}
