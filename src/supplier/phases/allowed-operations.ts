import type { RequestKind } from "../request-kind.js";
import { phaseOf, type WithStatus } from "./phase-of.js";
import { isPossibleIn, operationsOf, type RequestOperation } from "./request-operations.js";
import type { Phase } from "./transitions.js";

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
