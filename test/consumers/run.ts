/**
 * Packs the package, installs the tarball into a project of its own, and there compiles and runs what a user would
 * write: as ESM, as CJS and for a bundler, with two versions of TypeScript, under every version of Node.
 *
 *   npm run consumers                  under Node 20, 22, 24 and 26
 *   npm run consumers -- --nodes 20    under one of them
 */
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { checkReg } from "./reg.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const templates = fileURLToPath(new URL("projects/", import.meta.url));
const { values } = parseArgs({ options: { nodes: { type: "string", default: "20,22,24,26" } } });

const oldest = "typescript@5.9.3";
/** What "@reg/sdk/opentelemetry" and "@reg/sdk/undici" need; `npm run contents` checks that no other entry point does. */
const peers = ["@opentelemetry/api@1.9.1", "undici@7.30.2"];
/** Reported, and skipped where it cannot be installed. */
const newest = "typescript-newest@npm:typescript@7.0.2";

const strict = {
  target: "es2022",
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  outDir: "out",
};
const withNode = { ...strict, lib: ["es2023"], types: ["node"] };

/** Each kind of project, by what tells it from the others. */
const projects = [
  {
    name: "esm",
    type: "module",
    file: "program.ts",
    options: { ...withNode, module: "nodenext" },
    runs: true,
  },
  {
    name: "cjs",
    type: "commonjs",
    file: "program.ts",
    options: { ...withNode, module: "nodenext" },
    runs: true,
  },
  {
    name: "bundler",
    type: "module",
    file: "program.ts",
    options: { ...withNode, module: "esnext", moduleResolution: "bundler" },
    runs: true,
  },
  {
    name: "dom",
    type: "module",
    file: "types-without-node.ts",
    options: { ...strict, lib: ["es2022", "dom"], types: [], module: "esnext", moduleResolution: "bundler" },
    runs: false,
  },
];

const folder = mkdtempSync(join(tmpdir(), "reg-sdk-consumers-"));
let failures = 0;

function run(command: string, args: readonly string[], cwd: string): { ok: boolean; output: string } {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  return { ok: status === 0, output: `${stdout}${stderr}`.trimEnd() };
}

function report(what: string, { ok, output }: { ok: boolean; output: string }): void {
  console.log(`  ${ok ? "✓" : "✗"} ${what}`);
  if (ok) return;
  failures += 1;
  console.log(output.replace(/^/gm, "    "));
}

/** Everything is installed once, above the projects. */
function install(): void {
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const tarball = readdirSync(folder).find((file) => file.endsWith(".tgz"));
  if (tarball === undefined) throw new Error("npm pack made no tarball");
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "consumers", private: true }));
  const installed = npmInstall(`./${tarball}`, oldest, "@types/node@20.19.43", ...peers);
  if (!installed.ok) throw new Error(`npm install failed\n${installed.output}`);
  console.log(`installed ${tarball}`);
}

const npmInstall = (...packages: readonly string[]) =>
  run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", "--silent", ...packages], folder);

function writeProjects(): void {
  for (const { name, type, file, options } of projects) {
    const project = join(folder, name);
    mkdirSync(project);
    writeFileSync(join(project, "package.json"), JSON.stringify({ name, type, private: true }));
    writeFileSync(
      join(project, "tsconfig.json"),
      JSON.stringify({ compilerOptions: options, files: [file] }),
    );
    copyFileSync(join(templates, file), join(project, file));
  }
}

function compile(compiler: string, ...options: readonly string[]): void {
  const tsc = join(folder, "node_modules", compiler, "bin", "tsc");
  const { output: version } = run(process.execPath, [tsc, "--version"], folder);
  console.log(`TypeScript ${version.replace("Version ", "")}`);
  for (const { name } of projects)
    report(name, run(process.execPath, [tsc, "-p", ".", ...options], join(folder, name)));
}

/** The running Node if it is of that major version, otherwise the one that the registry has. */
function nodeCommand(major: string): readonly [string, ...string[]] {
  if (process.versions.node.split(".")[0] === major) return [process.execPath];
  return ["npx", "-y", "--prefer-offline", "-p", `node@${major}`, "node"];
}

function runUnder(major: string): void {
  const [command, ...args] = nodeCommand(major);
  const { output: version } = run(command, [...args, "-p", "process.version"], folder);
  const found = version.split("\n").find((line) => line.startsWith(`v${major}.`));
  console.log(`Node ${found ?? major}`);
  if (found === undefined) {
    report("can be started", { ok: false, output: version });
    return;
  }
  for (const { name } of projects.filter(({ runs }) => runs))
    report(name, run(command, [...args, join("out", "program.js"), name], join(folder, name)));
}

try {
  install();
  writeProjects();
  compile("typescript");
  if (npmInstall("--save-dev", newest).ok) compile("typescript-newest", "--noEmit");
  else console.log(`skipped: ${newest} could not be installed`);
  console.log("reg");
  report("says its version, serves a sandbox, and ends at Ctrl-C", await checkReg(folder));
  for (const major of values.nodes.split(",")) runUnder(major.trim());
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(failures === 0 ? "✓ every project compiles and runs" : `✗ ${failures} failures`);
process.exitCode = failures === 0 ? 0 : 1;
