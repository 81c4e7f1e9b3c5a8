import type { ComponentInput, LineStatus } from "../../generated/supplier/models.js";
import { type LineTrigger, lineTransition } from "../../supplier/phases/line-status.js";
import type { StoredLine } from "../state.js";
import { wrongPhase } from "./request-access.js";

/** Creates a line that the lessor has not seen. */
export function newLine({ id, ...content }: ComponentInput): StoredLine {
  return { id, content, status: statusAfter("none", "write") };
}

/** Returns a line with new content; a line that the lessor has seen gets the status `Changed`. */
export function changedLine(line: StoredLine, content: StoredLine["content"]): StoredLine {
  return { ...line, content, status: statusAfter(line.status, "write") };
}

/** Returns the status to which a trigger leads; throws 400 if the transition table has none. */
export function statusAfter(status: LineStatus | "none", trigger: LineTrigger): LineStatus {
  const { to } = findTransition(status, trigger);
  if (to === "removed") throw new Error(`a line that is removed by "${trigger}" has no status`);
  return to;
}

/** Throws 400 if a line with this status cannot be deleted. */
export function checkDeletable(status: LineStatus): void {
  findTransition(status, "delete");
}

/** Whether the supplier has cancelled a line, unless the lessor has denied the cancellation. */
export function isCancelled(status: LineStatus): boolean {
  return status === "Cancelled" || status === "CancellationApproved";
}

function findTransition(status: LineStatus | "none", trigger: LineTrigger) {
  const transition = lineTransition(status, trigger);
  if (transition !== undefined) return transition;
  if (status !== "none" && isCancelled(status)) throw wrongPhase("The line is cancelled.");
  throw wrongPhase(explanations[trigger] ?? `A line in ${status} cannot take the step "${trigger}".`);
}

const explanations: Partial<Readonly<Record<LineTrigger, string>>> = {
  delete: "The line was sent to the lessor: it can be cancelled, but not deleted.",
  cancel: "The line was not sent to the lessor: it can be deleted, but not cancelled.",
};
