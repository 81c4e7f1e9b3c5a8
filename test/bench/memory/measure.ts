import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { Child, numberIn, textIn } from "../child.js";
import { findNode, isBuilt, resolveDist } from "../command.js";
import { limits } from "../goals.js";
import { computeGrowth, type Growth, listReadingPoints, type Reading } from "./growth.js";

/** The numbers of calls, and the throttle of the concurrent ones. */
export interface Scale {
  /** The number of sequential calls, and the number of calls before the first reading of the heap. */
  readonly sequential: { readonly calls: number; readonly first: number };
  /** The number of concurrent calls, and the throttle that they share: most of them are queued. */
  readonly concurrent: {
    readonly calls: number;
    readonly throttle: { readonly limit: number; readonly window: number };
  };
}

/** The scale of the published figures. */
export const fullScale: Scale = {
  sequential: { calls: 100_000, first: 10_000 },
  concurrent: { calls: 10_000, throttle: { limit: 500, window: 500 } },
};
const quickScale: Scale = {
  sequential: { calls: 20_000, first: 5000 },
  concurrent: { calls: 2000, throttle: { limit: 500, window: 500 } },
};

/** The parsed options. */
export interface MemoryPlan {
  readonly scale: Scale;
  /** The Node that makes the calls. */
  readonly node: string;
  /** The URL of the build, without a trailing slash. */
  readonly dist: string;
  /** The file for the figures. */
  readonly json: string | undefined;
}

export function parseMemoryPlan(args: readonly string[]): MemoryPlan {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: "boolean", default: false },
      node: { type: "string", default: process.execPath },
      dist: { type: "string", default: "dist" },
      json: { type: "string" },
    },
  });
  return {
    scale: values.quick ? quickScale : fullScale,
    node: findNode(values.node),
    dist: resolveDist(values.dist),
    json: values.json,
  };
}

/** A program of this folder that calls a service. */
export interface Task {
  readonly file: string;
  /** Its arguments before the URLs of the service and of the package. */
  readonly args?: readonly string[];
  /** Further options for Node. */
  readonly flags?: readonly string[];
  /** The message that starts the calls. */
  readonly question: object;
  /** The number of calls that it must make. */
  readonly calls: number;
}

/** Starts a service and a program, sends the message, and checks the number of calls. */
async function runProgram(
  { node, dist }: Pick<MemoryPlan, "node" | "dist">,
  { file, args = [], flags = [], question, calls }: Task,
): Promise<unknown> {
  const token = randomUUID();
  const started: Child[] = [];
  const start = (path: string, execPath: string | undefined, options: string[], ...rest: string[]) => {
    const program = { file: new URL(path, import.meta.url), node: execPath, flags: options };
    const child = new Child(program, ...rest);
    started.push(child);
    return child;
  };
  try {
    const server = start("../calls/server.mjs", undefined, [], token);
    const baseUrl = textIn(await server.next(), "baseUrl");
    const program = start(file, node, ["--expose-gc", ...flags], ...args, baseUrl, token, dist);
    await program.next();
    const answer = await program.ask(question);
    const seen = numberIn(Reflect.get(Object(await server.ask({})), "counts"), "get");
    if (seen !== calls) throw new Error(`${file} made ${seen} calls, not ${calls}`);
    return answer;
  } finally {
    for (const child of started) child.stop();
  }
}

/** The bytes that one call allocates on the heap, by kind of call. */
export interface Allocations {
  readonly get: number;
  readonly post: number;
}

/** The size of the young generation in MB: large enough that nothing is collected during a measurement. */
const youngGeneration = 256;

const allocationFlags = [
  "--expose-gc",
  `--max-semi-space-size=${youngGeneration}`,
  `--min-semi-space-size=${youngGeneration}`,
];

/**
 * Measures in a separate process. The figures depend on the version of Node, and not on the machine.
 *
 * @param dist the URL of the build, without a trailing slash
 */
export async function measureAllocations({
  node,
  dist,
}: {
  readonly node?: string;
  readonly dist: string;
}): Promise<Allocations & { readonly version: string }> {
  const program = new Child(
    { file: new URL("./allocations.mjs", import.meta.url), node, flags: allocationFlags },
    dist,
  );
  try {
    const answer = await program.next();
    return {
      version: textIn(answer, "version"),
      get: numberIn(answer, "get"),
      post: numberIn(answer, "post"),
    };
  } finally {
    program.stop();
  }
}

/** The increase of the memory since the start, in bytes. */
interface Memory {
  readonly heapUsed: number;
  readonly rss: number;
}

