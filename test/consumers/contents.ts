/**
 * Checks the package that would be published: its files, links and source maps, its entry points, the packages that each
 * of them loads or whose types it needs, and the packages that are bundled. Requires a build. Run it with `npm run contents`.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import ts from "typescript";
import { bundled, bundledInPrograms, entry as entryPoints } from "../../tsup.config.js";
import { findBrokenLinks } from "./links.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const formats = ["esm", "cjs"] as const;
type Format = (typeof formats)[number];
const entries = Object.keys(entryPoints);
/** The packages that only one entry point loads, in its code and in its types. */
const peers: Readonly<Record<string, readonly string[]>> = {
  "msw/index": ["msw"],
  "opentelemetry/index": ["@opentelemetry/api"],
  "redis/index": ["node:crypto"],
  "undici/index": ["undici", "node:stream", "node:zlib"],
};
const allBundled = [...bundled, ...bundledInPrograms].sort();
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const findings: string[] = [];
/** The packages that the checked entry points load. */
const loaded = new Set<string>();

function expect(ok: boolean, finding: string): void {
  if (!ok) findings.push(finding);
}

interface ImportGraph {
  readonly files: readonly string[];
  readonly packages: readonly string[];
}

/** Finds all files that a file loads, and the packages that these files load. */
function resolveImports(entry: string): ImportGraph {
  const files = new Set([entry]);
  const packages = new Set<string>();
  const isTypes = entry.endsWith(".d.ts");
  for (const file of files) {
    for (const specifier of findImports(file)) {
      if (!specifier.startsWith(".")) packages.add(specifier);
      else files.add(resolve(dirname(file), isTypes ? specifier.replace(/\.js$/, ".d.ts") : specifier));
    }
  }
  return { files: [...files], packages: [...packages].sort() };
}

/** Finds what a file imports, exports from, requires or references as types. */
function findImports(file: string): readonly string[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const found = source.typeReferenceDirectives.map(({ fileName }) => fileName);
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node);
    if (specifier !== undefined && ts.isStringLiteral(specifier)) found.push(specifier.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function specifierOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return node.argument.literal;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (!ts.isCallExpression(node)) return undefined;
  const { expression } = node;
  const isRequire = ts.isIdentifier(expression) && expression.text === "require";
  return isRequire || expression.kind === ts.SyntaxKind.ImportKeyword ? node.arguments[0] : undefined;
}

/** Returns the paths of all files of the package, and checks them. */
function checkTarball(): readonly string[] {
  const output = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [tarball] = JSON.parse(output);
  const paths: string[] = tarball.files.map((file: { path: string }) => file.path);
  const allowed =
    /^(dist\/(esm|cjs)\/([\w/-]+\.(js|d\.ts)(\.map)?|package\.json|THIRD_PARTY_NOTICES\.txt)|src\/[\w/-]+\.ts|openapi\/((supplier|lessor)\.yaml|reference\/(supplier|lessor)-api\.md)|docs\/[\w-]+\.md|examples\/[\w./-]+\.ts|src\/sandbox\/LEDGER\.md|test\/bench\/(RESULTS\.md|results\/plot\.svg)|package\.json|README\.md|CHANGELOG\.md|LICENSE)$/;
  for (const path of paths) expect(allowed.test(path), `${path} must not be in the tarball`);
  const references = ["openapi/reference/supplier-api.md", "openapi/reference/lessor-api.md"];
  const documents = ["openapi/supplier.yaml", "openapi/lessor.yaml", "docs/sandbox.md", ...references];
  for (const path of ["README.md", "LICENSE", "CHANGELOG.md", ...documents])
    expect(paths.includes(path), `${path} is missing from the tarball`);
  for (const path of paths.filter((each) => /\.(js|ts|json|map|txt|yaml)$/.test(each)))
    expect(!readText(path).includes(root), `${path} contains a path of this machine`);
  console.log(
    `tarball      ${paths.length} files, ${kb(tarball.size)} packed, ${kb(tarball.unpackedSize)} unpacked`,
  );
  return paths;
}

const readText = (path: string) => readFileSync(join(root, path), "utf8");

