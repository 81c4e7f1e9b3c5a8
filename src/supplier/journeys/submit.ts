import type { ServiceRequest } from "../../generated/supplier/models.js";
import type { CallOptions } from "../../http/options.js";
import { phaseOf } from "../phases/phase-of.js";
import type { Known } from "../rules/known.js";
import type { Begun } from "./begin.js";
import { handOver, refuseUnlessReady } from "./hand-over.js";
import { Journey } from "./journey.js";
import { knownRule } from "./known-option.js";
import type { JourneyParts } from "./parts.js";

/** What `submit` can be told. `deadline` bounds all of its calls together. */
export interface SubmitOptions extends CallOptions {
  /** What you know of the service beyond the reference; rules that need it are checked only with it. */
  readonly known?: Known | undefined;
}

/** Sends a request to the lessor, if it has all that this needs. */
export async function submit(
  parts: JourneyParts,
  begun: Begun<SubmitOptions>,
  id: string,
): Promise<ServiceRequest> {
  const journey = new Journey(parts, begun, { known: knownRule });
  const request = await parts.requests.get(id, journey.callOptions());
  journey.requirePhase(phaseOf(request), ["Draft", "Response"]);
  await refuseUnlessReady(parts, journey, request, journey.options.known);
  return handOver(parts, journey, request);
}
