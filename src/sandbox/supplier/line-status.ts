import type { ComponentInput, LineStatus } from "../../generated/supplier/models.js";
import { type LineTrigger, lineTransition } from "../../supplier/phases/line-status.js";
import type { StoredLine } from "../state.js";
import { wrongPhase } from "./request-access.js";

/** A line that the lessor has not seen. */
export function newLine({ id, ...content }: ComponentInput): StoredLine {
  return { id, content, status: statusAfter("none", "write") };
}

/** A line with new content; one that the lessor has seen is marked as changed. */
export function changedLine(line: StoredLine, content: StoredLine["content"]): StoredLine {
  return { ...line, content, status: statusAfter(line.status, "write") };
}

/** The status to which a step leads. */
export function statusAfter(status: LineStatus | "none", trigger: LineTrigger): LineStatus {
  const { to } = allowedMove(status, trigger);
  if (to === "removed") throw new Error(`a line that is removed by "${trigger}" has no status`);
  return to;
}

/** The row of the table for a step; refuses if there is none. */
export function allowedMove(status: LineStatus | "none", trigger: LineTrigger) {
  const found = lineTransition(status, trigger);
  if (found !== undefined) return found;
  if (status !== "none" && isCancelled(status)) throw wrongPhase("The line is cancelled.");
  throw wrongPhase(impossible[trigger] ?? `A line in ${status} cannot take the step "${trigger}".`);
}

const impossible: Partial<Readonly<Record<LineTrigger, string>>> = {
  delete: "The line was sent to the lessor: it can be cancelled, but not deleted.",
  cancel: "The line was not sent to the lessor: it can be deleted, but not cancelled.",
};

/** Whether a line is cancelled, whatever the lessor may yet say to it. */
export function isCancelled(status: LineStatus): boolean {
  return status === "Cancelled" || status === "CancellationApproved";
}