/** Checks that each built file has a map, and that each source of a map is in the package or in the map. */
function checkSourceMaps(paths: readonly string[]): void {
  for (const path of paths.filter((each) => /^dist\/.*\.(js|d\.ts)$/.test(each))) {
    const names = [...readText(path).matchAll(/^\/\/# sourceMappingURL=(.*)$/gm)].map(([, name]) => name);
    const map = `${path}.map`;
    expect(
      new Set(names).size === 1 && names[0] === basename(map) && paths.includes(map),
      `${path} does not refer to its map`,
    );
    if (!paths.includes(map)) continue;
    const { sources, sourcesContent }: SourceMap = JSON.parse(readText(map));
    const missing = sources.filter(
      (source, index) => sourcesContent?.[index] == null && !paths.includes(join(dirname(map), source)),
    );
    expect(
      missing.length === 0,
      `${map} refers to ${missing.join(", ")}, which the package does not contain`,
    );
  }
}

interface SourceMap {
  readonly sources: readonly string[];
  readonly sourcesContent?: readonly (string | null)[];
}

/** Checks that package.json names every entry point, also for tools that do not read `exports`. */
function checkEntryPoints(): void {
  const exported = Object.keys(manifest.exports).filter((path) => !/\.\w+$/.test(path));
  const expected = entries.map((entry) => `./${entry}`.replace(/\/index$/, ""));
  expect(exported.sort().join() === expected.sort().join(), `the exports are not ${expected.join(", ")}`);
  const targets = ["exports", "main", "types", "typesVersions"].flatMap((field) =>
    listTexts(manifest[field]),
  );
  for (const path of targets) expect(existsSync(join(root, path)), `package.json names ${path}`);
  const typed = Object.keys(manifest.typesVersions["*"]).map((path) => `./${path}`);
  expect(
    [".", ...typed].sort().join() === exported.join(),
    "typesVersions and exports have different entry points",
  );
}

/** Returns every string in a value of JSON. */
function listTexts(value: unknown): readonly string[] {
  return typeof value === "string" ? [value] : Object.values(Object(value)).flatMap(listTexts);
}

function checkCode(format: Format, entry: string): void {
  const { files, packages } = resolveImports(join(root, "dist", format, `${entry}.js`));
  const name = `${format}/${entry}`;
  const code = files.map((file) => readFileSync(file, "utf8")).join("");
  const size = gzipSync(code).length;
  console.log(
    `${name.padEnd(24)} ${files.length} files, ${kb(code.length)}, ${kb(size)} gzip; loads ${packages.join(", ")}`,
  );
  const nodeModules = entry === "sandbox/index" ? isNodeModule : () => false;
  const allowed = peers[entry] ?? [];
  const unexpected = packages.filter(
    (each) => !allowed.includes(each) && !allowed.includes(packageName(each)) && !nodeModules(each),
  );
  expect(unexpected.length === 0, `${name} loads ${unexpected.join(", ")}`);
  for (const each of packages) loaded.add(packageName(each));
  if (entry === "sandbox/index") return;
  expect(
    /^\/\/ src\//m.test(code),
    `${name} does not name its sources, so that its content cannot be checked`,
  );
  const folders = [...code.matchAll(/^\s*\/\/ src\/([\w-]+)\//gm)].map(([, folder]) => folder);
  const others = ["sandbox", "msw", "cli", "logger", "opentelemetry", "redis", "undici", "validation"].filter(
    (each) => folders.includes(each) && each !== dirname(entry),
  );
  expect(others.length === 0, `${name} contains code of ${others.join(", ")}`);
}

function checkTypes(format: Format, entry: string): void {
  const { packages } = resolveImports(join(root, "dist", format, `${entry}.d.ts`));
  const allowed = (each: string) =>
    (entry === "sandbox/index" && each.startsWith("node:")) || peers[entry]?.includes(each) === true;
  const needed = packages.filter((each) => !allowed(each));
  expect(needed.length === 0, `the types of ${format}/${entry} need ${needed.join(", ")}`);
}

/** Checks the program `reg`: it starts without the sandbox, and only dist/esm contains it. */
function checkProgram(): void {
  const { bin } = manifest;
  const path = join(root, bin.reg);
  expect(existsSync(path), `${bin.reg} was not built`);
  if (!existsSync(path)) return;
  const code = readFileSync(path, "utf8");
  expect(
    code.startsWith("#!/usr/bin/env node\n"),
    `${bin.reg} does not start with the line that runs it with Node`,
  );
  expect(!/^\s*\/\/ src\/sandbox\//m.test(code), `${bin.reg} contains code of the sandbox`);
  expect(!existsSync(join(root, "dist/cjs/cli")), "dist/cjs contains a second copy of reg");
}

/** Checks that a format contains the bundled packages and no others, and has a notice with the version of each. */
function checkBundled(format: Format): void {
  const folder = join(root, "dist", format);
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".js.map"))
    .flatMap((file): SourceMap["sources"] => JSON.parse(readFileSync(join(folder, file), "utf8")).sources);
  /** The folders of the packages, by their names: one that another version takes precedence over is nested. */
  const found = new Map(
    sources
      .map((source) => /node_modules\/(?:.*\/node_modules\/)?((?:@[^/]+\/)?[^/]+)/.exec(source))
      .filter((match) => match !== null)
      .map(([path, name = ""]) => [name, path]),
  );
  const names = [...found.keys()].sort();
  const expected = format === "esm" ? allBundled : bundled;
  expect(
    names.join() === expected.join(),
    `dist/${format} contains ${names.join(", ")}, not ${expected.join(", ")}`,
  );
  const notices = readFileSync(join(folder, "THIRD_PARTY_NOTICES.txt"), "utf8");
  const noticed = [...notices.matchAll(/^(\S+ \d+\.\d+\.\S+) \(.+\)$/gm)].map(([, text]) => text).sort();
  const installed = names.map((name) => `${name} ${readManifest(found.get(name) ?? "").version}`);
  expect(
    noticed.join() === installed.join(),
    `the notices of dist/${format} name ${noticed.join(", ")}, not ${installed.join(", ")}`,
  );
}

function readManifest(folder: string): { readonly version: string; readonly dependencies?: object } {
  return JSON.parse(readText(`${folder}/package.json`));
}

/**
 * Checks that each bundled package is a devDependency, or a dependency of another bundled package, and is not installed
 * with ours; and that a package is a dependency or peer exactly if the published files import it.
 */
function checkDependencies(): void {
  const inherited = allBundled.flatMap((name) =>
    Object.keys(readManifest(`node_modules/${name}`).dependencies ?? {}),
  );
  for (const name of allBundled) {
    const isListed = name in manifest.devDependencies || inherited.includes(name);
    expect(isListed, `${name} is bundled, but is not a devDependency`);
    const isInstalled = name in { ...manifest.dependencies, ...manifest.peerDependencies };
    expect(!isInstalled, `${name} is bundled, and would be installed a second time`);
  }
  for (const name of Object.keys(manifest.dependencies ?? {}))
    expect(loaded.has(name), `${name} is a dependency, but no published file imports it`);
  const declared = { ...manifest.dependencies, ...manifest.peerDependencies };
  for (const name of loaded)
    expect(name in declared || isNodeModule(name), `${name} is imported, but package.json does not list it`);
}

/** Returns the package of an import, such as `zod` for `zod/mini`. */
const packageName = (specifier: string) =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

const isNodeModule = (specifier: string) => specifier.startsWith("node:");

const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

if (!existsSync(join(root, "dist"))) throw new Error("there is no dist: run `npm run build` first");
const paths = checkTarball();
checkSourceMaps(paths);
checkEntryPoints();
findings.push(...findBrokenLinks(paths, readText));
for (const format of formats) {
  expect(
    readdirSync(join(root, "dist", format)).includes("package.json"),
    `dist/${format} has no package.json`,
  );
  for (const entry of entries) {
    checkCode(format, entry);
    checkTypes(format, entry);
  }
  checkBundled(format);
}
checkProgram();
checkDependencies();
for (const finding of findings) console.error(`✗ ${finding}`);
if (findings.length > 0) process.exitCode = 1;
else
  console.log(
    "✓ the clients contain no sandbox, msw, logger, OpenTelemetry or undici, and the tarball contains only the expected files",
  );
