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

/** The tests of the documented moves of a request, by phase, trigger and next phase. */
const transitionTests: Readonly<Record<string, string>> = {
  "none create Draft": "S3.1",
  "none submit Lessor": "S3.2",
  "Draft submit Lessor": "S3.3",
  "Draft change Draft": "S4.1.5",
  "Draft delete removed": "S3.4",
  "Lessor review Invoicing": "S3.5",
  "Lessor review Response": "S3.6",
  "Response submit Lessor": "S3.7",
  "Invoicing change Response": "S3.9",
  "Invoicing invoice Archived": "S3.8",
  "Invoicing no-costs Archived": "S3.10",
};

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
  const tests = transitionTests[[from, trigger, to].join(" ")];
  return entryOf(
    { id: transitionId(row), rule: `${rule.join(", ")}.`, files: [phasesFile] },
    confidence,
    tests,
  );
}

function ofStatus(
  status: ServiceRequestStatus,
  phase: string,
  confidence: PhaseTransition["confidence"],
): RuleEntry {
  const rule = `The status \`${status}\` stands for the phase ${phase} until the request is archived.`;
  const id = `phases.status.${status}`;
  return entryOf({ id, rule, files: [statusesFile] }, confidence, `S3.REQUEST.${status}`);
}

function ofLineTransition(row: LineTransition): RuleEntry {
  const { from, trigger, to, confidence } = row;
  const rule = `${lineStage(from)}, \`${trigger}\`: ${lineStage(to)}.`;
  return entryOf({ id: lineTransitionId(row), rule, files: [linesFile] }, confidence, `S3.MOVE.${trigger}`);
}

/** A row of section 3, with its test if the reference says what it says. */
function entryOf(
  facts: Pick<RuleEntry, "id" | "rule" | "files">,
  confidence: PhaseTransition["confidence"],
  test: string | undefined,
): RuleEntry {
  if (confidence !== "documented") return { ...facts, confidence, source };
  if (test === undefined) throw new Error(`${facts.id} has no test`);
  return { ...facts, confidence, source, tests: [test] };
}

function stage(name: string): string {
  return name === "none" ? "No request yet" : name;
}

function lineStage(name: string): string {
  if (name === "none") return "No line yet";
  return name === "removed" ? name : `\`${name}\``;
}
