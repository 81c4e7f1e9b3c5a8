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

import { assertPeersInstalled, defaultRounds, parseRoundsOptions, runCommand } from "./command.js";
import { conclude } from "./goals.js";
import { kB, ms } from "./text.js";
import { measureWeights, type Weight, type Weights, weightGoals } from "./weight/measure.js";

const printRow = (name: string, ...cells: readonly string[]) =>
  console.log(name.padEnd(18), ...cells.map((cell) => cell.padStart(12)));

/** Prints the weights as a table. */
export function printWeights({ rounds, empty, ours, peers }: Weights): void {
  console.log(
    `Cold loads beyond an empty module (import ${ms(empty.import)}, require ${ms(empty.require)}); medians of ${rounds} processes.`,
  );
  console.log("Bundles minified and gzipped, dependencies included, ours without their optional peers.\n");
  printRow("", "import", "files", "source", "require", "files", "bundle", "at import", "on demand");
  for (const weight of ours) printWeight(weight);
  console.log();
  for (const weight of peers) printWeight(weight);
}

function printWeight({ name, import: imported, require: required, bundle }: Weight): void {
  printRow(
    name,
    ms(imported.milliseconds),
    String(imported.files),
    kB(imported.bytes),
    required === undefined ? "-" : ms(required.milliseconds),
    required === undefined ? "-" : String(required.files),
    kB(bundle.atImport.minified),
    kB(bundle.atImport.gzip),
    kB(bundle.onDemand.gzip),
  );
}

await runCommand(import.meta.url, async (args) => {
  const { rounds, json } = parseRoundsOptions(args, defaultRounds.weight);
  assertPeersInstalled();
  const weights = await measureWeights(rounds);
  printWeights(weights);
  conclude({ node: process.version, ...weights }, weightGoals(weights.ours), json);
});
