import type { ServiceRequest } from "../../generated/supplier/models.js";
// By way of the entry: so bundlers keep in one file all that it shares with the steps, which is smaller than in two.
import { checkApproval } from "../index.js";
import { phaseOfStatus } from "../phases/phase-of.js";
import { isOpenOrRefused, reconcileAfter } from "../reconcile/reconcile.js";
import type { Known } from "../rules/known.js";
import type { Journey } from "./journey.js";
import type { JourneyParts } from "./parts.js";

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
  const [contract, { components }] = await journey.together((options) =>
    Promise.all([
      contracts.get(lessorId, licensePlate, undefined, options),
      kind === "damage"
        ? contracts.damageComponents(lessorId, licensePlate, undefined, options)
        : contracts.components(lessorId, licensePlate, undefined, options),
    ]),
  );
  journey.refuseIfAny(checkApproval(request, { kind, contract, allowedComponents: components, known }));
}

/**
 * Sends a request to the lessor. Where that fails it looks whether the request is there: an answer may be lost, or
 * another caller faster.
 */
export function handOver(
  { requests }: JourneyParts,
  journey: Journey,
  before: ServiceRequest,
): Promise<ServiceRequest> {
  const { id } = before;
  return reconcileAfter(
    isOpenOrRefused,
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
