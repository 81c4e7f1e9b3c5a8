import type { ServiceRequest } from "../../generated/supplier/models.js";
import type { CallOptions } from "../../http/options.js";
import { phaseOf } from "../phases/phase-of.js";
import type { Known } from "../rules/known.js";
import { handOver, refuseUnlessReady } from "./hand-over.js";
import type { Journey } from "./journey.js";
import type { JourneyParts } from "./parts.js";

/** What `submit` can be told. `deadline` bounds all of its calls together. */
export interface SubmitOptions extends CallOptions {
  /** What you know of the service beyond the reference; rules that need it are checked only with it. */
  readonly known?: Known | undefined;
}

/** Sends a request to the lessor, if it has all that this needs. */
export async function submit(
  parts: JourneyParts,
  journey: Journey<SubmitOptions>,
  id: string,
): Promise<ServiceRequest> {
  const request = await parts.requests.get(id, journey.callOptions());
  journey.requirePhase(phaseOf(request), ["Draft", "Response"]);
  await refuseUnlessReady(parts, journey, request, journey.options.known);
  return handOver(parts, journey, request);
}
