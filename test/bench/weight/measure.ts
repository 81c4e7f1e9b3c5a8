import { execFile, execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { pathOf } from "../child.js";
import { assertBuilt } from "../command.js";
import { type Goal, limits } from "../goals.js";
import { kB, median, ms } from "../text.js";
import { type BundleSize, measureBundle } from "./bundle.js";

/** A package that is measured, or one entry point of ours. */
export interface Subject {
  readonly name: string;
  /** The file that `import` of it loads. */
  readonly file: string;
  /** The file that `require` of it loads; undefined if that is an ES module. */
  readonly commonJs: string | undefined;
}

const root = fileURLToPath(new URL("../../../", import.meta.url));
const peersFolder = join(root, "test/bench/peers");

const peerNames = [
  "stripe",
  "openai",
  "@octokit/core",
  "axios",
  "ky",
  "got",
  "undici",
  "openapi-fetch",
] as const;

/** Lists the optional packages, which are not part of our bundles. */
export function optionalPeers(): readonly string[] {
  return Object.keys(readManifest().peerDependencies);
}

/** Lists the built entry points in our package.json. */
export function ourEntryPoints(): readonly Subject[] {
  return Object.entries(readManifest().exports).flatMap(([name, target]: [string, unknown]) => {
    const file = resolveEntry(target, "import");
    const commonJs = resolveEntry(target, "require");
    return file === undefined ? [] : [{ name, file, commonJs }];
  });
}

function readManifest(): { readonly exports: object; readonly peerDependencies: object } {
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
}

function resolveEntry(target: unknown, condition: string): string | undefined {
  const path: unknown = Reflect.get(Object(Reflect.get(Object(target), condition)), "default");
  if (typeof path !== "string") return undefined;
  const file = join(root, path);
  assertBuilt(file);
  return file;
}

/** Lists the packages that ours is compared with. */
function peerSubjects(): readonly Subject[] {
  const require = createRequire(join(peersFolder, "package.json"));
  return peerNames.map((name) => {
    const required = require.resolve(name);
    const file = resolveImport(name);
    return { name, file, commonJs: isCommonJs(required, file) ? required : undefined };
  });
}

/** Resolves an import with the rules of Node, in the folder of the peers. */
function resolveImport(name: string): string {
  const program = `process.stdout.write(import.meta.resolve(${JSON.stringify(name)}))`;
  const args = ["--input-type=module", "--eval", program];
  return fileURLToPath(execFileSync(process.execPath, args, { cwd: peersFolder, encoding: "utf8" }));
}

/** For a package of ES modules only, `require` resolves to the file of `import`, which only newer versions of Node load. */
function isCommonJs(required: string, imported: string): boolean {
  return required !== imported || required.endsWith(".cjs") || !isModuleFolder(required);
}

function isModuleFolder(file: string): boolean {
  for (let folder = join(file, ".."); folder !== join(folder, ".."); folder = join(folder, "..")) {
    const manifest = join(folder, "package.json");
    if (existsSync(manifest)) return JSON.parse(readFileSync(manifest, "utf8")).type === "module";
  }
  return false;
}

/** The ways to load a package. */
export type Way = "import" | "require";

/** The times of cold loads: medians over many processes, in milliseconds beyond an empty module. */
export interface LoadTimes {
  /** The time of an empty module. */
  readonly empty: Readonly<Record<Way, number>>;
  /** By the subject's name. */
  readonly import: ReadonlyMap<string, number>;
  /** By the subject's name; without those that are ES modules only. */
  readonly require: ReadonlyMap<string, number>;
}

interface LoadSeries {
  readonly name: string;
  readonly way: Way;
  readonly file: string;
  readonly found: number[];
}

const execute = promisify(execFile);
const emptyModule = "an empty module";

/** Loads each subject in turn, each time in a separate process, round after round. */
export async function measureLoadTimes(subjects: readonly Subject[], rounds: number): Promise<LoadTimes> {
  const lanes = [
    emptySeries("import", "empty.mjs"),
    emptySeries("require", "empty.cjs"),
    ...createSeries(subjects),
  ];
  // The first round only fills the caches of the file system.
  for (let round = 0; round <= rounds; round += 1) {
    for (const lane of lanes) {
      const took = await measureLoadTime(lane.way, lane.file);
      if (round > 0) lane.found.push(took);
    }
  }
  const times = (way: Way) =>
    new Map(lanes.filter((lane) => lane.way === way).map(({ name, found }) => [name, median(found)]));
  const [imported, required] = [beyondEmpty(times("import")), beyondEmpty(times("require"))];
  return {
    empty: { import: imported.empty, require: required.empty },
    import: imported.others,
    require: required.others,
  };
}

function emptySeries(way: Way, program: string): LoadSeries {
  return { name: emptyModule, way, file: pathOf("empty").replace(/empty\.mjs$/, program), found: [] };
}

function createSeries(subjects: readonly Subject[]): readonly LoadSeries[] {
  return subjects.flatMap(({ name, file, commonJs }) => [
    { name, way: "import" as const, file, found: [] },
    ...(commonJs === undefined ? [] : [{ name, way: "require" as const, file: commonJs, found: [] }]),
  ]);
}

function beyondEmpty(medians: ReadonlyMap<string, number>) {
  const base = medians.get(emptyModule) ?? Number.NaN;
  const others = [...medians].filter(([name]) => name !== emptyModule);
  return { empty: base, others: new Map(others.map(([name, took]) => [name, took - base])) };
}

/** Returns a URL for `import` and a path for `require`. */
function toTarget(way: Way, file: string): string {
  return way === "import" ? pathToFileURL(file).href : file;
}

async function measureLoadTime(way: Way, file: string): Promise<number> {
  // The environment is empty, because ours may contain options for Node.
  const { stdout } = await execute(process.execPath, [pathOf("load-time"), way, toTarget(way, file)], {
    env: {},
  });
  const took = Number(stdout);
  if (!(took > 0)) throw new Error(`${file} printed no time: ${stdout}`);
  return took;
}

/** The files that Node reads for a load, without its built-in modules. */
export interface LoadedFiles {
  readonly files: number;
  readonly bytes: number;
}

/** Counts the files of one load, in a process that is not measured. */
function countLoadedFiles(way: Way, file: string): LoadedFiles {
  const args = [pathOf("loaded-files"), way, toTarget(way, file)];
  const paths: unknown = JSON.parse(execFileSync(process.execPath, args, { env: {}, encoding: "utf8" }));
  if (!Array.isArray(paths) || paths.length === 0) throw new Error(`${file} loaded nothing`);
  const sizes = paths.map((path: string) => statSync(path).size);
  return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** The weight of one subject. */
export interface Weight {
  readonly name: string;
  readonly import: Load;
  /** Undefined for a package of ES modules only. */
  readonly require: Load | undefined;
  readonly bundle: BundleSize;
}

/** The cost of one way of loading. */
export interface Load extends LoadedFiles {
  /** Milliseconds beyond those of an empty module. */
  readonly milliseconds: number;
}

/** The results of `npm run bench:weight`. */
export interface Weights {
  readonly rounds: number;
  /** The time of an empty module, in milliseconds. */
  readonly empty: LoadTimes["empty"];
  readonly ours: readonly Weight[];
  readonly peers: readonly Weight[];
}

/** Measures our entry points and the peers in the same rounds. */
export async function measureWeights(rounds: number): Promise<Weights> {
  const [ours, others] = [ourEntryPoints(), peerSubjects()];
  const times = await measureLoadTimes([...ours, ...others], rounds);
  return {
    rounds,
    empty: times.empty,
    ours: await Promise.all(ours.map((each) => measureWeight(each, times, optionalPeers()))),
    peers: await Promise.all(others.map((each) => measureWeight(each, times, []))),
  };
}

async function measureWeight(
  subject: Subject,
  times: LoadTimes,
  external: readonly string[],
): Promise<Weight> {
  const { name, file, commonJs } = subject;
  const load = (way: Way, path: string): Load => ({
    milliseconds: times[way].get(name) ?? Number.NaN,
    ...countLoadedFiles(way, path),
  });
  return {
    name,
    import: load("import", file),
    require: commonJs === undefined ? undefined : load("require", commonJs),
    bundle: await measureBundle(file, external),
  };
}

/** The part of the figures that the limits apply to. */
export interface JudgedWeight {
  readonly name: string;
  readonly import: Pick<Weight["import"], "milliseconds">;
  readonly bundle: { readonly atImport: Pick<Weight["bundle"]["atImport"], "gzip"> };
}

/** Compares the import and the bundle of `.` with their limits. */
export function weightGoals(ours: readonly JudgedWeight[]): readonly Goal[] {
  const main = ours.find(({ name }) => name === ".");
  return [
    {
      what: "cold import of `.`",
      figure: main?.import.milliseconds,
      most: limits.importMilliseconds,
      text: ms,
    },
    {
      what: "bundle of `.`, gzipped",
      figure: main?.bundle.atImport.gzip,
      most: limits.bundleBytes,
      text: kB,
    },
  ];
}
