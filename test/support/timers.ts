/** Counts the timers that keep the process alive. */
export const openTimers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;

/**
 * Waits until no timer keeps the process alive. A test that counts timers must call this first, because the test runner
 * sometimes opens one between two tests, which ends within 100 ms.
 */
export async function noTimers(): Promise<void> {
  while (openTimers() > 0) await new Promise((resolve) => setImmediate(resolve));
}
