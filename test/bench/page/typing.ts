import { MB, ms, whole } from "../text.js";
import type { TypingRun } from "./runs.js";
import { table } from "./table.js";

/** How the consumers are named on the page. */
const titles: Readonly<Record<string, string>> = {
  nothing: "no client",
  "hey-api": "@hey-api/openapi-ts, sources in the project",
  "hey-api, built": "@hey-api/openapi-ts, built as a package",
};

/** What it costs to check 30 typed calls. */
export function typingTable({ typescript, node, rounds, consumers }: TypingRun): string {
  const facts = `TypeScript ${typescript}, Node ${node}; medians of ${rounds} runs of the compiler.`;
  const rows = Object.entries(consumers).map(([name, cost]) => ({
    cells: [
      titles[name] ?? name,
      whole(cost.instantiations),
      whole(cost.types),
      MB(cost.memory * 1000),
      ms(cost.checkTime),
      ms(cost.totalTime),
    ],
    bold: name === "ours",
  }));
  const head = ["", "instantiations", "types", "memory", "check time", "total time"];
  return `${facts}\n\n${table(head, rows)}`;
}
