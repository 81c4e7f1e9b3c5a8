import type { FoundInvoice } from "../../../errors/reg-error.js";
import type { InvoiceCreate } from "../../../generated/supplier/models.js";
import { entriesIn, invoiceIn } from "../../reconcile/find-invoice.js";
import { mayBeReached, settle } from "../../reconcile/reconcile.js";
import { undecided } from "../../reconcile/undecided.js";
import type { Journey } from "../journey.js";
import type { JourneyParts } from "../parts.js";
import { factsOf, inWords, noteFound } from "./facts.js";
import type { InvoiceOptions } from "./options.js";
import { readInvoices } from "./situation.js";

/** An invoice that is there now. */
export interface Stored {
  readonly invoiceId: number;
  readonly location: string | undefined;
  readonly created: boolean;
}

/**
 * Creates an invoice, once. Where that fails it looks for the invoice: the answer may be lost, or another caller faster.
 * If it is not there, the error tells what is.
 */
export async function createInvoice(
  parts: JourneyParts,
  journey: Journey,
  id: string,
  body: InvoiceCreate,
  options: InvoiceOptions,
): Promise<Stored> {
  let found: FoundInvoice[] | undefined;
  try {
    return await settle(
      async () => {
        const { id: invoiceId, location } = await parts.requests.invoices.create(
          id,
          body,
          journey.callOptions(),
        );
        return { invoiceId, location, created: true };
      },
      async ({ outcome }) => {
        const list = await readInvoices(parts, id, options, journey.callOptions());
        found = (entriesIn(list) ?? []).map(factsOf);
        const invoice = invoiceIn(list, options.number);
        // What was refused was not created here: another caller has used the number.
        return invoice && { ...stored(invoice), created: outcome === "unknown" };
      },
      mayBeReached,
    );
  } catch (error) {
    if (found !== undefined) noteFound(error, found, inWords(found));
    throw error;
  }
}

/**
 * An invoice that was found in the list.
 *
 * @throws RegResponseError if its id cannot be told
 */
export function stored(invoice: unknown): Stored {
  const { id } = factsOf(invoice);
  if (id === undefined) throw undecided("the invoice is there, but the list does not tell its id");
  return { invoiceId: id, location: undefined, created: false };
}
