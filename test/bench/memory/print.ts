import { kB, MB, percent, seconds } from "../text.js";
import type { Allocations } from "./allocations.js";
import type { Concurrent } from "./concurrent.js";
import type { Sequential } from "./sequential.js";

/** All that is found, as `--json` writes it. */
export interface MemoryFound {
  readonly node: string;
  readonly sequential: readonly Sequential[];
  readonly concurrent: Concurrent;
  readonly allocations: Allocations;
}

/** Prints what was found. */
export function printMemory({ node, sequential, concurrent, allocations }: MemoryFound): void {
  console.log(`Node ${node}\n\nOne call after the other, garbage collected:`);
  line("", "heap, early", "middle", "end", "growth", "rss, early", "rss, end");
  for (const { transport, calls, first, middle, last, growth } of sequential) {
    const heaps = [first, middle, last].map((each) => MB(each.heapUsed));
    line(`${transport}, ${calls}`, ...heaps, percent(growth), MB(first.rss), MB(last.rss));
  }
  printConcurrent(concurrent);
  console.log("\nAllocated on the heap for each call, over a fetch that allocates next to nothing:");
  for (const [name, bytes] of Object.entries(allocations)) line(name, kB(bytes));
}

function printConcurrent({ calls, throttle, unbounded, bounded }: Concurrent): void {
  const { heap, held, peak, milliseconds } = bounded;
  console.log(
    `\n${calls} calls at once, ${throttle.limit} in ${throttle.window} ms. Above what was there before:`,
  );
  line("", "heap", "rss", "took");
  const memory = (name: string, { heapUsed, rss }: { heapUsed: number; rss: number }, ...more: string[]) =>
    line(name, MB(heapUsed), MB(rss), ...more);
  memory("peak, Node as it comes", unbounded.peak, seconds(unbounded.milliseconds));
  memory("left when all is done", unbounded.left);
  if (peak === undefined || held === undefined || milliseconds === undefined) return;
  memory(`peak, heap of ${MB(heap)}`, peak, seconds(milliseconds));
  line("held, garbage excluded", MB(held));
}

function line(name: string, ...cells: readonly (string | undefined)[]): void {
  console.log(name.padEnd(26), ...cells.map((cell = "") => cell.padStart(12)));
}
