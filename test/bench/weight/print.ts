import { kB, ms } from "../text.js";
import type { Weight, Weights } from "./measure.js";

const row = (name: string, ...cells: readonly string[]) =>
  console.log(name.padEnd(18), ...cells.map((cell) => cell.padStart(12)));

/** Prints the weights as a table. */
export function printWeights({ rounds, empty, ours, peers }: Weights): void {
  console.log(
    `Cold loads beyond an empty module (import ${ms(empty.import)}, require ${ms(empty.require)}); medians of ${rounds} processes.`,
  );
  console.log("Bundles minified and gzipped, dependencies included, ours without their optional peers.\n");
  row("", "import", "files", "source", "require", "files", "bundle", "at import", "on demand");
  for (const weight of ours) printWeight(weight);
  console.log();
  for (const weight of peers) printWeight(weight);
}

function printWeight({ name, import: imported, require: required, bundle }: Weight): void {
  row(
    name,
    ms(imported.milliseconds),
    String(imported.files),
    kB(imported.bytes),
    required === undefined ? "-" : ms(required.milliseconds),
    required === undefined ? "-" : String(required.files),
    kB(bundle.atImport.minified),
    kB(bundle.atImport.gzip),
    kB(bundle.onDemand.gzip),
  );
}
