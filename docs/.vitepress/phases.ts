import { table } from "../../openapi/generator/text.js";
import { type PhaseTransition, phaseTransitions } from "../../src/domain/phases/phases.js";

const diagram = /^```mermaid\n.*?^```$/ms;

/** Writes the diagram of the phases as a table: the site has no library for diagrams. */
export function replaceDiagram(page: string): string {
  if (!diagram.test(page)) throw new Error("docs/phases.md has no diagram: adapt docs/.vitepress/phases.ts.");
  return page.replace(diagram, table(["Phase", "Step", "Condition", "Leads to"], phaseTransitions.map(describe)));
}

function describe({ from, trigger, condition, to, at }: PhaseTransition): string[] {
  const start = from === "none" ? "no request yet" : from;
  const end = to === "removed" ? "no request any more" : to;
  return [start, trigger, condition === "none" ? "" : condition, at === undefined ? end : `${end}, at ${at}`];
}
