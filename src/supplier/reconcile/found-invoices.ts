import { RegError } from "../../errors/reg-error.js";

/** What can be told of an invoice that the service has; absent where it cannot. */
export interface FoundInvoice {
  /** The id under which the service keeps it. */
  readonly id?: number;
  /** The supplier's own number. */
  readonly number?: string;
  /** `yyyy-MM-dd`. */
  readonly date?: string;
  /** In euros. */
  readonly total?: number;
}

/** Shared by all copies of the package in a process, as the errors' brand is. */
const foundInvoicesKey = Symbol.for("@reg/sdk/found-invoices");

/**
 * The invoices that the request has, of an error that the journey `invoice` rejected with; `undefined` if it did not
 * look, or could not tell. They are not part of the error's JSON, and do not show where it is printed.
 */
export function foundInvoicesOf(error: unknown): readonly FoundInvoice[] | undefined {
  return RegError.is(error) ? Reflect.get(error, foundInvoicesKey) : undefined;
}

/** Notes in an error which invoices are there. */
export function noteInvoices(error: RegError, found: readonly FoundInvoice[]): void {
  Reflect.defineProperty(error, foundInvoicesKey, { value: found, configurable: true });
}
