/**
 * Builds dist/esm and dist/cjs with the same entry points, the command line and the page of the sandbox. Code splitting gives the entry
 * points of a format shared chunks, so that a class is the same class whichever entry point it is imported from.
 *
 * The functions below the settings add to each folder what tsup does not write: the module type (`writeManifest`) and
 * the declarations (`writeTypes`). release/sbom.ts then reads the metafiles. There are no source maps: the code is
 * readable as it is.
 *
 * tsup bundles every package that is not a peer. Node needs four times as long to load their own files (zod alone
 * 50 ms), and Jest's CommonJS runtime cannot load those that consist of ES modules only before Node 24.9. Therefore they
 * are devDependencies, and package.json lists them in `inlinedDependencies`.
 */
import { copyFile, mkdir, writeFile } from "node:fs/promises";
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
  bottleneck: "src/bottleneck.ts",
  logger: "src/logger.ts",
  msw: "src/msw.ts",
  "redis/index": "src/redis/index.ts",
  opentelemetry: "src/opentelemetry.ts",
  "undici/index": "src/undici/index.ts",
  validation: "src/validation.ts",
  "texts/index": "src/texts/index.ts",
  "webhook/index": "src/webhook/index.ts",
};

/** These files, and what they import, are one chunk: what both clients need, and what one client shares with others. */
const core = [
  "src/document/adapter.ts",
  "src/errors/index.ts",
  "src/http/authorization/shared-request.ts",
  "src/http/client.ts",
  "src/http/execute.ts",
  "src/http/in-flight.ts",
  "src/http/index.ts",
  "src/domain/vocabulary.ts",
  "src/base/plates.ts",
  "src/generated/supplier/operations.ts",
  "src/generated/lessor/operations.ts",
  "src/http/authorization/token-store.ts",
];

const ofNode: Options = {
  target: "node20",
  tsconfig,
  splitting: true,
  clean: true,
  removeNodeProtocol: false,
  outExtension: () => ({ js: ".js" }),
  metafile: true,
  esbuildPlugins: [importForRequire()],
};

function build(format: Format): Options {
  const outDir = join("dist", format);
  return {
    ...ofNode,
    entry,
    format,
    outDir,
    esbuildPlugins: [...(ofNode.esbuildPlugins ?? []), loadTogether()],
    // Rollup converts the chunks to CommonJS: tsup's own conversion writes invalid code for jose's classes.
    treeshake: format === "cjs",
    plugins: format === "cjs" ? [requireChunks()] : [],
    define: format === "cjs" ? { "import.meta.dirname": "__dirname" } : {},
    onSuccess: async () => {
      await writeManifest(outDir, format);
      await writeTypes(outDir);
    },
  };
}

/** The program `reg`, with a copy of what it uses: nobody imports it. If it shared chunks, dist/esm would have more. */
const program: Options = {
  ...ofNode,
  entry: { main: "src/cli/main.ts" },
  format: "esm",
  outDir: "dist/cli",
  // A sixth of the installed package; names stay readable in a stack.
  minifyWhitespace: true,
  onSuccess: () => writeManifest("dist/cli", "esm"),
};

/** A plugin that makes CommonJS files load their chunks with `require`: Jest cannot run `import()` in them. */
function requireChunks(): NonNullable<Options["plugins"]>[number] {
  return {
    name: "require-chunks",
    renderChunk: (code) => ({
      code: code.replaceAll(/\bimport\(("\.[^"]+")\)/g, "Promise.resolve().then(() => require($1))"),
    }),
  };
}

/** The page of the sandbox, which the control server sends to a browser: src/sandbox/control/control-server.ts. */
export const page: Options = {
  entry: { app: "src/page/main.tsx" },
  format: "esm",
  outDir: pageDir,
  target: "es2022",
  platform: "browser",
  tsconfig: "src/page/tsconfig.json",
  minify: true,
  clean: true,
  outExtension: () => ({ js: ".js" }),
  metafile: true,
  onSuccess: async () => {
    for (const file of ["index.html", "style.css", "icon.svg"])
      await copyFile(join("src/page", file), join(pageDir, file));
  },
};

export default defineConfig([build("esm"), build("cjs"), program, page]);

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

/**
 * Lets Node load few files: for 40 small ones it needs twice as long. esbuild writes a chunk for each set of files that
 * the same entries need; an entry is also what is loaded later. Therefore each entry begins with an import of `core`,
 * and those that need much of the supplier client begin with an import of it.
 */
function loadTogether(): Plugin {
  return {
    name: "load-together",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^(src|\.\.?)\// }, ({ path, resolveDir, kind, importer }) => {
        if (importer.includes("node_modules")) return undefined;
        const file = resolve(resolveDir, path.replace(/\.js$/, ".ts"));
        // esbuild would leave out an import whose names are not used.
        const sideEffects = true;
        if (kind === "import-statement") return { path: file, sideEffects };
        return { path: relative(".", file), namespace: "entry", sideEffects };
      });
      onLoad({ filter: /.*/, namespace: "entry" }, ({ path }) => {
        const together = /^src\/(supplier|sandbox)\//.test(path) ? [...core, "src/supplier/index.ts"] : core;
        const imports = together.map((file) => `import "./${file}";`);
        return { contents: [...imports, `export * from "./${path}";`].join("\n"), resolveDir: process.cwd() };
      });
    },
  };
}
