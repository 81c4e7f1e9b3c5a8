import { median } from "../text.js";

/** The memory after a number of calls, in bytes, after a garbage collection. */
export interface Reading {
  readonly calls: number;
  readonly heapUsed: number;
  readonly rss: number;
}

type Memory = Omit<Reading, "calls">;

/** The heap at the end compared with the heap near the start. */
export interface Growth {
  /** Medians of the readings, in bytes: around the first point, in between, and up to the end. */
  readonly first: Memory;
  readonly middle: Memory;
  readonly last: Memory;
  /**
   * The growth of the heap as a fraction of the first (0.05 is 5 %), or of the middle if that is lower: Node releases
   * code that it compiled at the start, which must not hide later growth.
   */
  readonly growth: number;
}

/** The number of readings around each point: a single one means little, because the heap fluctuates. */
const around = 5;

/**
 * Lists the numbers of calls after which the heap is read: some around the first point, some up to the end, and some at
 * regular intervals between them.
 */
export function listReadingPoints({ calls, first }: { calls: number; first: number }): readonly number[] {
  const step = first / 20;
  const points = Array.from({ length: around }, (_, index) => [
    first + (index - Math.floor(around / 2)) * step,
    calls - index * step,
  ]).flat();
  const between = Array.from({ length: Math.floor(calls / first) - 2 }, (_, index) => (index + 2) * first);
  return [...new Set([...points, ...between])].sort((one, other) => one - other);
}

/** Compares the readings at the end with those around the first point, and with those in between. */
export function computeGrowth(readings: readonly Reading[]): Growth {
  const between = readings.slice(around, -around);
  if (between.length === 0) throw new Error(`only ${readings.length} readings of the heap`);
  const [first, middle] = [medianMemory(readings.slice(0, around)), medianMemory(between)];
  const last = medianMemory(readings.slice(-around));
  const lowest = Math.min(first.heapUsed, middle.heapUsed);
  return { first, middle, last, growth: last.heapUsed / lowest - 1 };
}

function medianMemory(readings: readonly Reading[]): Memory {
  return {
    heapUsed: median(readings.map(({ heapUsed }) => heapUsed)),
    rss: median(readings.map(({ rss }) => rss)),
  };
}
