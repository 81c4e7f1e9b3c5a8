import { supplierOperations } from "../../generated/supplier/operations.js";
import { groupOf, type RequestKind } from "../domain.js";
import { type Phase, phaseOf, type WithStatus } from "./phases.js";

type Operations = typeof supplierOperations;

/** The operations whose path has parameters. */
type WithPathParameters = {
  [Id in keyof Operations]: Operations[Id]["path"] extends `${string}{${string}` ? Id : never;
}[keyof Operations];

/**
 * An operation on one request, such as `serviceRequests.patch`. `list` and `create` are not included: they need no
 * request, so no phase allows or forbids them.
 */
export type RequestOperation<Kind extends RequestKind = RequestKind> = Extract<
  WithPathParameters,
  `${(typeof groupOf)[Kind]}.${string}`
>;

/** The operations on one kind of request, in the order of the OpenAPI document. */
function operationsOf<Kind extends RequestKind>(kind: Kind): RequestOperation<Kind>[] {
  return Object.keys(supplierOperations).filter((id) => isOnRequest(id, kind));
}

/** Whether an operation is on one request of a kind. */
function isOnRequest<Kind extends RequestKind>(id: string, kind: Kind): id is RequestOperation<Kind> {
  return id.startsWith(`${groupOf[kind]}.`) && (metadataOf(id)?.pathParams.length ?? 0) > 0;
}

/** The metadata that decides where an operation is possible; without phases, it is possible in all of them. */
interface OperationMetadata {
  readonly pathParams: readonly string[];
  readonly phases?: readonly string[];
}

function metadataOf(id: string): OperationMetadata | undefined {
  const operations: Readonly<Record<string, OperationMetadata>> = supplierOperations;
  return Object.hasOwn(operations, id) ? operations[id] : undefined;
}

/** Whether a phase allows an operation; one without phases is allowed in each. */
function isPossibleIn(phase: Phase | undefined, operation: RequestOperation): boolean {
  const metadata = metadataOf(operation);
  if (metadata === undefined) return false;
  const { phases } = metadata;
  if (phases === undefined) return true;
  return phase !== undefined && phases.includes(phase);
}

/** The fields of a request that decide which operations are possible: a request has all, an item of the list most. */
export interface RequestState extends WithStatus {
  readonly readOnly?: boolean | undefined;
  readonly invoicing?: { readonly totalAmountInvoiced?: number | undefined } | undefined;
}

/** The operations that are only possible while nothing is invoiced, without the name of their group. */
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
 * The operations that a phase allows (supplier-api.md §3, §4), as ids such as `serviceRequests.patch`.
 * `operationsInPhase("Archived")` returns those that remain for an archived request. Without a phase, only the operations
 * that every phase allows.
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
 * The operations on a request that its phase allows, as `can` decides.
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
 * Whether a request, as it was last read, is in a phase that allows an operation (supplier-api.md §3, §4). Once something
 * is invoiced, nothing can be changed, including the reason for not invoicing. That nothing can be changed where
 * `readOnly` is true is inferred from its name.
 *
 * It does not check the content: `checkApproval` and `checkInvoice` do, and `canLine` for each line. In Invoicing, `patch`
 * with only a status is rejected. `list` and `create` are not operations on a request, so they cannot be given here.
 * If this version does not know the request's status, only the operations on attachments are certain.
 *
 * @example
 * button.disabled = !can(request, "serviceRequests.delete");
 */
export function can(request: RequestState, operation: RequestOperation): boolean {
  return isPossibleIn(phaseOf(request), operation) && !isClosedByInvoice(request, operation);
}

/** Invoices that add up to zero, such as a debit and its discount, only show in `readOnly`. */
function isClosedByInvoice({ readOnly, invoicing }: RequestState, operation: RequestOperation): boolean {
  const isInvoiced = (invoicing?.totalAmountInvoiced ?? 0) !== 0;
  const name = operation.slice(operation.indexOf(".") + 1);
  return (isInvoiced || readOnly === true) && beforeInvoices.includes(name);
}
