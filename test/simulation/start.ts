import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Summary, Task } from "./program.js";

const regressions = fileURLToPath(new URL("./regressions/", import.meta.url));

/** The files of the deployments that have failed once. */
export function listRegressions(): string[] {
  return readdirSync(regressions).map((name) => join(regressions, name));
}

/** Runs seeds in a process of their own, hands over each line that it prints, and returns its summary. */
export async function startProgram(
  program: string,
  task: Task,
  onLine: (line: string) => void = console.log,
): Promise<Summary> {
  const child = spawn(process.execPath, ["--enable-source-maps", program, JSON.stringify(task)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let last: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    if (last !== undefined) onLine(last);
    last = line;
  }
  return JSON.parse(last ?? "") as Summary;
}
