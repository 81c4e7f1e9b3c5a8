/** The number of open resources of each kind that keep the process alive, such as `Timeout` or `TCPServerWrap`. */
export type Handles = ReadonlyMap<string, number>;

/** Counts the resources that keep the process alive now. Unref'd timers and idle keep-alive sockets do not. */
export function openHandles(): Handles {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/** The kind of the timers that keep the process alive. */
const timer = "Timeout";

/**
 * Lists the handles that were opened after `before`, such as `2 x TCPServerWrap`. Every timer is listed: timers in
 * `before` belong to the test runner and end by themselves, so they must not hide a timer that a test left open.
 */
export function newHandles(before: Handles, now: Handles): string[] {
  return [...now].flatMap(([kind, count]) => {
    const added = kind === timer ? count : count - (before.get(kind) ?? 0);
    return added > 0 ? [`${added} x ${kind}`] : [];
  });
}

// Saved here, because a test may install fake timers.
const { setTimeout: realSetTimeout } = globalThis;

/** The time between two checks, in milliseconds. */
const interval = 10;

/**
 * Waits until all new handles are closed, and returns those that are still open after `maxWait` milliseconds. Handles
 * that close by themselves, such as sockets, need a few turns of the event loop. Checks are counted instead of elapsed
 * time, because a process that gets no CPU time has no turns either.
 */
export async function waitForHandles(before: Handles, maxWait: number): Promise<string[]> {
  for (let waited = 0; ; waited += interval) {
    const open = newHandles(before, openHandles());
    if (open.length === 0 || waited >= maxWait) return open;
    await new Promise((resolve) => realSetTimeout(resolve, interval));
  }
}
