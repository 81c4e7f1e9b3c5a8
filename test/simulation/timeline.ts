/** What happens at an instant of the timeline. */
interface Entry {
  readonly at: number;
  readonly task: () => unknown;
}

/**
 * The time of a simulation, in milliseconds since its beginning. What is due happens one after the other; the next
 * thing only when nothing runs any more.
 */
export class Timeline {
  #now = 0;
  /** The next entry is the last one. */
  readonly #entries: Entry[] = [];

  get now(): number {
    return this.#now;
  }

  /** Does something after a delay, and after everything that was planned for the same instant before. */
  after(delay: number, task: () => unknown): () => void {
    const entry = { at: this.#now + Math.max(0, delay), task };
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#entries[middle]?.at ?? 0) > entry.at) low = middle + 1;
      else high = middle;
    }
    this.#entries.splice(low, 0, entry);
    return () => {
      const index = this.#entries.indexOf(entry);
      if (index >= 0) this.#entries.splice(index, 1);
    };
  }

  /** Passes the time up to an instant. */
  async runUntil(end: number): Promise<void> {
    await untilQuiet();
    for (let next = this.#entries.at(-1); next !== undefined && next.at <= end; next = this.#entries.at(-1)) {
      this.#entries.pop();
      this.#now = Math.max(this.#now, next.at);
      await next.task();
      await untilQuiet();
    }
    this.#now = Math.max(this.#now, end);
  }
}

/**
 * Waits until every promise has continued that waits for no entry of the timeline. Twice: a sync lets other tasks have a
 * turn through a `MessageChannel`, whose message may come after the first one.
 */
async function untilQuiet(): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => void setImmediate(resolve));
}
