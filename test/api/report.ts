/**
 * Reports the public API: the names that each entry point exports, and every type that they refer to. The reports are
 * committed as test/api/<entry>.api.md, so that each change of the public API is visible in a diff.
 *
 *     npm run build && npm run api      # writes the reports, after an intended change of the public API
 *     npm run api -- --check            # fails if a report differs from the declarations in dist/esm
 *
 * API Extractor collects the declarations; `normalize.ts` removes from them what users cannot see.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type EntryPoint, extractDeclarations } from "./extract.js";
import { normalizeDeclarations } from "./normalize.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const committed = join(root, "test/api");
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

function writeReports(entryPoints: readonly EntryPoint[], folder: string): void {
  const declarations = extractDeclarations(entryPoints, { root, temporary: join(temporary, "extracted") });
  const reports = normalizeDeclarations(declarations, entryPoints);
  for (const file of listReports(folder)) rmSync(join(folder, file));
  for (const [name, report] of reports) {
    writeFileSync(join(folder, `${name}${extension}`), report);
  }
}

function listReports(folder: string): readonly string[] {
  return readdirSync(folder).filter((file) => file.endsWith(extension));
}

/** Returns the difference in the format of `diff`, or undefined if the files are equal. */
function compare(file: string): string | undefined {
  const before = join(committed, file);
  const after = join(temporary, file);
  if (!existsSync(before)) return `test/api/${file} is missing\n`;
  if (!existsSync(after)) return `test/api/${file} belongs to no entry point\n`;
  if (readFileSync(before, "utf8") === readFileSync(after, "utf8")) return undefined;
  const paths = [relative(root, before), relative(root, after)];
  const options = { cwd: root, encoding: "utf8" } as const;
  const { stdout } = spawnSync(
    "git",
    ["diff", "--no-index", "--no-color", "--no-ext-diff", ...paths],
    options,
  );
  return stdout || `${paths.join(" differs from ")}\n`;
}

rmSync(temporary, { recursive: true, force: true });
mkdirSync(join(temporary, "extracted"), { recursive: true });

if (!existsSync(join(root, "dist/esm/index.d.ts"))) {
  console.error("dist/esm does not exist. Run `npm run build` first.");
  process.exitCode = 1;
} else if (process.argv.includes("--check")) {
  writeReports(await readEntryPoints(), temporary);
  const files = [...new Set([...listReports(committed), ...listReports(temporary)])].sort();
  const differences = files.map(compare).filter((difference) => difference !== undefined);
  if (differences.length > 0) {
    console.error(differences.join("\n"));
    console.error("The public API differs from the reports in test/api, see above.");
    console.error("If this is intended, run `npm run build && npm run api` and commit the reports.");
    process.exitCode = 1;
  }
} else {
  writeReports(await readEntryPoints(), committed);
}
