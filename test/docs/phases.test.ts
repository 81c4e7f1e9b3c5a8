import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type PhaseTransition, phaseTransitions } from "../../src/domain/phases/phases.js";

const page = readFileSync(new URL("../../docs/phases.md", import.meta.url), "utf8");

/** Draws the table of transitions as a state diagram of Mermaid. */
function drawDiagram(transitions: readonly PhaseTransition[]): string {
  const arrows = transitions.map(({ from, to, trigger, condition, at }) => {
    const start = from === "none" ? "[*]" : from;
    const end = to === "removed" ? "[*]" : to;
    const remarks = [...(condition === "none" ? [] : [condition]), ...(at === undefined ? [] : [`at ${at}`])];
    return `  ${start} --> ${end}: ${trigger}${remarks.length === 0 ? "" : ` (${remarks.join(", ")})`}`;
  });
  return ["stateDiagram-v2", ...arrows].join("\n");
}

it("docs/phases.md draws every transition of the table", () => {
  expect(page).toContain(`\`\`\`mermaid\n${drawDiagram(phaseTransitions)}\n\`\`\``);
});
