import { randomUUID } from "node:crypto";
import { type Mode, measureCalls, type Shape } from "./calls.js";
import { Child } from "./child.js";
import { exponentOf, median } from "./figures.js";
import { type Contestant, measureSync } from "./sync.js";
import { measureImportTimes } from "./weight.js";

/** How long each figure is measured. */
export interface LimitsPlan {
  /** Rounds of calls and polls, which take turns in the same processes. */
  readonly rounds: number;
  /** Rounds of what needs a new process each time. */
  readonly processes: number;
  /** The vehicles of a first sync. */
  readonly vehicles: number;
}

/** A figure beside that of its peer. */
export interface Comparison {
  /** Ours, divided by that of the peer. */
  readonly ratio: number;
  /** Ours, in bytes or in microseconds; undefined if only ratios were measured. */
  readonly value?: number | undefined;
}

/** A figure, what it is compared with, and the most that their ratio should be. */
export interface Limit {
  readonly what: string;
  readonly peer: string;
  readonly most: number;
  /** Of the value. */
  readonly unit?: "B" | "µs";
  readonly measure: Measure;
}

type Measure = (plan: LimitsPlan) => Promise<Comparison>;

/** The figures that have a peer. */
export const limits = {
  waiting: {
    what: "heap of a call, 10 000 wait in the throttle",
    peer: "p-queue",
    most: 2,
    unit: "B",
    measure: compareHeaps({ task: "waiting", count: 10_000 }, ["ours", "p-queue"]),
  },
  inFlight: {
    what: "heap of a call in flight",
    peer: "global fetch",
    most: 1.3,
    unit: "B",
    measure: compareHeaps({ task: "inFlight", count: 500 }, ["ours", "fetch"]),
  },
  inFlightUndici: {
    what: "heap of a call in flight, undici transport",
    peer: "global fetch",
    most: 1.3,
    unit: "B",
    measure: compareHeaps({ task: "inFlight", count: 500 }, ["ours-undici", "fetch"]),
  },
  download: {
    what: "download of 20 MB",
    peer: "global fetch",
    most: 1.1,
    measure: compareCalls("download", "one", ["ours", "fetch-beside-ours"]),
  },
  downloadUndici: {
    what: "download of 20 MB, undici transport",
    peer: "global fetch",
    most: 1,
    measure: compareCalls("download", "one", ["ours-undici", "fetch-beside-ours"]),
  },
  upload: {
    what: "upload of 1 MB",
    peer: "global fetch",
    most: 1.1,
    measure: compareCalls("upload", "one", ["ours", "fetch-beside-ours"]),
  },
  sync: {
    what: "first sync, for each vehicle",
    peer: "p-map over global fetch",
    most: 1.5,
    unit: "µs",
    measure: compareSyncs(["ours", "p-map-fetch"]),
  },
  syncUndici: {
    what: "first sync, undici transport, for each vehicle",
    peer: "p-map over undici.request",
    most: 2,
    unit: "µs",
    measure: compareSyncs(["ours-undici", "p-map-undici"]),
  },
  poll: {
    what: "quiet poll of 5 000 open requests",
    peer: "`JSON.parse` of the two lists",
    most: 2.5,
    unit: "µs",
    measure: comparePolls(5000),
  },
  import: {
    what: "time of `import` of `@reg/sdk`, beyond an empty module",
    peer: "stripe",
    most: 0.3,
    measure: compareImports,
  },
  start: {
    what: "start of a process until its first response",
    peer: "global fetch",
    most: 1.15,
    unit: "µs",
    measure: compareStarts,
  },
  validate: {
    what: "list of 30 kB with `validateResponses`, 50 at a time",
    peer: "ours without",
    most: 1.15,
    measure: compareCalls("list", "fifty", ["ours-validator", "ours"]),
  },
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

/** The figures of one name. */
export interface LimitRow extends Comparison {
  readonly name: LimitName;
}

/** How a figure grows with the number of things. */
export interface Growth {
  readonly what: string;
  /** The most that the exponent should be. */
  readonly most?: number | undefined;
  /** CPU time in microseconds for each size. */
  readonly points: readonly { readonly size: number; readonly cpu: number }[];
  /** The CPU time grows with the size to this power; size 0 is left out. */
  readonly exponent: number;
}

export interface LimitsResults {
  readonly date: string;
  readonly node: string;
  readonly rows: readonly LimitRow[];
  readonly growth: readonly Growth[];
}

/** The sizes whose growth is measured. */
export interface GrowthPlan {
  readonly vehicles: readonly number[];
  readonly requests: readonly number[];
  readonly stored: readonly number[];
}

/** Compares figures with those of their peers. */
export async function measureLimits(names: readonly LimitName[], plan: LimitsPlan): Promise<readonly LimitRow[]> {
  const rows: LimitRow[] = [];
  for (const name of names) {
    console.error(limits[name].what);
    rows.push({ name, ...(await limits[name].measure(plan)) });
  }
  return rows;
}

/** Measures how the CPU time of a sync, of a quiet poll and of a request of the sandbox grows. */
export async function measureGrowth({ vehicles, requests, stored }: GrowthPlan): Promise<readonly Growth[]> {
  return [
    ...(await measureSyncGrowth(vehicles)),
    await measurePollGrowth(requests),
    ...(await measureSandboxGrowth(stored)),
  ];
}

const contestantsOfSync: readonly Contestant[] = ["ours", "ours-undici"];

async function measureSyncGrowth(vehicles: readonly number[]): Promise<readonly Growth[]> {
  const fleets = vehicles.map((size) => ({ vehicles: size, concurrency: 50 }));
  const { rows } = await measureSync({ rounds: 1, fleets, names: contestantsOfSync, latency: 20 });
  return contestantsOfSync.map((contestant) => {
    const own = rows.filter((row) => row.contestant === contestant);
    const points = own.map((row) => ({ size: row.vehicles, cpu: row.vehicles * row.cpu }));
    return createGrowth(contestant === "ours" ? "first sync" : "first sync, undici transport", points);
  });
}

async function measurePollGrowth(requests: readonly number[]): Promise<Growth> {
  const points: Growth["points"][number][] = [];
  for (const size of requests) {
    const child = await startRunner({ task: "poll", contestant: "ours", count: size });
    const samples: number[] = [];
    for (let round = 0; round < 5; round += 1) samples.push(await child.ask({}));
    child.stop();
    points.push({ size, cpu: Math.round(median(samples)) });
  }
  return createGrowth("quiet poll", points);
}

interface SandboxSample {
  readonly size: number;
  readonly create: readonly number[];
  readonly list: readonly number[];
}

/** Measures a create of the sandbox, and a list for one license plate, with this many stored requests. */
export async function measureSandboxGrowth(sizes: readonly number[]): Promise<readonly Growth[]> {
  const child = await startRunner({ task: "sandbox", sizes });
  const samples = await child.ask<readonly SandboxSample[]>({});
  child.stop();
  const pointsOf = (figure: "create" | "list") =>
    samples.map((sample) => ({ size: sample.size, cpu: Math.round(median(sample[figure])) }));
  return [
    createGrowth("sandbox: a create", pointsOf("create"), 0.1),
    createGrowth("sandbox: a list for one vehicle", pointsOf("list"), 0.1),
  ];
}

function createGrowth(what: string, points: Growth["points"], most?: number): Growth {
  const sized = points.filter(({ size }) => size > 0);
  return { what, most, points, exponent: exponentOf(sized.map(({ size, cpu }) => [size, cpu])) };
}

/** The names of ours and of its peer. */
type Pair<Name extends string = string> = readonly [ours: Name, peer: Name];

/** Compares the medians of samples. */
function compare(ours: readonly number[], peer: readonly number[]): Comparison {
  const value = median(ours);
  return { ratio: value / median(peer), value };
}

/** Each heap is that of a new process. The server holds the calls that are in flight. */
function compareHeaps(task: { readonly task: string; readonly count: number }, pair: Pair): Measure {
  return async ({ processes }) => {
    const measure = (contestant: string) =>
      withServer(async (service) => {
        const child = await startRunner({ ...task, contestant, ...service });
        const bytes = await child.ask<number>({});
        child.stop();
        return bytes;
      });
    return takeTurns(pair, processes, measure);
  };
}

function comparePolls(count: number): Measure {
  return async ({ rounds }) => {
    const pair: Pair = ["ours", "JSON.parse"];
    const children = new Map<string, Child>();
    for (const contestant of pair) children.set(contestant, await startRunner({ task: "poll", contestant, count }));
    const measure = async (contestant: string) => children.get(contestant)?.ask<number>({}) ?? Number.NaN;
    await takeTurns(pair, 2, measure);
    const result = await takeTurns(pair, rounds, measure);
    for (const child of children.values()) child.stop();
    return result;
  };
}

function compareStarts({ rounds }: LimitsPlan): Promise<Comparison> {
  const program = new URL("limits/start.mjs", import.meta.url);
  return withServer(({ baseUrl, token }) =>
    takeTurns(["ours", "fetch"], rounds, (contestant) =>
      new Child(program, [contestant, baseUrl, token], plainNode).next<number>(),
    ),
  );
}

function compareCalls(shape: Shape, mode: Mode, [ours, peer]: Pair): Measure {
  return async ({ rounds }) => {
    const names = [...new Set([ours, peer, "fetch"])];
    const { execPath } = process;
    const { tables } = await measureCalls({
      names,
      shapes: [shape],
      modes: [mode],
      rounds,
      milliseconds: 300,
      execPath,
    });
    const cpuOf = (name: string) => {
      const row = tables[shape]?.find(({ contestant }) => contestant === name);
      return (mode === "one" ? row?.cpuOne : row?.cpuFifty) ?? Number.NaN;
    };
    return { ratio: cpuOf(ours) / cpuOf(peer) };
  };
}

function compareSyncs(pair: Pair<Contestant>): Measure {
  return async ({ processes, vehicles }) => {
    const fleets = [{ vehicles, concurrency: 50 }];
    const { rows } = await measureSync({ rounds: processes, fleets, names: pair, latency: 20 });
    const [ours, peer] = pair.map((name) => rows.filter(({ contestant }) => contestant === name).map(({ cpu }) => cpu));
    return compare(ours ?? [], peer ?? []);
  };
}

async function compareImports({ rounds }: LimitsPlan): Promise<Comparison> {
  const times = await measureImportTimes(["@reg/sdk", "stripe"], 2 * rounds);
  return { ratio: (times.get("@reg/sdk") ?? Number.NaN) / (times.get("stripe") ?? Number.NaN) };
}

/** Measures both in turn, this many times, and compares the medians. */
async function takeTurns(
  [ours, peer]: Pair,
  rounds: number,
  measure: (contestant: string) => Promise<number>,
): Promise<Comparison> {
  const samples: [ours: number[], peer: number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    samples[0].push(await measure(ours));
    samples[1].push(await measure(peer));
  }
  return compare(...samples);
}

const plainNode = { execArgv: [] };

/** Runs an action with a service, and ends it. */
async function withServer<Result>(
  action: (service: { readonly baseUrl: string; readonly token: string }) => Promise<Result>,
): Promise<Result> {
  const token = randomUUID();
  const server = new Child(new URL("calls/server.mjs", import.meta.url), [token], plainNode);
  try {
    const { baseUrl } = await server.next<{ baseUrl: string }>();
    return await action({ baseUrl, token });
  } finally {
    server.stop();
  }
}

async function startRunner(task: object): Promise<Child> {
  const program = new URL("limits/runner.mjs", import.meta.url);
  const child = new Child(program, [JSON.stringify(task)], { execArgv: ["--expose-gc"] });
  await child.next();
  return child;
}
