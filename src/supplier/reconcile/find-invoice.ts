import type { Invoice, InvoiceList } from "../../generated/supplier/models.js";
import type { CallOptions } from "../../http/options.js";
import { invoiceNumbered } from "./invoices.js";

/** What {@link findInvoice} needs: `supplier.serviceRequests` or `supplier.damageServiceRequests`. */
export interface ListsInvoices {
  readonly invoices: { list(id: string, options?: CallOptions): Promise<InvoiceList> };
}

/**
 * Looks for an invoice of a request by the supplier's own invoice number, also when the request is archived; undefined
 * if there is none. Only as good as the number is unique.
 *
 * The reference shows neither the form of the list nor the name of the number (supplier-api.md §2.7, §4.2). Taken to be
 * it are a list, or an object with the list in `invoices`, and a text `invoiceNumber` in each invoice. Where an answer is
 * not like that, this rejects: it never calls an invoice missing that it could not recognise.
 *
 * @throws RegResponseError if the list cannot be read in this way, or has the number several times
 * @throws RegInputError for an invoice number that is empty; and whatever else `invoices.list` rejects with
 */
export async function findInvoice(
  requests: ListsInvoices,
  requestId: string,
  invoiceNumber: string,
  options?: CallOptions,
): Promise<Invoice | undefined> {
  return invoiceNumbered(requests, requestId, invoiceNumber, options);
}
