import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { RegEvent } from "@reg/sdk";
import { Counts } from "./accounts.js";
import { countListeners } from "./caller.js";

/** The share of the first samples that is ignored: caches fill and code is compiled. */
const warmUp = 0.4;

/** Records memory, events, warnings and listeners during the run. */
export class Watch {
  readonly events = new Counts();
  readonly warnings: string[] = [];
  readonly unhandled: string[] = [];
  /** The maximum number of listeners on a shared signal so far. */
  mostListeners = 0;
  readonly #shared: readonly AbortSignal[];
  readonly #collectGarbage = exposeGc();
  /** The memory in use after a garbage collection, in bytes. */
  readonly #heaps: number[] = [];

  /** @param shared the signals that all calls of a client carry */
  constructor(shared: readonly AbortSignal[]) {
    this.#shared = shared;
    process.on("warning", ({ name, message }) => void this.warnings.push(`${name}: ${message}`));
    process.on("unhandledRejection", (reason) => void this.unhandled.push(String(reason)));
  }

  /** Counts an event of a client. */
  readonly on = ({ type }: RegEvent): void => this.events.add(type);

  /** The number of listeners on the shared signal that has more of them. */
  get listeners(): number {
    return Math.max(...this.#shared.map(countListeners));
  }

  sampleListeners(): void {
    this.mostListeners = Math.max(this.mostListeners, this.listeners);
  }

  sampleHeap(): void {
    this.#collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    this.#heaps.push(heapUsed + external);
  }

  get latestHeap(): number {
    return this.#heaps.at(-1) ?? 0;
  }

  /**
   * Returns the growth between the first and the second half of the samples after the warm-up. It compares the minimum
   * of each half, because calls in flight only increase a sample.
   */
  heapGrowth(): number {
    const heaps = this.#heaps.slice(Math.floor(this.#heaps.length * warmUp));
    const middle = heaps.length / 2;
    return Math.min(...heaps.slice(middle)) - Math.min(...heaps.slice(0, middle));
  }
}

/** Does the same as `--expose-gc`, so that the command needs no flag. */
function exposeGc(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc");
}

/** The maximum time for connections to end: fetch keeps idle connections for some seconds. */
const timeoutMs = 15_000;

/** Counts the resources that keep the process alive, by kind. */
export function countResources(): Counts {
  const counts = new Counts();
  for (const kind of process.getActiveResourcesInfo()) counts.add(kind);
  return counts;
}

/** Waits until all additional resources are released, and lists those that remain. */
export async function leftOver(before: Counts): Promise<readonly string[]> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const more = [...countResources()].filter(([kind, count]) => count > before.count(kind));
    if (more.length === 0 || performance.now() > end)
      return more.map(([kind, count]) => `${kind}: ${count} instead of ${before.count(kind)}`);
    await sleep(250);
  }
}
