import { setTimeout as sleep } from "node:timers/promises";
import { Child, numberIn, textIn } from "../child.js";
import { median } from "../text.js";
import { computeFigures, parseRecord } from "../throttle/measure.js";
import type { BenchRedis } from "./redis.js";
import type { ThrottleKind, WorkerTask } from "./worker.js";

/** The scale of a run. */
export interface ClusterScale {
  /** The limit of the service while the use of it is measured. */
  readonly limit: number;
  /** In milliseconds. */
  readonly window: number;
  /** How many windows are measured. */
  readonly windows: number;
  /** The numbers of processes. */
  readonly processes: readonly number[];
  /** The rounds of the cost of a call. */
  readonly rounds: number;
  /** The limit while the load of Redis is measured, and the numbers of throttles that share it. */
  readonly load: { readonly limit: number; readonly window: number; readonly throttles: readonly number[] };
}

/** How much of the limit processes use that send as fast as they may. */
export interface QuotaUse {
  readonly processes: number;
  readonly kind: ThrottleKind;
  readonly accepted: number;
  readonly refused: number;
  /** The most requests in any window. */
  readonly mostInAnyWindow: number;
  /** The accepted requests after the first burst, as a share of the limit. */
  readonly sustained: number;
  /** CPU time of all processes for each request, in microseconds. */
  readonly cpuEach: number;
  /** How often the script ran for each request; 0 for a local throttle. */
  readonly scriptsEach: number;
  /** CPU time of Redis for each request, in microseconds. */
  readonly redisCpuEach: number;
  /** Any failure other than a 429; empty if there was none. */
  readonly failure: string;
}

/** The cost of a call that does not have to wait: medians of the rounds, in microseconds. */
export interface CallCost {
  readonly processes: number;
  readonly kind: ThrottleKind;
  readonly wall: number;
  /** CPU time of the process of the call. */
  readonly cpu: number;
  readonly scriptsEach: number;
  readonly redisCpuEach: number;
}

/** What Redis does for throttles that share a limit and always have a call that waits. */
export interface RedisLoad {
  readonly throttles: number;
  readonly requestsPerSecond: number;
  readonly scriptsPerSecond: number;
  /** CPU time of Redis for each run of the script, in microseconds. */
  readonly cpuEach: number;
  /** The part of one core that Redis used, from 0 to 1. */
  readonly cpuShare: number;
  /** The bytes of all keys at the end, and the units in use. */
  readonly bytes: number;
  readonly units: number;
}

/** The limit of the service (supplier-api.md §8). */
const fullLimit = 5000;
const fullWindow = 60_000;

/** The calls of each process in a round; all processes together stay below the limit, so that none waits. */
const callsOfRound = 4000;

/** The calls of all processes at the same time. */
const callers = 200;

const program = new URL("./worker.ts", import.meta.url);

/** Starts the processes of a task, and stops them when the action has ended. */
async function withWorkers<Result>(
  count: number,
  task: WorkerTask,
  action: (workers: readonly Child[]) => Promise<Result>,
): Promise<Result> {
  const workers = Array.from({ length: count }, () => new Child(program, JSON.stringify(task)));
  try {
    await Promise.all(workers.map((worker) => worker.next()));
    return await action(workers);
  } finally {
    for (const worker of workers) worker.stop();
  }
}

const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);

