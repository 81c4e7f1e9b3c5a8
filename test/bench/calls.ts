import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { availableParallelism, loadavg } from "node:os";
import { Child } from "./child.js";
import { median } from "./figures.js";

/** The clients by the names that `calls/contestants.mjs` uses. */
export const contestants: Readonly<Record<string, string>> = {
  ours: "ours, everything on",
  "ours-validator": "ours, responses compared",
  "ours-undici": "ours, undici transport",
  fetch: "global fetch",
  undici: "undici.request",
  "openapi-fetch": "openapi-fetch, bare",
  "openapi-fetch-features": "openapi-fetch, same features",
  axios: "axios",
  got: "got",
  ky: "ky",
  "hey-api": "@hey-api/openapi-ts",
};

/** The kinds of calls. */
export const shapes = {
  get: "GET, a response of 1.5 kB",
  post: "POST, a body of 2 kB",
  large: "GET, a response of 200 kB",
  list: "GET, a response of 30 kB",
  download: "download of 20 MB",
  upload: "upload of 1 MB",
} as const;

export type Shape = keyof typeof shapes;

/** The calls that every contestant can make. */
export const commonShapes: readonly Shape[] = ["get", "post", "large"];

/** How many calls there are at a time. */
export const concurrencies = { one: 1, fifty: 50 } as const;

/** A number of calls at a time. */
export type Mode = keyof typeof concurrencies;

/**
 * The time and the CPU time of a call, divided by those of global fetch; medians over the rounds. NaN: not measured.
 */
export interface CallsRow extends Readonly<Record<Mode, number>> {
  readonly contestant: string;
  readonly cpuOne: number;
  readonly cpuFifty: number;
}

/** The figures of a run. */
export interface CallsResults {
  readonly date: string;
  /** The version of Node that ran the clients. */
  readonly node: string;
  readonly cores: number;
  /** The load of the machine before the start. */
  readonly load: number;
  readonly rounds: number;
  /** The length of a round in milliseconds. */
  readonly milliseconds: number;
  /** The fastest client with 50 calls at a time comes first. */
  readonly tables: Readonly<Partial<Record<Shape, readonly CallsRow[]>>>;
}

/** What is measured. */
export interface CallsPlan {
  /** Names of `contestants`; `fetch` must be one of them. */
  readonly names: readonly string[];
  readonly shapes: readonly Shape[];
  readonly modes: readonly Mode[];
  readonly rounds: number;
  readonly milliseconds: number;
  /** The path of the Node that runs the clients. */
  readonly execPath: string;
}

/** The time and the CPU time of a call in one round, in microseconds. */
interface Sample {
  readonly contestant: string;
  readonly shape: Shape;
  readonly mode: Mode;
  readonly round: number;
  readonly time: number;
  readonly cpu: number;
}

/** How long a new process calls before its first round, in milliseconds. */
const warmUp = 500;
/** The speed of processes with the same code differs by some percent: after some rounds, all clients get new ones. */
const roundsOfProcess = 3;

/**
 * Compares the time of a call between clients. One service runs on loopback, and each client in a process of its own,
 * on plain Node. They take turns in short rounds, so that other load on the machine affects all of them, and each is
 * compared with global fetch in the same round.
 */
export async function measureCalls(plan: CallsPlan): Promise<CallsResults> {
  const { names, rounds, milliseconds, execPath } = plan;
  const [load = 0] = loadavg();
  const token = randomUUID();
  const server = new Child(new URL("calls/server.mjs", import.meta.url), [token], { execArgv: [] });
  const callers = new Map<string, Child>();
  const stopCallers = () => callers.forEach((caller) => void caller.stop());
  const samples: Sample[] = [];
  let node = "";
  try {
    const { baseUrl } = await server.next<{ baseUrl: string }>();
    for (let round = 0; round < rounds; round += 1) {
      if (round % roundsOfProcess === 0) {
        stopCallers();
        for (const name of names) {
          const program = new URL("calls/caller.mjs", import.meta.url);
          const caller = new Child(program, [name, baseUrl, token], { execPath, execArgv: [] });
          callers.set(name, caller);
          node = (await caller.next<{ version: string }>()).version;
        }
        await measureRound(callers, plan, { round, milliseconds: warmUp });
      }
      console.error(`round ${round + 1} of ${rounds}`);
      samples.push(...(await measureRound(callers, plan, { round, milliseconds })));
    }
  } finally {
    stopCallers();
    server.stop();
  }
  const tables = Object.fromEntries(plan.shapes.map((shape) => [shape, createRows(samples, names, shape)]));
  const date = new Date().toISOString().slice(0, 10);
  return { date, node, cores: availableParallelism(), load, rounds, milliseconds, tables };
}

async function measureRound(
  callers: ReadonlyMap<string, Child>,
  { shapes, modes }: CallsPlan,
  { round, milliseconds }: { round: number; milliseconds: number },
): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const shape of shapes) {
    for (const mode of modes) {
      for (const [contestant, caller] of shuffle([...callers])) {
        const task = { shape, concurrency: concurrencies[mode], milliseconds };
        const figures = await caller.ask<{ time: number; cpu: number }>(task);
        samples.push({ contestant, shape, mode, round, ...figures });
      }
    }
  }
  return samples;
}

/** Changes the order at random, so that no client always follows the same one. */
function shuffle<T>(values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ value }) => value);
}

function createRows(samples: readonly Sample[], names: readonly string[], shape: Shape): CallsRow[] {
  const find = (contestant: string, mode: Mode) =>
    samples.filter((each) => each.contestant === contestant && each.shape === shape && each.mode === mode);
  const ratio = (contestant: string, mode: Mode, figure: "time" | "cpu") => {
    const base = find("fetch", mode);
    const ratios = find(contestant, mode).map((sample, index) => sample[figure] / (base[index]?.[figure] ?? 0));
    return Number(median(ratios).toFixed(3));
  };
  const rows = names.map((contestant) => ({
    contestant,
    one: ratio(contestant, "one", "time"),
    fifty: ratio(contestant, "fifty", "time"),
    cpuOne: ratio(contestant, "one", "cpu"),
    cpuFifty: ratio(contestant, "fifty", "cpu"),
  }));
  return rows.sort((one, other) => one.fifty - other.fifty);
}

/** Returns the path of a Node with this major version, which npx installs if necessary. */
export function findNode(major: string): string {
  if (process.versions.node.split(".")[0] === major) return process.execPath;
  const args = ["-y", "--prefer-offline", "-p", `node@${major}`, "node", "-p", "process.execPath"];
  return execFileSync("npx", args, { encoding: "utf8" }).trim();
}
