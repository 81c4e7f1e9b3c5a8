import type { ServiceRequestStatus } from "../../src/generated/supplier/models.js";
import { type LineTransition, lineTransitions } from "../../src/supplier/phases/line-status.js";
import { type PhaseTransition, phaseByStatus, phaseTransitions } from "../../src/supplier/phases/phases.js";
import { type Rule, type RuleEntry, rulesOf } from "./rule.js";

const source = "supplier-api.md §3";
const phasesFile = "../supplier/phases/phases.ts";
const statusesFile = "../supplier/phases/phases.ts";
const linesFile = "../supplier/phases/line-status.ts";

/** The id of the row for a move of a request. */
export function transitionId({ from, trigger, condition, to }: PhaseTransition): string {
  return ["phases", from, trigger, to, condition.replaceAll(/\W+/g, "-")].join(".");
}

/** The id of the row for a move of a line. */
export function lineTransitionId({ from, trigger }: LineTransition): string {
  return ["line-moves", from, trigger].join(".");
}

/** A row for every row of the tables of moves, and for the phase of every status. */
export const derivedRules: readonly Rule[] = [
  ...rulesOf("Phases of a request", [
    ...phaseTransitions.map(ofTransition),
    ...Object.entries(phaseByStatus).map(([status, { phase, confidence }]) =>
      ofStatus(status as ServiceRequestStatus, phase, confidence),
    ),
  ]),
  ...rulesOf("Moves of a line", lineTransitions.map(ofLineTransition)),
];

function ofTransition(row: PhaseTransition): RuleEntry {
  const { from, trigger, condition, to, status, at, confidence } = row;
  const notes = [
    condition === "none" ? undefined : `if ${condition}`,
    status === undefined ? undefined : `with the status \`${status}\``,
    at === undefined ? undefined : `at ${at} in Amsterdam`,
  ];
  const rule = [
    `${stage(from)}, \`${trigger}\`: ${stage(to)}`,
    ...notes.filter((note) => note !== undefined),
  ];
  return { id: transitionId(row), rule: `${rule.join(", ")}.`, confidence, source, files: [phasesFile] };
}

function ofStatus(
  status: ServiceRequestStatus,
  phase: string,
  confidence: PhaseTransition["confidence"],
): RuleEntry {
  const rule = `The status \`${status}\` stands for the phase ${phase} until the request is archived.`;
  return { id: `phases.status.${status}`, rule, confidence, source, files: [statusesFile] };
}

function ofLineTransition(row: LineTransition): RuleEntry {
  const { from, trigger, to, confidence } = row;
  const rule = `${lineStage(from)}, \`${trigger}\`: ${lineStage(to)}.`;
  return { id: lineTransitionId(row), rule, confidence, source, files: [linesFile] };
}

function stage(name: string): string {
  return name === "none" ? "No request yet" : name;
}

function lineStage(name: string): string {
  if (name === "none") return "No line yet";
  return name === "removed" ? name : `\`${name}\``;
}
