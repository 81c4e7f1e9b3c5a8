import { regViolation, type Violation } from "../violation.js";
import type { InvoiceContext } from "./context.js";
import { isRecord, isSupplierNumber, malformed, missing } from "./fields.js";

/** The most characters of each text of a sender or receiver. Source: supplier-api.md §8. */
const longest = { name: 150, street: 100, streetNumberSuffix: 10, postalCode: 10, city: 100 } as const;

/** What is wrong with the form of a sender or receiver. Nothing within is required, but the number of a sender. */
export function identityViolations(
  field: "identitySender" | "identityReceiver",
  identity: unknown,
): Violation[] {
  if (identity === undefined) return [missing(field)];
  if (!isRecord(identity)) return [malformed(field, "an object")];
  const number = identity["RegNumber"];
  return [
    ...Object.entries(longest)
      .filter(([name, limit]) => !isTextWithin(identity[name], limit))
      .map(([name, limit]) => malformed(`${field}.${name}`, `a text of at most ${limit} characters`)),
    ...(number === undefined || isSupplierNumber(number)
      ? []
      : [malformed(`${field}.RegNumber`, "a text or an integer")]),
  ];
}

/** Characters are counted, not the two halves that some have in UTF-16: that the service does so is assumed. */
function isTextWithin(value: unknown, limit: number): boolean {
  return value === undefined || (typeof value === "string" && [...value].length <= limit);
}

/** The sender is the supplier to whom the token belongs: REG-INV000010 (supplier-api.md §7). */
export function senderViolations(
  sender: unknown,
  { supplierNumber, request, template }: InvoiceContext,
): Violation[] {
  if (!isRecord(sender)) return [];
  const number = sender["RegNumber"];
  const fault = (found: string) => [regViolation("REG-INV000010", "identitySender.RegNumber", found)];
  if (number === undefined || number === "") return fault("The number of the sender is missing.");
  if (!isSupplierNumber(number)) return [];
  const own = [supplierNumber, request?.supplierId, template?.identitySender?.RegNumber].find(
    (each) => isSupplierNumber(each) && each !== "",
  );
  if (own === undefined || String(number) === String(own)) return [];
  return fault("The number of the sender is not that of the supplier.");
}
