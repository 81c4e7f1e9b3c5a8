/** What the process holds after all garbage is gone. Needs `--expose-gc`. */
export async function settledMemory() {
  // What a collection finalizes lets go of more, a turn later.
  for (let round = 0; round < 4; round += 1) {
    globalThis.gc();
    await new Promise(setImmediate);
  }
  globalThis.gc();
  return memory();
}

/** What the process holds right now, garbage included. In bytes. */
export function memory() {
  const { heapUsed, rss } = process.memoryUsage();
  return { heapUsed, rss };
}
