import { lessorOperations, lessorTokenOperations } from "../../generated/lessor/operations.js";
import { supplierOperations } from "../../generated/supplier/operations.js";
import type { OperationId } from "../core/router.js";

interface OperationFacts {
  readonly effects: string;
  readonly created?: { readonly path: string; readonly param: string };
}

const facts: Readonly<Record<OperationId, OperationFacts>> = {
  ...supplierOperations,
  ...lessorOperations,
  ...lessorTokenOperations,
};

/** Whether sending it twice makes two. */
export const isCreate = (operation: OperationId): boolean => facts[operation].effects === "create";

/** Whether it makes an invoice, of either kind of request. */
export const isInvoiceCreate = (operation: OperationId): boolean =>
  isCreate(operation) && facts[operation].created?.param === "invoiceId";

/** The id in the `Location` of what an operation made; undefined if it makes nothing. */
export function createdId(operation: OperationId, location: string): string | undefined {
  const { created } = facts[operation];
  if (created === undefined) return undefined;
  const template = created.path.split("/");
  return location.split("/").at(template.indexOf(`{${created.param}}`) - template.length);
}
