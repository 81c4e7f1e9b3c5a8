import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { Mistake, mistakeIn, usageIn } from "./command.js";
import { mustHavePeers } from "./have-peers.js";

/** The programs of `npm run bench…` that are TypeScript, by the names of their commands. */
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

/** Runs all programs in one process, which spares most of the time, and tells after each how it would have exited. */
function runAll(option: string): Promise<Outcome> {
  const each = `for (const file of JSON.parse(process.argv[1])) {
    await import(file);
    console.log("exit", process.exitCode ?? 0);
    process.exitCode = 0;
  }`;
  const files = JSON.stringify(programs.map(([, file]) => pathToFileURL(`${root}${file}`).href));
  return node("--input-type=module", "--eval", each, "--", files, option);
}

test("every command is a program of its own", () => {
  const names = Object.keys(manifest.scripts).filter((name) => /^bench(?!:peers)/.test(name));
  expect(programs.map(([name]) => name)).toEqual(names);
  expect(programs).toHaveLength(9);
});

test("--help tells the usage of each", { timeout: 30_000 }, async () => {
  const usages = programs.map(([, file]) => usageIn(readFileSync(`${root}${file}`, "utf8")));
  expect(await runAll("--help")).toEqual({
    code: 0,
    stdout: usages.map((usage) => `${usage}\nexit 0\n`).join(""),
    stderr: "",
  });
  for (const [index, [name]] of programs.entries()) expect(usages[index]).toContain(`npm run ${name}`);
});

test("each tells an unknown option in one line", { timeout: 30_000 }, async () => {
  const line = "Unknown option '--frobnicate'; --help tells what can be given\n";
  expect(await runAll("--frobnicate")).toEqual({
    code: 0,
    stdout: "exit 1\n".repeat(programs.length),
    stderr: line.repeat(programs.length),
  });
});

test("peers that are missing are a mistake", () => {
  const nowhere = new URL("nowhere/", import.meta.url);
  expect(() => mustHavePeers(nowhere)).toThrow(
    new Mistake("the peers are missing: run npm run bench:peers first"),
  );
});

test("a build that is missing is told in one line", { timeout: 30_000 }, async () => {
  expect(await node("test/bench/sandbox.ts", "nowhere")).toEqual({
    code: 1,
    stdout: "",
    stderr: "the package is not built: run npm run build first\n",
  });
});

test("the usage is the comment at the head, without what makes it a comment", () => {
  expect(usageIn("/**\n * One\n *\n *   two\n */\nimport x;\n/**\n * Other\n */\n")).toBe("One\n\n  two");
  expect(() => usageIn("import x;\n/**\n * Other\n */\n")).toThrow("no comment at its head");
});

test("a mistake is told by its message, of parseArgs by its first sentence, and no other error is one", () => {
  const refused = (...args: string[]) => {
    try {
      parseArgs({ args, options: { json: { type: "string" }, full: { type: "boolean" } } });
    } catch (error) {
      return mistakeIn(error)?.replace("; --help tells what can be given", "");
    }
    return "taken";
  };
  expect(mistakeIn(new Mistake("no peers. Get them"))).toBe("no peers. Get them");
  expect(refused("--jso")).toBe("Unknown option '--jso'");
  expect(refused("word")).toBe("Unexpected argument 'word'");
  expect(refused("--json")).toBe("Option '--json <value>' argument missing");
  expect(refused("--json", "--full")).toBe("Option '--json' argument is ambiguous");
  expect(refused("--full=1")).toBe("Option '--full' does not take an argument");
  for (const other of [new Error("x"), Object.assign(new Error("x"), { code: "ENOENT" }), "x", undefined])
    expect(mistakeIn(other)).toBeUndefined();
});
