import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { buildChild } from "../lessor/sync/kill/start.js";
import { temporaryFolder } from "../support/folder.js";
import type { Use } from "./lock/child.js";

test.each([
  ["nobody has locked", undefined],
  ["a killed run has locked", "left 17"],
])("of two processes that begin at the same moment, one uses a state that %s", { timeout: 60_000 }, async (_, lock) => {
  const folder = temporaryFolder();
  const states = Array.from({ length: 60 }, (_, index) => join(folder, `${index}.state`));
  if (lock !== undefined) for (const state of states) writeFileSync(`${state}.lock`, lock);
  const program = await buildChild(new URL("./lock/child.ts", import.meta.url));
  const run = async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [program, startAt, JSON.stringify(states)]);
    return JSON.parse(stdout) as Use[];
  };
  const startAt = String(Date.now() + 2000);
  const uses = (await Promise.all([run(), run()])).flat();
  const both = states.filter((state) => {
    const [first, second] = uses.filter((use) => use.state === state).sort((one, other) => one.from - other.from);
    return first && second && second.from <= first.to;
  });
  console.log(`${uses.length} uses of ${states.length} states`);
  expect(both).toEqual([]);
  expect(new Set(uses.map(({ state }) => state)).size).toBe(states.length);
});
