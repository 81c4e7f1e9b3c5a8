import type { ComponentInput, LineStatus } from "../../../generated/supplier/models.js";
import type { StoredLine } from "../../state/state.js";
import { wrongPhase } from "./access.js";

/** A line that the lessor has not seen. */
export function newLine({ id, ...content }: ComponentInput): StoredLine {
  return { id, content, status: "Entered", sent: false };
}

/** A line with new content; one that the lessor has seen is marked as changed. */
export function changedLine(line: StoredLine, content: StoredLine["content"]): StoredLine {
  refuseCancelled(line);
  return { ...line, content, status: line.sent ? "Changed" : "Entered" };
}

/** A cancelled line stays as it is. */
export function refuseCancelled({ status }: StoredLine): void {
  if (isCancelled(status)) throw wrongPhase("The line is cancelled.");
}

/** Whether a line is cancelled, whatever the lessor may yet say to it. */
export function isCancelled(status: LineStatus): boolean {
  return status === "Cancelled" || status === "CancellationApproved";
}
