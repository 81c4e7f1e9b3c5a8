import { undecided } from "../../reconcile/undecided.js";
import { ruleViolation } from "../../rules/violation.js";
import type { Journey } from "../journey.js";
import { factsOf, isAnother } from "./facts.js";
import type { InvoiceOptions } from "./options.js";

/** An invoice that is there now. */
export interface ExistingInvoice {
  readonly invoiceId: number;
  readonly location: string | undefined;
  readonly created: boolean | undefined;
}

/**
 * An invoice that was found in the list.
 *
 * @throws RegResponseError if its id cannot be told
 */
export function existingInvoice(entry: unknown, created: false | undefined): ExistingInvoice {
  const { id } = factsOf(entry);
  if (id === undefined) throw undecided("the invoice is there, but the list does not tell its id");
  return { invoiceId: id, location: undefined, created };
}

/**
 * Ends the journey if the invoice that has the number is another one than the caller wants: that would be lost, and its
 * document would land on a wrong invoice. The date does not tell: a job that runs again the next day may say another.
 *
 * @throws RegPreconditionError `RULE-INVOICE-NUMBER`
 */
export function refuseAnother(journey: Journey<InvoiceOptions>, entry: unknown): void {
  const { total, discount = false } = journey.options;
  const found = factsOf(entry);
  const isOther =
    total === undefined ? found.total !== undefined && found.total < 0 !== discount : isAnother(found, total);
  if (!isOther) return;
  const description = `The request has an invoice with this number over ${found.total} euros, which is not the one that you want. Use a number that is new, or say the total of that invoice.`;
  journey.refuseIfAny([ruleViolation("RULE-INVOICE-NUMBER", "invoiceNumber", description)]);
}
