/**
 * Simulates deployments, each of which follows from its seed alone.
 *
 *   npm run simulate -- --seeds 200000
 *   npm run simulate -- --seeds 2000 --twice 200
 *   npm run simulate -- --seed 123 --verbose
 *   npm run simulate -- --seed 123 --shrink
 *   npm run simulate -- test/simulation/regressions/denied-again-after-a-change.json --verbose
 *   npm run simulate -- --breaks --seeds 2000
 *   npm run simulate -- --breaks lock-is-not-renewed
 */
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runBreaks } from "./breaks.js";
import { bundle } from "./bundle.js";
import type { Summary, Task } from "./program.js";
import { listRegressions, startProgram } from "./start.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** How many seeds. */
    seeds: { type: "string" },
    /** The first of them. */
    first: { type: "string", default: "1" },
    /** A single seed. */
    seed: { type: "string" },
    /** How many of the seeds to run again, in other processes: everything in them must happen in the same way. */
    twice: { type: "string", default: "0" },
    verbose: { type: "boolean", default: false },
    shrink: { type: "boolean", default: false },
    /** Whether to run the deliberate breaks with these names, or all of them, each with 2000 seeds at most. */
    breaks: { type: "boolean", default: false },
  },
});

const first = countOf("seed", values.seed ?? values.first);
const files = values.breaks ? [] : positionals;
const usual = values.breaks ? 2000 : 1000;
const seeds = values.seed === undefined ? countOf("seeds", values.seeds ?? (files.length > 0 ? 0 : usual)) : 1;
if (values.breaks) process.exit((await runBreaks(positionals, { first, seeds })) ? 0 : 1);
if (values.shrink && files.length > 0)
  throw new Error("--shrink makes the deployment of a seed smaller, not that of a file");
const folder = await mkdtemp(join(tmpdir(), "reg-simulation-"));
try {
  const program = await bundle(folder);
  const begun = performance.now();
  const regressions = files.length === 0 && values.seed === undefined ? listRegressions() : files;
  const summaries = await runSeeds(program, seeds, { shrinks: values.shrink, isVerbose: values.verbose, regressions });
  const twice = Math.min(seeds, countOf("twice", values.twice));
  report(summaries, (performance.now() - begun) / 1000);
  const again = await runSeeds(program, twice, { onLine: () => {} });
  const different = findDifferences(summaries, again);
  if (twice > 0)
    console.log(
      different.length === 0
        ? `${twice} seeds happened again in the same way.`
        : `Seeds that happened otherwise when they were run again: ${different.join(", ")}`,
    );
  const hasFailed = different.length > 0 || summaries.some(({ failed }) => failed.length > 0);
  process.exitCode = hasFailed ? 1 : 0;
} finally {
  await rm(folder, { recursive: true });
}

/** Reads a whole number: with any other text, nothing would be run, and nothing would fail. */
function countOf(name: string, text: string | number): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 0) throw new Error(`--${name} must be a whole number, not ${text}`);
  return count;
}

interface RunOptions extends Partial<Pick<Task, "shrinks" | "isVerbose" | "regressions">> {
  readonly onLine?: (line: string) => void;
}

/** Runs seeds from the first one on, with a process for each core. */
async function runSeeds(program: string, count: number, { onLine, regressions = [], ...options }: RunOptions) {
  const workers = Math.min(Math.max(count, 1), availableParallelism());
  const share = Math.ceil(count / workers);
  return Promise.all(
    Array.from({ length: workers }, (_, index) => {
      const from = first + index * share;
      const task: Task = {
        first: from,
        seeds: Math.min(share, first + count - from),
        untilFailure: false,
        shrinks: false,
        isVerbose: false,
        ...options,
        regressions: index === 0 ? regressions : [],
      };
      return startProgram(program, task, onLine);
    }),
  );
}

/** The seeds whose digests differ. */
function findDifferences(summaries: readonly Summary[], again: readonly Summary[]): string[] {
  const digests = Object.assign({}, ...summaries.map((each) => each.digests));
  return again.flatMap((each) =>
    Object.entries(each.digests).flatMap(([seed, digest]) => (digests[seed] === digest ? [] : [seed])),
  );
}

function report(summaries: readonly Summary[], seconds: number): void {
  const total = (read: (summary: Summary) => number) => summaries.reduce((sum, summary) => sum + read(summary), 0);
  const counts = new Map<string, number>();
  for (const summary of summaries)
    for (const [name, count] of Object.entries(summary.counts)) counts.set(name, (counts.get(name) ?? 0) + count);
  const [count, requests, cpuSeconds] = [
    total((each) => each.deployments),
    total((each) => each.requests),
    total((each) => each.cpuSeconds),
  ];
  console.log(
    [...counts]
      .sort()
      .map(([name, each]) => `${name}: ${each}`)
      .join("\n"),
  );
  const rates = `${(count / cpuSeconds).toFixed(1)} deployments and ${Math.round(requests / cpuSeconds)} requests a CPU-second`;
  console.log(`${count} deployments, ${requests} requests in ${seconds.toFixed(1)} s: ${rates}`);
  const failed = summaries.flatMap((each) => each.failed);
  console.log(failed.length === 0 ? "All invariants hold." : `Failed: ${failed.join(", ")}`);
}
