#!/usr/bin/env node
import { existsSync, readFileSync } from "node:fs";
import { toPrintableLines } from "../values/text.js";
import { abortOnSignal, commands, run } from "./run.js";

/** Milliseconds that the process has to end on its own before its remaining connections are dropped. */
const exitDelayMs = 200;

const failedOutput = new AbortController();
for (const stream of [process.stdout, process.stderr]) stream.on("error", noteFailedOutput);

const interrupted = abortOnSignal(process, () => performance.now());
const code = await run(
  process.argv.slice(2),
  { commands, version: findPackageVersion() },
  {
    // Texts of the service and of files may contain control characters, such as terminal escape codes.
    out: (text) => process.stdout.write(toPrintableLines(text)),
    write: (text) =>
      new Promise((resolve, reject) => process.stdout.write(text, (error) => (error ? reject(error) : resolve()))),
    err: (text) => process.stderr.write(toPrintableLines(text)),
    interrupted,
    abandoned: AbortSignal.any([interrupted, failedOutput.signal]),
    env: process.env,
    // The first access opens it, which most commands do not need.
    get input() {
      return process.stdin;
    },
    screen: process.stderr.isTTY ? process.stderr : undefined,
  },
);
process.exitCode ??= code;
// A response that a fault delays by an hour would keep the process alive for that hour.
setTimeout(() => process.exit(), exitDelayMs).unref();

/** Tells the command that nobody reads its output any more. A reader such as `head` may end at any time. */
function noteFailedOutput({ code, message }: NodeJS.ErrnoException): void {
  if (code !== "EPIPE" && !failedOutput.signal.aborted) {
    process.exitCode = 2;
    process.stderr.write(`reg: the output cannot be written: ${message}.\n`);
  }
  failedOutput.abort();
}

/**
 * Reads the version from the nearest package.json that has one: the package.json files inside the build have none.
 *
 * @throws Error if no folder above this module has such a file
 */
function findPackageVersion(): string {
  for (let folder = new URL(".", import.meta.url); ; folder = new URL("..", folder)) {
    const version = readVersion(new URL("package.json", folder));
    if (version !== undefined) return version;
    if (folder.pathname === new URL("..", folder).pathname)
      throw new Error("no folder above this module has a package.json with a version");
  }
}

function readVersion(file: URL): string | undefined {
  if (!existsSync(file)) return undefined;
  const { version }: { version?: unknown } = JSON.parse(readFileSync(file, "utf8"));
  return typeof version === "string" ? version : undefined;
}
