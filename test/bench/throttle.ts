/**
 * Measures how well throttles respect a limit, how much of it they use, and the time that they add to a call that does
 * not have to wait. Each contestant calls its own service on loopback, which counts requests in one of three ways.
 *
 *   npm run bench:throttle               1000 requests in 12 s, two to three minutes
 *   npm run bench:throttle -- --full     5000 a minute, about twelve minutes
 *   … -- --ours                          only ours, all three ways at a time (with --full: four minutes)
 *   … -- --json                          the same as one JSON object
 *   … -- --seed 7                        other latencies
 *
 * Exits with 1 if ours gets a 429, leaves too much of the limit unused, or adds 20 µs or more to a call that does not wait.
 */

import { availableParallelism, loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { runCommand } from "./command.js";
import { type ContestantName, contestantNames } from "./throttle/contestants.js";
import { type Cost, type Costs, measureCosts } from "./throttle/cost.js";
import { countings, type Load, runTrial, type ThrottleTrial, type TrialResult } from "./throttle/measure.js";

/** The parsed options. */
export interface Plan {
  readonly load: Load;
  /** The trials of a group are concurrent; the groups are sequential. */
  readonly groups: readonly (readonly ThrottleTrial[])[];
  readonly full: boolean;
  readonly json: boolean;
}

/** The limit of the service, 5000 a minute (supplier-api.md §8), and a fifth of it with a window of a fifth. */
const fullScale = { limit: 5000, window: 60_000, windows: 3 };
const smallScale = { limit: 1000, window: 12_000, windows: 3 };

const ours: ContestantName = "@reg/sdk";

export function parsePlan(args: readonly string[]): Plan {
  const { values } = parseArgs({
    args: [...args],
    options: {
      full: { type: "boolean", default: false },
      ours: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      seed: { type: "string", default: "1" },
    },
  });
  const { full, json } = values;
  const load = { ...(full ? fullScale : smallScale), callers: 200, seed: Number(values.seed) };
  const lanesOf = (contestants: readonly ContestantName[]) =>
    countings.map((counting) => contestants.map((contestant) => ({ contestant, counting })));
  const groups = values.ours ? [lanesOf([ours]).flat()] : lanesOf(contestantNames);
  return { load, groups, full, json };
}

export const isOwnTrial = ({ contestant }: ThrottleTrial): boolean => contestant === ours;

/** The minimum share of the limit that must be used after the first burst. */
const leastFull = 0.98;
/**
 * Lower, because a unit becomes free one window after the response: each cycle takes a window and a response time. With
 * a window of 12 s this costs 0.7 %, with 60 s almost nothing, and so does every delay by a busy machine.
 */
const leastSmall = 0.9;

/** The maximum time that the limit may add to a call that does not have to wait, in microseconds. */
const mostAdded = 20;

/** Lists the limits that ours exceeds. */
export function listFailures(rows: readonly TrialResult[], costs: Costs, { full }: Plan): string[] {
  const least = full ? leastFull : leastSmall;
  const ofRows = rows.filter(isOwnTrial).flatMap((row) => {
    const where = `${row.contestant}, ${row.counting}`;
    return [
      ...(row.refused > 0 ? [`${where}: ${row.refused} times 429`] : []),
      ...(row.sustained < least
        ? [`${where}: ${toPercent(row.sustained)} of the limit, not ${toPercent(least)}`]
        : []),
      ...(row.failure !== "" ? [`${where}: ${row.failure}`] : []),
    ];
  });
  const ofCosts = Object.entries({ bare: costs.bare, added: costs.added }).flatMap(([name, cost]) =>
    Object.entries(cost)
      .filter(([, value]) => !(value < mostAdded))
      .map(
        ([unit, value]) =>
          `a call that need not wait, ${name}: ${value.toFixed(1)} µs (${unit}), not ${mostAdded}`,
      ),
  );
  return [...ofRows, ...ofCosts];
}

export const toPercent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const printLine = (name: string, ...cells: string[]) =>
  console.log(name.padEnd(30), ...cells.map((cell) => cell.padStart(11)));

const micro = (value: number) => `${value.toFixed(value < 100 ? 2 : 0)} µs`;

export function printTrials(
  rows: readonly TrialResult[],
  { load: { limit, window, windows, callers, seed } }: Plan,
): void {
  console.log(
    `${limit} requests in ${window / 1000} s, ${windows} windows, ${callers} callers, answers after 5 to 150 ms (seed ${seed})`,
  );
  let counting = "";
  for (const row of rows) {
    if (row.counting !== counting) printHeading(row.counting);
    counting = row.counting;
    printLine(
      row.contestant,
      String(row.sent),
      String(row.accepted),
      String(row.refused),
      row.firstRefusalAfter === undefined ? "-" : `${(row.firstRefusalAfter / 1000).toFixed(1)} s`,
      String(row.mostInAnyWindow),
      toPercent(row.sustained),
      toPercent(row.utilisation),
      micro(row.cpuEach),
      `${toPercent(row.busy)}`,
      `${toPercent(row.serviceBusy)}`,
      row.failure,
    );
  }
}

function printHeading(counting: string): void {
  console.log();
  printLine(
    `Service counts: ${counting}`,
    "sent",
    "2xx",
    "429",
    "1st after",
    "most/window",
    "sustained",
    "whole run",
    "CPU each",
    "busy",
    "svc busy",
  );
}

export function printCosts({ bare, callWithout, added, bottleneck, pThrottle }: Costs): void {
  const row = (name: string, { wall, cpu }: Cost) => printLine(name, micro(wall), micro(cpu));
  console.log();
  printLine("A call that need not wait", "wall", "CPU");
  row("take() and end()", bare);
  row("a call without a throttle", callWithout);
  row("  what the throttle adds", added);
  row("Bottleneck.schedule(no-op)", bottleneck);
  row("p-throttle(no-op)", pThrottle);
}

await runCommand(import.meta.url, async (args) => {
  const plan = parsePlan(args);
  const rows: TrialResult[] = [];
  for (const group of plan.groups) {
    if (!plan.json) console.error(`${group.length} at a time: ${group.map(nameOf).join("; ")}`);
    rows.push(...(await runGroup(group, plan)));
  }
  const [load] = loadavg();
  const cost = await measureCosts();
  const problems = listFailures(rows, cost, plan);
  if (plan.json) {
    console.log(
      JSON.stringify({ ...plan.load, systemLoad: load, rows, costs: cost, shortcomings: problems }),
    );
  } else {
    printTrials(rows, plan);
    console.log(`\nLoad of the machine, all processes: ${load?.toFixed(1)} of ${availableParallelism()}`);
    printCosts(cost);
    console.log(
      problems.length === 0 ? "\nAll limits are respected." : `\nNot respected:\n  ${problems.join("\n  ")}`,
    );
  }
  process.exitCode = problems.length === 0 ? 0 : 1;
});

function nameOf({ contestant, counting }: ThrottleTrial): string {
  return `${contestant} (${counting})`;
}

/** Starts the trials at different times, so that their bursts do not coincide. */
function runGroup(lanes: readonly ThrottleTrial[], { load }: Plan): Promise<TrialResult[]> {
  return Promise.all(
    lanes.map(async (lane, index) => {
      await sleep((index * load.window) / lanes.length);
      return runTrial(lane, load);
    }),
  );
}
