import { type LineDecision, lineDecisions, lineTransition } from "../../../domain/phases/line-status.js";
import { transitionsFrom } from "../../../domain/phases/phases.js";
import type { LineStatus } from "../../../generated/supplier/models.js";
import { archiveAfter } from "../state/phase.js";
import type { StoredLine, StoredRequest } from "../state/state.js";
import { outstandingCents } from "../supplier/serialize.js";

/** Whether a value is the name of a decision. */
export const isDecision = (value: unknown): value is LineDecision =>
  lineDecisions.some((decision) => decision === value);

/** Decides on every line of a request in the phase Lessor, and moves the request by the table of transitions. */
export function reviewRequest(request: StoredRequest, now: number, decide: (line: StoredLine) => LineDecision): void {
  request.lines = request.lines.map((line) => ({ ...line, status: statusAfterDecision(line, decide(line)) }));
  const condition = conditionOf(request);
  const transition = transitionsFrom("Lessor", "review").find((each) => each.condition === condition);
  request.status = transition?.status ?? request.status;
  request.changedAt = now;
  request.waiting = undefined;
  if (request.status === "Approved" && outstandingCents(request) <= 0) {
    archiveAfter(request, "no-costs", now);
  }
}

function statusAfterDecision({ status }: StoredLine, decision: LineDecision): LineStatus {
  const to = lineTransition(status, decision)?.to;
  if (to === undefined || to === "removed") throw new Error(`the lessor cannot decide on a line in ${status}`);
  return to;
}

/**
 * Returns the condition of the transition that applies. A line with `CallLessor` or `LessorWillCall` counts as denied,
 * which is assumed: no status of a request stands for these two statuses of a line.
 */
function conditionOf({ lines }: StoredRequest): string {
  const isEveryLineIn = (...statuses: LineStatus[]) => lines.every(({ status }) => statuses.includes(status));
  if (isEveryLineIn("Approved", "CancellationApproved")) return "every line is approved";
  if (isEveryLineIn("Approved", "CancellationApproved", "ProvisionallyApproved"))
    return "a line is provisionally approved";
  return "a line is denied";
}
