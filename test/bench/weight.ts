/**
 * What it costs to load the package: a cold `import` and `require` of each entry point, how many files that reads, and
 * how large a bundle of it is, beside other clients.
 *
 *   npm run build && npm run bench:weight [-- --json <file>] [--rounds 31]
 *
 * Exits with 1 beyond a goal (weight/goals.ts). The sizes have their limits in budget.json: see check.ts.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { shortcomings } from "./goals.js";
import { countOf, usualRounds } from "./rounds.js";
import { weightGoals } from "./weight/goals.js";
import { weigh } from "./weight/measure.js";
import { printWeights } from "./weight/print.js";

const { values } = parseArgs({
  options: { json: { type: "string" }, rounds: { type: "string", default: String(usualRounds.weight) } },
});
const weights = await weigh(countOf(values.rounds));
printWeights(weights);
if (values.json !== undefined) {
  const run = { node: process.version, ...weights };
  writeFileSync(values.json, `${JSON.stringify(run, undefined, 2)}\n`);
}
for (const each of shortcomings(weightGoals(weights.ours))) {
  console.error(each);
  process.exitCode = 1;
}
