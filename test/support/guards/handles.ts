/** How often each kind of resource keeps the process alive, such as `Timeout` or `TCPServerWrap`. */
export type Handles = ReadonlyMap<string, number>;

/** What keeps the process alive now. Unref'd timers and idle keep-alive sockets do not, and are not listed. */
export function openHandles(): Handles {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/** The kind of the timers that keep the process alive. */
const timer = "Timeout";

/**
 * What is open beyond a beginning, such as `2 x TCPServerWrap`. Every timer is, also where some ran at the beginning:
 * those of the test runner end by themselves, and one that ended meanwhile must not hide one that was left open.
 */
export function beyond(before: Handles, now: Handles): string[] {
  return [...now].flatMap(([kind, count]) => {
    const more = kind === timer ? count : count - (before.get(kind) ?? 0);
    return more > 0 ? [`${more} x ${kind}`] : [];
  });
}

// Held here, so that a test's fake timers cannot stop the polling.
const { setTimeout: later } = globalThis;

/** Between two looks, in milliseconds. */
const pause = 10;

/**
 * Waits until nothing is open beyond a beginning, and tells what still is after `patience` milliseconds.
 * What closes by itself, such as a socket or a file, takes a few turns of the event loop. The pauses are counted and
 * not the time: a process that got no processor meanwhile has had no turns either.
 */
export async function leftOpen(before: Handles, patience: number): Promise<string[]> {
  for (let waited = 0; ; waited += pause) {
    const open = beyond(before, openHandles());
    if (open.length === 0 || waited >= patience) return open;
    await new Promise((resolve) => later(resolve, pause));
  }
}
