import { type Goal, isMeasured, isReached } from "../goals.js";

/** How a goal came out, for a table: with a mark if it is not reached. */
export function goalCell({
  figure,
  most,
  text,
  missing = "not measured",
}: Pick<Goal, "figure" | "most" | "text" | "missing">): string {
  if (!isMeasured(figure) || !isMeasured(most)) return `✗ ${missing}`;
  return isReached({ figure, most }) ? text(figure) : `✗ ${text(figure)}`;
}
