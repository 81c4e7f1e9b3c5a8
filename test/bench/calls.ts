/**
 * Compares the time of a call with ours, everything on, to that of other clients: one call at a time and 50 at a time,
 * and the CPU time of the calling process. One service runs on loopback, and every contestant in a separate process on
 * plain Node. They take turns in many short rounds, so that other load on the machine affects all of them.
 *
 *   npm run bench:peers                  once: installs and generates the other clients
 *   npm run build && npm run bench       about 15 minutes
 *   … -- --quick                         about two minutes, less accurate
 *   … -- --only ours,undici-request      only these and global fetch
 *   … -- --shapes get,post,large         only these kinds of calls
 *   … -- --rounds 40                     another number of rounds
 *   … -- --node 24                       the contestants on another Node: a major version, or a path
 *   … -- --dist <folder>                 another build of ours
 *   … -- --beside <folder>               a second build of ours in the same run, such as the one before a change
 *   … -- --json <file>                   also writes the figures as JSON
 *
 * Before the measurement, every contestant must return the data of the service. In each round, the service must have
 * received as many calls as the contestant has made.
 */

import { writeFileSync } from "node:fs";
import { styleText } from "node:util";
import {
  type CallsRow,
  type CallsTable,
  collectFacts,
  createTables,
  type Figure,
  type RunFacts,
} from "./calls/figures.js";
import { Contest, checkResponses, measureCalls } from "./calls/measure.js";
import { type CallsPlan, modes, parseCallsPlan, shapes } from "./calls/plan.js";
import { runCommand } from "./command.js";

const printColumns = [
  "one at a time",
  `${modes.concurrent} at a time`,
  "CPU, one",
  `CPU, ${modes.concurrent}`,
  "service busy",
] as const;

/** Prints the ratio to global fetch and the median in microseconds. */
function printTables(tables: readonly CallsTable[], facts: RunFacts, { leftOut }: CallsPlan): void {
  const { node, cores, load, length } = facts;
  console.log(
    `Node ${node.contestants}, ${cores} cores, load ${load?.toFixed(1)}; medians of ${length.rounds} rounds of ${length.round} ms, new processes after ${length.roundsOfProcess}.`,
  );
  console.log("Each figure: how many times global fetch in the same round, then microseconds for a call.");
  for (const { shape, rows } of tables) {
    console.log(`\n${shapes[shape].padEnd(30)}${printColumns.map((column) => column.padStart(17)).join("")}`);
    for (const row of rows) console.log(lineOf(row));
  }
  for (const title of leftOut) console.log(`\nLeft out, because it has not been built: ${title}`);
}

function lineOf({ title, sequential, concurrent }: CallsRow): string {
  const figures = [sequential.time, concurrent.time, sequential.cpu, concurrent.cpu].map(cell).join("");
  return `${title.padEnd(30)}${figures}${grey(`${Math.round(concurrent.serverBusy * 100)} %`.padStart(17))}`;
}

function cell({ ratio, micros }: Figure): string {
  const digits = micros < 100 ? 1 : 0;
  return ratio.toFixed(2).padStart(8) + grey(micros.toFixed(digits).padStart(9));
}

const grey = (text: string) => (process.stdout.isTTY ? styleText("gray", text) : text);

await runCommand(import.meta.url, async (args) => {
  const plan = parseCallsPlan(args);
  const contest = await Contest.start(plan);
  try {
    const facts = collectFacts(plan, contest);
    await checkResponses(contest);
    const samples = await measureCalls(contest, plan, (what) => console.error(what));
    const tables = createTables(samples, plan);
    printTables(tables, facts, plan);
    if (plan.json !== undefined) writeFileSync(plan.json, jsonOf({ ...facts, tables }));
  } finally {
    contest.stop();
  }
});

/** Limits the numbers to four significant digits. */
function jsonOf(all: object): string {
  const short = (_: string, value: unknown) =>
    typeof value === "number" ? Number(value.toPrecision(4)) : value;
  return `${JSON.stringify(all, short, 2)}\n`;
}
