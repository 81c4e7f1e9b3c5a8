import { supplierOperations } from "../../generated/supplier/operations.js";
import { groupOf, type RequestKind } from "../domain.js";
import { type Phase, phaseOf, transitionsFrom, type WithStatus } from "./phases.js";

type Operations = typeof supplierOperations;

/** The operations whose path names something. */
type NamesSomething = {
  [Id in keyof Operations]: Operations[Id]["path"] extends `${string}{${string}` ? Id : never;
}[keyof Operations];

/**
 * An operation about one request, such as `serviceRequests.patch`. `list` and `create` are none: they need no request,
 * so that no phase allows or forbids them.
 */
export type RequestOperation<Kind extends RequestKind = RequestKind> = Extract<
  NamesSomething,
  `${(typeof groupOf)[Kind]}.${string}`
>;

/** The operations of one kind of request, in the order of the contract. */
function operationsOf<Kind extends RequestKind>(kind: Kind): RequestOperation<Kind>[] {
  return Object.keys(supplierOperations).filter((id) => isAboutOne(id, kind));
}

/** Whether an operation is about one request of a kind. */
function isAboutOne<Kind extends RequestKind>(id: string, kind: Kind): id is RequestOperation<Kind> {
  return id.startsWith(`${groupOf[kind]}.`) && (rowOf(id)?.pathParams.length ?? 0) > 0;
}

/** What of an operation decides where it is possible; no phases: it is tied to none. */
interface Row {
  readonly pathParams: readonly string[];
  readonly phases?: readonly string[];
}

function rowOf(id: string): Row | undefined {
  const rows: Readonly<Record<string, Row>> = supplierOperations;
  return Object.hasOwn(rows, id) ? rows[id] : undefined;
}

/**
 * Whether a phase allows an operation; one that is tied to no phase is allowed in each. Section 4.1 has a change of the
 * request in Draft and Response only; section 3 also lets it lead from Invoicing back to Response, so that it is
 * possible there too.
 */
function isPossibleIn(phase: Phase | undefined, operation: RequestOperation): boolean {
  const row = rowOf(operation);
  if (row === undefined) return false;
  const { phases } = row;
  if (phases === undefined) return true;
  if (phase === undefined) return false;
  const isPatch = operation === `${groupOf.service}.patch` || operation === `${groupOf.damage}.patch`;
  return phases.includes(phase) || (isPatch && transitionsFrom(phase, "change").length > 0);
}

/** What of a request decides what can be done with it: a request that was read has it all, an item of the list most. */
export interface RequestState extends WithStatus {
  readonly readOnly?: boolean | undefined;
  readonly invoicing?: { readonly totalAmountInvoiced?: number | undefined } | undefined;
}

/** What is possible only while nothing is invoiced, without what goes before the names of the operations. */
const beforeInvoices: readonly string[] = [
  "overwrite",
  "patch",
  "delete",
  "components.put",
  "components.delete",
  "components.cancel",
  "invoices.setStatus",
];

/**
 * The operations that a phase allows (supplier-api.md §3, §4), as ids such as `serviceRequests.patch`. Ask it what
 * remains of an archived request: `operationsInPhase("Archived")`. Without a phase, only what is tied to none.
 */
export function operationsInPhase<Kind extends RequestKind = "service">(
  phase: Phase | undefined,
  kind?: Kind,
): readonly RequestOperation<Kind>[];
export function operationsInPhase(
  phase: Phase | undefined,
  kind: RequestKind = "service",
): readonly RequestOperation[] {
  return operationsOf(kind).filter((operation) => isPossibleIn(phase, operation));
}

/**
 * The operations about a request that its phase allows, as `can` sees it.
 *
 * @param kind `damage` for a damage service request. Default `service`
 */
export function allowedOperations<Kind extends RequestKind = "service">(
  request: RequestState,
  kind?: Kind,
): readonly RequestOperation<Kind>[];
export function allowedOperations(
  request: RequestState,
  kind: RequestKind = "service",
): readonly RequestOperation[] {
  return operationsOf(kind).filter((operation) => can(request, operation));
}

/**
 * Whether a request as it was last read is in a phase that allows an operation (supplier-api.md §3, §4). Nothing is
 * altered any more once something is invoiced, the reason for not invoicing included; that nothing is where `readOnly`
 * says so is inferred from its name.
 *
 * It says nothing of the content: `checkApproval` and `checkInvoice` do, and `canLine` of each line. `patch` with
 * nothing but a status is refused in Invoicing. `list` and `create` are about no request, so that they are no choice here.
 * Of a request whose status this version does not know, only the attachments are certain.
 *
 * @example
 * button.disabled = !can(request, "serviceRequests.delete");
 */
export function can(request: RequestState, operation: RequestOperation): boolean {
  return isPossibleIn(phaseOf(request), operation) && !isBarred(request, operation);
}

/** Invoices that add up to nothing, such as a debit and its discount, show in `readOnly` alone. */
function isBarred({ readOnly, invoicing }: RequestState, operation: RequestOperation): boolean {
  const isInvoiced = (invoicing?.totalAmountInvoiced ?? 0) !== 0;
  const name = operation.slice(operation.indexOf(".") + 1);
  return (isInvoiced || readOnly === true) && beforeInvoices.includes(name);
}
