/** How many timers keep the process alive. */
export const openTimers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;

/**
 * Waits until no timer keeps the process alive. The test runner opens one now and then, between two tests, which ends
 * within a tenth of a second: who counts timers before and after must not have it among them.
 */
export async function noTimers(): Promise<void> {
  while (openTimers() > 0) await new Promise((resolve) => setImmediate(resolve));
}
