import type { ScenarioName } from "../../sandbox/index.js";
import { type ScenarioStep, scenarios } from "../../sandbox/scenarios/catalogue.js";
import type { Phase } from "../../supplier/phases/transitions.js";

/** A request that was there at the start. */
export interface SeededRequest {
  readonly name: string;
  readonly id: string;
  readonly phase: Phase;
}

/** Where a request is after its last step. One that is invoiced leaves only at midnight. */
const phases: Readonly<Record<ScenarioStep, Phase>> = {
  submit: "Lessor",
  deny: "Response",
  approve: "Invoicing",
  invoice: "Invoicing",
  archive: "Archived",
};

/** The requests of a scenario, with the phases that they are in at first. */
export function seededRequests(
  scenario: ScenarioName | undefined,
  ids: Readonly<Record<string, string>>,
): SeededRequest[] {
  if (scenario === undefined) return [];
  return scenarios[scenario].map(({ name, steps }) => {
    const last: ScenarioStep | undefined = steps.at(-1);
    return { name, id: ids[name] ?? "", phase: last === undefined ? "Draft" : phases[last] };
  });
}
