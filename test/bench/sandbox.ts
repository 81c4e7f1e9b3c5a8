/**
 * How fast the sandbox starts and answers. Goals: it starts in under 300 ms, and serves at least 2000 simple requests
 * a second on loopback.
 *
 *   npm run build && npm run bench:sandbox -- [--json] [another folder than dist]
 *
 * On a machine that is busy, read the ratios and the CPU time. The limit of requests is switched off.
 */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { inProcess } from "./in-process.js";
import { loopback, type Speed } from "./loopback.js";
import { startTimes } from "./start.js";

const { values, positionals } = parseArgs({ options: { json: { type: "boolean" } }, allowPositionals: true });
const [folder = "dist"] = positionals;
const module = pathToFileURL(resolve(folder, "esm/sandbox/index.js")).href;

const start = await startTimes(module);
const onLoopback = await loopback(module);
const within = await inProcess(module);

if (values.json)
  console.log(JSON.stringify({ start, loopback: onLoopback, inProcess: Object.fromEntries(within) }));
else print();

function print(): void {
  line("Start, until first answer", "sandbox", "empty", "ratio");
  line(
    "median of 9 processes",
    `${Math.round(start.sandbox)} ms`,
    `${Math.round(start.nothing)} ms`,
    (start.sandbox / start.nothing).toFixed(2),
  );

  console.log();
  line("Loopback, 32 connections", "sandbox", "CPU each", "bare server", "CPU each", "ratio");
  for (const { name, sandbox, bare } of onLoopback) {
    line(name, ...speed(sandbox), ...speed(bare), (sandbox.perSecond / bare.perSecond).toFixed(2));
  }

  console.log();
  line("In process, sandbox.fetch", "sandbox", "CPU each");
  for (const [name, each] of within) line(name, ...speed(each));
}

function line(name: string, ...cells: string[]): void {
  console.log(name.padEnd(28), ...cells.map((cell) => cell.padStart(12)));
}

function speed({ perSecond, cpu }: Speed): string[] {
  return [`${Math.round(perSecond)}/s`, `${Math.round(cpu)} µs`];
}
