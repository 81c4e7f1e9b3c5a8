import type { Exchange, Handler } from "../../core/handler.js";
import { Refusal, refuseIfAny, sandboxEntry } from "../../core/problem.js";
import { readFile, readJson } from "../../core/read-body.js";
import { created, noContent, ok } from "../../core/reply.js";
import { toCents } from "../../state/amounts.js";
import { archiveAfter } from "../../state/archive.js";
import type { State, StoredInvoice } from "../../state/state.js";
import { requestInPhase, requestsAddress } from "../requests/access.js";
import { parseInvoice } from "./invoice-body.js";
import { invoiceViolations } from "./invoice-rules.js";

/** A new invoice. One caller at a time for each request: who comes meanwhile gets 409. */
export const create: Handler = async (exchange) => {
  const { id } = requestInPhase(exchange).request;
  const { invoicing } = exchange.state;
  if (invoicing.has(id)) throw new Refusal(409, "Somebody else is creating an invoice for this request.");
  invoicing.add(id);
  try {
    const json = await readJson(exchange.request);
    await atTheCounter(exchange.state);
    return store(exchange, json);
  } finally {
    invoicing.delete(id);
  }
};

/** Gives others the chance to come meanwhile: a turn of the event loop, or as long as a test holds the gate. */
async function atTheCounter({ invoiceGate }: State): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await invoiceGate;
}

function store(exchange: Exchange, json: unknown) {
  const found = requestInPhase(exchange);
  const body = parseInvoice(json);
  refuseIfAny(invoiceViolations(body, found));
  const { request } = found;
  const { state } = exchange;
  const id = state.nextInvoiceId;
  state.nextInvoiceId += 1;
  request.invoices.push({ id, body, date: body.invoiceDate, cents: toCents(body.total), pdf: undefined });
  request.changedAt = exchange.now();
  archiveAfter(request, "invoice", exchange.now());
  return created(`${requestsAddress(exchange)}/${request.id}/invoices/${id}`, { id });
}

/** All invoices. */
export const list: Handler = (exchange) => {
  const { request } = requestInPhase(exchange);
  return ok({ invoices: request.invoices.map(present) });
};

/** One invoice. */
export const get: Handler = (exchange) => ok(present(find(exchange)));

/** Notes why nothing is invoiced here; the request then goes to the archive, which is assumed. */
export const setStatus: Handler = async (exchange) => {
  const reason = await readJson(exchange.request);
  const { request } = requestInPhase(exchange);
  if (typeof reason !== "object" || reason === null || Array.isArray(reason)) {
    refuseIfAny([sandboxEntry("INVALID", "body must be of type object.", "body")]);
  }
  request.notInvoiced = { ...(reason as object) };
  archiveAfter(request, "no-costs", exchange.now());
  return noContent;
};

/** Stores the PDF of an invoice; a second one takes the place of the first, which is assumed. */
export const uploadPdf: Handler = async (exchange) => {
  const file = await readFile(exchange.request);
  const invoice = find(exchange);
  if (!/^application\/pdf\b/i.test(file.type)) {
    refuseIfAny([sandboxEntry("PDF", "The file must be of type application/pdf.")]);
  }
  invoice.pdf = { ...file, name: file.name ?? `invoice-${invoice.id}.pdf` };
  const { id } = requestInPhase(exchange).request;
  return created(`${requestsAddress(exchange)}/${id}/invoices/${invoice.id}/pdf`);
};

/** The PDF of an invoice. */
export const getPdf: Handler = (exchange) => {
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
