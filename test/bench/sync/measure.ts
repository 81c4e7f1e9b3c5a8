import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Child, numberIn, textIn } from "../child.js";
import { median } from "../text.js";
import type { ContestantName, SyncPlan } from "./plan.js";

/** One run in a separate process. */
interface Run {
  readonly milliseconds: number;
  /** CPU time of the process, in milliseconds. */
  readonly cpu: number;
  /** Bytes, garbage included. */
  readonly peakHeap: number;
  readonly peakRss: number;
  /** The heap at the last result above that before the run, without garbage, in bytes. */
  readonly held: number;
  /** The requests that the server received. */
  readonly requests: number;
}

/** The runs of one contestant with one fleet: the medians. */
export interface Speed {
  readonly contestant: ContestantName;
  readonly vehicles: number;
  readonly concurrency: number;
  readonly rounds: number;
  readonly vehiclesPerSecond: number;
  /** The slowest run divided by the fastest one. */
  readonly spread: number;
  /** Microseconds for each vehicle. */
  readonly cpu: number;
  readonly peakHeap: number;
  readonly peakRss: number;
}

/** The time of ours divided by that of the loop of p-map with the same fleet. */
export function timeToPMap(ours: Speed, speeds: readonly Speed[]): number | undefined {
  const peer = speeds.find(
    ({ contestant, vehicles, concurrency }) =>
      contestant === "p-map" && vehicles === ours.vehicles && concurrency === ours.concurrency,
  );
  return peer && peer.vehiclesPerSecond / ours.vehiclesPerSecond;
}

/** All figures. */
export interface SyncResults {
  readonly node: string;
  readonly latency: number;
  readonly speeds: readonly Speed[];
  /** A second run in which one vehicle in a hundred has changed. */
  readonly changed: { readonly requestsOfFirst: number; readonly requestsOfSecond: number };
  readonly index: IndexSize;
  /** A run without changes in a small heap. */
  readonly unchanged: {
    readonly vehicles: number;
    readonly heapLimit: number;
    /** The reason if it did not fit into the heap. */
    readonly failure?: string;
    readonly run?: Run;
  };
}

/** The size of what a run knows of each vehicle, in bytes for each of its two resources. */
export interface IndexSize {
  readonly from: number;
  readonly to: number;
  /** The growth of the heap from the smaller to the larger fleet. */
  readonly heap: number;
  /** The same for a Map of license plates to texts of the same length. */
  readonly map: number;
  readonly file: number;
}

interface Task {
  readonly contestant: ContestantName | "map";
  readonly fleet: { readonly vehicles: number; readonly hasMileages?: boolean; readonly isChanged?: boolean };
  readonly concurrency?: number;
  readonly state?: string;
  readonly holdAt?: number;
  readonly textLength?: number;
}

const runner = new URL("./runner.mjs", import.meta.url);
const resourcesPerVehicle = 2;
/** The length of the text that a state keeps for a vehicle with its mileages. */
const textLength = 34;

/** Runs all measurements, one after the other, with one server in a process of its own. */
export async function measureSync(plan: SyncPlan, onStep: (step: string) => void): Promise<SyncResults> {
  const folder = mkdtempSync(join(tmpdir(), "reg-bench-sync-"));
  const file = new URL("./server.mjs", import.meta.url);
  const server = new Child({ file }, String(plan.latency));
  try {
    const baseUrl = textIn(await server.next(), "baseUrl");
    const bench = new SyncBench({ plan, baseUrl, server, folder });
    const speeds: Speed[] = [];
    for (const { vehicles, concurrency, rounds, contestants } of plan.speeds) {
      onStep(`${vehicles} vehicles, ${concurrency} at a time: ${contestants.join(", ")}`);
      speeds.push(...(await bench.measureSpeeds({ vehicles, concurrency, rounds, contestants })));
    }
    onStep("a second run with 1 % changed");
    const changed = await bench.measureChanged();
    onStep("the size of the index");
    const index = await bench.measureIndex();
    onStep(`${plan.unchanged.vehicles} unchanged vehicles`);
    const unchanged = await bench.measureUnchanged();
    return { node: process.version, latency: plan.latency, speeds, changed, index, unchanged };
  } finally {
    server.stop();
    rmSync(folder, { recursive: true });
  }
}

interface BenchContext {
  readonly plan: SyncPlan;
  readonly baseUrl: string;
  readonly server: Child;
  readonly folder: string;
}

class SyncBench {
  readonly #context: BenchContext;
  #states = 0;

  constructor(context: BenchContext) {
    this.#context = context;
  }

