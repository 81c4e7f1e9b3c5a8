import type { InvoiceContext, Violation } from "@reg/sdk";
import type { InvoicedRequest } from "@reg/sdk/supplier";

/** An approved repair with 129.50 euros outstanding. */
export const request: InvoicedRequest = {
  id: "0b5f0e5c-8f0a-4a53-9d1c-1f4b7f3e2a10",
  status: "Approved",
  supplierId: 4711,
  appointment: { workshopDate: "2026-06-15" },
  components: [{ reg: { code: "1101" } }],
  invoicing: { status: "ReadyForInvoicing", totalAmountToInvoice: 129.5, totalAmountInvoiced: 0 },
};

/** An approved request for a rental vehicle, whose checkout is half an hour after midnight in Amsterdam. */
export const rental: InvoicedRequest = {
  ...request,
  appointment: { checkoutDate: "2026-06-15T22:30:00Z" },
  components: [{ reg: { code: "9001" } }],
};

/** A request that is archived and invoiced. */
export const archived: InvoiceContext = {
  phase: "Archived",
  request: { ...request, invoicing: { totalAmountToInvoice: 0, totalAmountInvoiced: 129.5 } },
  latestInvoiceDate: "2026-06-15",
};

/** An invoice over 129.50 euros. */
export const invoice = (fields: object = {}) => ({
  identitySender: { name: "Garage De Brug", RegNumber: 4711 },
  identityReceiver: { name: "Noordzee Lease" },
  invoiceNumber: "2026-1",
  invoiceDate: "2026-06-15",
  vatLines: [{ percentage: 21, amount: 129.5 }],
  total: 129.5,
  ...fields,
});

/** Lists violations by code and field. */
export const listBriefly = (violations: readonly Violation[]) =>
  violations.map(({ code, context }) => `${code} ${context.fieldName}`);
