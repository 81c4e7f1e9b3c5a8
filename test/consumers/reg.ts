/** Starts the program `reg` as a user would, in a folder in which the package is installed. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";

interface Outcome {
  readonly ok: boolean;
  /** What is wrong. */
  readonly output: string;
}

/** The most that a start or an end may take, in milliseconds. */
const patience = 30_000;

/** Whether `reg` says its version, serves a sandbox that answers, and ends well at Ctrl-C. */
export async function checkReg(folder: string): Promise<Outcome> {
  const { version } = JSON.parse(readFileSync(join(folder, "node_modules/@reg/sdk/package.json"), "utf8"));
  // Without it, npx would look for some other package of that name.
  const reg = join(folder, "node_modules/.bin/reg");
  if (!existsSync(reg)) return { ok: false, output: "reg is not installed" };
  const said = execFileSync("npx", ["reg", "--version"], { cwd: folder, encoding: "utf8" }).trim();
  if (said !== version) return { ok: false, output: `reg --version says ${said}` };
  // Not through npx, which ends itself by the signal and so hides the exit code.
  const args = ["sandbox", "--json", "--port", "0", "--control-port", "0"];
  const child = spawn(reg, args, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  try {
    const { supplier, control } = await within(firstLine(child), "it printed nothing");
    const statuses = [
      await statusOf(`${supplier.baseUrl}/v2/servicerequests`, supplier.token),
      await statusOf(`${control.url}/clock`, control.key),
    ];
    child.kill("SIGINT");
    const [code] = await within(ended, "it did not end at Ctrl-C");
    const ok = statuses.every((status) => status === 200) && code === 0;
    return { ok, output: `it answered ${statuses.join(", ")} and ended with ${code}` };
  } catch (error) {
    return { ok: false, output: String(error) };
  } finally {
    child.kill("SIGKILL");
  }
}

async function firstLine({ stdout }: ChildProcess) {
  if (stdout === null) throw new Error("there is no output to read");
  for await (const line of createInterface({ input: stdout })) return JSON.parse(line);
  throw new Error("it ended without a line");
}

async function statusOf(url: string, token: string): Promise<number> {
  const { status } = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  return status;
}

async function within<T>(task: Promise<T>, otherwise: string): Promise<T> {
  const late = new AbortController();
  const tooLate = setTimeout(patience, undefined, { signal: late.signal }).then(() => {
    throw new Error(otherwise);
  });
  try {
    return await Promise.race([task, tooLate]);
  } finally {
    tooLate.catch(() => {});
    late.abort();
  }
}
