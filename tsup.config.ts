/**
 * Builds dist/esm and dist/cjs with the same entry points, and the page of the sandbox. Code splitting gives the entry
 * points of a format shared chunks, so that a class is the same class whichever entry point it is imported from.
 *
 * The functions below the settings add to each folder what tsup does not write: the module type (`writeManifest`), the
 * declarations (`writeTypes`) and the licences of bundled packages (`thirdPartyNotices`). There are no source maps: the
 * code is readable as it is.
 */
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { defineConfig, type Options } from "tsup";
import ts from "typescript";

const tsconfig = "tsconfig.build.json";
const pageDir = "dist/sandbox-page";

type Format = "esm" | "cjs";
type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

/** The entry points; package.json exports each of them in both formats. */
export const entry = {
  index: "src/index.ts",
  "supplier/index": "src/supplier/index.ts",
  "lessor/index": "src/lessor/index.ts",
  "sandbox/index": "src/sandbox/index.ts",
  logger: "src/logger.ts",
  msw: "src/msw.ts",
  "redis/index": "src/redis/index.ts",
  opentelemetry: "src/opentelemetry.ts",
  "undici/index": "src/undici/index.ts",
  "validation/index": "src/validation/index.ts",
};

/** Programs cannot be imported: they need only one format and no types. */
const programs = { esm: { "cli/main": "src/cli/main.ts" }, cjs: {} };

/**
 * Every package whose code is part of dist. They are bundled because Node needs four times as long to load their files
 * (zod alone 50 ms), and because Jest's CommonJS runtime cannot load those that consist of ES modules only before Node
 * 24.9. Therefore package.json lists them as devDependencies and has no dependencies, so that nothing is installed
 * twice; `npm run consumers` compares this list with package.json, with the code and with the notices.
 */
export const bundled = ["is-network-error", "jose", "openapi-fetch", "p-retry", "zod"];

/** The packages that only the programs need, as above. */
export const bundledInPrograms = ["csv-parse"];

function build(format: Format): Options {
  const outDir = join("dist", format);
  return {
    entry: { ...entry, ...programs[format] },
    format,
    outDir,
    target: "node20",
    tsconfig,
    splitting: true,
    // Rollup converts the chunks to CommonJS: tsup's own conversion writes invalid code for jose's classes.
    treeshake: format === "cjs",
    clean: true,
    dts: false,
    removeNodeProtocol: false,
    define: format === "cjs" ? { "import.meta.dirname": "__dirname" } : {},
    noExternal: [...bundled, ...bundledInPrograms].map((name) => new RegExp(`^${name}(/|$)`)),
    outExtension: () => ({ js: ".js" }),
    esbuildPlugins: [importForRequire(), thirdPartyNotices(outDir)],
    onSuccess: async () => {
      await writeManifest(outDir, format);
      await writeTypes(outDir);
    },
  };
}

/** The packages in the page of the sandbox. */
export const bundledInPage = ["preact"];

/** The page of the sandbox, which the control server sends to a browser: src/sandbox/control/page-files.ts. */
export const page: Options = {
  entry: { app: "src/page/main.tsx" },
  format: "esm",
  outDir: pageDir,
  target: "es2022",
  platform: "browser",
  tsconfig: "src/page/tsconfig.json",
  minify: true,
  clean: true,
  noExternal: bundledInPage,
  outExtension: () => ({ js: ".js" }),
  esbuildPlugins: [thirdPartyNotices(pageDir)],
  onSuccess: async () => {
    for (const file of ["index.html", "style.css", "icon.svg"])
      await copyFile(join("src/page", file), join(pageDir, file));
  },
};

export default defineConfig([build("esm"), build("cjs"), page]);

/** Writes the package.json that declares the module type of a folder: both formats use the extension .js. */
async function writeManifest(outDir: string, format: Format): Promise<void> {
  const type = format === "esm" ? "module" : "commonjs";
  await writeFile(join(outDir, "package.json"), `${JSON.stringify({ type, sideEffects: false })}\n`);
}

/**
 * Writes a .d.ts file, and its map to the source, for each module that is reachable from the entry points. They are not
 * rolled up: users extend interfaces with `declare module "@reg/sdk"`, which TypeScript follows through `export *` to
 * the declaration of the interface, but not through the renamed exports of a roll-up. Both formats get the same text,
 * because its imports are relative and the package.json of each folder declares the module type.
 */
async function writeTypes(outDir: string): Promise<void> {
  const { config } = ts.readConfigFile(tsconfig, ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, ".");
  const emitted = new Map<string, string>();
  const program = ts.createProgram(fileNames, { ...options, outDir });
  const { diagnostics } = program.emit(undefined, (file, text) => emitted.set(resolve(file), text), undefined, true);
  const problems = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (problems.length > 0) throw new Error(formatDiagnostics(problems));
  const entries = Object.keys(entry).map((name) => resolve(outDir, `${name}.d.ts`));
  for (const file of findReachable(entries, emitted)) {
    await mkdir(dirname(file), { recursive: true });
    const text = emitted.get(file);
    if (text !== undefined) await writeFile(file, text);
  }
}

/** Finds the declaration files that are reachable from the entry points. */
function findReachable(entries: readonly string[], emitted: ReadonlyMap<string, string>): ReadonlySet<string> {
  const found = new Set(entries);
  for (const file of found) {
    const text = emitted.get(file);
    if (text === undefined) throw new Error(`${relative(".", file)} was not emitted`);
    const { importedFiles } = ts.preProcessFile(text);
    for (const { fileName } of importedFiles) {
      if (fileName.startsWith(".")) found.add(resolve(dirname(file), fileName.replace(/\.js$/, ".d.ts")));
    }
  }
  return found;
}

function formatDiagnostics(problems: readonly ts.Diagnostic[]): string {
  return ts.formatDiagnostics(problems, {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => process.cwd(),
    getNewLine: () => "\n",
  });
}

/**
 * Imports the modules of Node.js that a bundled CommonJS package requires: there is no `require` in ES modules, and
 * esbuild replaces it by a function that throws.
 */
function importForRequire(): Plugin {
  return {
    name: "import-for-require",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\w+$/ }, ({ path, kind }) =>
        kind === "require-call" && isBuiltin(path) ? { path, namespace: "required" } : undefined,
      );
      onLoad({ filter: /.*/, namespace: "required" }, ({ path }) => ({
        contents: `import builtin from "node:${path}"; module.exports = builtin;`,
      }));
    },
  };
}

/** Writes the licence of every package whose code esbuild bundled. */
function thirdPartyNotices(outDir: string): Plugin {
  return {
    name: "third-party-notices",
    setup(build) {
      build.initialOptions.metafile = true;
      build.onEnd(async ({ metafile }) => {
        const inputs = Object.keys(metafile?.inputs ?? {});
        const folders = inputs.map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
        const packages = [...new Set(folders)].filter((folder) => folder !== undefined).sort();
        const notices = await Promise.all(packages.map(readLicence));
        if (notices.length === 0) return;
        await mkdir(outDir, { recursive: true });
        await writeFile(join(outDir, "THIRD_PARTY_NOTICES.txt"), notices.join(`\n${"-".repeat(80)}\n\n`));
      });
    },
  };
}

async function readLicence(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const file = (await readdir(folder)).find((each) => /^licen[cs]e/i.test(each));
  if (file === undefined) throw new Error(`${name} is bundled but has no licence file`);
  return `${name} ${version} (${license})\n\n${await readFile(join(folder, file), "utf8")}`;
}
