import type { Figure, CallsRow as Measured } from "../calls/figures.js";
import { contestants, isOurs, modes, shapes } from "../calls/plan.js";
import type { MemoryResults } from "../memory/report.js";
import { type SyncResults, timeToPMap } from "../sync/measure.js";
import { kB, MB, ms, percent, seconds, times, whole } from "../text.js";
import type { Weight } from "../weight/measure.js";
import type { CallsRun, TypingRun, WeightRun } from "./runs.js";
import { type TableRow, table } from "./table.js";

const callsColumns: readonly (readonly [title: string, figure: (row: Measured) => Figure])[] = [
  ["one at a time", ({ sequential }) => sequential.time],
  [`${modes.concurrent} at a time`, ({ concurrent }) => concurrent.time],
  ["CPU, one at a time", ({ sequential }) => sequential.cpu],
  [`CPU, ${modes.concurrent} at a time`, ({ concurrent }) => concurrent.cpu],
];

/** Writes a table for each kind of call, with ratios to global fetch. */
export function callsTables({ date, node, cores, load, length, tables, peers }: CallsRun): string {
  const facts = `Node ${node.contestants}, ${cores} cores, load ${load?.toFixed(1)} at the start, ${date.slice(0, 10)}. Medians of ${length.rounds} rounds of ${length.round} ms each, with new processes after every ${length.roundsOfProcess} of them.`;
  const parts = tables.map(({ shape, rows }) => {
    const head = [shapes[shape], ...callsColumns.map(([title]) => title)];
    return table(
      head,
      rows.map((row) => ({
        cells: [row.title, ...callsColumns.map(([, figure]) => times(figure(row).ratio))],
        bold: isOurs(row.contestant),
      })),
    );
  });
  const measured = new Set(contestants.flatMap(({ packages = [] }) => packages));
  const named = [...measured].map((name) => `${name} ${peers[name]}`);
  return [facts, ...parts, `Versions: ${named.join(", ")}.`].join("\n\n");
}

/** Writes the tables of the memory: after sequential calls, of concurrent calls, and allocated by one call. */
export function memoryTables({ node, sequential, concurrent, allocations }: MemoryResults): string {
  const steady = table(
    [
      "one call after the other",
      "calls",
      "heap, early",
      "in between",
      "at the end",
      "growth",
      "rss, early",
      "rss, at the end",
    ],
    sequential.map(({ transport, calls, first, middle, last, growth }) => ({
      cells: [
        transport,
        whole(calls),
        MB(first.heapUsed),
        MB(middle.heapUsed),
        MB(last.heapUsed),
        percent(growth),
        MB(first.rss),
        MB(last.rss),
      ],
    })),
  );
  const allocated = table(
    ["allocated by one call", "on the heap"],
    Object.entries(allocations).map(([name, bytes]) => ({ cells: [name.toUpperCase(), kB(bytes)] })),
  );
  return [`Node ${node}.`, steady, concurrentTable(concurrent), allocated].join("\n\n");
}

function concurrentTable({ calls, throttle, unbounded, bounded }: MemoryResults["concurrent"]): string {
  const { heap, held, peak, milliseconds, failure } = bounded;
  const row = (name: string, ...cells: string[]) => ({ cells: [name, ...cells] });
  const rows = [
    row(
      "Node as it comes, garbage included",
      MB(unbounded.peak.heapUsed),
      MB(unbounded.peak.rss),
      seconds(unbounded.milliseconds),
    ),
    ...(peak === undefined || milliseconds === undefined
      ? [row(`a heap of ${MB(heap)}`, "too small", "", failure ?? "")]
      : [
          row(
            `a heap of ${MB(heap)}, garbage included`,
            MB(peak.heapUsed),
            MB(peak.rss),
            seconds(milliseconds),
          ),
        ]),
    ...(held === undefined ? [] : [row("held by the calls, garbage excluded", MB(held), "", "")]),
    row("left when all are answered", MB(unbounded.left.heapUsed), MB(unbounded.left.rss), ""),
  ];
  const title = `${whole(calls)} calls at once, ${whole(throttle.limit)} in ${whole(throttle.window)} ms`;
  return table([title, "heap", "rss", "took"], rows);
}

