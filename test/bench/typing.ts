/**
 * What it costs to type-check a program with 30 typed calls: with ours, with the client that hey-api generates from the
 * same document, with openapi-fetch, and without any. Goals: 45 000 instantiations, and no more check time than hey-api's.
 *
 *   npm run build && npm run bench:typing [-- --json <file>] [--rounds 9]
 *
 * Exits with 1 beyond a goal. The projects are compiled in turn, each time in a process of its own; medians.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import ts from "typescript";
import { median } from "./median.js";
import { type Cost, compile } from "./typing/compile.js";
import { nothing, others, ours, withProjects } from "./typing/projects.js";

const { values } = parseArgs({
  options: { json: { type: "string" }, rounds: { type: "string", default: "9" } },
});
const rounds = Number(values.rounds);
const goal = 45_000;

const costs = await measure();
print();
const shortcomings = verdict();
for (const each of shortcomings) console.log(`\n${each}`);
if (shortcomings.length > 0) process.exitCode = 1;
if (values.json !== undefined) {
  const run = { typescript: ts.version, node: process.version, rounds, goal, consumers: costs };
  writeFileSync(values.json, `${JSON.stringify(run, undefined, 2)}\n`);
}

function measure(): Promise<Readonly<Record<string, Cost>>> {
  return withProjects([nothing, ours, ...others], (folders) => {
    const lanes = [...folders].map(([name, folder]) => ({ name, folder, found: [] as Cost[] }));
    for (let round = 0; round < rounds; round += 1) {
      for (const { folder, found } of lanes) found.push(compile(folder));
    }
    return Object.fromEntries(lanes.map(({ name, found }) => [name, medianOf(found)]));
  });
}

function medianOf(costs: readonly Cost[]): Cost {
  const of = (name: keyof Cost) => median(costs.map((cost) => cost[name]));
  return {
    instantiations: of("instantiations"),
    types: of("types"),
    memory: of("memory"),
    checkTime: of("checkTime"),
    totalTime: of("totalTime"),
  };
}

function print(): void {
  console.log(`30 typed calls, TypeScript ${ts.version}; medians of ${rounds} runs.\n`);
  const line = (name: string, ...cells: readonly string[]) =>
    console.log(name.padEnd(14), ...cells.map((cell) => cell.padStart(15)));
  line("", "instantiations", "types", "memory", "check time", "total time");
  for (const [name, { instantiations, types, memory, checkTime, totalTime }] of Object.entries(costs)) {
    const [check, total] = [checkTime, totalTime].map((time) => `${time.toFixed(0)} ms`);
    line(name, `${instantiations}`, `${types}`, `${(memory / 1000).toFixed(0)} MB`, check ?? "", total ?? "");
  }
}

function verdict(): readonly string[] {
  const { ours: own, ...theirs } = costs;
  const heyApi = Object.entries(theirs).filter(([name]) => name.startsWith("hey-api"));
  if (own === undefined || heyApi.length === 0) throw new Error("a consumer was not measured");
  const fewest = Math.min(...heyApi.map(([, { checkTime }]) => checkTime));
  return [
    ...(own.instantiations > goal
      ? [`ours takes ${own.instantiations} instantiations, more than ${goal}`]
      : []),
    ...(own.checkTime > fewest ? ["ours takes more time to check than the hey-api client"] : []),
  ];
}
