import type { MemoryFound } from "../memory/print.js";
import { kB, MB, percent, seconds, whole } from "../text.js";
import { table } from "./table.js";

/** What calls leave, what many at once take, and what one allocates. */
export function memoryTables({ node, sequential, concurrent, allocations }: MemoryFound): string {
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

function concurrentTable({ calls, throttle, unbounded, bounded }: MemoryFound["concurrent"]): string {
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
