import type { Violation } from "../../errors/problem.js";
import type { Phase } from "../phases/phases.js";
import { type PhaseAction, phasesOf } from "../phases/possible-actions.js";
import { ruleViolation } from "./violation.js";

/**
 * The violation if a phase does not allow an action (supplier-api.md §4). If the phase is not known, the service
 * decides.
 */
export function phaseViolations(phase: Phase | undefined, action: PhaseAction): Violation[] {
  const allowed = phasesOf(action);
  if (phase === undefined || allowed.includes(phase)) return [];
  const description = `${phaseProblem(phase, allowed)} ${nextSteps[phase]}`;
  return [ruleViolation({ rule: "phase", field: "status", description, values: { phase, allowed } })];
}

/** Says in which phase a request is, and in which ones something is possible. */
export const phaseProblem = (phase: Phase, allowed: readonly string[]): string =>
  `The request is in the phase ${phase}; this is only possible in ${allowed.join(" and ")}.`;

const nextSteps: Readonly<Record<Phase, string>> = {
  Draft: "Submit it first.",
  Lessor: "Wait for the lessor's decision.",
  Response: "Resubmit it, and wait for the lessor's decision.",
  Invoicing: "Invoice what is left to invoice, or change it first.",
  Archived: "It can only be invoiced or credited.",
};
