import { addToMessage } from "../../../errors/caller-stack.js";
import { type FoundInvoice, RegError } from "../../../errors/reg-error.js";

/** What can be told of an entry in a list of invoices. The names of its fields are assumed (supplier-api.md §2.7). */
export function factsOf(entry: unknown): FoundInvoice {
  const { id, invoiceNumber, invoiceDate, total } = Object(entry);
  return {
    ...(Number.isSafeInteger(id) && { id }),
    ...(typeof invoiceNumber === "string" && { number: invoiceNumber }),
    ...(typeof invoiceDate === "string" && { date: invoiceDate }),
    ...(typeof total === "number" && { total }),
  };
}

/** Tells in an error which invoices are there: in its message by ids and numbers only, in `found` with all facts. */
export function noteFound(error: unknown, found: readonly FoundInvoice[], sentence: string): void {
  if (!RegError.is(error)) return;
  Reflect.defineProperty(error, "found", { value: found, configurable: true });
  addToMessage(error, `${error.message.endsWith(".") ? "" : "."} ${sentence}`);
}

/** The longest list of invoices in a message. */
const most = 10;

/** The invoices that a request has, in words. */
export function inWords(found: readonly FoundInvoice[]): string {
  if (found.length === 0) return "The request has no invoice now";
  const names = found.slice(0, most).map(({ id = "?", number = "?" }) => `${id} (${number.slice(0, 40)})`);
  const rest = found.length > most ? ` and ${found.length - most} more` : "";
  return `The request has these invoices now: ${names.join(", ")}${rest}`;
}
