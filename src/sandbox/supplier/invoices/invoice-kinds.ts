import type { Contract } from "../../../generated/supplier/models.js";
import type { Phase } from "../../../supplier/phases/transitions.js";
import type { StoredRequest } from "../../state/state.js";

/** Debit what was approved; credit what was invoiced; or the discount that some lessors want on a damage. */
export type InvoiceKind = "debit" | "credit" | "discount";

/**
 * The kind of an invoice. The reference does not show what tells them apart: an amount below zero is taken for a
 * credit in the archive, and for a discount before that.
 */
export function kindOfInvoice(cents: number, phase: Phase): InvoiceKind {
  if (cents >= 0) return "debit";
  return phase === "Archived" ? "credit" : "discount";
}

/**
 * Whether the lessor wants a discount invoice that is not there yet (supplier-api.md §2.5, §4.2). How large it has
 * to be is not shown, so any amount is taken.
 */
export function isDiscountDue({ kind, invoices }: StoredRequest, { supplierContract }: Contract): boolean {
  const required = supplierContract.damage?.firstDebitInvoiceRequiresCreditDiscountInvoice === true;
  return kind === "damage" && required && !invoices.some((invoice) => invoice.kind === "discount");
}
