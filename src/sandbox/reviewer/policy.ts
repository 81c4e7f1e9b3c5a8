import { RegInputError } from "../../errors/errors.js";
import type { Component, LineStatus, ServiceRequest } from "../../generated/supplier/models.js";
import { type LineTrigger, lineTransition } from "../../supplier/phases/line-status.js";
import { transitionsFrom } from "../../supplier/phases/phases.js";
import { archiveAfter, phaseNow } from "../archive.js";
import { lengthOf, type TimeStep } from "../clock.js";
import type { Services } from "../server/context.js";
import type { StoredLine, StoredRequest } from "../state.js";
import { outstandingCents, serializeLine, serializeRequest } from "../supplier/serialize.js";

/** What a lessor can decide about a line. */
export type LineDecision = keyof typeof triggers;

/** The step of the lines' table behind each decision. */
const triggers = {
  Approved: "approve",
  ProvisionallyApproved: "provisionally-approve",
  Denied: "deny",
  CallLessor: "call-lessor",
  LessorWillCall: "lessor-will-call",
} as const satisfies Record<string, LineTrigger>;

/** Whether a text names a decision. */
export const isDecision = (text: unknown): text is LineDecision =>
  typeof text === "string" && Object.hasOwn(triggers, text);

/** Every decision by name. */
export const decisionNames: readonly string[] = Object.keys(triggers);

/** Decides on every line of a request that waits for the lessor, and moves the request by the table. */
export function review(
  request: StoredRequest,
  now: number,
  decide: (line: StoredLine) => LineDecision,
): void {
  request.lines = request.lines.map((line) => ({ ...line, status: decided(line, decide(line)) }));
  const condition = conditionOf(request);
  const row = transitionsFrom("Lessor", "review").find((each) => each.condition === condition);
  request.status = row?.status ?? request.status;
  request.changedAt = now;
  request.waiting = undefined;
  if (request.status === "Approved" && outstandingCents(request) <= 0) {
    archiveAfter(request, "no-costs", now);
  }
}

function decided({ status }: StoredLine, decision: LineDecision): LineStatus {
  const to = lineTransition(status, triggers[decision])?.to;
  if (to === undefined || to === "removed")
    throw new Error(`the lessor cannot decide on a line in ${status}`);
  return to;
}

/** Lines that ask for a call are taken to deny the request: it has no status of its own for them. */
function conditionOf({ lines }: StoredRequest): string {
  const isPast = (...statuses: LineStatus[]) => lines.every(({ status }) => statuses.includes(status));
  if (isPast("Approved", "CancellationApproved")) return "every line is approved";
  if (isPast("Approved", "CancellationApproved", "ProvisionallyApproved"))
    return "a line is provisionally approved";
  return "a line is denied";
}

/** How the lessor decides by itself. */
export interface LessorPolicy {
  /** What it decides about each line. Default `Approved`. */
  readonly decide?: LineDecision | ((line: Component, request: ServiceRequest) => LineDecision);
  /**
   * When: so long after the request came, or after so many reads: with `{ reads: 3 }` the first three still show
   * `ApprovalRequested`, and the fourth the decision. A read is a GET of the request itself. Default: at once, so that the answer to the submission still says `ApprovalRequested` and the
   * next read shows the decision.
   */
  readonly after?: TimeStep | { readonly reads: number };
}

/** The lessor's desk: decides on the requests that wait, as the policy wants it. */
export class AutomaticReviewer {
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
      if (at !== undefined && at <= now) this.#decide(request, this.#policy, services, at);
    }
  }

  /** A policy that cannot be asked is dropped: it would break every request that follows. */
  #decide(...args: Parameters<typeof decide>): void {
    try {
      decide(...args);
    } catch (error) {
      this.#policy = undefined;
      throw error;
    }
  }
}

/** Asks the user's function; what it answers is not to be trusted. */
function asked(
  choose: Exclude<LessorPolicy["decide"], string | undefined>,
  line: Component,
  request: ServiceRequest,
): LineDecision {
  let answer: unknown;
  try {
    answer = choose(line, request);
  } catch (cause) {
    throw new RegInputError("decide", `threw: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  if (isDecision(answer)) return answer;
  throw new RegInputError("decide", `must answer one of ${decisionNames.join(", ")}, at once`);
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
  const view = serializeRequest(request, services);
  const decisions = new Map(
    request.lines.map((line) => [
      line.id,
      typeof choose === "string" ? choose : asked(choose, serializeLine(line), view),
    ]),
  );
  review(request, at, ({ id }) => decisions.get(id) ?? "Approved");
}
