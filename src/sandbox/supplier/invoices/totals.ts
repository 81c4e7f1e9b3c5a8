import type { InvoicingSummary } from "../../../generated/supplier/models.js";
import { toCents, toEuros } from "../../../values/amounts.js";
import { roleOf } from "../../data/components.js";
import type { StoredLine, StoredRequest } from "../../state/state.js";

/** The price of a line is taken to be the price of all of it, whatever `value` says, and its subcomponents' come on top. */
function centsOf({ content }: StoredLine): number {
  const prices = [content.price, ...(content.subcomponents ?? []).map(({ price }) => price)];
  return prices.reduce<number>((sum, price) => sum + toCents(price ?? 0), 0);
}

/** What the lessor approved. */
function approvedCents({ lines }: StoredRequest): number {
  return lines.filter(({ status }) => status === "Approved").reduce((sum, line) => sum + centsOf(line), 0);
}

/** What was invoiced, less what was credited. A discount changes nothing about what was approved. */
export function invoicedCents({ invoices }: StoredRequest): number {
  return invoices.filter(({ kind }) => kind !== "discount").reduce((sum, { cents }) => sum + cents, 0);
}

/** What is still to be invoiced: nothing once a reason for not invoicing is given, which is assumed. */
export function outstandingCents(request: StoredRequest): number {
  if (request.status !== "Approved" || request.notInvoiced !== undefined) return 0;
  return approvedCents(request) - invoicedCents(request);
}

/** The amounts, and whether they can be invoiced. */
export function invoicingOf(request: StoredRequest): InvoicingSummary {
  const amounts = {
    totalAmountApproved: toEuros(approvedCents(request)),
    totalAmountToInvoice: toEuros(outstandingCents(request)),
    totalAmountInvoiced: toEuros(invoicedCents(request)),
  };
  const status = invoicingStatus(request);
  return status === undefined ? amounts : { status, ...amounts };
}

function invoicingStatus(request: StoredRequest): string | undefined {
  if (request.status !== "Approved") return undefined;
  if (outstandingCents(request) > 0) return "ReadyForInvoicing";
  const work = request.lines.filter(({ content }) => roleOf(content.reg?.code) !== "reading");
  const covered = work.every(({ content }) => (content.warranty ?? content.leniency) !== undefined);
  return covered && work.length > 0 && approvedCents(request) === 0
    ? "WillNotBeInvoicedForWarrantyOrLeniencyReasons"
    : undefined;
}
