import { onTestFinished } from "vitest";
/** Counts the timers that keep the process alive. */
export const openTimers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;

/**
 * Waits until no timer keeps the process alive. A test that counts timers must call this first, because the test runner
 * sometimes opens one between two tests, which ends within 100 ms.
 */
export async function noTimers(): Promise<void> {
  while (openTimers() > 0) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Measures how long a busy machine delays this process, until the end of the test. Returns the function that reads the
 * sum so far, in milliseconds.
 */
export function measureDelay(): () => number {
  const interval = 10;
  let [delay, last] = [0, performance.now()];
  const timer = setInterval(() => {
    const now = performance.now();
    delay += Math.max(0, now - last - 2 * interval);
    last = now;
  }, interval);
  onTestFinished(() => clearInterval(timer));
  return () => delay;
}
