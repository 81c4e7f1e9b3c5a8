import { RegInputError } from "../../errors/client-errors.js";
import type { LineStatus } from "../../generated/supplier/models.js";
import { transitionsFrom } from "../../supplier/phases.js";
import type { Services } from "../core/handler.js";
import { archiveAfter, phaseNow } from "../state/archive.js";
import type { StoredLine, StoredRequest } from "../state/state.js";
import { outstandingCents } from "../supplier/invoices/totals.js";

/** What a lessor can decide about a line. */
export type LineDecision = "Approved" | "ProvisionallyApproved" | "Denied" | "CallLessor" | "LessorWillCall";

/** Which lines a decision is about. */
export interface ReviewOptions {
  /** The ids of the lines. Default: all. */
  readonly lines?: readonly string[];
}

/** The lessor, who decides outside the interface. Each call is one complete review of a request that waits for it. */
export interface LessorActor {
  /** Approves every line, or only the given ones and denies the others. */
  approve(id: string, options?: ReviewOptions): void;
  /** Denies every line, or only the given ones and approves the others. */
  deny(id: string, options?: ReviewOptions): void;
  /** Accepts incomplete lines as they are: every line, or only the given ones and approves the others. */
  provisionallyApprove(id: string, options?: ReviewOptions): void;
  /** Asks the supplier to call: about every line, or only about the given ones and approves the others. */
  callLessor(id: string, options?: ReviewOptions): void;
  /** Decides line by line; lines that are not named are approved. */
  review(id: string, decisions: Readonly<Record<string, LineDecision>>): void;
}

/** Makes the lessor of a sandbox. */
export function createLessorActor(services: () => Services): LessorActor {
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
    approve: (id, options) => decide(id, options, "Approved", "Denied"),
    deny: (id, options) => decide(id, options, "Denied", "Approved"),
    provisionallyApprove: (id, options) => decide(id, options, "ProvisionallyApproved", "Approved"),
    callLessor: (id, options) => decide(id, options, "CallLessor", "Approved"),
    review(id, decisions) {
      const request = waitingRequest(services(), id);
      checkLines(request, Object.keys(decisions));
      review(request, services().now(), (line) => decisions[line.id] ?? "Approved");
    },
  };
}

function waitingRequest({ state, now }: Services, id: string): StoredRequest {
  const request = state.requests.get(id);
  if (request === undefined) throw new RegInputError("id", "is not the id of a request in this sandbox");
  const phase = phaseNow(request, now());
  if (phase !== "Lessor") {
    throw new RegInputError(
      "id",
      `is that of a request in ${phase}; the lessor decides on one in Lessor only`,
    );
  }
  return request;
}

function checkLines({ lines }: StoredRequest, ids: readonly string[]): void {
  if (!ids.every((id) => lines.some((line) => line.id === id))) {
    throw new RegInputError("lines", "name one that the request does not have");
  }
}

function review(request: StoredRequest, now: number, decide: (line: StoredLine) => LineDecision): void {
  request.lines = request.lines.map((line) => ({ ...line, status: decided(line, decide(line)) }));
  const condition = conditionOf(request);
  const row = transitionsFrom("Lessor", "review").find((each) => each.condition === condition);
  request.status = row?.status ?? request.status;
  request.changedAt = now;
  if (request.status === "Approved" && outstandingCents(request) === 0)
    archiveAfter(request, "no-costs", now);
}

/** A decision on a cancelled line is one on its cancellation; what is settled stays so. */
function decided({ status }: StoredLine, decision: LineDecision): LineStatus {
  if (status === "CancellationApproved") return status;
  if (status !== "Cancelled") return decision;
  return decision === "Approved" ? "CancellationApproved" : "CancellationDenied";
}

/** Lines that ask for a call are taken to deny the request: it has no status of its own for them. */
function conditionOf({ lines }: StoredRequest): string {
  const isPast = (...statuses: LineStatus[]) => lines.every(({ status }) => statuses.includes(status));
  if (isPast("Approved", "CancellationApproved")) return "every line is approved";
  if (isPast("Approved", "CancellationApproved", "ProvisionallyApproved"))
    return "a line is provisionally approved";
  return "a line is denied";
}
