/**
 * What it costs to load the package: a cold `import` and `require` of each entry point, how many files that reads, and
 * how large a bundle of it is, beside other clients. Goals: 20 ms for `.`, less for `./supplier` and `./lessor`.
 *
 *   npm run build && npm run bench:weight [-- --json <file>] [--rounds 31]
 *
 * Exits with 1 beyond a goal. The sizes have their limits in budget.json: see check.ts.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { weigh } from "./weight/measure.js";
import { printWeights } from "./weight/print.js";

const { values } = parseArgs({
  options: { json: { type: "string" }, rounds: { type: "string", default: "31" } },
});
const goalMs = 20;
const goalFor = [".", "./supplier", "./lessor"];

const weights = await weigh(Number(values.rounds));
printWeights(weights);
if (values.json !== undefined) {
  const run = { node: process.version, goalMs, ...weights };
  writeFileSync(values.json, `${JSON.stringify(run, undefined, 2)}\n`);
}
for (const { name, import: imported } of weights.ours) {
  if (!goalFor.includes(name) || imported.milliseconds <= goalMs) continue;
  console.log(`\nimport of ${name} takes ${imported.milliseconds.toFixed(1)} ms, more than ${goalMs} ms`);
  process.exitCode = 1;
}
