import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { bundle } from "./bundle.js";
import type { Summary, Task } from "./program.js";
import { listRegressions } from "./start.js";

const breaks = fileURLToPath(new URL("./breaks/", import.meta.url));

/** Runs deployments in a process of their own, and returns what it has found. */
async function simulate(program: string, task: Partial<Task>): Promise<Summary> {
  const wholeTask = { first: 1, seeds: 0, untilFailure: false, shrinks: false, isVerbose: false, ...task };
  const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify(wholeTask)]);
  const lines = stdout.trimEnd().split("\n");
  expect(lines.slice(0, -1)).toEqual([]);
  return JSON.parse(lines.at(-1) ?? "") as Summary;
}

// `npm run simulate` runs more: CI 2000 deployments, and 200 of them twice.
test("in twenty deployments, and in those that have failed once, everything holds", { timeout: 120_000 }, async () => {
  const program = await bundle(temporaryFolder());
  const { counts, requests } = await simulate(program, { seeds: 20, regressions: listRegressions() });
  // Otherwise it proves little.
  expect(requests).toBeGreaterThan(900);
  expect(Object.keys(counts).filter((name) => name.startsWith("fault ")).length).toBeGreaterThan(20);
});

test("the same seeds give the same journals and the same events", { timeout: 120_000 }, async () => {
  const program = await bundle(temporaryFolder());
  const [first, second] = [await simulate(program, { seeds: 5 }), await simulate(program, { seeds: 5 })];
  expect(second.digests).toEqual(first.digests);
  // What went before does not matter, such as what a process has loaded.
  const alone = await simulate(program, { first: 5, seeds: 1 });
  expect(alone.digests[5]).toBe(first.digests[5]);
});

test("each deliberate break can still be applied", async () => {
  const files = readdirSync(breaks).map((name) => join(breaks, name));
  for (const file of files) await promisify(execFile)("git", ["apply", "--check", file]);
  expect(files.length).toBeGreaterThanOrEqual(25);
});
