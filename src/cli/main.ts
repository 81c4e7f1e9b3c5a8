#!/usr/bin/env node
import { existsSync, readFileSync } from "node:fs";
import { commands, run } from "./run.js";

/** The signals that ask a process to end. */
const signals = ["SIGINT", "SIGTERM"] as const;

/** What of a process an interruption needs. */
export interface Interruptible {
  on(signal: (typeof signals)[number], listener: () => void): unknown;
  /** Ends it at once. */
  exit(code: number): unknown;
}

/**
 * Milliseconds within which a signal is taken for an echo of the first: the terminal tells Ctrl-C to
 * every process that it runs, and a program in between, such as npx, may pass it on as well.
 */
const echo = 250;

/** The exit code of a process that SIGINT ended, as shells have it. */
const cutShort = 130;

/**
 * Turns the signals into an abort: the first asks to end, another one ends the process at once.
 *
 * @param now the milliseconds of a clock that does not jump
 */
export function interruption(process: Interruptible, now: () => number): AbortSignal {
  const controller = new AbortController();
  let first = 0;
  const heard = () => {
    if (!controller.signal.aborted) {
      first = now();
      controller.abort();
    } else if (now() - first > echo) process.exit(cutShort);
  };
  for (const signal of signals) process.on(signal, heard);
  return controller.signal;
}

/**
 * The version of the package that a module belongs to. The nearest package.json with a version counts: those of the
 * build's own folders have none.
 *
 * @param module the address of the module, `file:` and so on
 * @throws Error if it belongs to no package
 */
export function versionOf(module: string): string {
  for (let folder = new URL(".", module); ; folder = new URL("..", folder)) {
    const version = versionIn(new URL("package.json", folder));
    if (version !== undefined) return version;
    if (folder.pathname === new URL("..", folder).pathname)
      throw new Error("no package.json with a version lies above");
  }
}

function versionIn(file: URL): string | undefined {
  if (!existsSync(file)) return undefined;
  const { version }: { version?: unknown } = JSON.parse(readFileSync(file, "utf8"));
  return typeof version === "string" ? version : undefined;
}

/** Milliseconds that the process has to end by itself, before what still waits in it is cut off. */
const grace = 200;

const code = await run(
  process.argv.slice(2),
  { commands, version: versionOf(import.meta.url) },
  {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    interrupted: interruption(process, () => performance.now()),
  },
);
process.exitCode = code;
// Only if something is left that keeps the process alive, such as an answer that a fault holds back for an hour.
setTimeout(() => process.exit(code), grace).unref();
