import { median } from "../text.js";

/** The heap after so many calls. In bytes, all garbage collected. */
export interface Reading {
  readonly calls: number;
  readonly heapUsed: number;
  readonly rss: number;
}

type Memory = Omit<Reading, "calls">;

/** How the heap at the end stands to the heap near the start. */
export interface Growth {
  /** Medians of the readings, in bytes: around the first point, in between, and up to the end. */
  readonly first: Memory;
  readonly middle: Memory;
  readonly last: Memory;
  /**
   * How much larger the last is, as a part of the first (0.05 is 5 %), or of the middle if that is lower: once it is
   * warm, Node lets go of what it compiled at the start, and growth behind that must be seen too.
   */
  readonly growth: number;
}

/** How many readings are taken around either point: one alone says little, as the heap moves by itself. */
const around = 5;

/**
 * After how many calls the heap is read: a few times around the first point, every so often in between, and a few times
 * up to the end.
 */
export function readingPoints({ calls, first }: { calls: number; first: number }): readonly number[] {
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
