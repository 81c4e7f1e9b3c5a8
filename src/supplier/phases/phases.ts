import type { ServiceRequestStatus } from "../../generated/supplier/models.js";

/**
 * The phase of each status, as long as the request is not archived, and whether the reference documents it or it is
 * inferred (supplier-api.md §3).
 */
export const phaseByStatus = {
  Draft: { phase: "Draft", confidence: "documented" },
  ApprovalRequested: { phase: "Lessor", confidence: "documented" },
  Denied: { phase: "Response", confidence: "documented" },
  Approved: { phase: "Invoicing", confidence: "documented" },
  Modified: { phase: "Response", confidence: "inferred" },
  ProvisionallyApproved: { phase: "Response", confidence: "inferred" },
} as const satisfies Record<ServiceRequestStatus, { phase: Phase; confidence: Confidence }>;

/** An object that shows the phase of a request: a request, an item of the list, or any object with its status. */
export interface WithStatus {
  readonly status: string;
}

/**
 * The phase that a request is in, by its status (supplier-api.md §3). Undefined for a status that this version does not
 * know. Never `Archived`: no status shows that, only a 410 response does.
 *
 * That `Modified` and `ProvisionallyApproved` belong to Response is inferred.
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

/** A phase in the life of a request (supplier-api.md §1, §3). A request that does not exist yet is in none of them. */
export type Phase = "Draft" | "Lessor" | "Response" | "Invoicing" | "Archived";

/** How certain a statement is: an `inferred` one follows from the reference but is not written there. */
export type Confidence = "documented" | "inferred";

/** The triggers that move a request from one phase to another. */
export type PhaseTrigger = "create" | "submit" | "delete" | "review" | "change" | "invoice" | "no-costs";

/** One transition in the table of the phases. */
export interface PhaseTransition {
  /** `none`: the request does not exist yet. */
  readonly from: Phase | "none";
  readonly trigger: PhaseTrigger;
  /** A further condition; it distinguishes the transitions of one phase and trigger. */
  readonly condition: string;
  /** `removed`: the request no longer exists. */
  readonly to: Phase | "removed";
  /** The status that the request has afterwards; absent if it keeps its status or is removed. */
  readonly status?: ServiceRequestStatus;
  /** When it takes effect, if not at once: at the next midnight in Amsterdam. */
  readonly at?: "midnight";
  readonly confidence: Confidence;
}

/** Every transition in the reference (supplier-api.md §3), and those that must be inferred to complete it. */
export const phaseTransitions = [
  {
    from: "none",
    trigger: "create",
    condition: "the license plate is given",
    to: "Draft",
    status: "Draft",
    confidence: "documented",
  },
  {
    from: "none",
    trigger: "submit",
    condition: "the approval requirements are met",
    to: "Lessor",
    status: "ApprovalRequested",
    confidence: "documented",
  },
  {
    from: "Draft",
    trigger: "submit",
    condition: "the approval requirements are met",
    to: "Lessor",
    status: "ApprovalRequested",
    confidence: "documented",
  },
  {
    from: "Draft",
    trigger: "change",
    condition: "none",
    to: "Draft",
    status: "Draft",
    confidence: "documented",
  },
  { from: "Draft", trigger: "delete", condition: "none", to: "removed", confidence: "documented" },
  {
    from: "Lessor",
    trigger: "review",
    condition: "every line is approved",
    to: "Invoicing",
    status: "Approved",
    confidence: "documented",
  },
  {
    from: "Lessor",
    trigger: "review",
    condition: "a line is denied",
    to: "Response",
    status: "Denied",
    confidence: "documented",
  },
  // The status exists and does not allow invoicing; that the next step is the supplier's is inferred.
  {
    from: "Lessor",
    trigger: "review",
    condition: "a line is provisionally approved",
    to: "Response",
    status: "ProvisionallyApproved",
    confidence: "inferred",
  },
  // The reference names no requirements for asking again; that they are the same is inferred.
  {
    from: "Response",
    trigger: "submit",
    condition: "the approval requirements are met",
    to: "Lessor",
    status: "ApprovalRequested",
    confidence: "documented",
  },
  // The status exists; that a change in this phase leads to it is inferred.
  {
    from: "Response",
    trigger: "change",
    condition: "none",
    to: "Response",
    status: "Modified",
    confidence: "inferred",
  },
  // The transition is documented, its status is inferred.
  {
    from: "Invoicing",
    trigger: "change",
    condition: "nothing is invoiced yet",
    to: "Response",
    status: "Modified",
    confidence: "documented",
  },
  {
    from: "Invoicing",
    trigger: "invoice",
    condition: "none",
    to: "Archived",
    at: "midnight",
    confidence: "documented",
  },
  // That this also takes effect at midnight is inferred: until then the request can be read.
  {
    from: "Invoicing",
    trigger: "no-costs",
    condition: "nothing is left to invoice",
    to: "Archived",
    at: "midnight",
    confidence: "documented",
  },
] as const satisfies readonly PhaseTransition[];

/** The transitions from a phase by a trigger; if there are none, the trigger is not possible in this phase. */
export function transitionsFrom(from: Phase | "none", trigger: PhaseTrigger): readonly PhaseTransition[] {
  return phaseTransitions.filter((each) => each.from === from && each.trigger === trigger);
}
