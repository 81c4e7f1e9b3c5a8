import type { DueFault } from "../faults/faults.js";
import type { FaultKind } from "../faults/kinds.js";

/** What the journal says of a fault, such as `after-commit reset`: never an address, a header or a body. */
export const faultText = ({ when, with: kind }: Pick<DueFault, "when" | "with">): string =>
  `${when} ${nameOf(kind)}`;

function nameOf(kind: FaultKind): string {
  if (typeof kind === "string") return kind;
  if ("delay" in kind) return kind.with === undefined ? "delay" : `delay, then ${nameOf(kind.with)}`;
  if ("redirect" in kind) return "redirect";
  if ("oversized" in kind) return "oversized";
  if ("contentType" in kind) return "content type";
  if ("drip" in kind) return "drip";
  return [kind.status, kind.code, ...(kind.codes ?? [])].filter((part) => part !== undefined).join(" ");
}
