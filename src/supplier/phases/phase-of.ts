import {
  type Phase,
  type PhaseConfidence,
  type phaseByStatus,
  phaseOfStatus,
  statusDetails,
} from "./transitions.js";

/** What tells the phase of a request: a request that was read, an item of the list, or any object with its status. */
export interface WithStatus {
  readonly status: string;
}

/** The statuses that stand for a phase. None stands for `Archived`: such a request can no longer be read. */
export type StatusIn<In extends Phase> = {
  [Status in keyof typeof phaseByStatus]: (typeof phaseByStatus)[Status]["phase"] extends In ? Status : never;
}[keyof typeof phaseByStatus];

/**
 * The phase that a request is in, by its status (supplier-api.md §3). Undefined for a status that this version does not
 * know. Never `Archived`: no status tells that, an answer with 410 does.
 *
 * That `Modified` and `ProvisionallyApproved` belong to Response is inferred; `phaseDetails` says so of each.
 */
export function phaseOf(request: WithStatus): Phase | undefined {
  return phaseOfStatus(request.status);
}

/** As `phaseOf`, with whether the reference documents the phase of this status or it is inferred. */
export function phaseDetails(
  request: WithStatus,
): { readonly phase: Phase; readonly confidence: PhaseConfidence } | undefined {
  return statusDetails(request.status);
}

/**
 * Whether a request is in a phase; narrows its `status` to those of that phase.
 *
 * @example
 * if (isInPhase(request, "Response")) request.status; // "Modified" | "ProvisionallyApproved" | "Denied"
 */
export function isInPhase<Request extends WithStatus, In extends Phase>(
  request: Request,
  phase: In,
): request is Request & { readonly status: StatusIn<In> } {
  return phaseOf(request) === phase;
}
