import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { mustBeBuilt } from "../dist.js";

/** What is weighed: a package, or one entry point of ours. */
export interface Subject {
  readonly name: string;
  /** The file that `import` of it loads. */
  readonly file: string;
  /** The file that `require` of it loads; undefined where that is an ES module. */
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

/** Packages that ours can do without and that a user adds by choice: no bundle of ours holds them. */
export function optionalPeers(): readonly string[] {
  return Object.keys(manifest().peerDependencies);
}

/** The entry points of our package, as its package.json names them and `npm run build` made them. */
export function ourEntryPoints(): readonly Subject[] {
  return Object.entries(manifest().exports).flatMap(([name, target]: [string, unknown]) => {
    const file = fileFor(target, "import");
    const commonJs = fileFor(target, "require");
    return file === undefined ? [] : [{ name, file, commonJs }];
  });
}

function manifest(): { readonly exports: object; readonly peerDependencies: object } {
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
}

function fileFor(target: unknown, condition: string): string | undefined {
  const path: unknown = Reflect.get(Object(Reflect.get(Object(target), condition)), "default");
  if (typeof path !== "string") return undefined;
  const file = join(root, path);
  mustBeBuilt(file);
  return file;
}

/** The packages beside which ours are weighed. */
export function peers(): readonly Subject[] {
  const require = createRequire(join(peersFolder, "package.json"));
  return peerNames.map((name) => {
    const required = require.resolve(name);
    const file = importedFile(name);
    return { name, file, commonJs: isCommonJs(required, file) ? required : undefined };
  });
}

/** Which file `import` takes is up to Node's own rules, so Node is asked, in the folder of the peers. */
function importedFile(name: string): string {
  const program = `process.stdout.write(import.meta.resolve(${JSON.stringify(name)}))`;
  const args = ["--input-type=module", "--eval", program];
  return fileURLToPath(execFileSync(process.execPath, args, { cwd: peersFolder, encoding: "utf8" }));
}

/** A package that is made of ES modules alone gives `require` the same file, which only newer versions of Node take. */
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
