import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Child } from "./child.js";
import { median } from "./figures.js";

/** The ways to send a fleet, by the names that `sync/runner.mjs` uses. */
export const contestants = {
  ours: "ours",
  "ours-undici": "ours, undici transport",
  "p-map": "p-map over openapi-fetch",
  "p-map-fetch": "p-map over global fetch",
  "p-map-undici": "p-map over undici.request",
} as const;

export type Contestant = keyof typeof contestants;

/** The fleets to send. A client has at most 50 requests in flight. */
export interface SyncPlan {
  readonly rounds: number;
  readonly names: readonly Contestant[];
  /** How long the service takes for a response, in milliseconds. */
  readonly latency: number;
  readonly fleets: readonly { readonly vehicles: number; readonly concurrency: number }[];
}

/** The medians of the runs of one contestant with one fleet. */
export interface SyncRow {
  readonly contestant: Contestant;
  readonly vehicles: number;
  readonly concurrency: number;
  readonly vehiclesPerSecond: number;
  /** CPU time for a vehicle, in microseconds. */
  readonly cpu: number;
  /** The largest heap of the process, garbage included, in bytes. */
  readonly peakHeap: number;
}

export interface SyncResults {
  readonly node: string;
  readonly latency: number;
  readonly rounds: number;
  readonly rows: readonly SyncRow[];
}

/** What `sync/runner.mjs` sends; the CPU time is in microseconds. */
interface Run {
  readonly milliseconds: number;
  readonly cpu: number;
  readonly peakHeap: number;
}

/**
 * Compares `lessor.sync` with loops of p-map at the same concurrency. Each run has a process of its
 * own and sends one request for each vehicle; the contestants take turns.
 */
export async function measureSync({ fleets, rounds, names, latency }: SyncPlan): Promise<SyncResults> {
  const folder = mkdtempSync(join(tmpdir(), "reg-bench-sync-"));
  const server = new Child(new URL("sync/server.mjs", import.meta.url), [String(latency)], { execArgv: [] });
  const rows: SyncRow[] = [];
  try {
    const { baseUrl } = await server.next<{ baseUrl: string }>();
    for (const fleet of fleets) {
      const runs: (Run & { contestant: Contestant })[] = [];
      for (let round = 0; round < rounds; round += 1) {
        for (const contestant of names) {
          console.error(`${contestant}, ${fleet.vehicles} vehicles, round ${round + 1} of ${rounds}`);
          const state = join(folder, `${contestant}-${fleet.vehicles}-${round}`);
          runs.push({ contestant, ...(await runOnce({ ...fleet, contestant, baseUrl, state })) });
          const { puts } = await server.ask<{ puts: number }>({});
          if (puts !== fleet.vehicles) throw new Error(`${contestant} sent ${puts} of ${fleet.vehicles}`);
        }
      }
      for (const contestant of names) {
        const own = runs.filter((run) => run.contestant === contestant);
        const { vehicles } = fleet;
        rows.push({
          contestant,
          ...fleet,
          vehiclesPerSecond: Math.round((1000 * vehicles) / median(own.map((run) => run.milliseconds))),
          cpu: Math.round(median(own.map((run) => run.cpu)) / vehicles),
          peakHeap: median(own.map((run) => run.peakHeap)),
        });
      }
    }
  } finally {
    server.stop();
    rmSync(folder, { recursive: true });
  }
  return { node: process.version, latency, rounds, rows };
}

async function runOnce(task: object): Promise<Run> {
  const program = new URL("sync/runner.mjs", import.meta.url);
  const child = new Child(program, [JSON.stringify(task)], { execArgv: [] });
  try {
    return await child.next();
  } finally {
    child.stop();
  }
}
