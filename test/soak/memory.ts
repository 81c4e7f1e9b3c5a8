import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** The share of the samples at the beginning that are left out: caches fill, and code is compiled. */
const warmUp = 0.4;

/** Samples how much is held after garbage collection, in bytes. */
export class HeapSamples {
  readonly #collect = exposeGc();
  readonly #samples: number[] = [];

  sample(): void {
    this.#collect();
    const { heapUsed, external } = process.memoryUsage();
    this.#samples.push(heapUsed + external);
  }

  get latest(): number {
    return this.#samples.at(-1) ?? 0;
  }

  /**
   * How much more is held in the second half of what follows the warm-up than in the first, in bytes. The least of
   * each half counts: calls that are under way only add to it.
   */
  growth(): number {
    const samples = this.#samples.slice(Math.floor(this.#samples.length * warmUp));
    const middle = samples.length / 2;
    return Math.min(...samples.slice(middle)) - Math.min(...samples.slice(0, middle));
  }
}

/** As `--expose-gc` does, without a flag that everybody would have to remember. */
function exposeGc(): () => void {
  setFlagsFromString("--expose-gc");
  const gc: unknown = runInNewContext("gc");
  if (typeof gc !== "function") throw new Error("the garbage collector cannot be called");
  return () => void gc();
}