/** Measures how much of the limit of a service on loopback is used. */
export async function measureQuota(
  redis: BenchRedis,
  { limit, window, windows }: Pick<ClusterScale, "limit" | "window" | "windows">,
  { processes, kind }: Pick<QuotaUse, "processes" | "kind">,
): Promise<QuotaUse> {
  const service = new Child("serve-counting", "rolling", String(limit), String(window), "1");
  try {
    const baseUrl = textIn(await service.next(), "baseUrl");
    await redis.reset();
    const task: WorkerTask = {
      mode: "send",
      kind,
      redisUrl: redis.url,
      baseUrl,
      limit,
      window,
      processes,
      callers: Math.ceil(callers / processes),
    };
    return await withWorkers(processes, task, async (workers) => {
      await sleep(window * windows);
      const record = parseRecord(await service.ask({}));
      const use = await redis.readUse();
      const results = await Promise.all(workers.map((worker) => worker.ask({})));
      const figures = computeFigures(record, { limit, window, windows });
      const { sent, accepted, refused, mostInAnyWindow, sustained } = figures;
      return {
        processes,
        kind,
        accepted,
        refused,
        mostInAnyWindow,
        sustained,
        cpuEach: sum(results.map((result) => numberIn(result, "cpu"))) / sent,
        scriptsEach: use.scripts / sent,
        redisCpuEach: kind === "shared" ? use.cpu / sent : 0,
        failure: results.map((result) => textIn(result, "failure")).join(""),
      };
    });
  } finally {
    service.stop();
  }
}

const kinds = ["none", "local", "shared"] as const;

/** Measures calls that do not have to wait. The kinds of throttles alternate, so that a busy machine affects all of them. */
export async function measureCosts(
  redis: BenchRedis,
  processes: number,
  rounds: number,
): Promise<readonly CallCost[]> {
  const limits = { limit: fullLimit, window: fullWindow, processes };
  const task = {
    ...limits,
    mode: "cost",
    kind: "none",
    redisUrl: redis.url,
    baseUrl: "",
    callers: 1,
  } as const;
  const calls = Math.floor(callsOfRound / processes);
  return await withWorkers(processes, task, async (workers) => {
    const all: CallCost[] = [];
    // The first round is not counted: the code is compiled in it.
    for (let round = 0; round <= rounds; round += 1)
      for (const kind of round % 2 === 0 ? kinds : kinds.toReversed()) {
        await redis.reset();
        const results = await Promise.all(workers.map((worker) => worker.ask({ kind, calls })));
        const use = await redis.readUse();
        const requests = calls * processes;
        if (round === 0) continue;
        all.push({
          processes,
          kind,
          wall: sum(results.map((result) => numberIn(result, "wall"))) / processes,
          cpu: sum(results.map((result) => numberIn(result, "cpu"))) / processes,
          scriptsEach: use.scripts / requests,
          redisCpuEach: kind === "shared" ? use.cpu / requests : 0,
        });
      }
    return kinds.map((kind) => {
      const ofKind = all.filter((each) => each.kind === kind);
      const of = (read: (cost: CallCost) => number) => median(ofKind.map(read));
      return {
        processes,
        kind,
        wall: of(({ wall }) => wall),
        cpu: of(({ cpu }) => cpu),
        scriptsEach: of(({ scriptsEach }) => scriptsEach),
        redisCpuEach: of(({ redisCpuEach }) => redisCpuEach),
      };
    });
  });
}

/** Measures what Redis does in one window for many throttles, which are those of one process here. */
export async function measureLoad(
  redis: BenchRedis,
  { limit, window }: Pick<ClusterScale["load"], "limit" | "window">,
  throttles: number,
): Promise<RedisLoad> {
  await redis.reset();
  const task: WorkerTask = {
    mode: "many",
    kind: "shared",
    redisUrl: redis.url,
    baseUrl: "",
    limit,
    window,
    processes: throttles,
    // One call at a time would not use the limit of a few throttles.
    callers: Math.ceil(50 / throttles),
  };
  return await withWorkers(1, task, async ([worker]) => {
    if (worker === undefined) throw new Error("no process was started");
    // The burst at the start does not count.
    await sleep(window);
    await redis.startCount();
    const before = numberIn(await worker.ask({}), "successful");
    await sleep(window);
    const requests = numberIn(await worker.ask({}), "successful") - before;
    const use = await redis.readUse();
    return {
      throttles,
      requestsPerSecond: (1000 * requests) / window,
      scriptsPerSecond: (1000 * use.scripts) / window,
      cpuEach: use.cpu / use.scripts,
      cpuShare: use.cpu / 1000 / window,
      ...(await redis.readMemory()),
    };
  });
}
