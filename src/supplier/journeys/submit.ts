import type { ServiceRequest } from "../../generated/supplier/models.js";
import { phaseOf } from "../phases/phase-of.js";
import { handOver, refuseUnlessReady, type SubmitOptions } from "./hand-over.js";
import { Journey, knownRule } from "./journey.js";
import type { JourneyParts } from "./parts.js";

/** Sends a request to the lessor, if it has all that this needs. */
export async function submit(
  parts: JourneyParts,
  id: string,
  options: SubmitOptions = {},
): Promise<ServiceRequest> {
  const journey = new Journey(parts, "submit", options, { known: knownRule });
  const request = await parts.requests.get(id, journey.callOptions());
  journey.requirePhase(phaseOf(request), ["Draft", "Response"]);
  await refuseUnlessReady(parts, journey, request, options.known);
  return handOver(parts, journey, request);
}
