/**
 * Sends a fleet once, in a separate process, and measures the time and the memory. Argument: the task as JSON, with the
 * name of the contestant. With `holdAt`, the heap after a garbage collection is read after that many results, while the
 * state is open. The contestant `map` only fills a Map with texts of the length `textLength`.
 */
import { memory, settledMemory } from "../memory/heap.mjs";
import { contestants } from "./contestants.mjs";
import { licensePlateOf } from "./fleet.mjs";

const { contestant, holdAt, textLength, ...task } = JSON.parse(process.argv[2]);
const lookEvery = 20;

/** The heap that a Map of license plates to texts takes, as a program would keep it. */
async function measureMap({ vehicles }) {
  const before = await settledMemory();
  const map = new Map();
  for (let index = 0; index < vehicles; index += 1) {
    const entry = [licensePlateOf(index), `${index}`.padEnd(textLength, "x")];
    // A text that was put together keeps its parts.
    map.set(...JSON.parse(JSON.stringify(entry)));
  }
  const after = await settledMemory();
  return { held: map.size === vehicles ? after.heapUsed - before.heapUsed : Number.NaN };
}

async function measureRun() {
  let results = 0;
  let held = 0;
  const onResult =
    holdAt === undefined
      ? undefined
      : async () => {
          results += 1;
          if (results === holdAt) held = (await settledMemory()).heapUsed;
        };
  const run = await contestants[contestant]({ ...task, onResult });
  const before = await settledMemory();
  const peak = { ...before };
  const look = () => {
    const { heapUsed, rss } = memory();
    peak.heapUsed = Math.max(peak.heapUsed, heapUsed);
    peak.rss = Math.max(peak.rss, rss);
  };
  const watch = setInterval(look, lookEvery);
  const cpuBefore = process.cpuUsage();
  const begun = performance.now();
  await run();
  const milliseconds = performance.now() - begun;
  const { user, system } = process.cpuUsage(cpuBefore);
  look();
  clearInterval(watch);
  const peaks = { peakHeap: peak.heapUsed, peakRss: peak.rss };
  return { milliseconds, cpu: (user + system) / 1000, ...peaks, held: held - before.heapUsed };
}

process.send?.(contestant === "map" ? await measureMap(task.fleet) : await measureRun());
process.disconnect();
