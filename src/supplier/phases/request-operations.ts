import { supplierOperations } from "../../generated/supplier/operations.js";
import { groupOf, type RequestKind } from "../request-kind.js";
import { type Phase, transitionsFrom } from "./transitions.js";

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
export function operationsOf<Kind extends RequestKind>(kind: Kind): RequestOperation<Kind>[] {
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
export function isPossibleIn(phase: Phase | undefined, operation: RequestOperation): boolean {
  const row = rowOf(operation);
  if (row === undefined) return false;
  const { phases } = row;
  if (phases === undefined) return true;
  if (phase === undefined) return false;
  const isPatch = operation === `${groupOf.service}.patch` || operation === `${groupOf.damage}.patch`;
  return phases.includes(phase) || (isPatch && transitionsFrom(phase, "change").length > 0);
}
