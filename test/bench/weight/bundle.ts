import { basename } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Metafile } from "esbuild";

/** The sizes of the files of a bundle in bytes, minified, and gzipped separately. */
export interface Size {
  readonly files: number;
  readonly minified: number;
  readonly gzip: number;
}

/** The bundle of one entry point with all its exports. */
export interface BundleSize {
  /** The files that an import loads: the entry, and the chunks that it imports statically. */
  readonly atImport: Size;
  /** The chunks that only `import()` loads. */
  readonly onDemand: Size;
}

type ImportKind = "import-statement" | "dynamic-import";

/**
 * Bundles a file with all its dependencies, for Node.
 *
 * @param external packages that are not bundled: the optional peers
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
  const size = (names: readonly string[]) => measureSize(names.map((name) => contents.get(name)));
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
    if (imports === undefined) throw new Error(`the bundle has no ${name}`);
    for (const { path, kind, external } of imports) {
      if (external !== true && kinds.some((each) => each === kind)) names.add(basename(path));
    }
  }
  return names;
}

function measureSize(files: readonly (Uint8Array | undefined)[]): Size {
  const present = files.filter((each) => each !== undefined);
  const sum = (bytes: readonly number[]) => bytes.reduce((total, each) => total + each, 0);
  return {
    files: present.length,
    minified: sum(present.map((each) => each.length)),
    gzip: sum(present.map((each) => gzipSync(each, { level: 9 }).length)),
  };
}
