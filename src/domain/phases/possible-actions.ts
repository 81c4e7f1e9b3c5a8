import type { RequestKind } from "../../base/kinds.js";
import { readNumber } from "../../base/text.js";
import { RegInputError } from "../../errors/errors.js";
import { asInput } from "../../errors/input.js";
import { supplierOperations } from "../../generated/supplier/operations.js";
import { groupOf } from "../vocabulary.js";
import { allowsTrigger, type LineTrigger } from "./line-status.js";
import { type Phase, phaseOf, phases, transitionsFrom, type WithStatus } from "./phases.js";

type Operations = typeof supplierOperations;

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

/**
 * An operation on one line of a request. `components.put` overwrites the line; with a new id it creates another one.
 */
export type LineOperationId<Kind extends RequestKind = RequestKind> = Extract<
  RequestOperation<Kind>,
  `${string}.components.${string}`
>;

/** A workflow on one request. */
export type RequestWorkflow = "submit" | "resubmit" | "invoice" | "markNotInvoiced";

/** A line, as far as it decides what is possible. Without a status it is treated as new. */
export interface LineState {
  readonly id: string;
  readonly status?: { readonly code?: string | undefined } | undefined;
}

/** A request, as far as it decides what is possible: a request has all of these fields, an item of the list most. */
export interface RequestState extends WithStatus {
  readonly readOnly?: boolean | undefined;
  readonly invoicing?: { readonly totalAmountInvoiced?: number | undefined } | undefined;
  readonly components?: readonly LineState[] | undefined;
}

/** The options of `possibleActions`. */
export interface PossibleActionsOptions<Kind extends RequestKind = RequestKind> {
  /** `damage` for a damage service request. Default `service` */
  readonly kind?: Kind | undefined;
  /** Default: the phase of the request's status. Give `Archived` after a 410 response: no status shows that. */
  readonly phase?: Phase | undefined;
}

/** The actions that are possible on a line. */
export interface PossibleLineActions<Kind extends RequestKind = RequestKind> {
  /** The id of the line. */
  readonly id: string;
  /** The operations on this line; at most one of `components.delete` and `components.cancel`. */
  readonly operations: readonly LineOperationId<Kind>[];
  /** The workflows on this line. */
  readonly workflows: readonly "cancelOrDelete"[];
}

/** The actions that are possible on a request. */
export interface PossibleActions<Kind extends RequestKind = RequestKind> {
  /** The operations on the request; `components.put` among them means that a line can be added. */
  readonly operations: readonly RequestOperation<Kind>[];
  /** The workflows on the request. */
  readonly workflows: readonly RequestWorkflow[];
  /** The actions on each of its lines, in the order of `components`; empty for an item of the list, which has none. */
  readonly lines: readonly PossibleLineActions<Kind>[];
}

/**
 * Returns the operations and workflows that are possible on a request, as it was last read, and on each of its lines
 * (supplier-api.md §3, §4). It calls nothing, and does not check the content. The workflows check the same conditions
 * after they have read the request; the operations do not. That nothing can be changed where `readOnly` is true is
 * assumed. With a status that this version does not know, only the actions that do not depend on it are returned.
 *
 * @throws RegInputError for what is not a request
 *
 * @example
 * const { workflows, lines } = possibleActions(request);
 * submitButton.disabled = !workflows.includes("submit");
 * const removable = lines.filter((line) => line.workflows.includes("cancelOrDelete"));
 */
export function possibleActions<Kind extends RequestKind = "service">(
  request: RequestState,
  options?: PossibleActionsOptions<Kind>,
): PossibleActions<Kind>;
export function possibleActions(request: RequestState, options: PossibleActionsOptions = {}): PossibleActions {
  return asInput("request", undefined, () => findActions(request, options));
}

function findActions(
  request: RequestState,
  { kind = "service", phase = phaseOf(request) }: PossibleActionsOptions,
): PossibleActions {
  if (!Array.isArray(request.components ?? [])) throw new RegInputError("components", "must be a list");
  const operations = operationsOf(kind).filter(
    (operation) => isPossibleIn(phase, operation) && !isClosed(request, operation),
  );
  return {
    operations: operations.filter((operation) => !needsLine(operation)),
    workflows: requestWorkflows.filter(
      (workflow) =>
        operations.includes(operationSentBy(workflow, kind)) && phasesOf(workflow).some((each) => each === phase),
    ),
    lines: (request.components ?? []).map((line) => describeLine(line, operations.filter(isOnLine))),
  };
}