/** Writes the table of the fleets, and the other figures of a fleet sync. */
export function syncTables({ node, latency, speeds, changed, index, unchanged }: SyncResults): string {
  const facts = `Node ${node}; the service responds after ${latency} ms. Each vehicle is one request.`;
  const rows = speeds.map((speed) => {
    const { contestant, vehicles, concurrency, vehiclesPerSecond, cpu, peakRss, peakHeap, rounds } = speed;
    const bold = isOurs(contestant);
    const ratio = bold ? timeToPMap(speed, speeds) : undefined;
    return {
      cells: [
        contestant === "ours-undici" ? "ours, undici transport" : contestant,
        whole(vehicles),
        whole(concurrency),
        whole(vehiclesPerSecond),
        ratio === undefined ? "" : times(ratio),
        `${whole(cpu)} µs`,
        MB(peakRss),
        MB(peakHeap),
        whole(rounds),
      ],
      bold,
    };
  });
  const head = [
    "",
    "vehicles",
    "at a time",
    "vehicles/s",
    "time/p-map",
    "CPU each",
    "peak rss",
    "peak heap",
    "runs",
  ];
  const bytes = (value: number) => `${value.toFixed(0)} bytes`;
  const { run, failure, vehicles, heapLimit } = unchanged;
  const lines = [
    `- A second run with 1 % changed: ${whole(changed.requestsOfSecond)} of ${whole(changed.requestsOfFirst)} requests.`,
    `- The state, for each resource, from ${whole(index.from)} to ${whole(index.to)} vehicles with two: ${bytes(index.heap)} of heap (a Map of texts: ${bytes(index.map)}), ${bytes(index.file)} in the file.`,
    `- ${whole(vehicles)} unchanged vehicles with two resources in a heap of ${MB(heapLimit)}: ${run === undefined ? failure : `${seconds(run.milliseconds)}, peak heap ${MB(run.peakHeap)}`}.`,
  ];
  return [facts, table(head, rows), lines.join("\n")].join("\n\n");
}

/** The names of the consumers on the page. */
const typingTitles: Readonly<Record<string, string>> = {
  nothing: "no client",
  "hey-api": "@hey-api/openapi-ts, sources in the project",
  "hey-api, built": "@hey-api/openapi-ts, built as a package",
};

/** Writes the table of the cost of checking 30 typed calls. */
export function typingTable({ typescript, node, rounds, consumers }: TypingRun): string {
  const facts = `TypeScript ${typescript}, Node ${node}; medians of ${rounds} runs of the compiler.`;
  const rows = Object.entries(consumers).map(([name, cost]) => ({
    cells: [
      typingTitles[name] ?? name,
      whole(cost.instantiations),
      whole(cost.types),
      MB(cost.memory * 1000),
      ms(cost.checkTime),
      ms(cost.totalTime),
    ],
    bold: name === "ours",
  }));
  const head = ["", "instantiations", "types", "memory", "check time", "total time"];
  return `${facts}\n\n${table(head, rows)}`;
}

const weightHead = ["", "`import`", "files", "`require`", "minified", "gzipped", "gzipped, on demand"];

/** Writes the table of import times and bundle sizes, ours first. */
export function weightTable({ node, rounds, empty, ours, peers }: WeightRun): string {
  const facts = `Node ${node}; medians of ${rounds} new processes. An empty module takes ${ms(empty.import)} by itself (\`require\`: ${ms(empty.require)}), which is not counted.`;
  const rows = [
    ...ours.map((each) => ({ ...weightRow(each, `@reg/sdk${each.name.slice(1)}`), bold: true })),
    ...peers.map((each) => weightRow(each, each.name)),
  ];
  return `${facts}\n\n${table(weightHead, rows)}`;
}

function weightRow({ import: imported, require: required, bundle }: Weight, name: string): TableRow {
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
