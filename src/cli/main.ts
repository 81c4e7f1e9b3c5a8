#!/usr/bin/env node
import { commands } from "./commands.js";
import { interruption } from "./interruption.js";
import { run } from "./run.js";
import { versionOf } from "./version.js";

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
