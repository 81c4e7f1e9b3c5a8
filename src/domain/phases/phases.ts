import { asInput } from "../../errors/input.js";
import type { ServiceRequestStatus } from "../../generated/supplier/models.js";

/** The phase of each status, as long as the request is not archived (supplier-api.md §3). */
const phaseByStatus = {
  Draft: "Draft",
  ApprovalRequested: "Lessor",
  Denied: "Response",
  Approved: "Invoicing",
  Modified: "Response",
  ProvisionallyApproved: "Response",
} as const satisfies Record<ServiceRequestStatus, Phase>;

/** An object that shows the phase of a request: a request, an item of the list, or any object with its status. */
export interface WithStatus {
  readonly status: string;
}

/**
 * Returns the phase that a request is in, by its status; undefined for a status that this version does not know. Never
 * `Archived`: no status shows that, only a 410 response does. Which phase `Modified` and `ProvisionallyApproved` belong
 * to (Response) is assumed; the others are inferred. See docs/phases.md.
 *
 * @throws RegInputError for what has no status to read
 *
 * @example
 * if (phaseOf(request) === "Invoicing") await supplier.serviceRequests.invoice(request.id, invoiceOf(request));
 *
 * @see supplier-api.md §3
 */
export function phaseOf(request: WithStatus): Phase | undefined {
  return asInput("request", undefined, () => phaseOfStatus(request.status));
}

/** The phase of a request with this status; undefined for a status that this version does not know. */
export function phaseOfStatus(status: string): Phase | undefined {
  return Object.hasOwn(phaseByStatus, status) ? phaseByStatus[status as ServiceRequestStatus] : undefined;
}

/** A phase in the life of a request (supplier-api.md §1, §3). A request that does not exist yet is in none of them. */
export type Phase = "Draft" | "Lessor" | "Response" | "Invoicing" | "Archived";

/** Every phase. */
export const phases = ["Draft", "Lessor", "Response", "Invoicing", "Archived"] as const satisfies readonly Phase[];

/** Whether a value is the name of a phase. */
export function isPhase(value: unknown): value is Phase {
  return (phases as readonly unknown[]).includes(value);
}

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
  /** When it takes effect, if not at once: at the next midnight in Amsterdam, which is assumed. */
  readonly at?: "midnight";
}

const submission = {
  trigger: "submit",
  condition: "the approval requirements are met",
  to: "Lessor",
  status: "ApprovalRequested",
} as const;

/**
 * Every transition in the reference (supplier-api.md §3), and those that complete it. src/sandbox/LEDGER.md says how
 * sure each part is: that the transition exists, its condition, its status and its time.
 */
export const phaseTransitions = [
  { from: "none", trigger: "create", condition: "the license plate is given", to: "Draft", status: "Draft" },
  { from: "none", ...submission },
  { from: "Draft", ...submission },
  { from: "Draft", trigger: "change", condition: "none", to: "Draft", status: "Draft" },
  { from: "Draft", trigger: "delete", condition: "none", to: "removed" },
  { from: "Lessor", trigger: "review", condition: "every line is approved", to: "Invoicing", status: "Approved" },
  { from: "Lessor", trigger: "review", condition: "a line is denied", to: "Response", status: "Denied" },
  {
    from: "Lessor",
    trigger: "review",
    condition: "a line is provisionally approved",
    to: "Response",
    status: "ProvisionallyApproved",
  },
  { from: "Response", ...submission },
  { from: "Response", trigger: "change", condition: "none", to: "Response", status: "Modified" },
  { from: "Invoicing", trigger: "change", condition: "nothing is invoiced yet", to: "Response", status: "Modified" },
  { from: "Invoicing", trigger: "invoice", condition: "none", to: "Archived", at: "midnight" },
  { from: "Invoicing", trigger: "no-costs", condition: "nothing is left to invoice", to: "Archived", at: "midnight" },
] as const satisfies readonly PhaseTransition[];

/** The transitions from a phase by a trigger; if there are none, the trigger is not possible in this phase. */
export function transitionsFrom(from: Phase | "none", trigger: PhaseTrigger): readonly PhaseTransition[] {
  return phaseTransitions.filter((each) => each.from === from && each.trigger === trigger);
}
