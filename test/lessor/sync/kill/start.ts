import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "../../../support/folder.js";
import type { ChildOutcome, ChildTask } from "./child.js";

/**
 * Compiles a program named `child.ts`, because a process that compiles TypeScript starts slowly, and returns its path.
 * It is deleted after the test.
 */
export async function buildChild(source = new URL("./child.ts", import.meta.url)): Promise<string> {
  const folder = temporaryFolder();
  await build({
    entryPoints: [fileURLToPath(source)],
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    // For CommonJS packages, such as ioredis.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
  return join(folder, "child.mjs");
}

/** A run in a process of its own. */
export interface ChildRun {
  readonly process: ChildProcess;
  /** Resolves when the run begins. */
  readonly started: Promise<void>;
  /** Resolves when the process has ended: to its outcome, or to undefined if it was killed before it had one. */
  readonly ended: Promise<ChildOutcome | undefined>;
}

/**
 * Starts a run. It is killed after the test.
 *
 * @param limit a command before which the program is started, such as one that limits the size of files
 */
export function startChild(program: string, task: ChildTask, limit = ""): ChildRun {
  const command = `${limit} exec "$0" "$@"`;
  const child = spawn("/bin/sh", ["-c", command, process.execPath, program, JSON.stringify(task)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  let begin = () => {};
  const started = new Promise<void>((resolve) => {
    begin = resolve;
  });
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    if (output.startsWith("started\n")) begin();
  });
  const ended = once(child, "close").then(() => {
    const outcome = output.split("\n")[1];
    return outcome ? (JSON.parse(outcome) as ChildOutcome) : undefined;
  });
  return { process: child, started, ended };
}
