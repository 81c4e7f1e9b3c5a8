import { regViolation, type Violation } from "../violation.js";
import type { InvoiceContext, InvoiceDraft } from "./context.js";
import { isSupplierNumber } from "./values.js";

/** The sender is the supplier to whom the token belongs: REG-INV000010 (supplier-api.md §7). */
export function senderViolations(
  { identitySender: sender }: InvoiceDraft,
  { supplierNumber, request, template }: InvoiceContext,
): Violation[] {
  if (sender === undefined) return [];
  const number = sender.RegNumber;
  const fault = (found: string) => [regViolation("REG-INV000010", "identitySender.RegNumber", found)];
  if (number === undefined || number === "") return fault("The number of the sender is missing.");
  const own = [supplierNumber, request?.supplierId, template?.identitySender?.RegNumber].find(
    (each) => isSupplierNumber(each) && each !== "",
  );
  if (own === undefined || String(number) === String(own)) return [];
  return fault("The number of the sender is not that of the supplier.");
}