/** The memory of many concurrent calls. */
export interface Concurrent {
  readonly calls: number;
  readonly throttle: Scale["concurrent"]["throttle"];
  /** With the default heap of Node, which may grow to gigabytes, so that collections are rare. */
  readonly unbounded: { readonly peak: Memory; readonly left: Memory; readonly milliseconds: number };
  readonly bounded: Bounded;
}

/** With a small heap, in which too many calls would end the process. */
interface Bounded {
  /** The size of the whole heap, in bytes. */
  readonly heap: number;
  /** The reason if the calls did not fit into the heap. */
  readonly failure?: string;
  /** The peak of the increase without garbage, in bytes. */
  readonly held?: number;
  readonly peak?: Memory;
  readonly milliseconds?: number;
}

/** The limit in the unit of V8, rounded down. */
const heapMiB = Math.floor(limits.heapBytes / 1024 ** 2);
const collectEvery = 1000;

/** Measures twice: with the default heap of Node, and with a heap of less than 100 MB. */
export async function measureConcurrent(plan: MemoryPlan): Promise<Concurrent> {
  const { calls, throttle } = plan.scale.concurrent;
  const run = async (more: { flags?: readonly string[]; collectEvery?: number }) => {
    const { flags = [], ...question } = more;
    const task = {
      file: "./concurrent.mjs",
      flags,
      question: { calls, throttle, ...question },
      calls: calls + 1,
    };
    return checkConcurrent(await runProgram(plan, task), plan.scale);
  };
  const unbounded = await run({});
  const found = {
    peak: increaseSince(unbounded, "peak"),
    left: increaseSince(unbounded, "after"),
    milliseconds: numberIn(unbounded, "milliseconds"),
  };
  return { calls, throttle, unbounded: found, bounded: await measureBounded(run) };
}

async function measureBounded(
  run: (more: { flags: readonly string[]; collectEvery: number }) => Promise<unknown>,
): Promise<Bounded> {
  const heap = heapMiB * 1024 ** 2;
  try {
    const answer = await run({ flags: [`--max-heap-size=${heapMiB}`], collectEvery });
    const held = numberIn(answer, "held") - numberIn(Reflect.get(Object(answer), "before"), "heapUsed");
    const peak = increaseSince(answer, "peak");
    return { heap, held, peak, milliseconds: numberIn(answer, "milliseconds") };
  } catch (error) {
    return { heap, failure: String(error) };
  }
}

/** Throws unless all calls have ended, and no sooner than the throttle allows, so that some of them had to wait. */
function checkConcurrent(answer: unknown, { concurrent: { calls, throttle } }: Scale): unknown {
  if (numberIn(answer, "answered") !== calls) throw new Error("not all calls were answered");
  const atLeast = (Math.ceil(calls / throttle.limit) - 1) * throttle.window;
  if (numberIn(answer, "milliseconds") < atLeast) throw new Error("the throttle let too much through");
  return answer;
}

function increaseSince(answer: unknown, when: string): Memory {
  const [there, before] = [when, "before"].map((each) => Reflect.get(Object(answer), each));
  const above = (what: keyof Memory) => numberIn(there, what) - numberIn(before, what);
  return { heapUsed: above("heapUsed"), rss: above("rss") };
}

/** The memory after many sequential calls. */
export interface Sequential extends Growth {
  readonly transport: string;
  readonly calls: number;
  readonly readings: readonly Reading[];
}

/** The contestants of the main benchmark for each transport, and the file that they need. */
const transports = [
  { transport: "global fetch", contestant: "ours", needs: "esm/index.js" },
  { transport: "undici", contestant: "ours-undici", needs: "esm/undici/index.js" },
] as const;

/** Measures each transport that is built, in a separate process. */
export async function measureSequential(plan: MemoryPlan): Promise<readonly Sequential[]> {
  const { calls } = plan.scale.sequential;
  const readAt = listReadingPoints(plan.scale.sequential);
  const found: Sequential[] = [];
  for (const { transport, contestant, needs } of transports) {
    if (!isBuilt(plan.dist, needs)) continue;
    const task = { file: "./sequential.mjs", args: [contestant], question: { readAt }, calls };
    const readings = parseReadings(await runProgram(plan, task));
    found.push({ transport, calls, ...computeGrowth(readings), readings });
  }
  return found;
}

function parseReadings(answer: unknown): readonly Reading[] {
  const readings: unknown = Reflect.get(Object(answer), "readings");
  if (!Array.isArray(readings)) throw new Error("the program sent no readings");
  return readings.map((each) => ({
    calls: numberIn(each, "calls"),
    heapUsed: numberIn(each, "heapUsed"),
    rss: numberIn(each, "rss"),
  }));
}
