/** Returns the largest number of times in any period of `windowMs` that excludes its end. */
export function maxInAnyWindow(windowMs: number, times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  let first = 0;
  return sorted.reduce((max, time, index) => {
    while ((sorted[first] ?? 0) <= time - windowMs) first += 1;
    return Math.max(max, index - first + 1);
  }, 0);
}
