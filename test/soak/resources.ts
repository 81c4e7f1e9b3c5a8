import { setTimeout as sleep } from "node:timers/promises";

/** What keeps the process alive, by its kind. */
export type Resources = Readonly<Record<string, number>>;

/** How long connections may take to end by themselves, in milliseconds: fetch keeps idle ones for some seconds. */
const patience = 15_000;

export function resources(): Resources {
  const counts: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** Waits until there is no more than there was, and says what there is all the same. */
export async function leftOver(before: Resources): Promise<readonly string[]> {
  const end = performance.now() + patience;
  for (;;) {
    const more = Object.entries(resources()).filter(([kind, count]) => count > (before[kind] ?? 0));
    if (more.length === 0 || performance.now() > end)
      return more.map(([kind, count]) => `${kind}: ${count} instead of ${before[kind] ?? 0}`);
    await sleep(250);
  }
}
