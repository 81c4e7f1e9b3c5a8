import type { Component, ServiceRequest } from "../../generated/supplier/models.js";
import { trueOrFalse } from "../../http/input/rules.js";
import { phaseOf } from "../phases/phase-of.js";
import { isReadingCode } from "../rules/well-known-codes.js";
import type { Begun } from "./begin.js";
import { endLine } from "./end-line.js";
import { handOver, refuseUnlessReady } from "./hand-over.js";
import { Journey } from "./journey.js";
import { knownRule } from "./known-option.js";
import type { JourneyParts } from "./parts.js";
import type { SubmitOptions } from "./submit.js";

/** What `resubmit` can be told. `deadline` bounds all of its calls together. */
export interface ResubmitOptions extends SubmitOptions {
  /**
   * Cancel every line that the lessor denied, or whose cancellation it denied, before asking again; otherwise they are
   * asked for again. Never a mileage or hours reading, which the lessor needs: correct one that was denied before
   * you call this. Default false.
   */
  readonly cancelDenied?: boolean | undefined;
}

/** Asks the lessor again; the request is checked as it will be, before anything is changed. */
export async function resubmit(
  parts: JourneyParts,
  begun: Begun<ResubmitOptions>,
  id: string,
): Promise<ServiceRequest> {
  const journey = new Journey(parts, begun, { known: knownRule, cancelDenied: trueOrFalse });
  const { cancelDenied, known } = journey.options;
  const request = await parts.requests.get(id, journey.callOptions());
  journey.requirePhase(phaseOf(request), ["Response"]);
  const denied = cancelDenied === true ? request.components.filter(isDenied) : [];
  const components = request.components.map((line) => (denied.includes(line) ? cancelled(line) : line));
  await refuseUnlessReady(parts, journey, { ...request, components }, known);
  // One after the other: what a crash leaves undone, the next run does.
  for (const line of denied) await endLine(parts, journey, id, line, "cancelled");
  return handOver(parts, journey, request);
}

function isDenied({ reg, status: { code } }: Component): boolean {
  return (code === "Denied" || code === "CancellationDenied") && !isReadingCode(reg?.code);
}

const cancelled = (line: Component): Component => ({ ...line, status: { code: "Cancelled" } });
