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
import { command } from "./command.js";
import { mustBeBuilt } from "./dist.js";
import { inProcess } from "./in-process.js";
import { type Comparison, loopback, type Speed } from "./loopback.js";
import { type StartTimes, startTimes } from "./start.js";

/** All that is found. */
interface Found {
  readonly start: StartTimes;
  readonly loopback: readonly Comparison[];
  readonly inProcess: Readonly<Record<string, Speed>>;
}

await command(import.meta.url, async (args) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { json: { type: "boolean" } },
    allowPositionals: true,
  });
  const [folder = "dist"] = positionals;
  const file = resolve(folder, "esm/sandbox/index.js");
  mustBeBuilt(file);
  const module = pathToFileURL(file).href;
  const found: Found = {
    start: await startTimes(module),
    loopback: await loopback(module),
    inProcess: Object.fromEntries(await inProcess(module)),
  };
  if (values.json) console.log(JSON.stringify(found));
  else print(found);
});

function print({ start, loopback, inProcess }: Found): void {
  line("Start, until first answer", "sandbox", "empty", "ratio");
  line(
    "median of 9 processes",
    `${Math.round(start.sandbox)} ms`,
    `${Math.round(start.nothing)} ms`,
    (start.sandbox / start.nothing).toFixed(2),
  );

  console.log();
  line("Loopback, 32 connections", "sandbox", "CPU each", "bare server", "CPU each", "ratio");
  for (const { name, sandbox, bare } of loopback) {
    line(name, ...speed(sandbox), ...speed(bare), (sandbox.perSecond / bare.perSecond).toFixed(2));
  }

  console.log();
  line("In process, sandbox.fetch", "sandbox", "CPU each");
  for (const [name, each] of Object.entries(inProcess)) line(name, ...speed(each));
}

function line(name: string, ...cells: string[]): void {
  console.log(name.padEnd(28), ...cells.map((cell) => cell.padStart(12)));
}

function speed({ perSecond, cpu }: Speed): string[] {
  return [`${Math.round(perSecond)}/s`, `${Math.round(cpu)} µs`];
}
