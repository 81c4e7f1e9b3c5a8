import { spawn } from "node:child_process";
import { once } from "node:events";
import { performance } from "node:perf_hooks";
import { pathOf } from "./child.js";
import { median } from "./median.js";

const runs = 9;

/** Medians, in milliseconds, from the start of a process until it has said that it is ready. */
export interface StartTimes {
  readonly sandbox: number;
  /** Of a process that does nothing. */
  readonly nothing: number;
}

/** Measures both in turn, each in new processes. */
export async function startTimes(module: string): Promise<StartTimes> {
  const sandbox: number[] = [];
  const nothing: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    nothing.push(await untilReady("start-nothing"));
    sandbox.push(await untilReady("start-sandbox", module));
  }
  return { sandbox: median(sandbox), nothing: median(nothing) };
}

async function untilReady(program: string, ...args: string[]): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, [pathOf(program), ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const exit = once(child, "exit");
  const result = await Promise.race([once(child.stdout, "data").then(() => "ready"), exit]);
  const took = performance.now() - begun;
  await exit;
  if (result !== "ready") throw new Error(`${program} ended without being ready`);
  return took;
}
