/**
 * Builds dist/esm and dist/cjs. Both hold the same entry points and, through code splitting, the same shared
 * chunks, so that a class is the same class from whichever entry point it comes.
 *
 * What tsup does not do stands below its settings: what is loaded later in CommonJS (`requireLater`), which kind of
 * module a folder holds (`writeManifest`), the types (`writeTypes`), and the licences (`thirdPartyNotices`).
 */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { defineConfig, type Options } from "tsup";
import ts from "typescript";

const tsconfig = "tsconfig.build.json";

type Format = "esm" | "cjs";
type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

const entry = {
  index: "src/index.ts",
  "supplier/index": "src/supplier/index.ts",
  "lessor/index": "src/lessor/index.ts",
  "sandbox/index": "src/sandbox/index.ts",
  "logger/index": "src/logger/index.ts",
  "opentelemetry/index": "src/opentelemetry/index.ts",
  "undici/index": "src/undici/index.ts",
};

/** Programs, which nobody imports: one format is enough, and they need no types. */
const programs = { esm: { "cli/main": "src/cli/main.ts" }, cjs: {} };

/**
 * Dependencies that are bundled into our files, because a require() of them fails or a bundle loads faster. zod is not
 * bundled, as only the sandbox loads it.
 */
const bundled = ["openapi-fetch", "p-retry", "is-network-error", /^jose(\/|$)/];

function build(format: Format): Options {
  const outDir = join("dist", format);
  return {
    entry: { ...entry, ...programs[format] },
    format,
    outDir,
    target: "node20",
    tsconfig,
    splitting: true,
    // Turns the chunks into CommonJS with Rollup; what tsup does otherwise writes broken code for jose's classes.
    treeshake: format === "cjs",
    clean: true,
    dts: false,
    sourcemap: false,
    removeNodeProtocol: false,
    esbuildOptions(options) {
      // Writes numbers and short texts where they are used, which a user's bundler could not do across our files.
      options.minifySyntax = true;
    },
    noExternal: bundled,
    outExtension: () => ({ js: ".js" }),
    esbuildPlugins: [thirdPartyNotices(outDir)],
    plugins: [requireLater()],
    onSuccess: async () => {
      await writeManifest(outDir, format);
      await writeTypes(outDir);
    },
  };
}

export default defineConfig([build("esm"), build("cjs")]);

/**
 * What our files load later is required in CommonJS, as all the rest there is: `import()` would fail in test runners that
 * run CommonJS in a context of their own, such as Jest.
 */
function requireLater(): NonNullable<Options["plugins"]>[number] {
  return {
    name: "require-later",
    renderChunk(code) {
      if (this.format !== "cjs") return undefined;
      const later = /\bimport\(("\.{1,2}\/[^"]+")\)/g;
      return { code: code.replace(later, "Promise.resolve().then(() => require($1))") };
    },
  };
}

/** Writes the package.json that tells which kind of module a folder holds, as both are called .js. */
async function writeManifest(outDir: string, format: Format): Promise<void> {
  const type = format === "esm" ? "module" : "commonjs";
  await writeFile(join(outDir, "package.json"), `${JSON.stringify({ type, sideEffects: false })}\n`);
}

/**
 * Writes the .d.ts files, one for each module that the entry points lead to. They are not rolled up: users fill
 * interfaces by `declare module "@reg/sdk"`, which TypeScript follows through `export *` to where the interface is
 * declared, but not through the renamed exports of a roll-up. The same text serves both formats, as its imports
 * are all relative and package.json says in each folder which kind of module it holds.
 */
async function writeTypes(outDir: string): Promise<void> {
  const { config } = ts.readConfigFile(tsconfig, ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, ".");
  const emitted = new Map<string, string>();
  const program = ts.createProgram(fileNames, { ...options, outDir });
  const { diagnostics } = program.emit(
    undefined,
    (file, text) => emitted.set(resolve(file), text),
    undefined,
    true,
  );
  const problems = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (problems.length > 0) throw new Error(textOf(problems));
  const entries = Object.keys(entry).map((name) => resolve(outDir, `${name}.d.ts`));
  for (const file of reachable(entries, emitted)) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, emitted.get(file) ?? "");
  }
}

/** The declaration files that can be reached from the entry points: nobody can see the others. */
function reachable(entries: readonly string[], emitted: ReadonlyMap<string, string>): ReadonlySet<string> {
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

function textOf(problems: readonly ts.Diagnostic[]): string {
  return ts.formatDiagnostics(problems, {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => process.cwd(),
    getNewLine: () => "\n",
  });
}

/** Writes the licence of every package that went into our files, as esbuild itself tells. */
function thirdPartyNotices(outDir: string): Plugin {
  return {
    name: "third-party-notices",
    setup(build) {
      build.initialOptions.metafile = true;
      build.onEnd(async ({ metafile }) => {
        const inputs = Object.keys(metafile?.inputs ?? {});
        const folders = inputs.map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
        const packages = [...new Set(folders)].filter((folder) => folder !== undefined).sort();
        const notices = await Promise.all(packages.map(notice));
        await mkdir(outDir, { recursive: true });
        await writeFile(join(outDir, "THIRD_PARTY_NOTICES.txt"), notices.join(`\n${"-".repeat(80)}\n\n`));
      });
    },
  };
}

async function notice(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const file = (await readdir(folder)).find((each) => /^licen[cs]e/i.test(each));
  if (file === undefined) throw new Error(`${name} is bundled but comes without its licence`);
  return `${name} ${version} (${license})\n\n${await readFile(join(folder, file), "utf8")}`;
}
