import type { ServiceRequest } from "../../generated/supplier/models.js";
import type { CallOptions } from "../../http/options.js";
import { phaseOfStatus } from "../phases/transitions.js";
import { reconcile } from "../reconcile/reconcile.js";
import { checkApproval } from "../rules/approval/check-approval.js";
import type { Known } from "../rules/known.js";
import type { Journey } from "./journey.js";
import type { JourneyParts } from "./parts.js";

/** What `submit` can be told. `deadline` bounds all of its calls together. */
export interface SubmitOptions extends CallOptions {
  /** What you know of the service beyond the reference; rules that need it are checked only with it. */
  readonly known?: Known | undefined;
}

/**
 * Reads the contract and the allowed components, which may not be cached (supplier-api.md §2.5, §8), and holds a request
 * against them.
 *
 * @throws RegPreconditionError if a rule is broken
 */
export async function refuseUnlessReady(
  { kind, contracts }: JourneyParts,
  journey: Journey,
  request: ServiceRequest,
  known: Known | undefined,
): Promise<void> {
  const { lessorId, licensePlate } = request;
  const options = journey.callOptions();
  const [contract, { components }] = await Promise.all([
    contracts.get(lessorId, licensePlate, undefined, options),
    kind === "damage"
      ? contracts.damageComponents(lessorId, licensePlate, undefined, options)
      : contracts.components(lessorId, licensePlate, undefined, options),
  ]);
  journey.refuseIfAny(checkApproval(request, { kind, contract, allowedComponents: components, known }));
}

/** Sends a request to the lessor; after an answer that got lost, it looks whether the request is there. */
export function handOver(
  { requests }: JourneyParts,
  journey: Journey,
  before: ServiceRequest,
): Promise<ServiceRequest> {
  const { id } = before;
  return reconcile(
    () => requests.patch(id, { status: "ApprovalRequested" }, journey.callOptions()),
    async () => {
      const now = await requests.get(id, journey.callOptions());
      return wasSent(before.status, now.status) ? now : undefined;
    },
  );
}

/** Whether a request must have been with the lessor between two readings. */
function wasSent(before: string, now: string): boolean {
  const phase = phaseOfStatus(now);
  if (phase !== "Response") return phase === "Lessor" || phase === "Invoicing";
  // Only the lessor gives these statuses; the supplier's own changes lead to Modified.
  return now !== before && now !== "Modified";
}
