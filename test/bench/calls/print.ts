import { styleText } from "node:util";
import type { Facts } from "./facts.js";
import type { Figure, Row, Table } from "./figures.js";
import { modes, type Plan, shapes } from "./options.js";

const columns = [
  "one at a time",
  `${modes.concurrent} at a time`,
  "CPU, one",
  `CPU, ${modes.concurrent}`,
  "service busy",
] as const;

/** Prints what was measured: the ratio to global fetch, then the median in microseconds. */
export function print(tables: readonly Table[], facts: Facts, { leftOut }: Plan): void {
  const { node, cores, load, length } = facts;
  console.log(
    `Node ${node.contestants}, ${cores} cores, load ${load?.toFixed(1)}; medians of ${length.rounds} rounds of ${length.round} ms, new processes after ${length.roundsOfProcess}.`,
  );
  console.log("Each figure: how many times global fetch in the same round, then microseconds for a call.");
  for (const { shape, rows } of tables) {
    console.log(`\n${shapes[shape].padEnd(30)}${columns.map((column) => column.padStart(17)).join("")}`);
    for (const row of rows) console.log(lineOf(row));
  }
  for (const title of leftOut) console.log(`\nLeft out, because it has not been built: ${title}`);
}

function lineOf({ title, sequential, concurrent }: Row): string {
  const figures = [sequential.time, concurrent.time, sequential.cpu, concurrent.cpu].map(cell).join("");
  return `${title.padEnd(30)}${figures}${grey(`${Math.round(concurrent.serverBusy * 100)} %`.padStart(17))}`;
}

function cell({ ratio, micros }: Figure): string {
  const digits = micros < 100 ? 1 : 0;
  return ratio.toFixed(2).padStart(8) + grey(micros.toFixed(digits).padStart(9));
}

const grey = (text: string) => (process.stdout.isTTY ? styleText("gray", text) : text);
