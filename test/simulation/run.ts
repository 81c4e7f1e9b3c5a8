/**
 * Simulates deployments, each of which follows from its seed alone.
 *
 *   npm run simulate -- --seeds 200000
 *   npm run simulate -- --seed 123 --verbose
 *   npm run simulate -- --seed 123 --shrink
 *   npm run simulate -- --breaks --seeds 2000
 *   npm run simulate -- --breaks lock-is-not-renewed
 */
import { readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runBreaks } from "./breaks.js";
import { bundle } from "./bundle.js";
import type { Summary } from "./program.js";
import { startProgram } from "./start.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** How many seeds. */
    seeds: { type: "string" },
    /** The first of them. */
    first: { type: "string", default: "1" },
    /** A single seed. */
    seed: { type: "string" },
    verbose: { type: "boolean", default: false },
    shrink: { type: "boolean", default: false },
    /** Whether to run the deliberate breaks with these names, or all of them, each with 2000 seeds at most. */
    breaks: { type: "boolean", default: false },
  },
});

const first = Number(values.seed ?? values.first);
const seeds = values.seed === undefined ? Number(values.seeds ?? (values.breaks ? 2000 : 1000)) : 1;
if (values.breaks) process.exit((await runBreaks(positionals, { first, seeds })) ? 0 : 1);
const workers = Math.min(seeds, availableParallelism());
const folder = await mkdtemp(join(tmpdir(), "reg-simulation-"));
try {
  const program = await bundle(folder);
  const begun = performance.now();
  const share = Math.ceil(seeds / workers);
  const summaries = await Promise.all(
    Array.from({ length: workers }, (_, index) => {
      const from = first + index * share;
      const regressions = index === 0 && values.seed === undefined ? listRegressions() : [];
      const task = { first: from, seeds: Math.min(share, first + seeds - from), untilFailure: false, regressions };
      return startProgram(program, { ...task, shrinks: values.shrink, isVerbose: values.verbose });
    }),
  );
  report(summaries, (performance.now() - begun) / 1000);
  process.exitCode = summaries.some(({ failed }) => failed.length > 0) ? 1 : 0;
} finally {
  await rm(folder, { recursive: true });
}

/** The deployments that have failed once. */
function listRegressions(): string[] {
  const folder = fileURLToPath(new URL("./regressions/", import.meta.url));
  return readdirSync(folder).map((name) => join(folder, name));
}

function report(summaries: readonly Summary[], seconds: number): void {
  const total = (countOf: (summary: Summary) => number) =>
    summaries.reduce((sum, summary) => sum + countOf(summary), 0);
  const counts = new Map<string, number>();
  for (const summary of summaries)
    for (const [name, count] of Object.entries(summary.counts)) counts.set(name, (counts.get(name) ?? 0) + count);
  const [count, requests, cpuSeconds] = [
    total((each) => each.seeds),
    total((each) => each.requests),
    total((each) => each.cpuSeconds),
  ];
  console.log(
    [...counts]
      .sort()
      .map(([name, each]) => `${name}: ${each}`)
      .join("\n"),
  );
  const rates = `${(count / cpuSeconds).toFixed(1)} seeds and ${Math.round(requests / cpuSeconds)} requests a CPU-second`;
  console.log(`${count} seeds, ${requests} requests in ${seconds.toFixed(1)} s: ${rates}`);
  const failed = summaries.flatMap((each) => each.failed);
  console.log(failed.length === 0 ? "All invariants hold." : `Failed seeds: ${failed.join(", ")}`);
}
