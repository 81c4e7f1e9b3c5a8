import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { bundle } from "./bundle.js";
import { listRegressions, startProgram } from "./start.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const patches = join(root, "test/simulation/breaks");

/** More would take the memory of a small machine. */
const mostProcesses = 2;

/** The seeds of a run. */
interface Seeds {
  readonly first: number;
  readonly seeds: number;
}

/**
 * Disables one safety mechanism of the package after the other, and prints which seed is the first one that shows it. If
 * no seed does, the deployments that have failed once are tried.
 *
 * @param names the patches in the folder `breaks`; none: all of them
 * @returns whether each one was found
 */
export async function runBreaks(names: readonly string[], seeds: Seeds): Promise<boolean> {
  const all = (await readdir(patches)).sort().map((file) => file.replace(/\.patch$/, ""));
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new Error(`test/simulation/breaks has no patch ${unknown.join(", ")}`);
  const next = (names.length === 0 ? all : names).values();
  let areAllFound = true;
  const folder = await mkdtemp(join(tmpdir(), "reg-unbroken-"));
  const work = async (unbroken: string) => {
    for (const name of next) {
      const { violation, by } = await findBreak(name, seeds, unbroken);
      areAllFound &&= violation !== undefined;
      console.log(`${name.padEnd(45)} ${by.padStart(5)}  ${violation?.slice(0, 125) ?? "NOT FOUND"}`);
    }
  };
  try {
    const unbroken = await bundle(folder);
    const processes = Math.min(mostProcesses, availableParallelism());
    await Promise.all(Array.from({ length: processes }, () => work(unbroken)));
  } finally {
    await rm(folder, { recursive: true });
  }
  return areAllFound;
}

/** Runs a copy of the package with a break until something does not hold that holds without it. */
async function findBreak(name: string, seeds: Seeds, unbroken: string) {
  const checkout = await mkdtemp(join(tmpdir(), `reg-break-${name}-`));
  try {
    await mkdir(join(checkout, "test"));
    for (const part of ["src", "package.json", "tsconfig.json", "test/simulation", "test/support"])
      await cp(join(root, part), join(checkout, part), { recursive: true });
    await symlink(join(root, "node_modules"), join(checkout, "node_modules"));
    await promisify(execFile)("git", ["apply", join(patches, `${name}.patch`)], { cwd: checkout });
    const program = await bundle(checkout, checkout);
    const lines: string[] = [];
    const regressions = listRegressions();
    const task = { ...seeds, regressions, untilFailure: true, shrinks: false, isVerbose: false };
    const { failed } = await startProgram(program, task, (line) => void lines.push(line));
    const violation = lines.find((line) => line.startsWith("failed "))?.replace(/^failed .*?: /, "");
    const seed = Number(failed[0]);
    const others = { ...task, first: seed, seeds: 1, regressions: [] };
    const isOther = Number.isInteger(seed) && (await startProgram(unbroken, others, () => {})).failed.length > 0;
    return { by: failed[0] ?? "", violation: isOther ? undefined : violation };
  } finally {
    await rm(checkout, { recursive: true });
  }
}
