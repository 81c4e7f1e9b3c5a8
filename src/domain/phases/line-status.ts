import type { LineStatus } from "../../generated/supplier/models.js";

/** The decisions of a lessor about a line, by the status to which each leads. */
export const lineDecisions = [
  "Approved",
  "ProvisionallyApproved",
  "Denied",
  "CallLessor",
  "LessorWillCall",
] as const satisfies readonly LineStatus[];

/** What a lessor can decide about a line. */
export type LineDecision = (typeof lineDecisions)[number];

/**
 * The triggers that change a line's status: the supplier's steps, the request's submission, and the lessor's decisions.
 */
export type LineTrigger = "write" | "delete" | "cancel" | "submit" | LineDecision;

/** One transition in the table of the lines. */
export interface LineTransition {
  /** `none`: the line does not exist yet. */
  readonly from: LineStatus | "none";
  readonly trigger: LineTrigger;
  /** `removed`: the line no longer exists. */
  readonly to: LineStatus | "removed";
}

/** Statuses of lines that the lessor has seen and that are still wanted. */
const sent = [
  "ApprovalRequested",
  "Changed",
  "Approved",
  "ProvisionallyApproved",
  "CallLessor",
  "Denied",
  "LessorWillCall",
  "CancellationDenied",
] as const satisfies readonly LineStatus[];

/** Those of them that are sent again with the request: an approval stays. */
const resent = sent.filter((status) => status !== "Approved");

/** The lessor reviews every line again that is not cancelled. */
const reviewed = ["ApprovalRequested", "Approved"] as const satisfies readonly LineStatus[];

/**
 * Every status transition of a line. The reference documents the deletion of a line that was not sent and the
 * cancellation of one that was (supplier-api.md §3, line moves), and shows no others: src/sandbox/LEDGER.md says how
 * sure each of them is.
 */
export const lineTransitions: readonly LineTransition[] = [
  transition("none", "write", "Entered"),
  transition("Entered", "write", "Entered"),
  transition("Entered", "delete", "removed"),
  transition("Entered", "submit", "ApprovalRequested"),
  ...sent.map((from) => transition(from, "write", "Changed")),
  ...sent.map((from) => transition(from, "cancel", "Cancelled")),
  ...resent.map((from) => transition(from, "submit", "ApprovalRequested")),
  // Settled lines keep their status when the request is submitted.
  transition("Approved", "submit", "Approved"),
  transition("Cancelled", "submit", "Cancelled"),
  transition("CancellationApproved", "submit", "CancellationApproved"),
  ...reviewed.flatMap((from) => lineDecisions.map((decision) => transition(from, decision, decision))),
  // A decision on a cancelled line is a decision on its cancellation.
  ...lineDecisions.map((decision) =>
    transition("Cancelled", decision, decision === "Approved" ? "CancellationApproved" : "CancellationDenied"),
  ),
  ...lineDecisions.map((decision) => transition("CancellationApproved", decision, "CancellationApproved")),
];

function transition(from: LineTransition["from"], trigger: LineTrigger, to: LineTransition["to"]): LineTransition {
  return { from, trigger, to };
}

/** The transition from a status by a trigger; undefined if it is not possible. */
export function lineTransition(from: LineStatus | "none", trigger: LineTrigger): LineTransition | undefined {
  return lineTransitions.find((each) => each.from === from && each.trigger === trigger);
}

/**
 * Whether the status of a line allows a trigger (supplier-api.md §3, line moves). A line without a status is treated as
 * a new one. That a cancelled line cannot be written is assumed.
 */
export function allowsTrigger(
  line: { readonly status?: { readonly code?: string | undefined } | undefined },
  trigger: LineTrigger,
): boolean {
  const status = line.status?.code ?? "Entered";
  return lineTransitions.some((each) => each.from === status && each.trigger === trigger);
}
