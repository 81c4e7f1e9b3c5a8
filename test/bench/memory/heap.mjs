/** Measures the memory after a full garbage collection. Needs `--expose-gc`. */
export async function settledMemory() {
  // Finalizers release more memory in the next turn.
  for (let round = 0; round < 4; round += 1) {
    globalThis.gc();
    await new Promise(setImmediate);
  }
  globalThis.gc();
  return memory();
}

/** Measures the memory now, garbage included, in bytes. */
export function memory() {
  const { heapUsed, rss } = process.memoryUsage();
  return { heapUsed, rss };
}
