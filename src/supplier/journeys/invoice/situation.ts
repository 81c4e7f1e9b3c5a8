import type { Contract, InvoiceTemplates } from "../../../generated/supplier/models.js";
import type { CallOptions } from "../../../http/options.js";
import { toCents, toEuros } from "../../../values/amounts.js";
import { phaseOf } from "../../phases/phase-of.js";
import type { Phase } from "../../phases/transitions.js";
import { entriesIn } from "../../reconcile/invoices.js";
import type { InvoicedRequest } from "../../rules/invoice/context.js";
import type { Journey } from "../journey.js";
import type { JourneyParts } from "../parts.js";
import { readUnlessArchived } from "../read-unless-archived.js";
import type { InvoiceOptions } from "./options.js";

/** What an invoice is made from, read just now. */
export interface Situation {
  readonly phase: Phase | undefined;
  readonly request: InvoicedRequest | undefined;
  readonly templates: InvoiceTemplates;
  /** The list of invoices, in which a number can be looked up. */
  readonly list: unknown;
  /** Only where it matters: for a damage that is not archived. */
  readonly contract: Contract | undefined;
}

/**
 * Reads the request, and then what its phase allows.
 *
 * @throws RegPreconditionError `RULE-PHASE` before anything else is asked
 */
export async function readSituation(
  parts: JourneyParts,
  journey: Journey<InvoiceOptions>,
  id: string,
): Promise<Situation> {
  const read = await readUnlessArchived(parts, journey, id);
  const phase = read === undefined ? "Archived" : phaseOf(read);
  journey.requirePhase(phase, ["Invoicing", "Archived"]);
  const { requests, contracts, kind } = parts;
  const [templates, list, contract] = await journey.together((calls) =>
    Promise.all([
      requests.invoiceTemplates.list(id, calls),
      readInvoices(parts, journey, id, calls),
      kind === "damage" && read !== undefined
        ? contracts.get(read.lessorId, read.licensePlate, undefined, calls)
        : undefined,
    ]),
  );
  return { phase, request: read ?? journey.options.request, templates: templates ?? {}, list, contract };
}

/** The list of invoices, or what the caller finds in it. */
export async function readInvoices(
  { requests }: JourneyParts,
  { options: { invoicesIn } }: Journey<InvoiceOptions>,
  id: string,
  calls: CallOptions,
): Promise<unknown> {
  const list = await requests.invoices.list(id, calls);
  return invoicesIn === undefined ? list : invoicesIn(list);
}

/** What is outstanding, in euros; undefined where neither the caller nor the service tells, as in the archive. */
export function outstandingOf(
  { phase, request }: Situation,
  { outstanding }: Pick<InvoiceOptions, "outstanding"> = {},
): number | undefined {
  return outstanding ?? (phase === "Archived" ? undefined : request?.invoicing?.totalAmountToInvoice);
}

/**
 * The total that the caller says, or else what is outstanding: to the cent, should the service show the traces of its
 * own arithmetic, such as 129.49999999999997.
 */
export function totalOf(situation: Situation, options: InvoiceOptions): number | undefined {
  const outstanding = outstandingOf(situation, options);
  return options.total ?? (outstanding === undefined ? undefined : toEuros(toCents(outstanding)));
}

/** Whether the lessor of a damage wants a discount invoice beside the first debit invoice (supplier-api.md §2.5). */
export function wantsDiscount({ contract }: Situation): boolean {
  return contract?.supplierContract?.damage?.firstDebitInvoiceRequiresCreditDiscountInvoice === true;
}

/** Whether a discount invoice is there: before the archive, that is what an invoice below zero is. */
export function hasDiscount({ list }: Pick<Situation, "list">): boolean {
  return (entriesIn(list) ?? []).some((entry) => Number(Reflect.get(Object(entry), "total")) < 0);
}
