import type { LineStatus } from "../../generated/supplier/models.js";
import { type LineTrigger, lineTransition } from "../../supplier/phases/line-transitions.js";
import { transitionsFrom } from "../../supplier/phases/transitions.js";
import { archiveAfter } from "../state/archive.js";
import type { StoredLine, StoredRequest } from "../state/state.js";
import { outstandingCents } from "../supplier/invoices/totals.js";

/** What a lessor can decide about a line. */
export type LineDecision = keyof typeof triggers;

/** The step of the lines' table behind each decision. */
const triggers = {
  Approved: "approve",
  ProvisionallyApproved: "provisionally-approve",
  Denied: "deny",
  CallLessor: "call-lessor",
  LessorWillCall: "lessor-will-call",
} as const satisfies Record<string, LineTrigger>;

/** Whether a text names a decision. */
export const isDecision = (text: unknown): text is LineDecision =>
  typeof text === "string" && Object.hasOwn(triggers, text);

/** Every decision by name. */
export const decisionNames: readonly string[] = Object.keys(triggers);

/** Decides on every line of a request that waits for the lessor, and moves the request by the table. */
export function review(
  request: StoredRequest,
  now: number,
  decide: (line: StoredLine) => LineDecision,
): void {
  request.lines = request.lines.map((line) => ({ ...line, status: decided(line, decide(line)) }));
  const condition = conditionOf(request);
  const row = transitionsFrom("Lessor", "review").find((each) => each.condition === condition);
  request.status = row?.status ?? request.status;
  request.changedAt = now;
  request.waiting = undefined;
  if (request.status === "Approved" && outstandingCents(request) <= 0) {
    archiveAfter(request, "no-costs", now);
  }
}

function decided({ status }: StoredLine, decision: LineDecision): LineStatus {
  const to = lineTransition(status, triggers[decision])?.to;
  if (to === undefined || to === "removed")
    throw new Error(`the lessor cannot decide on a line in ${status}`);
  return to;
}

/** Lines that ask for a call are taken to deny the request: it has no status of its own for them. */
function conditionOf({ lines }: StoredRequest): string {
  const isPast = (...statuses: LineStatus[]) => lines.every(({ status }) => statuses.includes(status));
  if (isPast("Approved", "CancellationApproved")) return "every line is approved";
  if (isPast("Approved", "CancellationApproved", "ProvisionallyApproved"))
    return "a line is provisionally approved";
  return "a line is denied";
}
