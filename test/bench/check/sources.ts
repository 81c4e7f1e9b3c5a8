import { fileURLToPath } from "node:url";
import { distAt } from "../dist.js";
import { measureAllocations } from "../memory/allocations.js";
import { compile } from "../typing/compile.js";
import { ours, withProjects } from "../typing/projects.js";
import { bundleSize } from "../weight/bundle.js";
import { loadedFiles } from "../weight/loaded-files.js";
import { optionalPeers, ourEntryPoints } from "../weight/subjects.js";
import type { Figures } from "./budget.js";
import { ratios } from "./ratios.js";

const dist = fileURLToPath(new URL("../../../dist", import.meta.url));

/** One kind of figures. None may need the peers to be installed. */
type Source = () => Promise<Figures>;

/**
 * All kinds; a further kind is a further line here, and its limits in budget.json. Only the last depends on the speed
 * of the machine.
 */
const sources: readonly Source[] = [bundles, imports, typedCalls, allocations, () => ratios(distAt(dist))];

/** Everything that has a limit. */
export async function allFigures(): Promise<Figures> {
  const found: [string, number][] = [];
  for (const source of sources) found.push(...(await source()));
  return new Map(found);
}

/** The gzipped bytes that an import of each entry point loads from a bundle. */
async function bundles(): Promise<Figures> {
  const sizes = ourEntryPoints().map(async ({ name, file }) => {
    const { atImport } = await bundleSize(file, optionalPeers());
    return [`bundle of ${name}`, atImport.gzip] as const;
  });
  return new Map(await Promise.all(sizes));
}

/** The files that an import of each entry point loads, dependencies included. */
async function imports(): Promise<Figures> {
  return new Map(
    ourEntryPoints().map(({ name, file }) => [`import of ${name}`, loadedFiles("import", file).files]),
  );
}

/** What the compiler instantiates for a program with 30 typed calls. */
function typedCalls(): Promise<Figures> {
  return withProjects(
    [ours],
    (folders) =>
      new Map([...folders.values()].map((folder) => ["30 typed calls", compile(folder).instantiations])),
  );
}

/** The bytes that a call allocates. Node 20, which CI runs, sets the limits: newer versions allocate less. */
async function allocations(): Promise<Figures> {
  const { get, post } = await measureAllocations({ dist: distAt(dist) });
  return new Map([
    ["allocated by a GET", get],
    ["allocated by a POST", post],
  ]);
}
