/** Compiles programs of users with each version of TypeScript, and runs them with each version of Node. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkReg } from "./reg.js";
import { run, type Workspace } from "./workspace.js";

/** The oldest supported version of TypeScript comes first: it also creates the JavaScript to run. */
const compilers = ["5.7.3", "5.9.3", "6.0.3", "7.0.2"];
/** Peers of "@reg/sdk/opentelemetry" and "@reg/sdk/undici". */
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
  {
    name: "es2015",
    type: "module",
    file: "types-without-node.ts",
    // The oldest target, as docs/transports.md says.
    options: {
      ...{ ...strict, target: "es2015", lib: ["es2015", "dom"], types: [] },
      ...{ module: "esnext", moduleResolution: "bundler" },
    },
    runs: false,
  },
];

/**
 * Installs the package into a project for each way to compile a program, and reports whether the programs compile and
 * run.
 *
 * @param nodes versions of Node
 */
export async function checkProjects(workspace: Workspace, nodes: readonly string[]): Promise<void> {
  // Everything is installed once, in the parent folder of the projects.
  const folder = workspace.create("projects", {}, []);
  const aliases = compilers.map((version) => `typescript-${version}@npm:typescript@${version}`);
  const installed = await workspace.install(folder, "@types/node@20.19.43", ...peers, ...aliases);
  workspace.report("the package is installed", installed);
  for (const { name, type, file, options } of projects) {
    const project = workspace.create(`projects/${name}`, { name, type }, [file]);
    const config = { compilerOptions: options, files: [file] };
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify(config));
    mkdirSync(join(project, "out"));
  }
  for (const version of compilers) await compile(workspace, folder, version);
  workspace.report("reg prints its version, serves a sandbox and exits after Ctrl-C", await checkReg(folder));
  for (const version of nodes) await runWith(workspace, folder, version);
}

async function compile(workspace: Workspace, folder: string, version: string): Promise<void> {
  const tsc = join(folder, "node_modules", `typescript-${version}`, "bin", "tsc");
  const supported = projects.filter(({ isCurrent = true }) => isCurrent || Number.parseInt(version, 10) < 6);
  const names = supported.map(({ name }) => name);
  const options = version === compilers[0] ? [] : ["--noEmit"];
  // In one process, which reads the declarations once.
  const outcome = await run(process.execPath, [tsc, "--build", "--force", ...names, ...options], folder);
  workspace.report(`TypeScript ${version}: ${names.join(", ")}`, outcome);
}

async function runWith(workspace: Workspace, folder: string, version: string): Promise<void> {
  const node = await workspace.node(version);
  const { output } = await run(node, ["-p", "process.version"], folder);
  workspace.report(`Node ${version} starts`, { ok: `${output}.`.startsWith(`v${version}.`), output });
  for (const { name, file } of projects.filter(({ runs }) => runs)) {
    const program = join("out", file.replace(/ts$/, "js"));
    workspace.report(`Node ${version}: ${name}`, await run(node, [program, name], join(folder, name)));
  }
}
