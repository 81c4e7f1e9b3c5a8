import { contestants, isOurs } from "../calls/contestants.js";
import type { Figure, Row as Measured } from "../calls/figures.js";
import { modes, shapes } from "../calls/options.js";
import { times } from "../text.js";
import type { CallsRun } from "./runs.js";
import { table } from "./table.js";

const columns: readonly (readonly [title: string, figure: (row: Measured) => Figure])[] = [
  ["one at a time", ({ sequential }) => sequential.time],
  [`${modes.concurrent} at a time`, ({ concurrent }) => concurrent.time],
  ["CPU, one at a time", ({ sequential }) => sequential.cpu],
  [`CPU, ${modes.concurrent} at a time`, ({ concurrent }) => concurrent.cpu],
];

/** A table for each kind of call: how many times global fetch. */
export function callsTables({ date, node, cores, load, length, tables, peers }: CallsRun): string {
  const facts = `Node ${node.contestants}, ${cores} cores, load ${load?.toFixed(1)} at the start, ${date.slice(0, 10)}. Medians of ${length.rounds} rounds of ${length.round} ms each, with new processes after every ${length.roundsOfProcess} of them.`;
  const parts = tables.map(({ shape, rows }) => {
    const head = [shapes[shape], ...columns.map(([title]) => title)];
    return table(
      head,
      rows.map((row) => ({
        cells: [row.title, ...columns.map(([, figure]) => times(figure(row).ratio))],
        bold: isOurs(row.contestant),
      })),
    );
  });
  const measured = new Set(contestants.flatMap(({ packages = [] }) => packages));
  const named = [...measured].map((name) => `${name} ${peers[name]}`);
  return [facts, ...parts, `Versions: ${named.join(", ")}.`].join("\n\n");
}