  /** Measures the contestants in turn, so that a busy machine affects all of them. */
  async measureSpeeds({ vehicles, concurrency, rounds, contestants }: SyncPlan["speeds"][number]) {
    const runs = new Map<ContestantName, Run[]>(contestants.map((name) => [name, []]));
    for (let round = 0; round < rounds; round += 1)
      for (const [contestant, ofContestant] of runs) {
        const task = { contestant, fleet: { vehicles }, concurrency, state: this.#newState() };
        const run = await this.#run(task);
        if (run.requests !== vehicles) throw new Error(`${contestant} sent ${run.requests} of ${vehicles}`);
        ofContestant.push(run);
      }
    return [...runs].map(([contestant, ofContestant]): Speed => {
      const of = (read: (run: Run) => number) => median(ofContestant.map(read));
      const times = ofContestant.map(({ milliseconds }) => milliseconds);
      return {
        contestant,
        vehicles,
        concurrency: contestant === "sequential" ? 1 : concurrency,
        rounds,
        vehiclesPerSecond: (1000 * vehicles) / median(times),
        spread: Math.max(...times) / Math.min(...times),
        cpu: (1000 * of(({ cpu }) => cpu)) / vehicles,
        peakHeap: of(({ peakHeap }) => peakHeap),
        peakRss: of(({ peakRss }) => peakRss),
      };
    });
  }

  async measureChanged(): Promise<SyncResults["changed"]> {
    const vehicles = this.#context.plan.changedVehicles;
    const common = { contestant: "ours", concurrency: 64, state: this.#newState() } as const;
    const first = await this.#run({ ...common, fleet: { vehicles, hasMileages: true } });
    const second = await this.#run({ ...common, fleet: { vehicles, hasMileages: true, isChanged: true } });
    return { requestsOfFirst: first.requests, requestsOfSecond: second.requests };
  }

  async measureIndex(): Promise<IndexSize> {
    const { from, to } = this.#context.plan.index;
    const small = await this.#measureHeld(from);
    const large = await this.#measureHeld(to);
    const resources = (to - from) * resourcesPerVehicle;
    return {
      from,
      to,
      heap: (large.held - small.held) / resources,
      map: (large.map - small.map) / resources,
      file: (large.file - small.file) / resources,
    };
  }

  async #measureHeld(vehicles: number) {
    const { state, bytes: file } = await this.#prepareState(vehicles);
    const fleet = { vehicles, hasMileages: true };
    const holdAt = vehicles * resourcesPerVehicle;
    const { held } = await this.#run({ contestant: "ours", fleet, state, holdAt });
    const { held: map } = await this.#run({ contestant: "map", fleet, textLength });
    return { held, map, file };
  }

  async measureUnchanged(): Promise<SyncResults["unchanged"]> {
    const { vehicles, heapMiB } = this.#context.plan.unchanged;
    const { state } = await this.#prepareState(vehicles);
    const found = { vehicles, heapLimit: heapMiB * 1024 ** 2 };
    try {
      const fleet = { vehicles, hasMileages: true };
      const run = await this.#run({ contestant: "ours", fleet, state }, `--max-old-space-size=${heapMiB}`);
      return { ...found, run };
    } catch (error) {
      return { ...found, failure: String(error) };
    }
  }

  async #prepareState(vehicles: number): Promise<{ state: string; bytes: number }> {
    const state = this.#newState();
    const program = new URL("./prepare.ts", import.meta.url);
    const child = new Child(program, state, this.#context.baseUrl, String(vehicles));
    try {
      return { state, bytes: numberIn(await child.next(), "bytes") };
    } finally {
      child.stop();
    }
  }

  #newState(): string {
    this.#states += 1;
    return join(this.#context.folder, `${this.#states}.state`);
  }

  async #run(task: Task, ...flags: readonly string[]): Promise<Run> {
    const { plan, baseUrl, server } = this.#context;
    const given = JSON.stringify({ ...task, baseUrl, dist: plan.dist });
    const child = new Child({ file: runner, flags: ["--expose-gc", ...flags] }, given);
    try {
      const message = await child.next();
      const requests = numberIn(await server.ask({}), "puts");
      const held = numberIn(message, "held");
      if (task.contestant === "map")
        return { milliseconds: 0, cpu: 0, peakHeap: 0, peakRss: 0, held, requests };
      const [milliseconds, cpu] = [numberIn(message, "milliseconds"), numberIn(message, "cpu")];
      const [peakHeap, peakRss] = [numberIn(message, "peakHeap"), numberIn(message, "peakRss")];
      return { milliseconds, cpu, peakHeap, peakRss, held, requests };
    } finally {
      child.stop();
    }
  }
}
