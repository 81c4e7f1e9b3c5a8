import { addToMessage } from "../../../errors/caller-stack.js";
import { RegError } from "../../../errors/reg-error.js";
import type { InvoiceCreate } from "../../../generated/supplier/models.js";
import type { FoundInvoice } from "../../reconcile/found-invoices.js";
import { entriesIn, invoiceIn } from "../../reconcile/invoices.js";
import { isOpenOrRefused, reconcileAfter } from "../../reconcile/reconcile.js";
import type { Journey } from "../journey.js";
import type { JourneyParts } from "../parts.js";
import { type ExistingInvoice, existingInvoice } from "./existing.js";
import { factsOf, isAnother } from "./facts.js";
import { noteFound } from "./note-found.js";
import type { InvoiceOptions } from "./options.js";
import { readInvoices } from "./situation.js";

/**
 * Creates an invoice, once. Where that fails it looks for the invoice: the answer may be lost, or another caller faster.
 * If it is not there, the error tells what is.
 */
export async function createInvoice(
  parts: JourneyParts,
  journey: Journey<InvoiceOptions>,
  id: string,
  body: InvoiceCreate,
): Promise<ExistingInvoice> {
  let found: FoundInvoice[] | undefined;
  const { number } = journey.options;
  try {
    return await reconcileAfter(
      isOpenOrRefused,
      async () => {
        const { id: invoiceId, location } = await parts.requests.invoices.create(
          id,
          body,
          journey.callOptions(),
        );
        return { invoiceId, location, created: true };
      },
      async ({ outcome }) => {
        const list = await readInvoices(parts, journey, id, journey.callOptions());
        found = (entriesIn(list) ?? []).map(factsOf);
        const invoice = invoiceIn(list, number);
        if (invoice === undefined || isAnother(factsOf(invoice), body.total)) return undefined;
        // What was refused was not created here; who created it if the answer got lost, nobody can tell.
        return existingInvoice(invoice, outcome === "unknown" ? undefined : false);
      },
    );
  } catch (error) {
    if (RegError.is(error)) tell(error, body, found);
    throw error;
  }
}

/** Tells in the error what is there instead, and what only waiting can show. */
function tell(error: RegError, { invoiceNumber, total }: InvoiceCreate, found?: FoundInvoice[]) {
  if (found !== undefined) noteFound(error, found);
  if (found?.some((each) => each.number === invoiceNumber && isAnother(each, total)))
    addToMessage(error, "The one with this number has another total: use a number that is new");
  if (error.outcome === "unknown" && total < 0)
    addToMessage(
      error,
      "The service does not keep a second credit or discount away, and this one may be on its way: wait and look before you call it again",
    );
}
