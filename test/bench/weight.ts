import { execFile, execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import ts from "typescript";
import { median } from "./figures.js";

const root = new URL("../../", import.meta.url);
const pathOf = (file: string) => fileURLToPath(new URL(file, root));

interface Manifest {
  readonly exports: Readonly<Record<string, { readonly import?: { readonly default: string } }>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

const manifest: Manifest = JSON.parse(readFileSync(pathOf("package.json"), "utf8"));

/** The clients of other projects. */
const peers = ["axios", "got", "ky", "openapi-fetch", "stripe", "undici"];

/** What it costs to load a module. */
export interface WeightRow {
  readonly name: string;
  /** The time of a cold import in a new process beyond that of an empty module, in milliseconds. */
  readonly import: number;
  /** Bytes of its bundle with all dependencies, minified, without and with gzip. */
  readonly minified: number;
  readonly gzip: number;
}

export interface WeightResults {
  readonly node: string;
  readonly rounds: number;
  /** The entry points of this package, then the clients of other projects. */
  readonly rows: readonly WeightRow[];
  /** The instantiations of types in a program with 30 typed calls. */
  readonly instantiations: number;
  /** The bytes of all files of the package. */
  readonly installed: number;
}

export interface WeightPlan {
  readonly rounds: number;
  /** The entry points and peers to measure. Default: all. */
  readonly names?: readonly string[];
}

/** Measures import times, bundles, the cost of types and the size of the installed package. */
export async function measureWeight({ rounds, names }: WeightPlan): Promise<WeightResults> {
  const modules = findModules(names);
  const times = await measureImports(modules, rounds);
  const rows: WeightRow[] = [];
  for (const { name, file } of modules)
    rows.push({ name, import: times.get(name) ?? Number.NaN, ...(await measureBundle(file)) });
  return {
    node: process.version,
    rounds,
    rows,
    instantiations: countInstantiations(),
    installed: measureInstalled(),
  };
}

/** Measures only import times: the medians by name, in milliseconds beyond that of an empty module. */
export function measureImportTimes(names: readonly string[], rounds: number): Promise<ReadonlyMap<string, number>> {
  return measureImports(findModules(names), rounds);
}

/** Finds entry points of this package, and peers. */
function findModules(names: readonly string[] | undefined): readonly Module[] {
  const own = Object.entries(manifest.exports).flatMap(([path, target]) =>
    target.import === undefined ? [] : [{ name: `@reg/sdk${path.slice(1)}`, file: pathOf(target.import.default) }],
  );
  const isChosen = (name: string) => names === undefined || names.includes(name);
  return [
    ...own.filter(({ name }) => isChosen(name)),
    ...peers.filter(isChosen).map((name) => ({ name, file: resolvePeer(name) })),
  ];
}

function resolvePeer(name: string): string {
  const program = `process.stdout.write(import.meta.resolve("${name}"))`;
  const cwd = pathOf("test/bench/peers");
  return fileURLToPath(run(["--input-type=module", "--eval", program], cwd));
}

const run = (args: readonly string[], cwd: string) => execFileSync(process.execPath, args, { cwd, encoding: "utf8" });

interface Module {
  readonly name: string;
  readonly file: string;
}

const timeImport = `
  const begun = performance.now();
  await import(process.argv[1]);
  const took = performance.now() - begun;
  process.stdout.write(String(took), () => process.exit());`;

/** Imports the modules in turn, each time in a new process, and returns the medians by name. */
async function measureImports(modules: readonly Module[], rounds: number): Promise<ReadonlyMap<string, number>> {
  const empty = { name: "an empty module", file: "data:text/javascript," };
  const found = new Map([empty, ...modules].map(({ name }): [string, number[]] => [name, []]));
  // The first round only fills the caches of the file system.
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, file } of [empty, ...modules]) {
      const args = ["--input-type=module", "--eval", timeImport, file];
      // The environment is empty, because it may contain options for Node.
      const { stdout } = await promisify(execFile)(process.execPath, args, { env: {} });
      if (round > 0) found.get(name)?.push(Number(stdout));
    }
  }
  const base = median(found.get(empty.name) ?? []);
  return new Map([...found].map(([name, times]) => [name, median(times) - base]));
}

/**
 * Bundles what an import of a file loads: not what a program loads later, when it calls a fleet sync for the first
 * time.
 */
async function measureBundle(file: string): Promise<Pick<WeightRow, "minified" | "gzip">> {
  const { outputFiles, metafile } = await build({
    entryPoints: [file],
    bundle: true,
    splitting: true,
    outdir: "bundle",
    metafile: true,
    minify: true,
    format: "esm",
    platform: "node",
    target: "node20",
    // The optional peers of this package are not part of its bundle; undici is bundled as a client of its own.
    external: file.startsWith(pathOf("dist")) ? Object.keys(manifest.peerDependencies) : [],
    write: false,
    legalComments: "none",
    logLevel: "error",
  });
  const loaded = new Set(
    Object.keys(metafile.outputs).filter((path) => metafile.outputs[path]?.entryPoint === relative(".", file)),
  );
  for (const path of loaded)
    for (const { path: imported, kind } of metafile.outputs[path]?.imports ?? [])
      if (kind === "import-statement" && imported in metafile.outputs) loaded.add(imported);
  const bundle = Buffer.concat(
    outputFiles.filter(({ path }) => loaded.has(relative(".", path))).map(({ contents }) => contents),
  );
  if (bundle.length === 0) throw new Error(`the bundle of ${file} is empty`);
  return { minified: bundle.length, gzip: gzipSync(bundle, { level: 9 }).length };
}

/** Compiles a program of a user with the built declarations. */
function countInstantiations(): number {
  const program = ts.createProgram([pathOf("test/bench/weight/thirty-calls.ts")], {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    types: ["node"],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    paths: { "@reg/sdk": [pathOf("dist/esm/index.d.ts")] },
  });
  const [problem] = ts.getPreEmitDiagnostics(program);
  if (problem !== undefined) throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, "\n"));
  return program.getInstantiationCount();
}

function measureInstalled(): number {
  const args = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const stdio: ["ignore", "pipe", "ignore"] = ["ignore", "pipe", "ignore"];
  const [{ unpackedSize }] = JSON.parse(execFileSync("npm", args, { cwd: root, encoding: "utf8", stdio }));
  return unpackedSize;
}
