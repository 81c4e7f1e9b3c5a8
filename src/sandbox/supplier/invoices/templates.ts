import type { InvoiceIdentity, Lessor } from "../../../generated/supplier/models.js";
import { toEuros } from "../../../values/amounts.js";
import type { Exchange, Handler } from "../../core/handler.js";
import { Refusal } from "../../core/problem.js";
import { ok } from "../../core/reply.js";
import { lessorOf } from "../../state/world.js";
import { requestInPhase, vehicleOfRequest } from "../requests/access.js";
import { invoicedCents, outstandingCents } from "./totals.js";

/** How the next invoice has to look. The name of the amount is not shown: here it is `amount`, excluding VAT. */
export const listInvoiceTemplates: Handler = (exchange) => ok(templatesFor(exchange));

/** The older answer with a single template: the debit one, if both are due. */
export const getInvoiceTemplate: Handler = (exchange) => {
  const { debit, credit } = templatesFor(exchange);
  const template = debit ?? credit;
  if (template === undefined) throw new Refusal(404, "No invoice is due.");
  return ok(template);
};

interface Template {
  readonly identitySender: InvoiceIdentity;
  readonly identityReceiver: InvoiceIdentity;
  readonly amount: number;
}

/** Debit while something is outstanding; credit in the archive, for what was invoiced. */
function templatesFor(exchange: Exchange): { debit?: Template; credit?: Template } {
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
