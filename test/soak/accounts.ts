import { RegError } from "@reg/sdk";

/** The limits of a call, which its end is compared with. */
export interface Bounds {
  /** The signal of this call, if it has its own one. */
  readonly own: AbortSignal | undefined;
  /** When it was aborted, on the scale of performance.now(). */
  readonly abortedAt: () => number | undefined;
  /** In milliseconds. */
  readonly deadline: number | undefined;
  /** Whether its priority is so low that it can be queued as long as the throttle is busy. */
  readonly lowPriority: boolean;
}

/** The tolerance for the end of a call in milliseconds, because the machine is busy. */
const toleranceMs = 1500;

/** How often something happened, by its name. */
export class Counts extends Map<string, number> {
  add(name: string): void {
    this.set(name, this.count(name) + 1);
  }

  count(name: string): number {
    return this.get(name) ?? 0;
  }

  get total(): number {
    return [...this.values()].reduce((sum, count) => sum + count, 0);
  }
}

/** Counts the results of all calls. It keeps counts and names, not the calls themselves. */
export class Accounts {
  begun = 0;
  unknownOutcomes = 0;
  /** The longest call, except those with a low priority. */
  longest = { name: "none", ms: 0 };
  /** The calls by kind of result. */
  readonly ended = new Counts();
  /** The successful calls by name. */
  readonly fulfilled = new Counts();
  /** Calls that were rejected with neither a RegError nor their own abort reason. */
  readonly foreign = new Set<string>();
  /** The names of calls that ended long after their deadline or abort. */
  readonly late = new Set<string>();
  /** The names of calls that left a listener on a signal of their own. */
  readonly leaks = new Set<string>();

  get inFlight(): number {
    return this.begun - this.ended.total;
  }

  /** Awaits a call and returns its result; undefined if it failed. */
  async keep<T>(
    name: string,
    { own, abortedAt, deadline, lowPriority }: Bounds,
    call: () => Promise<T>,
  ): Promise<T | undefined> {
    this.begun += 1;
    const begun = performance.now();
    try {
      const result = await call();
      this.ended.add("fulfilled");
      this.fulfilled.add(name);
      return result;
    } catch (error) {
      this.#countFailure(name, error, own);
      return undefined;
    } finally {
      const now = performance.now();
      const ms = Math.round(now - begun);
      if (!lowPriority && ms > this.longest.ms) this.longest = { name, ms };
      const end = Math.min(abortedAt() ?? Number.POSITIVE_INFINITY, begun + (deadline ?? Number.POSITIVE_INFINITY));
      if (now > end + toleranceMs) this.late.add(name);
    }
  }

  #countFailure(name: string, error: unknown, own: AbortSignal | undefined): void {
    if (own?.aborted && error === own.reason) {
      this.ended.add("own reason");
    } else if (RegError.is(error)) {
      this.ended.add(error.kind);
      if (error.outcome === "unknown") this.unknownOutcomes += 1;
    } else {
      this.ended.add("something else");
      this.foreign.add(`${name}: ${error}`);
    }
  }
}
