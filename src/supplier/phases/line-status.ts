import type { LineStatus } from "../../generated/supplier/models.js";
import type { Confidence } from "./phases.js";

/** What moves a line: the supplier's steps, the request's way to the lessor, and the lessor's decisions. */
export type LineTrigger =
  | "write"
  | "delete"
  | "cancel"
  | "submit"
  | "approve"
  | "provisionally-approve"
  | "deny"
  | "call-lessor"
  | "lessor-will-call";

/** One row of the lines' transition table. */
export interface LineTransition {
  /** `none`: the line does not exist yet. */
  readonly from: LineStatus | "none";
  readonly trigger: LineTrigger;
  /** `removed`: the line exists no longer. */
  readonly to: LineStatus | "removed";
  readonly confidence: Confidence;
}

/** What the lessor can decide about a line, and the status that the line then has. */
const decisions = [
  ["approve", "Approved"],
  ["provisionally-approve", "ProvisionallyApproved"],
  ["deny", "Denied"],
  ["call-lessor", "CallLessor"],
  ["lessor-will-call", "LessorWillCall"],
] as const satisfies readonly (readonly [LineTrigger, LineStatus])[];

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

/** Of these, those that ask anew when the request does: an approval stays. */
const asking = sent.filter((status) => status !== "Approved");

/** The lessor looks again at whatever is not cancelled. */
const reviewed = ["ApprovalRequested", "Approved"] as const satisfies readonly LineStatus[];

/**
 * Every move of a line. The reference documents the deletion of a line that was not sent and the cancellation of one
 * that was (supplier-api.md §3, line moves); all other rows are inferred from the names of the statuses.
 */
export const lineTransitions: readonly LineTransition[] = [
  row("none", "write", "Entered"),
  row("Entered", "write", "Entered"),
  row("Entered", "delete", "removed", "documented"),
  row("Entered", "submit", "ApprovalRequested"),
  ...sent.map((from) => row(from, "write", "Changed")),
  ...sent.map((from) => row(from, "cancel", "Cancelled", "documented")),
  ...asking.map((from) => row(from, "submit", "ApprovalRequested")),
  // What is settled goes to the lessor as it is.
  row("Approved", "submit", "Approved"),
  row("Cancelled", "submit", "Cancelled"),
  row("CancellationApproved", "submit", "CancellationApproved"),
  ...reviewed.flatMap((from) => decisions.map(([trigger, to]) => row(from, trigger, to))),
  // A decision on a cancelled line is one on its cancellation.
  ...decisions.map(([trigger]) =>
    row("Cancelled", trigger, trigger === "approve" ? "CancellationApproved" : "CancellationDenied"),
  ),
  ...decisions.map(([trigger]) => row("CancellationApproved", trigger, "CancellationApproved")),
];

function row(
  from: LineTransition["from"],
  trigger: LineTrigger,
  to: LineTransition["to"],
  confidence: Confidence = "inferred",
): LineTransition {
  return { from, trigger, to, confidence };
}

/** The row that leads on from a status by a trigger; undefined where the move is not possible. */
export function lineTransition(from: LineStatus | "none", trigger: LineTrigger): LineTransition | undefined {
  return lineTransitions.find((each) => each.from === from && each.trigger === trigger);
}

/** What a supplier can do with one line. */
export type LineStep = Extract<LineTrigger, "write" | "delete" | "cancel">;

/**
 * Whether the status of a line allows a step: a line that was sent to the lessor can be cancelled, one that was not can
 * be deleted (supplier-api.md §3, line moves). That a cancelled line cannot be written to is inferred. A line without
 * a status is taken for a new one, which can be written and removed. Ask `can` whether the request's phase allows it at
 * all.
 */
export function canLine(
  line: { readonly status?: { readonly code?: string | undefined } | undefined },
  step: LineStep,
): boolean {
  const status = line.status?.code ?? "Entered";
  return lineTransitions.some(({ from, trigger }) => from === status && trigger === step);
}
