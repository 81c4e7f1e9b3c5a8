/**
 * Packs the package and installs the tarball into a temporary folder. There it compiles a user's program as ESM, as
 * CJS and for a bundler with each version of TypeScript, and runs it with every supported version of Node.
 *
 *   npm run consumers                       with Node 20.19.0 (the oldest supported), 20, 22, 24 and 26
 *   npm run consumers -- --nodes 20,22      with these versions
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { checkReg } from "./reg.js";
import { nodeCommand, run, Workspace } from "./support.js";

const { values } = parseArgs({ options: { nodes: { type: "string", default: "20.19.0,20,22,24,26" } } });

/** The oldest supported version of TypeScript comes first: it also creates the JavaScript to run. */
const compilers = ["5.7.3", "5.9.3", "6.0.3", "7.0.2"];
/** Peers of "@reg/sdk/opentelemetry" and "@reg/sdk/undici"; `npm run contents` checks that no other entry point loads them. */
const peers = ["@opentelemetry/api@1.9.1", "undici@7.30.2"];

const strict = {
  target: "es2022",
  strict: true,
  exactOptionalPropertyTypes: true,
  declaration: true,
  skipLibCheck: false,
  outDir: "out",
};
const withNode = { ...strict, lib: ["es2023"], types: ["node"] };

interface Project {
  readonly name: string;
  readonly type: "module" | "commonjs";
  readonly file: string;
  readonly options: object;
  /** Whether the compiled program is run, too. */
  readonly runs: boolean;
  /** Whether TypeScript supports these options from version 6 on. Default true. */
  readonly isCurrent?: boolean;
}

/** The kinds of projects. */
const projects: readonly Project[] = [
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
    name: "node10",
    type: "commonjs",
    file: "call.ts",
    // The default of moduleResolution for this module is node10, which does not read "exports".
    options: { ...withNode, module: "commonjs", esModuleInterop: true },
    runs: true,
    isCurrent: false,
  },
  {
    name: "dom",
    type: "module",
    file: "types-without-node.ts",
    options: { ...strict, lib: ["es2022", "dom"], types: [], module: "esnext", moduleResolution: "bundler" },
    runs: false,
  },
];

const workspace = new Workspace();
const { folder } = workspace;

/** Installs everything once, in the parent folder of the projects. */
function install(): void {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "consumers", private: true }));
  const aliases = compilers.map((version) => `typescript-${version}@npm:typescript@${version}`);
  const installed = workspace.install(folder, "@types/node@20.19.43", ...peers, ...aliases);
  if (!installed.ok) throw new Error(`npm install failed\n${installed.output}`);
}

function writeProjects(): void {
  for (const { name, type, file, options } of projects) {
    const project = workspace.create(name, { type }, [file]);
    const config = { compilerOptions: options, files: [file] };
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify(config));
    mkdirSync(join(project, "out"));
  }
}

function compile(version: string): void {
  const tsc = join(folder, "node_modules", `typescript-${version}`, "bin", "tsc");
  const options = version === compilers[0] ? [] : ["--noEmit"];
  console.log(`TypeScript ${version}`);
  for (const { name, isCurrent = true } of projects) {
    if (!isCurrent && Number.parseInt(version, 10) >= 6) continue;
    workspace.report(name, run(process.execPath, [tsc, "-p", ".", ...options], join(folder, name)));
  }
}

function runWith(version: string): void {
  const [command, ...args] = nodeCommand(version);
  const { output } = run(command, [...args, "-p", "process.version"], folder);
  const found = output.split("\n").find((line) => `${line}.`.startsWith(`v${version}.`));
  console.log(`Node ${found ?? version}`);
  if (found === undefined) {
    workspace.report("starts", { ok: false, output });
    return;
  }
  for (const { name, file } of projects.filter(({ runs }) => runs)) {
    const program = join("out", file.replace(/ts$/, "js"));
    workspace.report(name, run(command, [...args, program, name], join(folder, name)));
  }
}

try {
  install();
  writeProjects();
  for (const version of compilers) compile(version);
  console.log("reg");
  workspace.report("prints its version, serves a sandbox and exits after Ctrl-C", await checkReg(folder));
  for (const version of values.nodes.split(",")) runWith(version.trim());
} finally {
  workspace.finish("every project compiles and runs");
}
