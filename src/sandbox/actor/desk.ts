import type { Component, ServiceRequest } from "../../generated/supplier/models.js";
import type { Services } from "../core/handler.js";
import { phaseNow } from "../state/archive.js";
import type { StoredRequest } from "../state/state.js";
import { presentLine, presentRequest } from "../supplier/requests/present.js";
import { lengthOf, type TimeStep } from "../time/step.js";
import { type LineDecision, review } from "./review.js";

/** How the lessor decides by itself. */
export interface LessorPolicy {
  /** What it decides about each line. Default `Approved`. */
  readonly decide?: LineDecision | ((line: Component, request: ServiceRequest) => LineDecision);
  /**
   * When: so long after the request came, or once the supplier has read it so many times. A read is a GET of the
   * request itself. Default: at once, so that the answer to the submission still says `ApprovalRequested` and the
   * next read shows the decision.
   */
  readonly after?: TimeStep | { readonly reads: number };
}

/** The lessor's desk: decides on the requests that wait, as the policy wants it. */
export class LessorDesk {
  #policy: LessorPolicy | undefined;

  /** Sets the policy; undefined: every request waits for a decision by hand. */
  setPolicy(policy: LessorPolicy | undefined): void {
    this.#policy = policy;
  }

  /** Decides on every request that is due. What falls due by time is decided as of then. */
  decideDue(services: Services): void {
    if (this.#policy === undefined) return;
    const now = services.now();
    for (const request of services.state.requests.values()) {
      if (request.waiting === undefined || phaseNow(request, now) !== "Lessor") continue;
      const at = dueAt(request.waiting, this.#policy, now);
      if (at !== undefined && at <= now) decide(request, this.#policy, services, at);
    }
  }
}

/** The instant at which a decision is due; undefined while it cannot be said. */
function dueAt(
  { since, reads }: NonNullable<StoredRequest["waiting"]>,
  { after = {} }: LessorPolicy,
  now: number,
): number | undefined {
  if (!("reads" in after)) return since + lengthOf(after);
  return reads >= after.reads ? now : undefined;
}

function decide(
  request: StoredRequest,
  { decide: choose = "Approved" }: LessorPolicy,
  services: Services,
  at: number,
): void {
  const view = presentRequest(request, services);
  review(request, at, (line) => (typeof choose === "string" ? choose : choose(presentLine(line), view)));
}
