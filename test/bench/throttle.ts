/**
 * How the throttle keeps to a limit and how much of it it uses, beside others; and what a call pays that need not wait.
 * Each contestant calls a service of its own on loopback, which counts requests in one of three ways.
 *
 *   npm run bench:throttle               1000 requests in 12 s, two to three minutes
 *   npm run bench:throttle -- --full     5000 a minute, about twelve minutes
 *   … -- --ours                          without the others, all three ways at once (with --full: four minutes)
 *   … -- --json                          the same as one JSON object
 *   … -- --seed 7                        other latencies
 *
 * Ends with 1 if ours was refused once, leaves too much of the limit unused, or costs 20 µs and more where it need not wait.
 */
import { availableParallelism, loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { command } from "./command.js";
import { costs } from "./throttle/cost.js";
import { type Lane, type Row, runLane } from "./throttle/lane.js";
import { type Plan, planOf } from "./throttle/options.js";
import { printCosts, printRows } from "./throttle/print.js";
import { shortcomings } from "./throttle/verdict.js";

await command(import.meta.url, async (args) => {
  const plan = planOf(args);
  const rows: Row[] = [];
  for (const group of plan.groups) {
    if (!plan.json) console.error(`${group.length} at a time: ${group.map(nameOf).join("; ")}`);
    rows.push(...(await runGroup(group, plan)));
  }
  const [load] = loadavg();
  const cost = await costs();
  const problems = shortcomings(rows, cost, plan);
  if (plan.json) {
    console.log(
      JSON.stringify({ ...plan.load, systemLoad: load, rows, costs: cost, shortcomings: problems }),
    );
  } else {
    printRows(rows, plan);
    console.log(`\nLoad of the machine, all processes: ${load?.toFixed(1)} of ${availableParallelism()}`);
    printCosts(cost);
    console.log(
      problems.length === 0 ? "\nEverything holds." : `\nDoes not hold:\n  ${problems.join("\n  ")}`,
    );
  }
  process.exitCode = problems.length === 0 ? 0 : 1;
});

function nameOf({ contestant, counting }: Lane): string {
  return `${contestant} (${counting})`;
}

/** The lanes start one after the other, so that their bursts do not fall together on the machine. */
function runGroup(lanes: readonly Lane[], { load }: Plan): Promise<Row[]> {
  return Promise.all(
    lanes.map(async (lane, index) => {
      await sleep((index * load.window) / lanes.length);
      return runLane(lane, load);
    }),
  );
}
