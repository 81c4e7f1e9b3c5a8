/**
 * Measures how fast `lessor.sync` sends a fleet, and its memory, against a server on loopback that responds after 20 ms. It
 * is compared at the same concurrency with a loop of p-map over openapi-fetch, which sends everything and keeps no state,
 * and with a sequential loop. Ours runs with the global fetch and with the undici transport. Every vehicle is one request there; in the other measurements it also has mileages. Each
 * measurement runs in a separate process.
 *
 *   npm run build && npm run bench:peers && npm run bench:sync     about ten minutes
 *   … -- --quick                                                   smaller fleets, about a minute
 *   … -- --dist <folder>                                           another build
 *   … -- --json <file>                                             also writes the figures as JSON
 *
 * Exits with 1 if ours takes more than 1.1 times as long as the loop of p-map for the largest fleet, if a second run with
 * 1 % changed does not send 1 % of the requests, if the heap grows by more than 92 bytes per resource, or if the unchanged
 * vehicles do not fit into the small heap.
 */
import { availableParallelism, loadavg } from "node:os";
import { runCommand } from "./command.js";
import { conclude, type Goal } from "./goals.js";
import { measureSync, type SyncResults, timeToPMap } from "./sync/measure.js";
import { parseSyncPlan } from "./sync/plan.js";
import { MB, seconds, times, whole } from "./text.js";

/** The most time that ours may take relative to the loop of p-map: the machine is never quiet. */
const mostTime = 1.1;

/** A Map of license plates to texts takes up to 184 bytes for a vehicle, which has two resources here. */
const mostIndexBytes = 92;

const bytes = (value: number) => `${value.toFixed(1)} bytes`;

await runCommand(import.meta.url, async (args) => {
  const plan = parseSyncPlan(args);
  const found = await measureSync(plan, (step) => console.error(step));
  printResults(found);
  conclude(found, listGoals(found), plan.json);
});

function listGoals({ speeds, changed, index, unchanged }: SyncResults): readonly Goal[] {
  const [slowest] = speeds.filter(({ contestant }) => contestant === "ours").slice(-1);
  const share = changed.requestsOfSecond / changed.requestsOfFirst;
  return [
    {
      what: `time relative to p-map, ${whole(slowest?.vehicles ?? 0)} vehicles`,
      figure: slowest && timeToPMap(slowest, speeds),
      most: mostTime,
      text: times,
    },
    {
      what: "distance of the requests of the second run from 1 %",
      figure: Math.abs(share - 0.01),
      most: 0,
      text: String,
    },
    { what: "heap for each further resource", figure: index.heap, most: mostIndexBytes, text: bytes },
    {
      what: `heap for ${whole(unchanged.vehicles)} unchanged vehicles`,
      figure: unchanged.run?.peakHeap,
      most: unchanged.heapLimit,
      text: MB,
      missing: unchanged.failure,
    },
  ];
}

function printResults({ node, latency, speeds, changed, index, unchanged }: SyncResults): void {
  const [load] = loadavg();
  console.log(
    `Node ${node}, responses after ${latency} ms, load of the machine ${load?.toFixed(1)} of ${availableParallelism()}\n`,
  );
  printLine(
    "One request per vehicle",
    "vehicles/s",
    "time/p-map",
    "CPU each",
    "peak RSS",
    "peak heap",
    "slow/fast",
  );
  for (const speed of speeds) {
    const { contestant, vehicles, concurrency, rounds, vehiclesPerSecond, cpu, peakRss, peakHeap, spread } =
      speed;
    const ratio = contestant.startsWith("ours") ? timeToPMap(speed, speeds) : undefined;
    printLine(
      `${contestant}, ${whole(vehicles)}, ${concurrency} at a time`,
      whole(vehiclesPerSecond),
      ratio === undefined ? "" : times(ratio),
      `${whole(cpu)} µs`,
      MB(peakRss),
      MB(peakHeap),
      rounds === 1 ? "one run" : times(spread),
    );
  }
  const { requestsOfFirst, requestsOfSecond } = changed;
  console.log(
    `\nRequests of a first run: ${whole(requestsOfFirst)}; of a second one with 1 % changed: ${whole(requestsOfSecond)}`,
  );
  console.log(
    `Memory of the state, for each resource (${whole(index.from)} to ${whole(index.to)} vehicles with two): heap ${bytes(index.heap)}, ` +
      `a Map of texts ${bytes(index.map)}, file ${bytes(index.file)}`,
  );
  const { run, failure } = unchanged;
  const figures =
    run &&
    `${seconds(run.milliseconds)}, CPU ${seconds(run.cpu)}, peak RSS ${MB(run.peakRss)}, peak heap ${MB(run.peakHeap)}`;
  console.log(
    `${whole(unchanged.vehicles)} unchanged vehicles in a heap of ${MB(unchanged.heapLimit)}: ${figures ?? failure}`,
  );
}

function printLine(name: string, ...cells: readonly string[]): void {
  console.log(name.padEnd(36), ...cells.map((cell) => cell.padStart(11)));
}
