#!/usr/bin/env node
import { toPrintableLines } from "../base/text.js";
import { withoutFullStop } from "./help.js";
import { abortOnSignal, commands, run } from "./run.js";

/** Milliseconds that the process has to end on its own before its remaining connections are dropped. */
const exitDelayMs = 200;

const failedOutput = new AbortController();
for (const stream of [process.stdout, process.stderr]) stream.on("error", noteFailedOutput);

const interrupted = abortOnSignal(process, () => performance.now());
const code = await run(process.argv.slice(2), commands, {
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
});
process.exitCode ??= code;
// A response that a fault delays by an hour would keep the process alive for that hour.
setTimeout(() => process.exit(), exitDelayMs).unref();

/** Tells the command that nobody reads its output any more. A reader such as `head` may end at any time. */
function noteFailedOutput({ code, message }: NodeJS.ErrnoException): void {
  if (code !== "EPIPE" && !failedOutput.signal.aborted) {
    process.exitCode = 2;
    process.stderr.write(`reg: the output cannot be written: ${withoutFullStop(message)}.\n`);
  }
  failedOutput.abort();
}
