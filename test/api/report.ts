/**
 * Reports the public API: the names that each entry point exports, and every type that they refer to. The reports are
 * committed as test/api/<entry>.api.md, so that each change of the public API is visible in a diff.
 *
 *     npm run build && npm run api      # writes the reports, after an intended change of the public API
 *     npm run api -- --check            # also fails if a report was not up to date
 *
 * API Extractor collects the declarations; `normalize.ts` removes from them what users cannot see.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type EntryPoint, extractDeclarations } from "./extract.js";
import { normalizeDeclarations } from "./normalize.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(root, "test/api");
const temporary = join(root, ".tmp/api");
const extension = ".api.md";

interface Conditions {
  readonly import?: { readonly types: string; readonly default: string };
}

/** Reads the entry points from package.json, so that a new one is included. */
async function readEntryPoints(): Promise<readonly EntryPoint[]> {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const found: EntryPoint[] = [];
  for (const [path, conditions] of Object.entries<Conditions>(manifest.exports)) {
    if (conditions.import === undefined) continue;
    const name = path === "." ? "index" : path.slice("./".length);
    const values = new Set(Object.keys(await import(join(root, conditions.import.default))));
    found.push({
      name,
      module: manifest.name + path.slice(1),
      file: join(root, conditions.import.types),
      values,
    });
  }
  return found;
}

/** Reads the committed reports, by their entry points. */
function readReports(): ReadonlyMap<string, string> {
  const files = readdirSync(folder).filter((file) => file.endsWith(extension));
  return new Map(files.map((file) => [file.slice(0, -extension.length), readFileSync(join(folder, file), "utf8")]));
}

if (!existsSync(join(root, "dist/esm/index.d.ts")))
  throw new Error("dist/esm does not exist. Run `npm run build` first.");
rmSync(temporary, { recursive: true, force: true });
mkdirSync(temporary, { recursive: true });
const entryPoints = await readEntryPoints();
const before = readReports();
const after = normalizeDeclarations(extractDeclarations(entryPoints, { root, temporary }), entryPoints);
for (const name of before.keys()) if (!after.has(name)) rmSync(join(folder, `${name}${extension}`));
for (const [name, report] of after) writeFileSync(join(folder, `${name}${extension}`), report);

const names = new Set([...before.keys(), ...after.keys()]);
const changed = [...names].filter((name) => before.get(name) !== after.get(name));
if (process.argv.includes("--check") && changed.length > 0) {
  console.error(`The public API differs from the reports of ${changed.join(", ")}, which are now updated.`);
  console.error("If this is intended, commit them.");
  const files = changed.map((name) => `${name}${extension}`);
  spawnSync("git", ["diff", "--no-color", "--", ...files], { cwd: folder, stdio: "inherit" });
  process.exitCode = 1;
}
