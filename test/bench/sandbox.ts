/**
 * Measures how fast the sandbox starts and responds. Goals: it starts within 300 ms and serves at least 2000 simple
 * requests per second on loopback.
 *
 *   npm run build && npm run bench:sandbox -- [--json] [another folder than dist]
 *
 * On a busy machine, rely on the ratios and the CPU time. The rate limit is switched off.
 */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { assertBuilt, runCommand } from "./command.js";
import {
  type Comparison,
  measureInProcess,
  measureLoopback,
  measureStart,
  type Speed,
  type StartTimes,
} from "./sandbox/measure.js";

/** All figures. */
interface SandboxResults {
  readonly start: StartTimes;
  readonly loopback: readonly Comparison[];
  readonly inProcess: Readonly<Record<string, Speed>>;
}

await runCommand(import.meta.url, async (args) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { json: { type: "boolean" } },
    allowPositionals: true,
  });
  const [folder = "dist"] = positionals;
  const file = resolve(folder, "esm/sandbox/index.js");
  assertBuilt(file);
  const module = pathToFileURL(file).href;
  const found: SandboxResults = {
    start: await measureStart(module),
    loopback: await measureLoopback(module),
    inProcess: Object.fromEntries(await measureInProcess(module)),
  };
  if (values.json) console.log(JSON.stringify(found));
  else printResults(found);
});

function printResults({ start, loopback, inProcess }: SandboxResults): void {
  printLine("Start, until first response", "sandbox", "empty", "ratio");
  printLine(
    "median of 9 processes",
    `${Math.round(start.sandbox)} ms`,
    `${Math.round(start.nothing)} ms`,
    (start.sandbox / start.nothing).toFixed(2),
  );

  console.log();
  printLine("Loopback, 32 connections", "sandbox", "CPU each", "bare server", "CPU each", "ratio");
  for (const { name, sandbox, bare } of loopback) {
    printLine(
      name,
      ...speedCells(sandbox),
      ...speedCells(bare),
      (sandbox.perSecond / bare.perSecond).toFixed(2),
    );
  }

  console.log();
  printLine("In process, sandbox.fetch", "sandbox", "CPU each");
  for (const [name, each] of Object.entries(inProcess)) printLine(name, ...speedCells(each));
}

function printLine(name: string, ...cells: string[]): void {
  console.log(name.padEnd(28), ...cells.map((cell) => cell.padStart(12)));
}

function speedCells({ perSecond, cpu }: Speed): string[] {
  return [`${Math.round(perSecond)}/s`, `${Math.round(cpu)} µs`];
}
