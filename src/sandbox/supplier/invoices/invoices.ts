import type { InvoiceCreate, InvoiceStatusReason } from "../../../generated/supplier/models.js";
import { toCents } from "../../../values/amounts.js";
import type { Exchange, Handler } from "../../core/handler.js";
import { Refusal, refuseIfAny, sandboxEntry } from "../../core/problem.js";
import { readFile } from "../../core/read-body.js";
import { created, noContent, ok } from "../../core/reply.js";
import { archiveAfter } from "../../state/archive.js";
import type { StoredInvoice } from "../../state/state.js";
import { requestInPhase, requestsAddress, vehicleOfRequest, wrongPhase } from "../requests/access.js";
import { isDiscountDue, kindOfInvoice } from "./invoice-kinds.js";
import { invoiceViolations } from "./invoice-rules.js";

/** A new invoice. */
export const createInvoice: Handler<InvoiceCreate> = (exchange) => {
  const { id } = requestInPhase(exchange).request;
  return exchange.counter.serve(id, () => store(exchange));
};

function store(exchange: Exchange<InvoiceCreate>) {
  const { state, json: body } = exchange;
  const found = requestInPhase(exchange);
  const { request, phase } = found;
  const { contract } = vehicleOfRequest(exchange, request.licensePlate);
  refuseIfAny(invoiceViolations(body, found));
  const id = state.nextInvoiceId;
  state.nextInvoiceId += 1;
  const cents = toCents(body.total);
  const kind = kindOfInvoice(cents, phase);
  request.invoices.push({ id, kind, body: { ...body }, date: body.invoiceDate ?? "", cents, pdf: undefined });
  request.changedAt = exchange.now();
  // A lessor who wants a discount gets both invoices first, in either order: that is assumed.
  const complete =
    request.invoices.some((each) => each.kind === "debit") && !isDiscountDue(request, contract);
  if (complete) archiveAfter(request, "invoice", exchange.now());
  return created(`${requestsAddress(exchange)}/${request.id}/invoices/${id}`, { id });
}

/** All invoices. */
export const listInvoices: Handler = (exchange) => {
  const { request } = requestInPhase(exchange);
  return ok({ invoices: request.invoices.map(present) });
};

/** One invoice. */
export const getInvoice: Handler = (exchange) => ok(present(find(exchange)));

/** Notes why nothing is invoiced here; the request then goes to the archive, which is assumed. */
export const setInvoiceStatus: Handler<InvoiceStatusReason> = (exchange) => {
  const { request } = requestInPhase(exchange);
  if (request.invoices.length > 0) throw wrongPhase("A request that is invoiced can no longer be altered.");
  request.notInvoiced = { ...exchange.json };
  archiveAfter(request, "no-costs", exchange.now());
  return noContent;
};

/** Stores the PDF of an invoice; a second one takes the place of the first, which is assumed. */
export const uploadInvoicePdf: Handler = async (exchange) => {
  const file = await readFile(exchange);
  const invoice = find(exchange);
  if (!/^application\/pdf\b/i.test(file.type)) {
    refuseIfAny([sandboxEntry("PDF", "The file must be of type application/pdf.")]);
  }
  invoice.pdf = { ...file, name: file.name ?? `invoice-${invoice.id}.pdf` };
  const { id } = requestInPhase(exchange).request;
  return created(`${requestsAddress(exchange)}/${id}/invoices/${invoice.id}/pdf`);
};

/** The PDF of an invoice. */
export const getInvoicePdf: Handler = (exchange) => {
  const { pdf } = find(exchange);
  if (pdf === undefined) throw new Refusal(404, "The invoice has no PDF.");
  return { status: 200, file: pdf };
};

/** The fields of an invoice are not shown: what was sent comes back, with the id. */
const present = ({ id, body }: StoredInvoice) => ({ ...body, id });

function find(exchange: Exchange): StoredInvoice {
  const { request } = requestInPhase(exchange);
  const invoice = request.invoices.find(({ id }) => String(id) === exchange.params["invoiceId"]);
  if (invoice === undefined) throw new Refusal(404, "The request has no such invoice.");
  return invoice;
}
