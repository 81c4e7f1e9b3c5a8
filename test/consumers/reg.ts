/** Runs the program `reg-sdk` in a folder in which the package is installed. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { type Outcome, run } from "./workspace.js";

/** The maximum time for the start and for the exit, in milliseconds. */
const timeoutMs = 30_000;

/**
 * Checks that the program prints its version by both of its names and with npx, serves a sandbox that responds, and
 * exits with 0 after Ctrl-C.
 */
export async function checkReg(folder: string): Promise<Outcome> {
  const { version } = JSON.parse(readFileSync(join(folder, "node_modules/@reg/sdk/package.json"), "utf8"));
  const bin = join(folder, "node_modules/.bin");
  // Without this check, npx would install another package of that name.
  if (!existsSync(join(bin, "reg"))) return { ok: false, output: "reg is not installed" };
  // Offline: npx must take the installed package, and know which of the two names to run.
  for (const command of [["reg-sdk"], ["reg"], ["--offline", "@reg/sdk"]]) {
    const { output: printed } = await run("npx", [...command, "--version"], folder);
    if (printed !== version) return { ok: false, output: `npx ${command.join(" ")} --version printed ${printed}` };
  }
  // Windows has no signals: Ctrl-C can be sent from a console only.
  if (process.platform === "win32") return { ok: true, output: "" };
  // Not with npx: the signal ends npx itself, which hides the exit code.
  const args = ["sandbox", "--json", "--port", "0", "--control-port", "0"];
  const child = spawn(join(bin, "reg-sdk"), args, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  try {
    const { supplier, control } = await within(firstLine(child), "it printed nothing");
    const statuses = [
      await statusOf(`${supplier.baseUrl}/v2/servicerequests`, supplier.token),
      await statusOf(`${control.url}/clock`, control.key),
    ];
    child.kill("SIGINT");
    const [code] = await within(ended, "it did not exit after Ctrl-C");
    const ok = statuses.every((status) => status === 200) && code === 0;
    return { ok, output: `it responded with ${statuses.join(", ")} and exited with ${code}` };
  } catch (error) {
    return { ok: false, output: String(error) };
  } finally {
    child.kill("SIGKILL");
  }
}

async function firstLine({ stdout }: ChildProcess) {
  if (stdout === null) throw new Error("the process has no standard output");
  for await (const line of createInterface({ input: stdout })) return JSON.parse(line);
  throw new Error("it exited without output");
}

async function statusOf(url: string, token: string): Promise<number> {
  const { status } = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  return status;
}

async function within<T>(task: Promise<T>, timeoutMessage: string): Promise<T> {
  const timer = new AbortController();
  const timedOut = setTimeout(timeoutMs, undefined, { signal: timer.signal }).then(() => {
    throw new Error(timeoutMessage);
  });
  try {
    return await Promise.race([task, timedOut]);
  } finally {
    timedOut.catch(() => {});
    timer.abort();
  }
}
