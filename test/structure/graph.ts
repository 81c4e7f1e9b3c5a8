import { cruise, type IConfiguration, type ICruiseResult } from "dependency-cruiser";

/** The import rules, with the lists of permissions in them. */
interface ImportRules {
  readonly default: IConfiguration;
  readonly sharedWithSandbox: readonly string[];
  readonly libraries: Readonly<Record<string, readonly string[]>>;
}

/** The imports in src, types included, by path from the root of the repository. */
export interface ImportGraph {
  /** From each source file to the files and packages that it imports; packages by their path in node_modules. */
  readonly imports: ReadonlyMap<string, ReadonlySet<string>>;
  /** From each file to the source files that import it. */
  readonly importers: ReadonlyMap<string, ReadonlySet<string>>;
}

const rules: ImportRules = await import(new URL("../../.dependency-cruiser.mjs", import.meta.url).href);

export async function readImportGraph(): Promise<ImportGraph> {
  const { output } = await cruise(["src"], { ...rules.default.options });
  const imports = new Map<string, Set<string>>();
  const importers = new Map<string, Set<string>>();
  for (const { source, dependencies } of (output as ICruiseResult).modules) {
    if (!source.startsWith("src/")) continue;
    imports.set(source, new Set(dependencies.map(({ resolved }) => resolved)));
    for (const { resolved } of dependencies)
      importers.set(resolved, (importers.get(resolved) ?? new Set()).add(source));
  }
  return { imports, importers };
}

/** Finds the groups of files in which each file reaches each other one through imports. */
export function findCircles({ imports }: ImportGraph): readonly (readonly string[])[] {
  const reached = new Map([...imports.keys()].map((file) => [file, reachableFrom(file, imports)]));
  const groups = new Map<string, string[]>();
  for (const [file, files] of reached) {
    if (!files.has(file)) continue;
    const group = [...files].filter((other) => reached.get(other)?.has(file)).sort();
    groups.set(group.join(), group);
  }
  return [...groups.values()];
}

function reachableFrom(start: string, imports: ImportGraph["imports"]): ReadonlySet<string> {
  const found = new Set(imports.get(start));
  // A set also iterates over what is added during the iteration.
  for (const file of found) for (const next of imports.get(file) ?? []) found.add(next);
  return found;
}

/** Finds the permissions in the import rules that no import uses, because a file was moved or merged. */
export function findUnusedPermissions({ imports, importers }: ImportGraph): readonly string[] {
  const isShared = (file: string) =>
    [...(importers.get(file) ?? [])].some((importer) => importer.startsWith("src/sandbox/"));
  const importsLibrary = (place: string, library: string) =>
    [...imports].some(
      ([file, imported]) =>
        (place.endsWith("/") ? file.startsWith(place) : file === place) &&
        [...imported].some((path) => path.includes(`node_modules/${library}/`)),
    );
  return [
    ...rules.sharedWithSandbox
      .filter((file) => !isShared(file))
      .map((file) => `shared with the sandbox: ${file}`),
    ...Object.entries(rules.libraries).flatMap(([library, files]) =>
      files.filter((file) => !importsLibrary(file, library)).map((file) => `imports ${library}: ${file}`),
    ),
  ];
}
