import { addToMessage } from "../../../errors/caller-stack.js";
import type { RegError } from "../../../errors/reg-error.js";
import { type FoundInvoice, noteInvoices } from "../../reconcile/found-invoices.js";

/** Tells in an error which invoices are there: in its message by ids and numbers only, by `foundInvoicesOf` with all facts. */
export function noteFound(
  error: RegError,
  found: readonly FoundInvoice[],
  sentence: string = inWords(found),
): void {
  noteInvoices(error, found);
  addToMessage(error, sentence);
}

/** The longest list of invoices in a message. */
const most = 10;

/** The invoices that a request has, in words. */
function inWords(found: readonly FoundInvoice[]): string {
  if (found.length === 0) return "The request has no invoice now";
  const names = found.slice(0, most).map(({ id = "?", number = "?" }) => `${id} (${number.slice(0, 40)})`);
  const rest = found.length > most ? ` and ${found.length - most} more` : "";
  return `The request has these invoices now: ${names.join(", ")}${rest}`;
}