function describeLine(given: LineState, possible: readonly LineOperationId[]): PossibleLineActions {
  // JSON can contain null, which is treated as every other line without content.
  const line: LineState = Object(given);
  const operations = possible.filter((operation) => allowsTrigger(line, triggerOf(operation)));
  return { id: line.id, operations, workflows: operations.some(needsLine) ? ["cancelOrDelete"] : [] };
}

function operationsOf<Kind extends RequestKind>(kind: Kind): RequestOperation<Kind>[] {
  const isOnRequest = (id: string): id is RequestOperation<Kind> => id.startsWith(`${groupOf[kind]}.`);
  return Object.entries(supplierOperations)
    .filter(([, { pathParams }]) => pathParams.length > 0)
    .map(([id]) => id)
    .filter(isOnRequest);
}

/** An operation without phases is possible in all of them. */
function isPossibleIn(phase: Phase | undefined, operation: RequestOperation): boolean {
  const { phases }: { readonly phases?: readonly string[] } = supplierOperations[operation];
  return phases === undefined || (phase !== undefined && phases.includes(phase));
}

const nameOf = (operation: RequestOperation) => operation.slice(operation.indexOf(".") + 1);

/** The operations that are only possible while nothing is invoiced. */
const beforeInvoices: readonly string[] = [
  "overwrite",
  "patch",
  "delete",
  "components.put",
  "components.delete",
  "components.cancel",
  "invoices.setStatus",
];

function isClosed(request: RequestState, operation: RequestOperation): boolean {
  return closedBy(request) !== undefined && beforeInvoices.includes(nameOf(operation));
}

/**
 * The field that shows that a request can no longer be changed; undefined if it can. Invoices that add up to zero, such
 * as a debit and its discount, only show in `readOnly`.
 */
export function closedBy({ readOnly, invoicing }: RequestState): "invoicing" | "readOnly" | undefined {
  if ((readNumber(invoicing?.totalAmountInvoiced) ?? 0) !== 0) return "invoicing";
  return readOnly === true ? "readOnly" : undefined;
}

const triggers: Readonly<Record<string, LineTrigger>> = {
  "components.put": "write",
  "components.delete": "delete",
  "components.cancel": "cancel",
};

const isOnLine = (operation: RequestOperation): operation is LineOperationId => nameOf(operation) in triggers;
const triggerOf = (operation: LineOperationId) => triggers[nameOf(operation)] ?? "write";

const needsLine = (operation: RequestOperation) => isOnLine(operation) && triggerOf(operation) !== "write";

const requestWorkflows = ["submit", "resubmit", "invoice", "markNotInvoiced"] as const;

function operationSentBy(workflow: RequestWorkflow, kind: RequestKind): RequestOperation {
  const group = groupOf[kind];
  if (workflow === "invoice") return `${group}.invoices.create`;
  return workflow === "markNotInvoiced" ? `${group}.invoices.setStatus` : `${group}.patch`;
}

/** A workflow on a request, or the withdrawal of a line. */
export type PhaseAction = RequestWorkflow | "extendRental" | "delete" | "cancel";

/** The phases in which an action is possible. */
export function phasesOf(action: PhaseAction): readonly Phase[] {
  if (action === "delete" || action === "cancel") return phasesWith(`serviceRequests.components.${action}`);
  if (action === "extendRental") return phasesWith("serviceRequests.patch").filter((phase) => phase !== "Draft");
  const sendable = phasesWith(operationSentBy(action, "service"));
  if (action !== "submit" && action !== "resubmit") return sendable;
  const submittable = sendable.filter((phase) => transitionsFrom(phase, "submit").length > 0);
  // A lessor has seen a request in every phase but Draft.
  return action === "submit" ? submittable : submittable.filter((phase) => phase !== "Draft");
}

/** The phases that allow an operation; they are the same for both kinds of request. */
const phasesWith = (operation: RequestOperation) => phases.filter((phase) => isPossibleIn(phase, operation));
