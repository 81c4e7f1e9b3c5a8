import { lineKinds } from "./line-kinds.js";
import type { ModelRequest } from "./state.js";

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** What the lessor approved, in cents. */
export function approvedCents({ lines }: ModelRequest): number {
  return sum(
    lines.filter(({ status }) => status === "Approved").map(({ kind }) => lineKinds[kind].cents ?? 0),
  );
}

/** What was debited less what was credited, in cents. */
export function invoicedCents({ invoices }: ModelRequest): number {
  return sum(invoices.filter(({ kind }) => kind !== "discount").map(({ cents }) => cents));
}

/**
 * What can still be debited, in cents: nothing unless the whole request is approved, and nothing once a reason for
 * not invoicing is given, which is assumed.
 */
export function outstandingCents(request: ModelRequest): number {
  return request.status === "Approved" && !request.notInvoiced
    ? approvedCents(request) - invoicedCents(request)
    : 0;
}
