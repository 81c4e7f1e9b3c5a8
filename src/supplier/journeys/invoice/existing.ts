import { toCents } from "../../../values/amounts.js";
import { undecided } from "../../reconcile/undecided.js";
import { ruleViolation } from "../../rules/violation.js";
import type { Journey } from "../journey.js";
import { factsOf, isAnother } from "./facts.js";
import type { InvoiceOptions } from "./options.js";
import { outstandingOf, type Situation } from "./situation.js";

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
 * document would land on a wrong invoice.
 *
 * @throws RegPreconditionError `RULE-INVOICE-NUMBER`
 */
export function refuseAnother(journey: Journey<InvoiceOptions>, entry: unknown, situation: Situation): void {
  const { total, outstanding, date } = journey.options;
  const found = factsOf(entry);
  const wanted = total ?? outstanding;
  const why =
    wanted === undefined && cannotBeAll(found.total, situation)
      ? "it is not over all that was to be invoiced"
      : isAnother(found, wanted, date)
        ? "its total or its date is another"
        : undefined;
  if (why === undefined) return;
  const what = `${found.total ?? "?"} euros, ${found.date ?? "?"}`;
  const advice = "Use a number that is new, or say the total and the date of that invoice.";
  const description = `The request has an invoice with this number (${what}), and ${why}. ${advice}`;
  journey.refuseIfAny([ruleViolation("RULE-INVOICE-NUMBER", "invoiceNumber", description)]);
}

/** Without a total all that is outstanding is wanted: before the archive it shows whether an invoice can have been that. */
function cannotBeAll(total: number | undefined, situation: Situation): boolean {
  if (situation.phase === "Archived") return false;
  return (total ?? 0) < 0 || toCents(outstandingOf(situation) ?? 0) > 0;
}
