import { kB, ms, whole } from "../text.js";
import type { Weight } from "../weight/measure.js";
import type { WeightRun } from "./runs.js";
import { type Row, table } from "./table.js";

const head = ["", "`import`", "files", "`require`", "minified", "gzipped", "gzipped, on demand"];

/** Import times and bundle sizes, ours first. */
export function weightTable({ node, rounds, empty, ours, peers }: WeightRun): string {
  const facts = `Node ${node}; medians of ${rounds} new processes. An empty module takes ${ms(empty.import)} by itself (\`require\`: ${ms(empty.require)}), which is not counted.`;
  const rows = [
    ...ours.map((each) => ({ ...rowOf(each, `@reg/sdk${each.name.slice(1)}`), bold: true })),
    ...peers.map((each) => rowOf(each, each.name)),
  ];
  return `${facts}\n\n${table(head, rows)}`;
}

function rowOf({ import: imported, require: required, bundle }: Weight, name: string): Row {
  return {
    cells: [
      name,
      ms(imported.milliseconds),
      whole(imported.files),
      required === undefined ? "-" : ms(required.milliseconds),
      kB(bundle.atImport.minified),
      kB(bundle.atImport.gzip),
      kB(bundle.onDemand.gzip),
    ],
  };
}
