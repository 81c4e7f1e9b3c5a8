import { phaseOfStatus } from "../../phases/phase-of.js";
import { transitionsFrom } from "../../phases/transitions.js";
import { ruleViolation, type Violation } from "../violation.js";
import type { RequestDraft } from "./context.js";

/** A request that the service has can be submitted in some phases only. Of a status that is not known nothing is said. */
export function phaseViolations({ id, status }: RequestDraft): Violation[] {
  const phase = id === undefined || status === undefined ? undefined : phaseOfStatus(status);
  if (phase === undefined || transitionsFrom(phase, "submit").length > 0) return [];
  const sentence = `A request in the phase ${phase} cannot be submitted: read it again, and wait or change it first.`;
  return [ruleViolation("RULE-PHASE", "status", sentence)];
}
