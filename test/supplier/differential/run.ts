import { parseArgs } from "node:util";
import { type Result, runDifferential } from "./differential.js";

/**
 * Compares the rules of the SDK with the sandbox on many random requests and invoices.
 *
 * Usage: npm run differential [-- --runs 21000 --seed 1 --json]
 *
 * Some cases are skipped, because the vehicle does not allow any work: of 21 000, more than 20 000 remain.
 * Without a seed, each run uses a new one and prints it. Exits with 1 if the two disagree, if a code of the rules was never
 * reached, or if a rule that is listed as known to the service only was never found: then the cases are too weak.
 */
const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "21000" },
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
    json: { type: "boolean", default: false },
  },
});

const begun = performance.now();
const result = await runDifferential({ runs: Number(values.runs), seed: Number(values.seed) });
const seconds = (performance.now() - begun) / 1000;
const { statistics, seed, disagreement } = result;
const notReached = statistics.notReached();
const notNeeded = statistics.notNeeded();

if (values.json)
  console.log(JSON.stringify({ seed, seconds, ...statistics.toJSON(), disagreement }, null, 2));
else print(result);

if (disagreement !== undefined || notReached.length > 0 || notNeeded.length > 0) process.exitCode = 1;

function print({ statistics, seed, disagreement }: Result): void {
  const { cases, valid, rejected, withServiceOnly, areas, codes, serviceOnly } = statistics.toJSON();
  const share = ((100 * withServiceOnly) / Math.max(1, cases)).toFixed(1);
  console.log(
    `${cases} cases in ${seconds.toFixed(1)} s (seed ${seed}): ${valid} valid, ${rejected} rejected`,
  );
  for (const [area, counts] of Object.entries(areas))
    console.log(`  ${area}: ${counts.valid} valid, ${counts.rejected} rejected`);
  console.log("codes that both found, by the number of cases:");
  for (const [code, count] of Object.entries(codes)) console.log(`  ${code}: ${count}`);
  console.log(`only the service could know something in ${withServiceOnly} cases (${share} %):`);
  for (const [code, count] of Object.entries(serviceOnly)) console.log(`  ${code}: ${count}`);
  if (notReached.length > 0) console.error(`codes that no case has reached: ${notReached.join(", ")}`);
  if (notNeeded.length > 0)
    console.error(`listed as the service's alone, and never found: ${notNeeded.join(", ")}`);
  if (disagreement !== undefined) {
    console.error("the rules and the sandbox disagree; the smallest case is:");
    console.error(JSON.stringify(disagreement, null, 2));
  }
}
