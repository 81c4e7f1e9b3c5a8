import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { readUsage } from "./command.js";

/** The TypeScript programs of `npm run bench…`, with the names of their commands. */
const programs = Object.entries(manifest.scripts).flatMap(([name, script]) => {
  const file = /^tsx (test\/bench\/[\w/]+\.ts)$/.exec(script)?.[1];
  return name.startsWith("bench") && file !== undefined ? [[name, file] as const] : [];
});

const root = fileURLToPath(new URL("../../", import.meta.url));

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function node(...args: readonly string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ["--import", "tsx", ...args],
      { cwd: root, encoding: "utf8", timeout: 25_000 },
      (_, stdout, stderr) => resolve({ code: child.exitCode ?? Number.NaN, stdout, stderr }),
    );
  });
}

/** Runs all programs in one process, to save time, and prints the exit code of each. */
function runAll(option: string): Promise<Outcome> {
  const each = `for (const file of JSON.parse(process.argv[1])) {
    await import(file);
    console.log("exit", process.exitCode ?? 0);
    process.exitCode = 0;
  }`;
  const files = JSON.stringify(programs.map(([, file]) => pathToFileURL(`${root}${file}`).href));
  return node("--input-type=module", "--eval", each, "--", files, option);
}

test("every bench command runs a TypeScript program", () => {
  const names = Object.keys(manifest.scripts).filter((name) => /^bench(?!:peers)/.test(name));
  expect(programs.map(([name]) => name)).toEqual(names);
  expect(programs).toHaveLength(11);
});

test("--help prints the usage of every bench command", { timeout: 30_000 }, async () => {
  const usages = programs.map(([, file]) => readUsage(readFileSync(`${root}${file}`, "utf8")));
  expect(await runAll("--help")).toEqual({
    code: 0,
    stdout: usages.map((usage) => `${usage}\nexit 0\n`).join(""),
    stderr: "",
  });
  for (const [index, [name]] of programs.entries()) expect(usages[index]).toContain(`npm run ${name}`);
});

test("every bench command reports an unknown option in one line", { timeout: 30_000 }, async () => {
  const line = "Unknown option '--frobnicate'; --help lists the options\n";
  expect(await runAll("--frobnicate")).toEqual({
    code: 0,
    stdout: "exit 1\n".repeat(programs.length),
    stderr: line.repeat(programs.length),
  });
});
