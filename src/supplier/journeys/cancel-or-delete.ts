import { RegInputError } from "../../errors/client-errors.js";
import { canLine } from "../phases/can-line.js";
import { phaseOf } from "../phases/phase-of.js";
import { isCancelled } from "../rules/approval/lines.js";
import { ruleViolation } from "../rules/violation.js";
import type { Begun } from "./begin.js";
import { endLine, type LineEnd, lineIn } from "./end-line.js";
import { Journey } from "./journey.js";
import type { JourneyParts } from "./parts.js";

/** Takes a line back: one that was sent is cancelled, one that was not is deleted (supplier-api.md §3). */
export async function cancelOrDelete(
  parts: JourneyParts,
  begun: Begun,
  id: string,
  componentId: string,
): Promise<LineEnd> {
  const journey = new Journey(parts, begun);
  const { operationId } = journey;
  if (typeof componentId !== "string" || componentId === "")
    throw new RegInputError("componentId", "must be the id of a line", { operationId });
  const request = await parts.requests.get(id, journey.callOptions());
  const line = lineIn(request, componentId);
  if (line === undefined) throw journey.refusal([noSuchLine]);
  if (isCancelled(line)) return "cancelled";
  // A status that is not known is taken for one that the lessor gave.
  const end = canLine(line, "delete") ? "deleted" : "cancelled";
  journey.requirePhase(phaseOf(request), end === "deleted" ? ["Draft", "Response"] : ["Response"]);
  return endLine(parts, journey, id, line, end);
}

const noSuchLine = ruleViolation(
  "RULE-LINE",
  "componentId",
  "The request has no line with this id. If an earlier call deleted it, there is nothing left to do; else correct the id.",
);
