import { amsterdamDay, amsterdamTime } from "../../../base/dates.js";
import { type Phase, phaseOfStatus, transitionsFrom } from "../../../domain/phases/phases.js";
import { day, hour } from "../../common/clock.js";
import type { NewRequest, StoredRequest } from "./state.js";

/** Whether a request is archived at the instant `now`, and then for good. */
export function isArchived({ archiveAt }: Pick<NewRequest, "archiveAt">, now: number): boolean {
  return archiveAt !== undefined && archiveAt <= now;
}

/** The phase of a request at the instant `now`. */
export function phaseNow(request: NewRequest, now: number): Phase {
  if (isArchived(request, now)) return "Archived";
  const phase = phaseOfStatus(request.status);
  if (phase === undefined) throw new Error(`The status ${request.status} belongs to no phase.`);
  return phase;
}

/**
 * Schedules the archiving of a request if the transition table archives it after the trigger. The reference says
 * "automatic" in one place and "around midnight" in Amsterdam in another: exactly midnight is assumed, unless the
 * option `archive` says otherwise.
 */
export function archiveAfter(request: StoredRequest, trigger: "invoice" | "no-costs", now: number): void {
  const transition = transitionsFrom(phaseNow(request, now), trigger)[0];
  if (transition?.to !== "Archived") return;
  request.archiveAt = request.archivesAtOnce ? now : nextAmsterdamMidnight(now);
}

/** The instant of the next midnight in Amsterdam, always after the given instant. */
export function nextAmsterdamMidnight(instant: number): number {
  return amsterdamMidnight(Date.parse(`${amsterdamDay(instant)}T00:00:00Z`) + day);
}

/** The instant at which a day begins in Amsterdam, from the instant at which it begins in UTC. */
function amsterdamMidnight(midnightUtc: number): number {
  // Amsterdam changes its clocks at 01:00 UTC, so midnight in Amsterdam and midnight in UTC have the same offset.
  // Three hours earlier the offset is still that one, and the year still has four digits.
  return midnightUtc - amsterdamOffset(midnightUtc - 3 * hour);
}

function amsterdamOffset(instant: number): number {
  return Date.parse(`${amsterdamTime(instant).replace(" ", "T")}Z`) - instant;
}
