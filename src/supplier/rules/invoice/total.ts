import { toCents } from "../../../values/amounts.js";
import { regViolation, ruleViolation, type Violation } from "../violation.js";
import type { InvoiceContext } from "./context.js";
import { invoicePhase, isTooEarly } from "./phase.js";
import { centsOf, inEuros } from "./values.js";

/**
 * What is wrong with the total of an invoice (supplier-api.md §4.2, §7). The reference does not show what tells debit,
 * credit and discount apart: an amount below zero is taken for a credit in the archive, and for a discount before that.
 */
export function totalViolations(total: number | undefined, context: InvoiceContext): Violation[] {
  if (total === undefined) return [];
  const cents = toCents(total);
  const phase = invoicePhase(context);
  // Nothing is outstanding before the lessor has approved: what the total has to be is not settled yet.
  if (isTooEarly(phase)) return [];
  if (cents >= 0) return debitViolations(cents, context, phase === "Archived");
  if (phase === "Archived") return creditViolations(-cents, context);
  // A discount is possible on a damage, whether its lessor requires one or not; its amount is not shown.
  if (phase !== "Invoicing" || context.kind === "damage") return [];
  return credit("Credit is for archived requests only. Wait until the request is archived.");
}

/** Exactly what is outstanding can be debited, and more than nothing. */
function debitViolations(cents: number, context: InvoiceContext, isArchived: boolean): Violation[] {
  const { notInvoiced, outstanding, request } = context;
  // An archived request cannot be read: what it said of its invoicing is from before.
  const { status, totalAmountToInvoice } = (isArchived ? undefined : request?.invoicing) ?? {};
  if (notInvoiced === true) {
    return nothing(
      "Nothing is to be invoiced: the request was marked as not invoiced. Send no invoice for it.",
    );
  }
  if (status === "WillNotBeInvoicedForWarrantyOrLeniencyReasons") {
    const reason = "all lines are under warranty or leniency. The request is archived without an invoice";
    return nothing(`Nothing is to be invoiced: ${reason}.`);
  }
  const due = centsOf(outstanding) ?? centsOf(totalAmountToInvoice);
  if (due === 0 && !isArchived && wantsDiscount(context)) {
    return nothing("Nothing is outstanding. The discount that the lessor requires is a total below zero.");
  }
  if (cents === 0) return debit("The total is zero: a debit is above it.");
  if (due === undefined || cents === due) return [];
  return debit(`The total is ${inEuros(cents)} and ${inEuros(due)} is outstanding, excluding VAT.`);
}

function wantsDiscount({ kind, contract }: InvoiceContext): boolean {
  const { firstDebitInvoiceRequiresCreditDiscountInvoice: wanted } = contract?.supplierContract?.damage ?? {};
  return kind === "damage" && wanted === true;
}

const debit = (found: string) => [regViolation("REG-INV000018", "total", found)];

/** To fetch the templates again, as the catalogue says of the code, would lead nowhere here. */
function nothing(description: string): Violation[] {
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

const credit = (description: string) => [ruleViolation("RULE-CREDIT", "total", description)];
