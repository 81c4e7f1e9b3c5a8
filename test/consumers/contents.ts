/**
 * Checks the files of the package: its manifest, links, the packages that each entry point loads or whose types it
 * needs, and the packages that are bundled.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, resolve } from "node:path";
import ts from "typescript";
import { entry as entryPoints } from "../../tsup.config.js";
import { root, run, type Workspace } from "./workspace.js";

const formats = ["esm", "cjs"] as const;
/** The packages that only one entry point loads, in its code and in its types. */
const peers: Readonly<Record<string, readonly string[]>> = {
  msw: ["msw"],
  opentelemetry: ["@opentelemetry/api"],
  "redis/index": ["node:crypto"],
  "sandbox/index": ["node:crypto", "node:fs/promises", "node:http", "node:timers"],
  "undici/index": ["undici", "node:stream", "node:zlib"],
};

const readText = (path: string) => readFileSync(join(root, path), "utf8");

/** Reports what is wrong with the files of the package. */
export async function checkContents(workspace: Workspace): Promise<void> {
  const { tarball } = workspace;
  workspace.report("publint", await run("npx", ["publint", "--strict", tarball], root));
  const documents = ["./openapi/supplier.yaml", "./openapi/lessor.yaml"];
  const options = ["--profile", "strict", "--format", "ascii", "--exclude-entrypoints", ...documents];
  workspace.report("attw", await run("npx", ["attw", ...options, "--", tarball], root));

  const listed = execFileSync("tar", ["--list", "--file", tarball], { encoding: "utf8" });
  const paths = listed
    .trim()
    .split("\n")
    .map((path) => path.replace(/^package\//, ""));
  const report = (check: string, findings: readonly string[]) =>
    workspace.report(check, { ok: findings.length === 0, output: findings.join("\n") });
  const { dependencies = {} } = JSON.parse(readText("package.json"));
  report("no dependencies", Object.keys(dependencies));
  report("links", findBrokenLinks(paths));
  report(
    "no path of this machine",
    paths.filter((path) => readText(path).includes(root)),
  );
  report(
    "imports",
    formats.flatMap((format) => Object.keys(entryPoints).flatMap((entry) => checkEntry(format, entry))),
  );
  workspace.report("SBOM", await run("npx", ["tsx", "release/sbom.ts", "--check"], root));
  const reader = ["-y", "--prefer-offline", "--omit=optional", "-p", "@cyclonedx/cdxgen@12.8.4", "cdx-validate"];
  // It also rates an SBOM: what is rated as high is a time, a random number and an address, which are left out.
  const strict = ["--strict", "--fail-severity", "critical", "--input", "dist/sbom.cdx.json"];
  workspace.report("SBOM, read by cdxgen", await run("npx", [...reader, ...strict], root));
  report("reg", checkProgram());
}

/** Finds links in Markdown files that lead to a file or heading that the package does not contain. */
function findBrokenLinks(paths: readonly string[]): readonly string[] {
  const leadsSomewhere = (page: string, target: string) => {
    const [file = "", heading] = target.split("#");
    const path = file === "" ? page : posix.join(posix.dirname(page), file);
    if (!paths.includes(path)) return false;
    return heading === undefined || listHeadings(readText(path)).includes(heading);
  };
  return paths
    .filter((path) => path.endsWith(".md"))
    .flatMap((path) => {
      const text = readText(path)
        .replaceAll(/^```.*?^```$/gms, "")
        .replaceAll(/`[^`\n]*`/g, "code");
      // A link of Markdown or HTML; the target is in one of the two groups.
      return [...text.matchAll(/\]\(<?([^)>\s]+)[^)]*\)|(?:href|src)="([^"]+)"/g)]
        .map(([, markdown, html]) => markdown ?? html ?? "")
        .filter((target) => !/^https?:/.test(target) && !leadsSomewhere(path, target))
        .map((target) => `${path} links to ${target}, which the package does not contain`);
    });
}

/** Lists the anchors that GitHub and npm create for the headings of a page. */
function listHeadings(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(" ", "-"),
  );
}

/** Finds packages that an entry point must not need, in its code and in its types, and code of other entry points. */
function checkEntry(format: string, entry: string): readonly string[] {
  const code = resolveImports(join(root, "dist", format, `${entry}.js`));
  const types = resolveImports(join(root, "dist", format, `${entry}.d.ts`));
  const unexpected = [...code.packages, ...types.packages].filter((name) => !peers[entry]?.includes(name));
  const findings = unexpected.map((name) => `${format}/${entry} needs ${name}`);
  if (entry === "sandbox/index") return findings;
  // esbuild writes the name of each source above its code.
  const folders = new Set(code.files.flatMap((file) => [...listSourceFolders(readFileSync(file, "utf8"))]));
  if (folders.size === 0) findings.push(`${format}/${entry} does not name its sources`);
  const separate = [
    "sandbox",
    "msw",
    "cli",
    "logger",
    "opentelemetry",
    "bottleneck",
    "redis",
    "texts",
    "undici",
    "validation",
    "webhook",
  ];
  for (const folder of separate)
    if (folders.has(folder) && folder !== entry.replace(/\/index$/, ""))
      findings.push(`${format}/${entry} contains code of ${folder}`);
  return findings;
}

function listSourceFolders(code: string): ReadonlySet<string> {
  return new Set([...code.matchAll(/^\s*\/\/ src\/([\w-]+)(?:\/|\.ts$)/gm)].map(([, folder = ""]) => folder));
}

/** Finds all files that a file loads, and the packages that these files load. */
function resolveImports(entry: string): {
  readonly files: readonly string[];
  readonly packages: readonly string[];
} {
  const files = new Set([entry]);
  const packages = new Set<string>();
  for (const file of files) {
    const { importedFiles, typeReferenceDirectives } = ts.preProcessFile(readFileSync(file, "utf8"), true, true);
    for (const { fileName } of [...importedFiles, ...typeReferenceDirectives]) {
      if (!fileName.startsWith(".")) packages.add(fileName);
      else files.add(resolve(dirname(file), entry.endsWith(".d.ts") ? fileName.replace(/\.js$/, ".d.ts") : fileName));
    }
  }
  return { files: [...files], packages: [...packages] };
}

/** Checks the program `reg`: it starts without the sandbox, and only dist/esm contains it. */
function checkProgram(): readonly string[] {
  const { bin } = JSON.parse(readText("package.json"));
  const folders = listSourceFolders(readText(bin.reg));
  return [
    ...(folders.has("sandbox") ? [`${bin.reg} contains code of the sandbox`] : []),
    ...(readdirSync(join(root, "dist/cjs")).includes("cli") ? ["dist/cjs contains a second copy of reg"] : []),
  ];
}
