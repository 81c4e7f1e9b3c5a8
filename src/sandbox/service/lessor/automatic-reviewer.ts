import * as z from "zod/mini";
import { type LineDecision, lineDecisions } from "../../../domain/phases/line-status.js";
import { RegInputError } from "../../../errors/errors.js";
import { checkInput } from "../../../errors/input.js";
import type { Component, ServiceRequest } from "../../../generated/supplier/models.js";
import { callGiven } from "../../common/call-given.js";
import { checkStep, lengthOf, type TimeStep } from "../../common/clock.js";
import type { Services } from "../state/context.js";
import { byAge } from "../state/requests.js";
import type { StoredRequest } from "../state/state.js";
import { serializeLine, serializeRequest } from "../supplier/serialize.js";
import { isDecision, reviewRequest } from "./review.js";

/** How and when the lessor decides without a call by the test. */
export interface LessorPolicy {
  /** The decision about each line, or a function that returns it. Default `Approved`. */
  readonly decide?: LineDecision | ((line: Component, request: ServiceRequest) => LineDecision) | undefined;
  /**
   * A time after the submission, or a number of reads: with `{ reads: 3 }` the first three still show
   * `ApprovalRequested`, and the fourth the decision. A read is a GET of the request itself. Default: at once, so that
   * the response to the submission still has `ApprovalRequested` and the next read shows the decision.
   */
  readonly after?: TimeStep | { readonly reads: number } | undefined;
}

/** The lessor's policy: decides on the requests that are due by it. */
export class AutomaticReviewer {
  #policy: LessorPolicy | undefined;

  /** Undefined: every request waits. */
  get policy(): LessorPolicy | undefined {
    return this.#policy;
  }

  /**
   * Replaces the policy; undefined: every request waits for a decision by the test.
   *
   * @throws RegInputError that names the wrong field
   */
  setPolicy(policy: LessorPolicy | undefined): void {
    if (policy !== undefined) checkPolicy(policy);
    this.#policy = policy;
  }

  /** When the decision on a waiting request is due; undefined without a policy, or if it depends on further reads. */
  dueAt({ since }: NonNullable<StoredRequest["waiting"]>): number | undefined {
    if (this.#policy === undefined) return undefined;
    const { after = {} } = this.#policy;
    return "reads" in after ? undefined : since + lengthOf(after);
  }

  /** Decides on every request that is due. A decision that is due by time is dated with that time. */
  decideDue(services: Services): void {
    const now = services.now();
    for (const request of this.#findDue(services)) {
      const policy = this.#policy;
      if (policy === undefined) return;
      const dueAt = this.#dueTimeUntil(now, request);
      if (dueAt === undefined) continue;
      try {
        const decisions = decideLines(request, policy, services);
        reviewRequest(request, dueAt, ({ id }) => decisions.get(id) ?? "Approved");
      } catch (error) {
        // A function that fails once would fail for every later call to the sandbox.
        this.#policy = undefined;
        throw error;
      }
    }
  }

  /** Whether a decision is due that needs no function of the user. */
  hasDue(services: Services): boolean {
    return typeof this.#policy?.decide !== "function" && this.#findDue(services).length > 0;
  }

  /** The requests that are due, oldest first. */
  #findDue(services: Services): StoredRequest[] {
    const due: StoredRequest[] = [];
    if (this.#policy === undefined) return due;
    const now = services.now();
    for (const request of services.requests.waiting()) {
      if (this.#dueTimeUntil(now, request) !== undefined) due.push(request);
      // All that follow were submitted later, and are due later.
      else if (this.dueAt(request.waiting) !== undefined) break;
    }
    return due.sort(byAge);
  }

  #dueTimeUntil(now: number, request: StoredRequest): number | undefined {
    if (this.#policy === undefined || request.waiting === undefined) return undefined;
    const { since, reads } = request.waiting;
    const { after = {} } = this.#policy;
    if ("reads" in after) return reads >= after.reads ? now : undefined;
    const dueAt = since + lengthOf(after);
    return dueAt <= now ? dueAt : undefined;
  }
}

/** Returns the decision about each line by its id. The function sees the request as it was before any decision. */
function decideLines(
  request: StoredRequest,
  { decide = "Approved" }: LessorPolicy,
  services: Services,
): ReadonlyMap<string, LineDecision> {
  const json = serializeRequest(request, services);
  return new Map(
    request.lines.map((line) => [
      line.id,
      typeof decide === "string" ? decide : callDecide(decide, serializeLine(line), json),
    ]),
  );
}

function callDecide(
  decide: Exclude<LessorPolicy["decide"], string | undefined>,
  line: Component,
  request: ServiceRequest,
): LineDecision {
  const decision = callGiven("decide", () => decide(line, request));
  if (isDecision(decision)) return decision;
  throw new RegInputError("decide", `must return one of ${lineDecisions.join(", ")}; a promise is not accepted`);
}

const decisionProblem = `must be one of ${lineDecisions.join(", ")}`;
const timeProblem = "must be a time such as { hours: 2 }, or { reads: 3 }";
const readsProblem = "must be a whole number from 1, and the only key";

const policySchema = z.strictObject(
  {
    decide: z.optional(z.custom((value) => typeof value === "function" || isDecision(value), decisionProblem)),
    after: z.optional(z.record(z.string(), z.unknown(), timeProblem)),
  },
  "must be an object such as { after: { hours: 2 } }",
);

const readsSchema = z.object({
  reads: z.int(readsProblem).check(z.minimum(1, readsProblem)),
});

function checkPolicy(policy: LessorPolicy): void {
  checkInput(policySchema, policy, {
    whole: "policy",
    unknownKey: "is not part of a policy: use decide and after",
  });
  const { after = {} } = policy;
  if (!("reads" in after)) checkStep(after);
  else if (Object.keys(after).length > 1) throw new RegInputError("after.reads", readsProblem);
  else checkInput(readsSchema, after, { below: "after" });
}
