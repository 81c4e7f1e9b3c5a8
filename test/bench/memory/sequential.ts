import { numberIn } from "../child.js";
import { isBuilt } from "../dist.js";
import { type Growth, growthOf, type Reading, readingPoints } from "./growth.js";
import type { Plan } from "./plan.js";
import { runProgram } from "./program.js";

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

/** Measures with each transport that was built, each in a process of its own. */
export async function measureSequential(plan: Plan): Promise<readonly Sequential[]> {
  const { calls } = plan.scale.sequential;
  const readAt = readingPoints(plan.scale.sequential);
  const found: Sequential[] = [];
  for (const { transport, contestant, needs } of transports) {
    if (!isBuilt(plan.dist, needs)) continue;
    const task = { file: "./sequential.mjs", args: [contestant], question: { readAt }, calls };
    const readings = readingsIn(await runProgram(plan, task));
    found.push({ transport, calls, ...growthOf(readings), readings });
  }
  return found;
}

function readingsIn(answer: unknown): readonly Reading[] {
  const readings: unknown = Reflect.get(Object(answer), "readings");
  if (!Array.isArray(readings)) throw new Error("the program sent no readings");
  return readings.map((each) => ({
    calls: numberIn(each, "calls"),
    heapUsed: numberIn(each, "heapUsed"),
    rss: numberIn(each, "rss"),
  }));
}
