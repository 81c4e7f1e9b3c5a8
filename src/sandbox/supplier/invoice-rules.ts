import type { RegProblemEntry } from "../../errors/problem.js";
import type { Contract, InvoiceCreate } from "../../generated/supplier/models.js";
import type { Phase } from "../../supplier/phases/phases.js";
import { amsterdamDay, isDate, parseDateTime } from "../../values/dates.js";
import { isWholeCents, toCents } from "../../values/money.js";
import { regEntry, sandboxEntry } from "../server/problem.js";
import type { InvoiceFields } from "../shapes/findings.js";
import type { InvoiceKind, StoredRequest } from "../state.js";
import type { RequestInPhase } from "./request-access.js";
import { isRental } from "./request-rules.js";
import { invoicedCents, outstandingCents } from "./serialize.js";

/**
 * Lists every rule that an invoice breaks (supplier-api.md §2.7, §4.2, §7).
 *
 * @param names the names of the number and the date
 */
export function invoiceViolations(
  body: InvoiceCreate,
  found: RequestInPhase,
  names: InvoiceFields,
): RegProblemEntry[] {
  const sender = String(body.identitySender.RegNumber);
  return [
    ...requiredViolations(body, names),
    ...dateViolations(body, found, names),
    ...amountViolations(body, found),
    ...(invoiceText(body, names.number) === "0" ? [regEntry("REG-INV000104", names.number)] : []),
    ...(sender === String(found.request.supplierNumber)
      ? []
      : [regEntry("REG-INV000010", "identitySender.RegNumber")]),
  ];
}

/**
 * Returns the kind of an invoice. The reference does not show how the service tells them apart: an amount below zero
 * is assumed to be a credit in the archive, and a discount before that.
 */
export function kindOfInvoice(cents: number, phase: Phase): InvoiceKind {
  if (cents >= 0) return "debit";
  return phase === "Archived" ? "credit" : "discount";
}

/**
 * Whether the lessor requires a discount invoice that does not exist yet (supplier-api.md §2.5, §4.2). The required
 * amount is not shown, so every amount is accepted.
 */
export function isDiscountDue({ kind, invoices }: StoredRequest, { supplierContract }: Contract): boolean {
  const required = supplierContract.damage?.firstDebitInvoiceRequiresCreditDiscountInvoice === true;
  return kind === "damage" && required && !invoices.some((invoice) => invoice.kind === "discount");
}

/** Every invoice needs a number and a date. The OpenAPI document has them optional because their names are assumed. */
function requiredViolations(body: InvoiceCreate, { number, date }: InvoiceFields): RegProblemEntry[] {
  return [number, date]
    .filter((name) => invoiceText(body, name).trim() === "")
    .map((name) => sandboxEntry("REQUIRED", `${name} is missing.`, name));
}

/** Returns the number or the date of an invoice as text; an empty text if it is missing. */
export function invoiceText(body: InvoiceCreate, name: string): string {
  return String(Reflect.get(body, name) ?? "");
}

function dateViolations(
  body: InvoiceCreate,
  { request, phase }: RequestInPhase,
  { date: name }: InvoiceFields,
): RegProblemEntry[] {
  const date = invoiceText(body, name);
  if (date.trim() === "") return [];
  // The document describes the date only under the name that it assumes.
  if (!isDate(date)) return [sandboxEntry("INVALID", `${name} must be a date as yyyy-MM-dd.`, name)];
  if (phase === "Archived") {
    const latest = request.invoices.at(-1)?.date;
    return latest !== undefined && date !== latest ? [regEntry("REG-INV000107", name)] : [];
  }
  const earliest = firstInvoiceDay(request);
  if (earliest === undefined || date >= earliest) return [];
  return [regEntry(isRental(request) ? "REG-INV000106" : "REG-INV000105", name)];
}

/** Returns the workshop date or, for a rental, the day of the checkout in Amsterdam. */
function firstInvoiceDay(request: StoredRequest): string | undefined {
  const { workshopDate, checkoutDate } = request.appointment ?? {};
  if (!isRental(request)) return workshopDate;
  const checkout = checkoutDate === undefined ? undefined : parseDateTime(checkoutDate);
  return checkout === undefined ? undefined : amsterdamDay(checkout);
}

/** Checks the amount that each kind of invoice can have, and the phase in which that kind is possible. */
function amountViolations({ total }: InvoiceCreate, { request, phase }: RequestInPhase): RegProblemEntry[] {
  if (!isWholeCents(total)) return [sandboxEntry("INVALID", "The total is not in whole cents.", "total")];
  const cents = toCents(total);
  const creditEntry = (sentence: string) => sandboxEntry("CREDIT", sentence, "total");
  switch (kindOfInvoice(cents, phase)) {
    case "debit":
      return cents > 0 && cents === outstandingCents(request) ? [] : [regEntry("REG-INV000018", "total")];
    case "credit":
      return -cents <= invoicedCents(request)
        ? []
        : [creditEntry("No more can be credited than was invoiced.")];
    case "discount":
      return request.kind === "damage" ? [] : [creditEntry("Credit is for archived requests only.")];
  }
}
