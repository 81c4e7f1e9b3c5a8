/**
 * How long the rules take. Goal: `checkApproval` of a request with 50 lines in under 1 ms.
 *
 *   npm run bench:rules -- [--json]
 *
 * Exits with 1 beyond the goal. Each figure is the median of rounds that alternate between the rows, per call.
 */
import { parseArgs } from "node:util";
import { command } from "./command.js";
import { median } from "./median.js";
import { type Rows, rulesRows } from "./rules/rows.js";

const goal = 1000;
const rounds = 41;
const callsPerRound = 25;

await command(import.meta.url, async (args) => {
  const { values } = parseArgs({ args: [...args], options: { json: { type: "boolean" } } });
  const medians = measure(await rulesRows());
  if (values.json) console.log(JSON.stringify({ microseconds: medians, goal }));
  else
    for (const [name, microseconds] of Object.entries(medians))
      console.log(name.padEnd(38), `${microseconds.toFixed(1)} µs`.padStart(12));
  if (Object.values(medians).some((microseconds) => microseconds >= goal)) process.exitCode = 1;
});

/** The median of each row, in microseconds per call. */
function measure(rows: Rows): Readonly<Record<string, number>> {
  const times = Object.entries(rows).map(([name, run]) => ({ name, run, found: [] as number[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { run, found } of times) {
      const start = performance.now();
      for (let call = 0; call < callsPerRound; call += 1) run();
      found.push(((performance.now() - start) * 1000) / callsPerRound);
    }
  }
  return Object.fromEntries(times.map(({ name, found }) => [name, median(found)]));
}
