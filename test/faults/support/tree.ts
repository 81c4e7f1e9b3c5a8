import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The longest that one run of tests may take, in milliseconds. */
const longestRun = 120_000;

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** What the tests need of the tree. */
const parts = ["src", "test", "package.json", "tsconfig.json", "vitest.config.ts"];

/** How a run of tests ended. */
export interface TestRun {
  readonly failed: boolean;
  /** How many tests passed or failed. */
  readonly ran: number;
  readonly timedOut: boolean;
  readonly output: string;
}

/** A copy of the tree that may be changed. */
export interface Tree {
  /** Replaces what stands exactly once in a file, and returns what undoes it; undefined if it does not stand so. */
  replace(file: string, find: string, replacement: string): (() => void) | undefined;
  /** Runs the tests of these files whose names match the pattern. */
  runTests(files: readonly string[], pattern: string): Promise<TestRun>;
  remove(): void;
}

/** Copies the tree to a temporary folder. */
export function copyTree(): Tree {
  const folder = mkdtempSync(join(tmpdir(), "reg-faults-"));
  for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return {
    replace(file, find, replacement) {
      const path = join(folder, file);
      const text = readFileSync(path, "utf8");
      const [before, after, ...more] = text.split(find);
      if (before === undefined || after === undefined || more.length > 0) return undefined;
      writeFileSync(path, before + replacement + after);
      return () => writeFileSync(path, text);
    },
    runTests: (files, pattern) => runTests(folder, files, pattern),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function runTests(folder: string, files: readonly string[], pattern: string): Promise<TestRun> {
  const vitest = join("node_modules", "vitest", "vitest.mjs");
  const settings = ["--typecheck.enabled=false", "--bail=1", "--reporter=default", "--reporter=json"];
  const report = join(folder, "report.json");
  rmSync(report, { force: true });
  const child = spawn(
    process.execPath,
    [vitest, "run", ...files, "-t", pattern, ...settings, `--outputFile.json=${report}`],
    {
      cwd: folder,
      detached: true,
      env: { ...process.env, NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    // The whole group: a worker that runs in circles does not notice that it is alone.
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  }, longestRun);
  return new Promise((resolve) => {
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ failed: code !== 0, ran: testsIn(report), timedOut, output });
    });
  });
}

/** How many tests a report counts as passed or failed; 0 if it was never written. */
function testsIn(report: string): number {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"));
    return Number(numPassedTests) + Number(numFailedTests);
  } catch {
    return 0;
  }
}
