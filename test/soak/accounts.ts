import { RegError } from "@reg/sdk";

/** How many calls that ended as none may are kept for the report. */
const mostSamples = 10;

/** How a call was bounded, to see whether that was kept. */
export interface Bounds {
  /** What aborted the call, if anything did or will. */
  readonly own: AbortSignal | undefined;
  /** When that was, on the scale of performance.now(). */
  readonly abortedAt: () => number | undefined;
  /** In milliseconds. */
  readonly deadline: number | undefined;
  /** Whether it lets all others go first, so that it may wait for as long as the throttle is busy. */
  readonly patient: boolean;
}

/** A call may end so much later than it should, in milliseconds: the machine is busy. */
const lateness = 1500;

/** Keeps account of every call, so that none is lost. It keeps numbers and a few samples, never the calls. */
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

  /** Waits for a call to end, and gives its result; undefined if it failed. */
  async keep<T>(
    name: string,
    { own, abortedAt, deadline, patient }: Bounds,
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
      else if (RegError.is(error)) this.#note(error);
      else this.#foreignEnd(name, error);
      return undefined;
    } finally {
      const now = performance.now();
      if (!patient && now - begun > this.#longest.ms) this.#longest = { name, ms: Math.round(now - begun) };
      const end = Math.min(
        abortedAt() ?? Number.POSITIVE_INFINITY,
        begun + (deadline ?? Number.POSITIVE_INFINITY),
      );
      if (now > end + lateness) sample(this.#late, `${name}: ${Math.round(now - end)} ms`);
    }
  }

  get underWay(): number {
    return this.#begun - [...this.#ended.values()].reduce((sum, count) => sum + count, 0);
  }

  get begun(): number {
    return this.#begun;
  }

  /** How many calls ended in which way. */
  get ended(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#ended].sort(([, one], [, other]) => other - one));
  }

  /** How many calls of a kind were fulfilled. */
  get fulfilled(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#fulfilled);
  }

  /** Calls that rejected with something else than a RegError or their own reason; a few of them. */
  get foreign(): readonly string[] {
    return this.#foreign;
  }

  /** Calls that ended long after their deadline or their abort; a few of them. */
  get late(): readonly string[] {
    return this.#late;
  }

  get unknownOutcomes(): number {
    return this.#unknownOutcomes;
  }

  /** The call that took longest, of those that do not let all others go first. */
  get longest(): { readonly name: string; readonly ms: number } {
    return this.#longest;
  }

  #note(error: RegError): void {
    this.#end(error.kind);
    if (error.outcome === "unknown") this.#unknownOutcomes += 1;
  }

  #foreignEnd(name: string, error: unknown): void {
    this.#end("something else");
    const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    sample(this.#foreign, `${name}: ${what}`);
  }

  #end(kind: string): void {
    this.#ended.set(kind, (this.#ended.get(kind) ?? 0) + 1);
  }
}

function sample(samples: string[], text: string): void {
  if (samples.length < mostSamples) samples.push(text);
}
