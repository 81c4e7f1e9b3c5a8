import { supplierForms } from "../../../src/generated/supplier/bodies.js";
import { supplierOperations } from "../../../src/generated/supplier/operations.js";
import type { Phase } from "../../../src/supplier/phases/phases.js";
import { alsoIn } from "./assumptions.js";
import { Refused } from "./attempt.js";
import type { RequestKind } from "./state.js";

interface Row {
  readonly method: string;
  readonly path: string;
  readonly phases?: readonly string[];
}

const rows: Readonly<Record<string, Row>> = supplierOperations;
const prefixes = { service: "serviceRequests", damage: "damageServiceRequests" } as const;

/** The operations that the walks call on a request, without the prefix of its kind. */
export const methods = [
  "get",
  "overwrite",
  "patch",
  "delete",
  "components.put",
  "components.delete",
  "components.cancel",
  "attachments.list",
  "attachments.upload",
  "attachments.get",
  "attachments.delete",
  "invoiceTemplates.list",
  "invoiceTemplate.get",
  "invoices.list",
  "invoices.create",
  "invoices.get",
  "invoices.setStatus",
  "invoices.pdf.get",
  "invoices.pdf.upload",
] as const;

/** One of them. */
export type Method = (typeof methods)[number];

/** The id of an operation. */
export const operationId = (kind: RequestKind, method: string): string => `${prefixes[kind]}.${method}`;

/** Whether the operation table has the operation: there is one that only service requests have. */
export const exists = (id: string): boolean => Object.hasOwn(rows, id);

/** The row of the operation table. */
export function operation(id: string): Row {
  const row = rows[id];
  if (row === undefined) throw new Error(`there is no operation ${id}`);
  return row;
}

/** The path of an operation, with its parameters filled in. */
export function pathOf(id: string, params: Readonly<Record<string, string>>): string {
  return operation(id).path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name === "requestId" ? "id" : name];
    if (value === undefined) throw new Error(`${id} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
}

/** Whether the tables let an operation be called on a request in a phase. */
export function isPossible(kind: RequestKind, method: Method, phase: Phase): boolean {
  const { phases } = operation(operationId(kind, method));
  return phases === undefined || phases.includes(phase) || alsoIn[method]?.includes(phase) === true;
}

/** Refuses what the phase does not allow: with 410 for an archived request where that is documented, else with 400. */
export function checkPhase(kind: RequestKind, method: Method, phase: Phase): void {
  if (isPossible(kind, method, phase)) return;
  const documented = supplierForms[operationId(kind, method)]?.answers["410"] !== undefined;
  throw new Refused(phase === "Archived" && documented ? 410 : 400, `${method} is not possible in ${phase}`);
}
