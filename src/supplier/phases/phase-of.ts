import type { ServiceRequestStatus } from "../../generated/supplier/models.js";
import type { Confidence, Phase } from "./transitions.js";

/**
 * The phase that each status stands for, as long as the request is not archived, and whether the reference says so or it
 * is inferred (supplier-api.md §3).
 */
export const phaseByStatus = {
  Draft: { phase: "Draft", confidence: "documented" },
  ApprovalRequested: { phase: "Lessor", confidence: "documented" },
  Denied: { phase: "Response", confidence: "documented" },
  Approved: { phase: "Invoicing", confidence: "documented" },
  Modified: { phase: "Response", confidence: "inferred" },
  ProvisionallyApproved: { phase: "Response", confidence: "inferred" },
} as const satisfies Record<ServiceRequestStatus, { phase: Phase; confidence: Confidence }>;

/** What tells the phase of a request: a request that was read, an item of the list, or any object with its status. */
export interface WithStatus {
  readonly status: string;
}

/** The statuses that stand for a phase. None stands for `Archived`: such a request can no longer be read. */
export type StatusIn<In extends Phase> = {
  [Status in keyof typeof phaseByStatus]: (typeof phaseByStatus)[Status]["phase"] extends In ? Status : never;
}[keyof typeof phaseByStatus];

/**
 * The phase that a request is in, by its status (supplier-api.md §3). Undefined for a status that this version does not
 * know. Never `Archived`: no status tells that, an answer with 410 does.
 *
 * That `Modified` and `ProvisionallyApproved` belong to Response is inferred; `phaseByStatus` says so of each.
 */
export function phaseOf(request: WithStatus): Phase | undefined {
  return phaseOfStatus(request.status);
}

/** The phase of a request with this status; undefined for a status that this version does not know. */
export function phaseOfStatus(status: string): Phase | undefined {
  return isKnown(status) ? phaseByStatus[status].phase : undefined;
}

function isKnown(status: string): status is ServiceRequestStatus {
  return Object.hasOwn(phaseByStatus, status);
}

/**
 * Whether a request is in a phase; narrows its `status` to those of that phase.
 *
 * @example
 * if (isInPhase(request, "Response")) request.status; // "Modified" | "ProvisionallyApproved" | "Denied"
 */
export function isInPhase<Request extends WithStatus, In extends Phase>(
  request: Request,
  phase: In,
): request is Request & { readonly status: StatusIn<In> } {
  return phaseOf(request) === phase;
}
