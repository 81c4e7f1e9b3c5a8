/**
 * Measures the throttle that is shared over Redis next to a local throttle for each process with its part of the limit, from
 * 1 to 16 processes: how much of the limit of a service on loopback they use, and what a call costs that does not have to
 * wait. Then it measures what Redis does for 1, 16 and 1000 throttles that share 5000 requests a minute. It starts redis-server.
 *
 *   npm run bench:cluster                 about twenty minutes
 *   … -- --quick                          shorter windows, fewer processes, about two minutes
 *   … -- --json <file>                    also writes the figures as JSON
 *
 * With more processes than cores, the processes wait for a core: their times then include it, and their CPU times do not.
 *
 * Exits with 1 if the shared throttle gets a 429 or leaves more than a tenth of the limit unused, or if a call fails.
 */
import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import {
  type CallCost,
  type ClusterScale,
  measureCosts,
  measureLoad,
  measureQuota,
  type QuotaUse,
  type RedisLoad,
} from "./cluster/measure.js";
import { BenchRedis } from "./cluster/redis.js";
import { runCommand } from "./command.js";
import { conclude, type Goal } from "./goals.js";
import { kB, percent, whole } from "./text.js";

/** A window that is a fifth of the service's, with a fifth of its limit. */
const fullScale: ClusterScale = {
  limit: 1000,
  window: 12_000,
  windows: 5,
  processes: [1, 2, 4, 8, 16],
  rounds: 9,
  load: { limit: 5000, window: 60_000, throttles: [1, 16, 1000] },
};

const quickScale: ClusterScale = {
  ...fullScale,
  limit: 400,
  window: 4000,
  windows: 4,
  processes: [1, 4],
  rounds: 3,
  load: { limit: 1000, window: 12_000, throttles: [16] },
};

/** The least part of the limit that must be used after the first burst. */
const leastUse = 0.9;

/** All figures. */
interface ClusterResults extends ClusterScale {
  readonly node: string;
  readonly redis: string;
  readonly quota: readonly QuotaUse[];
  readonly costs: readonly CallCost[];
  readonly loads: readonly RedisLoad[];
}

await runCommand(import.meta.url, async (args) => {
  const { values } = parseArgs({
    args: [...args],
    options: { quick: { type: "boolean", default: false }, json: { type: "string" } },
  });
  const redis = await BenchRedis.start();
  try {
    const results = await measureAll(redis, values.quick ? quickScale : fullScale);
    printResults(results);
    conclude(results, listGoals(results), values.json);
  } finally {
    redis.stop();
  }
});

async function measureAll(redis: BenchRedis, scale: ClusterScale): Promise<ClusterResults> {
  const [quota, costs, loads]: [QuotaUse[], CallCost[], RedisLoad[]] = [[], [], []];
  for (const processes of scale.processes) {
    for (const kind of ["local", "shared"] as const) {
      console.error(`the use of the limit, ${processes} processes, ${kind}`);
      quota.push(await measureQuota(redis, scale, { processes, kind }));
    }
    console.error(`the cost of a call, ${processes} processes`);
    costs.push(...(await measureCosts(redis, processes, scale.rounds)));
  }
  for (const throttles of scale.load.throttles) {
    console.error(`what Redis does for ${throttles} throttles`);
    loads.push(await measureLoad(redis, scale.load, throttles));
  }
  const version = /redis_version:(\S+)/.exec(await redis.client.info("server"))?.[1] ?? "";
  return { ...scale, node: process.version, redis: version, quota, costs, loads };
}

function listGoals({ quota }: ClusterResults): readonly Goal[] {
  return quota
    .filter(({ kind }) => kind === "shared")
    .flatMap(({ processes, refused, sustained, failure }) => [
      { what: `429s, ${processes} processes`, figure: refused, most: 0, text: String },
      {
        what: `part of the limit that was not used, ${processes} processes`,
        figure: failure === "" ? 1 - sustained : undefined,
        most: 1 - leastUse,
        text: percent,
        missing: failure,
      },
    ]);
}

function printLine(name: string, ...cells: readonly string[]): void {
  console.log(name.padEnd(30), ...cells.map((cell) => cell.padStart(12)));
}

function printResults(results: ClusterResults): void {
  const { node, redis, limit, window, windows, load: scale, quota, costs, loads } = results;
  const [load] = loadavg();
  console.log(
    `Node ${node}, Redis ${redis}, load of the machine ${load?.toFixed(1)} of ${availableParallelism()} cores\n`,
  );
  console.log(`${limit} requests in ${window / 1000} s, ${windows} windows, responses after 5 to 150 ms`);
  printLine("", "2xx", "429", "most/window", "sustained", "CPU each", "scripts each", "Redis CPU");
  for (const use of quota)
    printLine(
      nameOf(use),
      whole(use.accepted),
      whole(use.refused),
      whole(use.mostInAnyWindow),
      percent(use.sustained),
      micro(use.cpuEach),
      use.scriptsEach.toFixed(2),
      micro(use.redisCpuEach),
      use.failure,
    );
  console.log(
    "\nA call that does not have to wait, over a fetch that responds at once; with more processes than cores,\n" +
      "its wall time includes the wait for a core",
  );
  printLine("", "wall", "CPU", "scripts each", "Redis CPU");
  for (const cost of costs)
    printLine(
      nameOf(cost),
      micro(cost.wall),
      micro(cost.cpu),
      cost.scriptsEach.toFixed(2),
      micro(cost.redisCpuEach),
    );
  console.log(`\n${scale.limit} requests in ${scale.window / 1000} s, each throttle with a call that waits`);
  printLine("", "requests/s", "scripts/s", "CPU each", "of a core", "memory", "for a unit");
  for (const each of loads)
    printLine(
      `${each.throttles} throttles`,
      each.requestsPerSecond.toFixed(1),
      each.scriptsPerSecond.toFixed(1),
      micro(each.cpuEach),
      percent(each.cpuShare),
      kB(each.bytes),
      `${(each.bytes / each.units).toFixed(0)} bytes`,
    );
}

function micro(value: number): string {
  return `${value < 10 ? value.toFixed(1) : whole(value)} µs`;
}

function nameOf({ processes, kind }: Pick<QuotaUse, "processes" | "kind">): string {
  const throttle = { none: "no throttle", local: "local throttles", shared: "shared throttle" }[kind];
  return `${processes} process${processes === 1 ? "" : "es"}, ${throttle}`;
}
