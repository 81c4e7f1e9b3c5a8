import { toCents } from "../amounts.js";
import { regViolation, ruleViolation, type Violation } from "../violation.js";
import type { InvoiceContext } from "./context.js";
import { inEuros, isAmount, malformed, missing } from "./fields.js";
import { invoicePhase, isTooEarly } from "./invoice-phase.js";

/**
 * What is wrong with the total of an invoice (supplier-api.md §4.2, §7). The reference does not show what tells debit,
 * credit and discount apart: an amount below zero is taken for a credit in the archive, and for a discount before that.
 */
export function totalViolations(total: unknown, context: InvoiceContext): Violation[] {
  if (total === undefined) return [missing("total")];
  if (!isAmount(total)) return [malformed("total", "a finite number of euros")];
  const cents = toCents(total);
  const phase = invoicePhase(context);
  // Nothing is outstanding before the lessor has approved: what the total has to be is not settled yet.
  if (isTooEarly(phase)) return [];
  if (cents >= 0) return debitViolations(cents, context);
  if (phase === "Archived") return creditViolations(-cents, context);
  return phase === "Invoicing" ? discountViolations(context) : [];
}

/** Exactly what is outstanding can be debited, and more than nothing. */
function debitViolations(cents: number, { notInvoiced, outstanding, request }: InvoiceContext): Violation[] {
  const { status, totalAmountToInvoice } = request?.invoicing ?? {};
  if (notInvoiced === true) {
    return nothing("the request was marked as not invoiced. Send no invoice for it");
  }
  if (status === "WillNotBeInvoicedForWarrantyOrLeniencyReasons") {
    return nothing("all lines are under warranty or leniency. The request is archived without an invoice");
  }
  if (cents === 0) return debit("The total is zero: a debit is above it.");
  const due = centsOf(outstanding) ?? centsOf(totalAmountToInvoice);
  if (due === undefined || cents === due) return [];
  return debit(`The total is ${inEuros(cents)} and ${inEuros(due)} is outstanding, excluding VAT.`);
}

const debit = (found: string) => [regViolation("REG-INV000018", "total", found)];

/** To fetch the templates again, as the catalogue says of the code, would lead nowhere here. */
function nothing(reason: string): Violation[] {
  const description = `Nothing is to be invoiced: ${reason}.`;
  return [{ code: "REG-INV000018", description, context: { fieldName: "total" } }];
}

/** No more than was invoiced can be credited, which is assumed. */
function creditViolations(cents: number, { invoiced, request }: InvoiceContext): Violation[] {
  const most = centsOf(invoiced) ?? mostInvoiced(request);
  if (most === undefined || cents <= most) return [];
  const found = `${inEuros(cents)} is credited, and no more than ${inEuros(most)} was invoiced.`;
  return credit(`${found} Credit that at most.`);
}

/** An archived request cannot be read: what was outstanding when it last could be may have been invoiced since. */
function mostInvoiced(request: InvoiceContext["request"]): number | undefined {
  const { totalAmountInvoiced, totalAmountToInvoice } = request?.invoicing ?? {};
  const before = centsOf(totalAmountInvoiced);
  return before === undefined ? undefined : before + Math.max(0, centsOf(totalAmountToInvoice) ?? 0);
}

/** Before the archive there is only the discount that some lessors want on a damage; its amount is not shown. */
function discountViolations({ kind, contract, discountInvoiced }: InvoiceContext): Violation[] {
  if (kind !== "damage") {
    return credit("Credit is for archived requests only. Wait until the request is archived.");
  }
  if (discountInvoiced === true) return credit("The discount is invoiced already. Send the debit invoice.");
  if (contract === undefined || contract === null) return [];
  const { firstDebitInvoiceRequiresCreditDiscountInvoice: wanted } = contract.supplierContract?.damage ?? {};
  return wanted === true ? [] : credit("The lessor wants no discount invoice. Send the debit invoice.");
}

const credit = (description: string) => [ruleViolation("RULE-CREDIT", "total", description)];

function centsOf(euros: unknown): number | undefined {
  return isAmount(euros) ? toCents(euros) : undefined;
}
