/**
 * Packs the package and installs the tarball into a temporary folder. There it compiles a user's program as ESM, as
 * CJS and for a bundler with two versions of TypeScript, and runs it with every supported version of Node.
 *
 *   npm run consumers                       with Node 20.19.0 (the oldest supported), 20, 22, 24 and 26
 *   npm run consumers -- --nodes 20,22      with these versions
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
const { values } = parseArgs({ options: { nodes: { type: "string", default: "20.19.0,20,22,24,26" } } });

const oldest = "typescript@5.9.3";
/** Peers of "@reg/sdk/opentelemetry" and "@reg/sdk/undici"; `npm run contents` checks that no other entry point loads them. */
const peers = ["@opentelemetry/api@1.9.1", "undici@7.30.2"];
/** Skipped, with a message, if it cannot be installed. */
const newest = "typescript-newest@npm:typescript@7.0.2";

const strict = {
  target: "es2022",
  strict: true,
  exactOptionalPropertyTypes: true,
  declaration: true,
  skipLibCheck: false,
  outDir: "out",
};
const withNode = { ...strict, lib: ["es2023"], types: ["node"] };

/** The kinds of projects. */
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

function report(check: string, { ok, output }: { ok: boolean; output: string }): void {
  console.log(`  ${ok ? "✓" : "✗"} ${check}`);
  if (ok) return;
  failures += 1;
  console.log(output.replace(/^/gm, "    "));
}

/** Installs everything once, in the parent folder of the projects. */
function install(): void {
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const tarball = readdirSync(folder).find((file) => file.endsWith(".tgz"));
  if (tarball === undefined) throw new Error("npm pack created no tarball");
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

/** Uses the running Node if it has that major version, and otherwise one from the registry. */
function nodeCommand(version: string): readonly [string, ...string[]] {
  if (process.versions.node.split(".")[0] === version) return [process.execPath];
  return ["npx", "-y", "--prefer-offline", "-p", `node@${version}`, "node"];
}

function runWith(version: string): void {
  const [command, ...args] = nodeCommand(version);
  const { output } = run(command, [...args, "-p", "process.version"], folder);
  const found = output.split("\n").find((line) => `${line}.`.startsWith(`v${version}.`));
  console.log(`Node ${found ?? version}`);
  if (found === undefined) {
    report("starts", { ok: false, output });
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
  report("prints its version, serves a sandbox and exits after Ctrl-C", await checkReg(folder));
  for (const version of values.nodes.split(",")) runWith(version.trim());
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(failures === 0 ? "✓ every project compiles and runs" : `✗ ${failures} failures`);
process.exitCode = failures === 0 ? 0 : 1;
