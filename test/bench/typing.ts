/**
 * Measures the type-checking of a program with 30 typed calls: with ours, with the client that hey-api generates from the
 * same document, with openapi-fetch, and without a client.
 *
 *   npm run bench:peers                      once: installs and generates the other clients
 *   npm run build && npm run bench:typing
 *   … -- --rounds 9                          another number of rounds
 *   … -- --json <file>                       also writes the figures as JSON
 *
 * Exits with 1 if a limit of budget.json is exceeded. The projects are compiled in turn, each time in a new process; the
 * figures are medians.
 */
import ts from "typescript";
import { assertPeersInstalled, defaultRounds, parseRoundsOptions, runCommand } from "./command.js";
import { conclude } from "./goals.js";
import { MB, median, ms, whole } from "./text.js";
import {
  compile,
  nothing,
  others,
  ours,
  type TypingCost,
  typingGoals,
  withProjects,
} from "./typing/measure.js";

type Costs = Readonly<Record<string, TypingCost>>;

await runCommand(import.meta.url, async (args) => {
  const { rounds, json } = parseRoundsOptions(args, defaultRounds.typing);
  assertPeersInstalled();
  const costs = await measureTyping(rounds);
  printCosts(costs, rounds);
  conclude(
    { typescript: ts.version, node: process.version, rounds, consumers: costs },
    typingGoals(costs),
    json,
  );
});

function measureTyping(rounds: number): Promise<Costs> {
  return withProjects([nothing, ours, ...others], (folders) => {
    const lanes = [...folders].map(([name, folder]) => ({ name, folder, found: [] as TypingCost[] }));
    for (let round = 0; round < rounds; round += 1) {
      for (const { folder, found } of lanes) found.push(compile(folder));
    }
    return Object.fromEntries(lanes.map(({ name, found }) => [name, medianCost(found)]));
  });
}

function medianCost(costs: readonly TypingCost[]): TypingCost {
  const of = (name: keyof TypingCost) => median(costs.map((cost) => cost[name]));
  return {
    instantiations: of("instantiations"),
    types: of("types"),
    memory: of("memory"),
    checkTime: of("checkTime"),
    totalTime: of("totalTime"),
  };
}

function printCosts(costs: Costs, rounds: number): void {
  console.log(`30 typed calls, TypeScript ${ts.version}; medians of ${rounds} runs.\n`);
  const line = (name: string, ...cells: readonly string[]) =>
    console.log(name.padEnd(14), ...cells.map((cell) => cell.padStart(15)));
  line("", "instantiations", "types", "memory", "check time", "total time");
  for (const [name, { instantiations, types, memory, checkTime, totalTime }] of Object.entries(costs)) {
    line(name, whole(instantiations), whole(types), MB(memory * 1000), ms(checkTime), ms(totalTime));
  }
}
