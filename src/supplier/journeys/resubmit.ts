import type { Component, ServiceRequest } from "../../generated/supplier/models.js";
import { trueOrFalse } from "../../http/input/rules.js";
import { phaseOf } from "../phases/phase-of.js";
import { handOver, refuseUnlessReady, type SubmitOptions } from "./hand-over.js";
import { Journey, knownRule } from "./journey.js";
import { endLine } from "./lines.js";
import type { JourneyParts } from "./parts.js";

/** What `resubmit` can be told. `deadline` bounds all of its calls together. */
export interface ResubmitOptions extends SubmitOptions {
  /** Cancel every line that the lessor denied before asking again; otherwise they are asked for again. Default false. */
  readonly cancelDenied?: boolean | undefined;
}

/** Asks the lessor again; the request is checked as it will be, before anything is changed. */
export async function resubmit(
  parts: JourneyParts,
  id: string,
  options: ResubmitOptions = {},
): Promise<ServiceRequest> {
  const journey = new Journey(parts, "resubmit", options, { known: knownRule, cancelDenied: trueOrFalse });
  const request = await parts.requests.get(id, journey.callOptions());
  journey.requirePhase(phaseOf(request), ["Response"]);
  const denied = options.cancelDenied === true ? request.components.filter(isDenied) : [];
  const components = request.components.map((line) => (denied.includes(line) ? cancelled(line) : line));
  await refuseUnlessReady(parts, journey, { ...request, components }, options.known);
  // One after the other: what a crash leaves undone, the next run does.
  for (const line of denied) await endLine(parts, journey, id, line, "cancelled");
  return handOver(parts, journey, request);
}

const isDenied = ({ status }: Component) => status.code === "Denied";

const cancelled = (line: Component): Component => ({ ...line, status: { code: "Cancelled" } });
