/**
 * What it costs to load the package: a cold `import` and `require` of each entry point, how many files that reads, and
 * how large a bundle of it is, beside other clients.
 *
 *   npm run bench:peers                      once: installs what ours is weighed beside
 *   npm run build && npm run bench:weight
 *   … -- --rounds 31                         more of them, or fewer
 *   … -- --json <file>                       writes the figures as JSON too
 *
 * Exits with 1 beyond a goal (weight/goals.ts). The sizes have their limits in budget.json: see check.ts.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { command } from "./command.js";
import { shortcomings } from "./goals.js";
import { mustHavePeers } from "./have-peers.js";
import { countOf, usualRounds } from "./rounds.js";
import { weightGoals } from "./weight/goals.js";
import { weigh } from "./weight/measure.js";
import { printWeights } from "./weight/print.js";

await command(import.meta.url, async (args) => {
  const { values } = parseArgs({
    args: [...args],
    options: { json: { type: "string" }, rounds: { type: "string", default: String(usualRounds.weight) } },
  });
  const rounds = countOf(values.rounds);
  mustHavePeers();
  const weights = await weigh(rounds);
  printWeights(weights);
  if (values.json !== undefined) {
    const run = { node: process.version, ...weights };
    writeFileSync(values.json, `${JSON.stringify(run, undefined, 2)}\n`);
  }
  for (const each of shortcomings(weightGoals(weights.ours))) {
    console.error(each);
    process.exitCode = 1;
  }
});
