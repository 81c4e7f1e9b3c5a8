import { RegError } from "@reg/sdk";

/** The maximum number of unexpected results in the report. */
const maxSamples = 10;

/** The limits of a call, which its end is compared with. */
export interface Bounds {
  /** The signal of this call, if it has its own one. */
  readonly own: AbortSignal | undefined;
  /** When that was, on the scale of performance.now(). */
  readonly abortedAt: () => number | undefined;
  /** In milliseconds. */
  readonly deadline: number | undefined;
  /** Whether its priority is so low that it can be queued as long as the throttle is busy. */
  readonly lowPriority: boolean;
}

/** The tolerance for the end of a call in milliseconds, because the machine is busy. */
const toleranceMs = 1500;

/** Counts the results of all calls. It keeps counts and a few samples, not the calls themselves. */
export class Accounts {
  /** The names of calls that left a listener on a signal of their own. */
  readonly leaks = new Set<string>();
  #begun = 0;
  readonly #ended = new Map<string, number>();
  readonly #fulfilled = new Map<string, number>();
  readonly #foreign: string[] = [];
  readonly #late: string[] = [];
  #unknownOutcomes = 0;
  #longest = { name: "none", ms: 0 };

  /** Awaits a call and returns its result; undefined if it failed. */
  async keep<T>(
    name: string,
    { own, abortedAt, deadline, lowPriority }: Bounds,
    call: () => Promise<T>,
  ): Promise<T | undefined> {
    this.#begun += 1;
    const begun = performance.now();
    try {
      const result = await call();
      this.#end("fulfilled");
      this.#fulfilled.set(name, (this.#fulfilled.get(name) ?? 0) + 1);
      return result;
    } catch (error) {
      if (own?.aborted && error === own.reason) this.#end("own reason");
      else if (RegError.is(error)) this.#countError(error);
      else this.#countForeign(name, error);
      return undefined;
    } finally {
      const now = performance.now();
      if (!lowPriority && now - begun > this.#longest.ms)
        this.#longest = { name, ms: Math.round(now - begun) };
      const end = Math.min(
        abortedAt() ?? Number.POSITIVE_INFINITY,
        begun + (deadline ?? Number.POSITIVE_INFINITY),
      );
      if (now > end + toleranceMs) sample(this.#late, `${name}: ${Math.round(now - end)} ms`);
    }
  }

  get inFlight(): number {
    return this.#begun - [...this.#ended.values()].reduce((sum, count) => sum + count, 0);
  }

  get begun(): number {
    return this.#begun;
  }

  /** The number of calls by kind of result. */
  get ended(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#ended].sort(([, one], [, other]) => other - one));
  }

  /** The number of successful calls by name. */
  get fulfilled(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#fulfilled);
  }

  /** Some calls that were rejected with neither a RegError nor their own abort reason. */
  get foreign(): readonly string[] {
    return this.#foreign;
  }

  /** Some calls that ended long after their deadline or abort. */
  get late(): readonly string[] {
    return this.#late;
  }

  get unknownOutcomes(): number {
    return this.#unknownOutcomes;
  }

  /** The longest call, except those with a low priority. */
  get longest(): { readonly name: string; readonly ms: number } {
    return this.#longest;
  }

  #countError(error: RegError): void {
    this.#end(error.kind);
    if (error.outcome === "unknown") this.#unknownOutcomes += 1;
  }

  #countForeign(name: string, error: unknown): void {
    this.#end("something else");
    const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    sample(this.#foreign, `${name}: ${what}`);
  }

  #end(kind: string): void {
    this.#ended.set(kind, (this.#ended.get(kind) ?? 0) + 1);
  }
}

function sample(samples: string[], text: string): void {
  if (samples.length < maxSamples) samples.push(text);
}
