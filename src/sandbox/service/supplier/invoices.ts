import { toCents, toEuros } from "../../../base/money.js";
import { kindOfInvoice } from "../../../domain/rules/invoice.js";
import type {
  InvoiceCreate,
  InvoiceIdentityInput,
  InvoiceStatusReason,
  Lessor,
} from "../../../generated/supplier/models.js";
import { withUtcTimes } from "../../common/dates.js";
import { lessorOf } from "../../data/world.js";
import { ProblemError, sandboxEntry, throwViolations } from "../../messages/problem.js";
import { created, noContent, ok, type Reply } from "../../messages/reply.js";
import { readFile } from "../../messages/request-body.js";
import type { Handler, HandlerContext } from "../state/context.js";
import { archiveAfter } from "../state/phase.js";
import type { StoredInvoice } from "../state/state.js";
import { invoiceViolations, isDiscountDue } from "./invoice-rules.js";
import { findInAllowedPhase, requestsAddress, vehicleOfRequest, wrongPhase } from "./request-access.js";
import { invoicedCents, outstandingCents } from "./serialize.js";

/** Creates an invoice; while it is in progress, other callers for the same request get 409. */
export const createInvoice: Handler<InvoiceCreate> = (context) => {
  const { id } = findInAllowedPhase(context).request;
  // Only the loopback server has addresses without encryption.
  const isOverHttp = context.httpRequest.url.startsWith("http:");
  return context.invoiceLock.run({ id, isOverHttp }, () => checkAndStore(context));
};

/** Lists the invoices of a request. */
export const listInvoices: Handler = (context) => {
  const { request } = findInAllowedPhase(context);
  return ok({ invoices: request.invoices.map(serializeInvoice) });
};

/** Returns one invoice. */
export const getInvoice: Handler = (context) => ok(serializeInvoice(findInvoice(context)));

/** Stores the reason why nothing is invoiced here. The request is then archived, which is assumed. */
export const setInvoiceStatus: Handler<InvoiceStatusReason> = (context) => {
  const { request } = findInAllowedPhase(context);
  if (request.invoices.length > 0) throw wrongPhase("A request that is invoiced can no longer be altered.");
  request.notInvoiced = { ...context.json };
  archiveAfter(request, "no-costs", context.now());
  return noContent;
};

/** Stores the PDF of an invoice. A second upload replaces the first, which is assumed. */
export const uploadInvoicePdf: Handler = async (context) => {
  const file = await readFile(context);
  const invoice = findInvoice(context);
  if (!/^application\/pdf\b/i.test(file.type)) {
    throwViolations([sandboxEntry("PDF", "The file must be of type application/pdf.")]);
  }
  invoice.pdf = { ...file, name: file.name ?? `invoice-${invoice.id}.pdf` };
  const { id } = findInAllowedPhase(context).request;
  return created(`${requestsAddress(context)}/${id}/invoices/${invoice.id}/pdf`);
};

/** Returns the PDF of an invoice. */
export const getInvoicePdf: Handler = (context) => {
  const { pdf } = findInvoice(context);
  if (pdf === undefined) throw new ProblemError(404, "The invoice has no PDF.");
  return { status: 200, file: pdf };
};

/**
 * Returns templates for the invoices that are due. The amount's name is not shown: here it is `amount`, without VAT.
 */
export const listInvoiceTemplates: Handler = (context) => ok(dueTemplates(context));

/** Returns a single template, as the older operation does: the debit one if both are due. */
export const getInvoiceTemplate: Handler = (context) => {
  const { debit, credit } = dueTemplates(context);
  const template = debit ?? credit;
  if (template === undefined) throw new ProblemError(404, "No invoice is due.");
  return ok(template);
};

/** Runs with the lock of the request, which may have changed since the caller asked for the lock. */
function checkAndStore(context: HandlerContext<InvoiceCreate>): Reply {
  const { state, json: body } = context;
  const found = findInAllowedPhase(context);
  const { request, phase } = found;
  const { contract } = vehicleOfRequest(context, request.licensePlate);
  throwViolations(invoiceViolations(body, found));
  const id = state.nextInvoiceId;
  state.nextInvoiceId += 1;
  const cents = toCents(body.total);
  const kind = kindOfInvoice(cents, phase);
  request.invoices.push({ id, kind, body: { ...body }, date: body.invoiceDate ?? "", cents, pdf: undefined });
  request.changedAt = context.now();
  // Where the lessor requires a discount, archiving at midnight waits for both invoices, in either order: assumed.
  const hasDebit = request.invoices.some((invoice) => invoice.kind === "debit");
  if (hasDebit && (request.archivesAtOnce || !isDiscountDue(request, contract)))
    archiveAfter(request, "invoice", context.now());
  return created(`${requestsAddress(context)}/${request.id}/invoices/${id}`, { id });
}

function findInvoice(context: HandlerContext): StoredInvoice {
  const { request } = findInAllowedPhase(context);
  const invoice = request.invoices.find(({ id }) => String(id) === context.params["invoiceId"]);
  if (invoice === undefined) throw new ProblemError(404, "The request has no such invoice.");
  return invoice;
}

/** The fields of an invoice in a response are not shown: the fields that the supplier sent come back, with the id. */
const serializeInvoice = ({ id, body }: StoredInvoice) => ({ ...withUtcTimes(body), id });

interface InvoiceTemplate {
  readonly identitySender: InvoiceIdentityInput;
  readonly identityReceiver: InvoiceIdentityInput;
  readonly amount: number;
}

/** A debit is due while an amount is outstanding; a credit in the archive, for the amount that was invoiced. */
function dueTemplates(context: HandlerContext): { debit?: InvoiceTemplate; credit?: InvoiceTemplate } {
  const { request, phase } = findInAllowedPhase(context);
  const { world } = context.state;
  const lessor = lessorOf(world, vehicleOfRequest(context, request.licensePlate));
  const identities = {
    identitySender: world.suppliers.get(request.supplierNumber)?.identity ?? {},
    identityReceiver: lessor === undefined ? {} : identityOf(lessor),
  };
  const outstanding = outstandingCents(request);
  const invoiced = phase === "Archived" ? invoicedCents(request) : 0;
  return {
    ...(outstanding > 0 ? { debit: { ...identities, amount: toEuros(outstanding) } } : {}),
    ...(invoiced > 0 ? { credit: { ...identities, amount: toEuros(invoiced) } } : {}),
  };
}

function identityOf({ name, address }: Lessor): InvoiceIdentityInput {
  const { street = "", streetNumber = "", postalCode = "", city = "" } = address ?? {};
  return { name, street, streetNumberSuffix: String(streetNumber), postalCode, city };
}
