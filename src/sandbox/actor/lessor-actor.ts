import { RegInputError } from "../../errors/client-errors.js";
import type { Services } from "../core/handler.js";
import { phaseNow } from "../state/archive.js";
import type { StoredLine, StoredRequest } from "../state/state.js";
import type { LessorDesk, LessorPolicy } from "./desk.js";
import { createLessorOffice, type LessorOffice, requestOf } from "./lessor-office.js";
import { checkPolicy, unknownDecision } from "./policy-check.js";
import { isDecision, type LineDecision, review } from "./review.js";

/** Which lines a decision is about. */
export interface ReviewOptions {
  /** The ids of the lines. Default: all. */
  readonly lines?: readonly string[];
}

/**
 * The lessor, who acts outside the interface. Each decision is one complete review of a request that waits for it.
 *
 * All throw a RegInputError for a request that there is not or that does not wait, and for a line that it does not have.
 */
export interface LessorActor extends LessorOffice {
  /** Approves every line, or only the given ones and denies the others. */
  approve(id: string, options?: ReviewOptions): void;
  /** Denies every line, or only the given ones and approves the others. */
  deny(id: string, options?: ReviewOptions): void;
  /** Accepts incomplete lines as they are: every line, or only the given ones and approves the others. */
  provisionallyApprove(id: string, options?: ReviewOptions): void;
  /** Asks the supplier to call: about every line, or only about the given ones and approves the others. */
  callLessor(id: string, options?: ReviewOptions): void;
  /** Announces a call: about every line, or only about the given ones and approves the others. */
  willCall(id: string, options?: ReviewOptions): void;
  /** Decides line by line; lines that are not named are approved. */
  review(id: string, decisions: Readonly<Record<string, LineDecision>>): void;
  /**
   * Has the lessor decide by itself from now on: at once, after a time, or after so many reads. Without a policy,
   * as at first, every request waits for a decision by hand.
   *
   * @throws RegInputError for a policy that is none
   */
  decideBy(policy: LessorPolicy | undefined): void;
}

/** Makes the lessor of a sandbox. */
export function createLessorActor(services: () => Services, desk: LessorDesk): LessorActor {
  const decide = (
    id: string,
    options: ReviewOptions | undefined,
    chosen: LineDecision,
    others: LineDecision,
  ) => {
    const request = waitingRequest(services(), id);
    checkLines(request, options?.lines ?? []);
    const isChosen = ({ id: line }: StoredLine) => options?.lines?.includes(line) ?? true;
    review(request, services().now(), (line) => (isChosen(line) ? chosen : others));
  };
  return {
    ...createLessorOffice(services),
    approve: (id, options) => decide(id, options, "Approved", "Denied"),
    deny: (id, options) => decide(id, options, "Denied", "Approved"),
    provisionallyApprove: (id, options) => decide(id, options, "ProvisionallyApproved", "Approved"),
    callLessor: (id, options) => decide(id, options, "CallLessor", "Approved"),
    willCall: (id, options) => decide(id, options, "LessorWillCall", "Approved"),
    review(id, decisions) {
      const request = waitingRequest(services(), id);
      checkLines(request, Object.keys(decisions));
      if (!Object.values(decisions).every(isDecision)) throw unknownDecision("decisions");
      review(request, services().now(), (line) => decisions[line.id] ?? "Approved");
    },
    decideBy(policy) {
      checkPolicy(policy);
      desk.setPolicy(policy);
    },
  };
}

function waitingRequest(services: Services, id: string): StoredRequest {
  const request = requestOf(services, id);
  const phase = phaseNow(request, services.now());
  if (phase === "Lessor") return request;
  throw new RegInputError("id", `is that of a request in ${phase}; the lessor decides on one in Lessor only`);
}

function checkLines({ lines }: StoredRequest, ids: readonly string[]): void {
  if (!ids.every((id) => lines.some((line) => line.id === id))) {
    throw new RegInputError("lines", "name one that the request does not have");
  }
}
