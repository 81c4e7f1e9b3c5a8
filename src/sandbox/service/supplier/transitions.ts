import { type LineTrigger, lineTransition } from "../../../domain/phases/line-status.js";
import { type PhaseTrigger, transitionsFrom } from "../../../domain/phases/phases.js";
import { isCancelled } from "../../../domain/rules/draft.js";
import type { ComponentInput, LineStatus } from "../../../generated/supplier/models.js";
import type { HandlerContext } from "../state/context.js";
import { phaseNow } from "../state/phase.js";
import type { NewRequest, StoredLine, StoredRequest } from "../state/state.js";
import { wrongPhase } from "./request-access.js";

/** Applies the effects of a submission to a request. */
export function applySubmission(request: NewRequest, { now }: HandlerContext): void {
  applyTransition(request, "submit", now());
  request.waiting = { since: now(), reads: 0 };
  request.lines = request.lines.map((line) => ({
    ...line,
    status: statusAfter(line, "submit"),
  }));
}

/** Applies the effects of a change by the supplier to a request. A change in Invoicing leads back to Response. */
export function applyChange(request: StoredRequest, now: number): void {
  request.changedAt = now;
  if (transitionsFrom(phaseNow(request, now), "change").length === 0) return;
  applyTransition(request, "change", now);
  request.archiveAt = undefined;
  request.notInvoiced = undefined;
}

/** The phase has at most one transition for either trigger. */
function applyTransition(request: NewRequest, trigger: PhaseTrigger, now: number): void {
  const phase = phaseNow(request, now);
  const transition = transitionsFrom(phase, trigger)[0];
  if (transition === undefined) throw wrongPhase(`A request in ${phase} cannot take the step "${trigger}".`);
  if (transition.status !== undefined) request.status = transition.status;
}

/** Creates a line that the lessor has not seen. */
export function newLine({ id, ...content }: ComponentInput): StoredLine {
  return { id, content, status: statusAfter({ id, status: "none" }, "write") };
}

/** Returns a line with new content; a line that the lessor has seen gets the status `Changed`. */
export function changedLine(line: StoredLine, content: StoredLine["content"]): StoredLine {
  return { ...line, content, status: statusAfter(line, "write") };
}

/** Returns the status to which a trigger leads; throws 400 if the transition table has none. */
export function statusAfter(line: LineState, trigger: LineTrigger): LineStatus {
  const { to } = findTransition(line, trigger);
  if (to === "removed") throw new Error(`a line that is removed by "${trigger}" has no status`);
  return to;
}

/** Throws 400 if a line with this status cannot be deleted. */
export function checkDeletable(line: LineState): void {
  findTransition(line, "delete");
}

interface LineState {
  readonly id: string;
  /** `none`: the line is new. */
  readonly status: LineStatus | "none";
}

function findTransition({ id, status }: LineState, trigger: LineTrigger) {
  const transition = lineTransition(status, trigger);
  if (transition !== undefined) return transition;
  const problem = isCancelled({ status: { code: status } })
    ? "The line is cancelled: add a new line instead."
    : (explanations[trigger] ?? `A line in ${status} cannot take the step "${trigger}".`);
  throw wrongPhase(problem, { componentId: id });
}

const explanations: Partial<Readonly<Record<LineTrigger, string>>> = {
  delete: "The line was sent to the lessor: it can be cancelled, but not deleted.",
  cancel: "The line was not sent to the lessor: it can be deleted, but not cancelled.",
};
