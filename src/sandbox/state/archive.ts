import { phaseOfStatus } from "../../supplier/phases/phase-of.js";
import { type Phase, transitionsFrom } from "../../supplier/phases/transitions.js";
import { nextAmsterdamMidnight } from "../time/midnight.js";
import type { StoredRequest } from "./state.js";

/** The phase of a request now. */
export function phaseNow({ status, archiveAt }: StoredRequest, now: number): Phase {
  if (archiveAt !== undefined && archiveAt <= now) return "Archived";
  const phase = phaseOfStatus(status);
  if (phase === undefined) throw new Error(`no phase is known for the status ${status}`);
  return phase;
}

/** Has a request archived when the table says so: around midnight in Amsterdam, taken to be on the stroke of it. */
export function archiveAfter(request: StoredRequest, trigger: "invoice" | "no-costs", now: number): void {
  const row = transitionsFrom(phaseNow(request, now), trigger)[0];
  if (row?.to === "Archived") request.archiveAt = row.at === "midnight" ? nextAmsterdamMidnight(now) : now;
}
