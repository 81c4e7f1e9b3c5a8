import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { Child, numberIn, textIn } from "../child.js";
import { findNode, isBuilt, resolveDist } from "../command.js";
import { limits } from "../goals.js";
import { computeGrowth, type Growth, listReadingPoints, type Reading } from "./growth.js";

/** How much is done, and what must hold. */
export interface Scale {
  /** The calls that are made one after the other, and how many of them come before the heap is first read. */
  readonly sequential: { readonly calls: number; readonly first: number };
  /** The calls that are made at once, and the throttle that they share: most of them wait in line. */
  readonly concurrent: {
    readonly calls: number;
    readonly throttle: { readonly limit: number; readonly window: number };
  };
}

/** What is measured by default. */
export const fullScale: Scale = {
  sequential: { calls: 100_000, first: 10_000 },
  concurrent: { calls: 10_000, throttle: { limit: 500, window: 500 } },
};
const quickScale: Scale = {
  sequential: { calls: 20_000, first: 5000 },
  concurrent: { calls: 2000, throttle: { limit: 500, window: 500 } },
};

/** What is run. */
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
  /** Its arguments, before those that say where the service and the package are. */
  readonly args?: readonly string[];
  /** Further options for Node. */
  readonly flags?: readonly string[];
  /** What it is asked. */
  readonly question: object;
  /** How many calls it must have made in the end. */
  readonly calls: number;
}

/** Starts a service and a program, asks the program, and makes sure that it called as often as it should. */
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

/** So large a young generation that nothing is collected while it is measured. In MB. */
const youngGeneration = 256;

const allocationFlags = [
  "--expose-gc",
  `--max-semi-space-size=${youngGeneration}`,
  `--min-semi-space-size=${youngGeneration}`,
];

/**
 * Measures in a separate process. The figures depend on the version of Node, and not on the machine.
 *
 * @param dist the URL of the build, without a slash at its end
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

/** Memory in bytes, above what the process had before. */
interface Memory {
  readonly heapUsed: number;
  readonly rss: number;
}

/** What many calls at once take. */
export interface Concurrent {
  readonly calls: number;
  readonly throttle: Scale["concurrent"]["throttle"];
  /** On Node as it comes: its heap may grow to gigabytes, so that it seldom collects. */
  readonly unbounded: { readonly peak: Memory; readonly left: Memory; readonly milliseconds: number };
  readonly bounded: Bounded;
}

/** On Node with a small heap, where a call too many would end the process. */
interface Bounded {
  /** The size of the whole heap, in bytes. */
  readonly heap: number;
  /** Why it did not work, if it did not. */
  readonly failure?: string;
  /** The most that was held above what was there before, garbage excluded, in bytes. */
  readonly held?: number;
  readonly peak?: Memory;
  readonly milliseconds?: number;
}

/** Just under what is allowed, in the unit of V8. */
const heapMiB = Math.floor(limits.heapBytes / 1024 ** 2);
const collectEvery = 1000;

/** Measures twice: on Node as it comes, and with a heap of under 100 MB. */
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

/** Whether all were answered, and no sooner than the throttle allows: part of them did wait. */
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

/** What calls one after the other leave behind. */
export interface Sequential extends Growth {
  readonly transport: string;
  readonly calls: number;
  readonly readings: readonly Reading[];
}

/** The module of the main benchmark with ours, by the transport; and the file without which it is left out. */
const transports = [
  { transport: "global fetch", contestant: "ours", needs: "esm/index.js" },
  { transport: "undici", contestant: "ours-undici", needs: "esm/undici/index.js" },
] as const;

/** Measures with each transport that was built, each in a separate process. */
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
