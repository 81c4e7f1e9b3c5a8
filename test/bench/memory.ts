/**
 * Measures the memory of calls, everything on: the heap after 100 000 calls relative to the heap after the first 10 000,
 * the memory of 10 000 calls at a time on one throttle, most of which are queued, and the memory that one call allocates.
 * The calls go to a service on loopback. Each measurement runs in a separate process.
 *
 *   npm run build && npm run bench:memory     about a minute
 *   … -- --quick                              fewer calls
 *   … -- --node 24                            on another Node: a major version, or a path
 *   … -- --dist <folder>                      another build
 *   … -- --json <file>                        also writes the figures as JSON
 *
 * Exits with 1 if a limit of budget.json is exceeded: if the heap grows by more than 5 %, or if the 10 000 calls do not
 * fit into a heap of less than 100 MB. The limit excludes garbage, because the default heap of Node can grow to gigabytes
 * before a collection. That peak is printed as well.
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
