/**
 * What calls leave in memory, everything on: the heap after 100 000 calls beside the heap after the first 10 000, and
 * what it takes to have 10 000 calls at once on one throttle, most of them waiting in line. And what one call allocates.
 * The calls go to a service on loopback, each measurement in a process of its own.
 *
 *   npm run build && npm run bench:memory     about a minute
 *   … -- --quick                              fewer calls
 *   … -- --node 24                            on another Node: a major version, or a path
 *   … -- --dist <folder>                      another build
 *   … -- --json <file>                        writes the figures as JSON too
 *
 * Exits with 1 beyond a goal (goals.ts): if the heap has grown by more than 5 %, or if the 10 000 calls do not fit into
 * a heap of under 100 MB.
 * Garbage is no measure: the heap of Node as it comes may grow to gigabytes, so that it seldom collects. That peak is
 * told as well.
 */
import { runCommand } from "./command.js";
import { conclude } from "./goals.js";
import {
  measureAllocations,
  measureConcurrent,
  measureSequential,
  parseMemoryPlan,
} from "./memory/measure.js";
import { memoryGoals, printMemory } from "./memory/report.js";

await runCommand(import.meta.url, async (args) => {
  const plan = parseMemoryPlan(args);
  const sequential = await measureSequential(plan);
  const concurrent = await measureConcurrent(plan);
  const { version, ...allocations } = await measureAllocations(plan);
  const found = { node: version, sequential, concurrent, allocations };
  printMemory(found);
  conclude(found, memoryGoals(found), plan.json);
});
