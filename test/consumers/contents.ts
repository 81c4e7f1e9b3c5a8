/**
 * Looks into what would be published: which files, what each entry point loads, what its types need, how large it is.
 * Needs a build. Run it with `npm run contents`.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import ts from "typescript";

/**
 * The most that an entry point for users may be, with all that it loads of ours, in bytes after gzip and before any
 * minifying. The rules and the journeys of the supplier are a third of it.
 */
const budget = 75_000;

const root = fileURLToPath(new URL("../..", import.meta.url));
const formats = ["esm", "cjs"];
const entries = [
  "index",
  "supplier/index",
  "lessor/index",
  "sandbox/index",
  "logger/index",
  "opentelemetry/index",
  "undici/index",
];
const bundled = ["is-network-error", "jose", "openapi-fetch", "p-retry"];
/** Loaded by one entry point only, in its code and in its types. */
const peers: Readonly<Record<string, readonly string[]>> = {
  "opentelemetry/index": ["@opentelemetry/api"],
  "undici/index": ["undici", "node:stream", "node:zlib"],
};
const findings: string[] = [];

function expect(ok: boolean, finding: string): void {
  if (!ok) findings.push(finding);
}

interface Closure {
  readonly files: readonly string[];
  readonly packages: readonly string[];
}

/** A file, all files that it loads, and the packages that these load. */
function closureOf(entry: string): Closure {
  const files = new Set([entry]);
  const packages = new Set<string>();
  const isTypes = entry.endsWith(".d.ts");
  for (const file of files) {
    const { importedFiles, typeReferenceDirectives } = ts.preProcessFile(
      readFileSync(file, "utf8"),
      true,
      true,
    );
    for (const { fileName } of [...importedFiles, ...typeReferenceDirectives]) {
      if (!fileName.startsWith(".")) packages.add(fileName);
      else files.add(resolve(dirname(file), isTypes ? fileName.replace(/\.js$/, ".d.ts") : fileName));
    }
  }
  return { files: [...files], packages: [...packages].sort() };
}

function checkTarball(): void {
  const output = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [tarball] = JSON.parse(output);
  const paths: string[] = tarball.files.map((file: { path: string }) => file.path);
  const allowed =
    /^(dist\/(esm|cjs)\/([\w/-]+\.(js|d\.ts)|chunk-\w+\.js|package\.json|THIRD_PARTY_NOTICES\.txt)|openapi\/((supplier|lessor)\.yaml|reference\/(supplier|lessor)-api\.md|version-1\.md)|examples\/[\w./-]+\.ts|src\/sandbox\/LEDGER\.md|test\/bench\/(RESULTS\.md|results\/plot\.svg)|package\.json|README\.md|CHANGELOG\.md|LICENSE)$/;
  for (const path of paths) expect(allowed.test(path), `${path} does not belong into the tarball`);
  const references = ["openapi/reference/supplier-api.md", "openapi/reference/lessor-api.md"];
  const documents = ["openapi/supplier.yaml", "openapi/lessor.yaml", "openapi/version-1.md", ...references];
  for (const path of ["README.md", "LICENSE", "CHANGELOG.md", ...documents])
    expect(paths.includes(path), `${path} is missing in the tarball`);
  for (const path of paths.filter((each) => /\.(js|ts|json|txt|yaml)$/.test(each))) {
    const text = readFileSync(join(root, path), "utf8");
    expect(!text.includes(root), `${path} holds a path of this machine`);
    expect(!/sourceMappingURL=/.test(text), `${path} names a source map, which is not shipped`);
  }
  console.log(
    `tarball      ${paths.length} files, ${kb(tarball.size)} packed, ${kb(tarball.unpackedSize)} unpacked`,
  );
}

function checkCode(format: string, entry: string): void {
  const { files, packages } = closureOf(join(root, "dist", format, `${entry}.js`));
  const name = `${format}/${entry}`;
  const code = files.map((file) => readFileSync(file, "utf8")).join("");
  const size = gzipSync(code).length;
  console.log(
    `${name.padEnd(24)} ${files.length} files, ${kb(code.length)}, ${kb(size)} gzip; loads ${packages.join(", ")}`,
  );
  if (entry === "sandbox/index") return;
  expect(/^\/\/ src\//m.test(code), `${name} does not name its sources, so nothing can be told of it`);
  const folders = [...code.matchAll(/^\s*\/\/ src\/([\w-]+)\//gm)].map(([, folder]) => folder);
  const others = ["sandbox", "redis", "cli", "logger", "opentelemetry", "undici"].filter(
    (each) => folders.includes(each) && each !== dirname(entry),
  );
  expect(others.length === 0, `${name} holds code of ${others.join(", ")}`);
  const strangers = packages.filter((each) => !peers[entry]?.includes(each));
  expect(strangers.length === 0, `${name} loads ${strangers.join(", ")}`);
  expect(size <= budget, `${name} is larger than ${kb(budget)} gzip`);
}

function checkTypes(format: string, entry: string): void {
  const { packages } = closureOf(join(root, "dist", format, `${entry}.d.ts`));
  const allowed = (each: string) =>
    (entry === "sandbox/index" && each.startsWith("node:")) || peers[entry]?.includes(each) === true;
  const needed = packages.filter((each) => !allowed(each));
  expect(needed.length === 0, `the types of ${format}/${entry} need ${needed.join(", ")}`);
}

/** The program that the package brings: it starts without the sandbox, and is there once. */
function checkProgram(): void {
  const { bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const path = join(root, bin.reg);
  expect(existsSync(path), `${bin.reg} was not built`);
  if (!existsSync(path)) return;
  const code = readFileSync(path, "utf8");
  expect(code.startsWith("#!/usr/bin/env node\n"), `${bin.reg} does not say what runs it`);
  expect(!/^\s*\/\/ src\/sandbox\//m.test(code), `${bin.reg} holds code of the sandbox`);
  expect(!existsSync(join(root, "dist/cjs/cli")), "dist/cjs holds a second copy of reg");
}

function checkNotices(format: string): void {
  const notices = readFileSync(join(root, "dist", format, "THIRD_PARTY_NOTICES.txt"), "utf8");
  for (const name of bundled)
    expect(notices.includes(`${name} `), `dist/${format}/THIRD_PARTY_NOTICES.txt does not name ${name}`);
}

const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

if (!existsSync(join(root, "dist"))) throw new Error("there is no dist: run `npm run build` first");
checkTarball();
for (const format of formats) {
  expect(
    readdirSync(join(root, "dist", format)).includes("package.json"),
    `dist/${format} has no package.json`,
  );
  for (const entry of entries) {
    checkCode(format, entry);
    checkTypes(format, entry);
  }
  checkNotices(format);
}
checkProgram();
for (const finding of findings) console.error(`✗ ${finding}`);
if (findings.length > 0) process.exitCode = 1;
else
  console.log(
    "✓ the clients hold no sandbox, logger, OpenTelemetry or undici; nothing is in the tarball that does not belong there",
  );
