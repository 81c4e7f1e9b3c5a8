import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { RegEvent } from "@reg/sdk";
import { countListeners } from "./caller.js";

/** The share of the first samples that is ignored: caches fill and code is compiled. */
const warmUp = 0.4;

/** Samples the memory in use after garbage collection, in bytes. */
class HeapSamples {
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
   * Returns the growth between the first and the second half of the samples after the warm-up. It compares the minimum
   * of each half, because calls in flight only increase a sample.
   */
  growth(): number {
    const samples = this.#samples.slice(Math.floor(this.#samples.length * warmUp));
    const middle = samples.length / 2;
    return Math.min(...samples.slice(middle)) - Math.min(...samples.slice(0, middle));
  }
}

/** Does the same as `--expose-gc`, so that the command needs no flag. */
function exposeGc(): () => void {
  setFlagsFromString("--expose-gc");
  const gc: unknown = runInNewContext("gc");
  if (typeof gc !== "function") throw new Error("the garbage collector cannot be called");
  return () => void gc();
}

/** Records memory, events, warnings and listeners during the run. */
export class Watch {
  readonly heap = new HeapSamples();
  readonly #shared: readonly AbortSignal[];
  readonly #warnings: string[] = [];
  readonly #unhandled: string[] = [];
  readonly #events = new Map<RegEvent["type"], number>();
  #mostListeners = 0;

  /** @param shared the signals that all calls of a client carry */
  constructor(shared: readonly AbortSignal[]) {
    this.#shared = shared;
    process.on("warning", ({ name, message }) => void this.#warnings.push(`${name}: ${message}`));
    process.on("unhandledRejection", (reason) => void this.#unhandled.push(String(reason)));
  }

  /** Counts an event of a client. */
  readonly on = ({ type }: RegEvent): void => {
    this.#events.set(type, this.events(type) + 1);
  };

  events(type: RegEvent["type"]): number {
    return this.#events.get(type) ?? 0;
  }

  look(): void {
    this.#mostListeners = Math.max(this.#mostListeners, this.listeners);
  }

  /** The maximum number of listeners on a shared signal. */
  get listeners(): number {
    return Math.max(...this.#shared.map(countListeners));
  }

  get mostListeners(): number {
    return this.#mostListeners;
  }

  get warnings(): readonly string[] {
    return this.#warnings;
  }

  get unhandled(): readonly string[] {
    return this.#unhandled;
  }
}

/** The number of resources that keep the process alive, by kind. */
export type Resources = Readonly<Record<string, number>>;

/** The maximum time for connections to end: fetch keeps idle connections for some seconds. */
const timeoutMs = 15_000;

export function resources(): Resources {
  const counts: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** Waits until all additional resources are released, and lists those that remain. */
export async function leftOver(before: Resources): Promise<readonly string[]> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const more = Object.entries(resources()).filter(([kind, count]) => count > (before[kind] ?? 0));
    if (more.length === 0 || performance.now() > end)
      return more.map(([kind, count]) => `${kind}: ${count} instead of ${before[kind] ?? 0}`);
    await sleep(250);
  }
}
