import { basename } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Metafile } from "esbuild";

/** The bytes of the files of a bundle, minified, and gzipped one by one. */
export interface Size {
  readonly files: number;
  readonly minified: number;
  readonly gzip: number;
}

/** What a bundle of one entry point holds. Nothing is shaken out of it: all its exports are taken to be used. */
export interface BundleSize {
  /** What an import of it loads: the entry, and the chunks that it imports statically. */
  readonly atImport: Size;
  /** The chunks to which only `import()` leads. */
  readonly onDemand: Size;
}

type ImportKind = "import-statement" | "dynamic-import";

/**
 * Bundles a file with all its dependencies, for Node.
 *
 * @param external packages that stay outside: optional peers, which a user has only by choice
 */
export async function measureBundle(file: string, external: readonly string[]): Promise<BundleSize> {
  const { metafile, outputFiles } = await build({
    entryPoints: [file],
    entryNames: "entry",
    bundle: true,
    minify: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    external: [...external],
    outdir: "out",
    write: false,
    metafile: true,
    legalComments: "none",
    logLevel: "error",
  });
  const contents = new Map(outputFiles.map((output) => [basename(output.path), output.contents]));
  const atImport = findReachable(metafile, ["import-statement"]);
  const everything = findReachable(metafile, ["import-statement", "dynamic-import"]);
  const size = (names: readonly string[]) => sizeOf(names.map((name) => contents.get(name)));
  return {
    atImport: size([...atImport]),
    onDemand: size([...everything].filter((name) => !atImport.has(name))),
  };
}

/** The names of the files that are reached from the entry by imports of these kinds. */
function findReachable({ outputs }: Metafile, kinds: readonly ImportKind[]): ReadonlySet<string> {
  const importsOf = new Map(Object.entries(outputs).map(([path, { imports }]) => [basename(path), imports]));
  const names = new Set(["entry.js"]);
  for (const name of names) {
    const imports = importsOf.get(name);
    if (imports === undefined) throw new Error(`the bundle holds no ${name}`);
    for (const { path, kind, external } of imports) {
      if (external !== true && kinds.some((each) => each === kind)) names.add(basename(path));
    }
  }
  return names;
}

function sizeOf(files: readonly (Uint8Array | undefined)[]): Size {
  const present = files.filter((each) => each !== undefined);
  const sum = (bytes: readonly number[]) => bytes.reduce((total, each) => total + each, 0);
  return {
    files: present.length,
    minified: sum(present.map((each) => each.length)),
    gzip: sum(present.map((each) => gzipSync(each, { level: 9 }).length)),
  };
}
