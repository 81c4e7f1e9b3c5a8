import { type Goal, limits } from "../goals.js";
import { kB, MB, percent, seconds, whole } from "../text.js";
import type { Allocations, Concurrent, Sequential } from "./measure.js";

/** The part of the figures that the limits apply to. */
export interface JudgedMemory {
  readonly sequential: readonly Pick<Sequential, "transport" | "calls" | "growth">[];
  readonly concurrent: Pick<Concurrent, "calls" | "bounded"> & {
    readonly unbounded: { readonly peak: Pick<Concurrent["unbounded"]["peak"], "heapUsed"> };
  };
}

/** Compares the memory with its limits. */
export function memoryGoals({ sequential, concurrent }: JudgedMemory): readonly Goal[] {
  const { calls, bounded, unbounded } = concurrent;
  return [
    ...sequential.map(({ transport, calls, growth }) => ({
      what: `growth of the heap, ${whole(calls)} calls (${transport})`,
      figure: growth,
      most: limits.heapGrowth,
      text: percent,
    })),
    {
      what: `peak for ${whole(calls)} calls at once, within a heap of ${MB(bounded.heap)} (Node as it comes: ${MB(unbounded.peak.heapUsed)})`,
      figure: bounded.peak?.heapUsed,
      most: limits.heapBytes,
      text: MB,
      missing: bounded.failure,
    },
  ];
}

/** The figures that `--json` writes. */
export interface MemoryResults {
  readonly node: string;
  readonly sequential: readonly Sequential[];
  readonly concurrent: Concurrent;
  readonly allocations: Allocations;
}

/** Prints the figures. */
export function printMemory({ node, sequential, concurrent, allocations }: MemoryResults): void {
  console.log(`Node ${node}\n\nOne call after the other, garbage collected:`);
  printLine("", "heap, early", "middle", "end", "growth", "rss, early", "rss, end");
  for (const { transport, calls, first, middle, last, growth } of sequential) {
    const heaps = [first, middle, last].map((each) => MB(each.heapUsed));
    printLine(`${transport}, ${calls}`, ...heaps, percent(growth), MB(first.rss), MB(last.rss));
  }
  printConcurrent(concurrent);
  console.log("\nAllocated on the heap for each call, over a fetch that allocates next to nothing:");
  for (const [name, bytes] of Object.entries(allocations)) printLine(name, kB(bytes));
}

function printConcurrent({ calls, throttle, unbounded, bounded }: Concurrent): void {
  const { heap, held, peak, milliseconds } = bounded;
  console.log(
    `\n${calls} calls at once, ${throttle.limit} in ${throttle.window} ms. Above what was there before:`,
  );
  printLine("", "heap", "rss", "took");
  const memory = (name: string, { heapUsed, rss }: { heapUsed: number; rss: number }, ...more: string[]) =>
    printLine(name, MB(heapUsed), MB(rss), ...more);
  memory("peak, Node as it comes", unbounded.peak, seconds(unbounded.milliseconds));
  memory("left when all is done", unbounded.left);
  if (peak === undefined || held === undefined || milliseconds === undefined) return;
  memory(`peak, heap of ${MB(heap)}`, peak, seconds(milliseconds));
  printLine("held, garbage excluded", MB(held));
}

function printLine(name: string, ...cells: readonly (string | undefined)[]): void {
  console.log(name.padEnd(26), ...cells.map((cell = "") => cell.padStart(12)));
}
