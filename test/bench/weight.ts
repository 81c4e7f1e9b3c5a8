/**
 * Measures the load time of the package: a cold `import` and `require` of each entry point, the files that it reads and
 * the size of its bundle, in comparison with other clients.
 *
 *   npm run bench:peers                      once: installs the other clients
 *   npm run build && npm run bench:weight
 *   … -- --rounds 31                         another number of rounds
 *   … -- --json <file>                       also writes the figures as JSON
 *
 * Exits with 1 if a limit of budget.json is exceeded.
 */

import { assertPeersInstalled, defaultRounds, parseRoundsOptions, runCommand } from "./command.js";
import { conclude } from "./goals.js";
import { kB, ms } from "./text.js";
import { measureWeights, type Weight, type Weights, weightGoals } from "./weight/measure.js";

const printRow = (name: string, ...cells: readonly string[]) =>
  console.log(name.padEnd(18), ...cells.map((cell) => cell.padStart(12)));

/** Prints the weights as a table. */
function printWeights({ rounds, empty, ours, peers }: Weights): void {
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
