import type {
  InvoiceCreate,
  InvoiceIdentity,
  InvoiceStatusReason,
  Lessor,
} from "../../generated/supplier/models.js";
import { toCents, toEuros } from "../../values/money.js";
import { archiveAfter } from "../archive.js";
import type { Handler, HandlerContext } from "../server/context.js";
import { ProblemError, refuseIfAny, sandboxEntry } from "../server/problem.js";
import { created, noContent, ok } from "../server/reply.js";
import { readFile } from "../server/request-body.js";
import type { StoredInvoice } from "../state.js";
import { lessorOf } from "../world.js";
import { invoiceViolations, isDiscountDue, kindOfInvoice } from "./invoice-rules.js";
import { requestInPhase, requestsAddress, vehicleOfRequest, wrongPhase } from "./request-access.js";
import { invoicedCents, outstandingCents } from "./serialize.js";

/** A new invoice. */
export const createInvoice: Handler<InvoiceCreate> = (exchange) => {
  const { id } = requestInPhase(exchange).request;
  return exchange.invoiceLock.run(id, () => store(exchange));
};

function store(exchange: HandlerContext<InvoiceCreate>) {
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
  if (pdf === undefined) throw new ProblemError(404, "The invoice has no PDF.");
  return { status: 200, file: pdf };
};

/** The fields of an invoice are not shown: what was sent comes back, with the id. */
const present = ({ id, body }: StoredInvoice) => ({ ...body, id });

function find(exchange: HandlerContext): StoredInvoice {
  const { request } = requestInPhase(exchange);
  const invoice = request.invoices.find(({ id }) => String(id) === exchange.params["invoiceId"]);
  if (invoice === undefined) throw new ProblemError(404, "The request has no such invoice.");
  return invoice;
}

/** How the next invoice has to look. The name of the amount is not shown: here it is `amount`, excluding VAT. */
export const listInvoiceTemplates: Handler = (exchange) => ok(templatesFor(exchange));

/** The older answer with a single template: the debit one, if both are due. */
export const getInvoiceTemplate: Handler = (exchange) => {
  const { debit, credit } = templatesFor(exchange);
  const template = debit ?? credit;
  if (template === undefined) throw new ProblemError(404, "No invoice is due.");
  return ok(template);
};

interface Template {
  readonly identitySender: InvoiceIdentity;
  readonly identityReceiver: InvoiceIdentity;
  readonly amount: number;
}

/** Debit while something is outstanding; credit in the archive, for what was invoiced. */
function templatesFor(exchange: HandlerContext): { debit?: Template; credit?: Template } {
  const { request, phase } = requestInPhase(exchange);
  const lessor = lessorOf(exchange.state.world, vehicleOfRequest(exchange, request.licensePlate));
  const identities = {
    identitySender: exchange.state.world.suppliers.get(request.supplierNumber)?.identity ?? {},
    identityReceiver: lessor === undefined ? {} : receiver(lessor),
  };
  const outstanding = outstandingCents(request);
  const invoiced = phase === "Archived" ? invoicedCents(request) : 0;
  return {
    ...(outstanding > 0 ? { debit: { ...identities, amount: toEuros(outstanding) } } : {}),
    ...(invoiced > 0 ? { credit: { ...identities, amount: toEuros(invoiced) } } : {}),
  };
}

function receiver({ name, number, address }: Lessor): InvoiceIdentity {
  const { street = "", streetNumber = "", postalCode = "", city = "" } = address ?? {};
  return { name, street, streetNumberSuffix: String(streetNumber), postalCode, city, RegNumber: number };
}
