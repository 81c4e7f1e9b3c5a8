import { parseArgs } from "node:util";
import { assertPeersInstalled, resolveDist } from "../command.js";

export type ContestantName = "ours" | "ours-undici" | "p-map" | "sequential";

/** What is measured. */
export interface SyncPlan {
  /** The URL of the build, without a trailing slash. */
  readonly dist: string;
  /** The time that the server takes for a response, in milliseconds. */
  readonly latency: number;
  readonly speeds: readonly {
    readonly vehicles: number;
    readonly concurrency: number;
    readonly rounds: number;
    readonly contestants: readonly ContestantName[];
  }[];
  /** The fleet of which one vehicle in a hundred changes. */
  readonly changedVehicles: number;
  /** The two fleets whose heaps are compared. */
  readonly index: { readonly from: number; readonly to: number };
  readonly unchanged: { readonly vehicles: number; readonly heapMiB: number };
  /** The file for the figures. */
  readonly json: string | undefined;
}

/** They take turns. */
const concurrent = ["ours", "ours-undici", "p-map"] as const;

/** The scale of the runs that are published. A client has at most 50 requests in flight. */
export const fullScale = {
  speeds: [
    { vehicles: 1000, concurrency: 8, rounds: 3, contestants: concurrent },
    { vehicles: 1000, concurrency: 1, rounds: 1, contestants: ["sequential"] },
    { vehicles: 10_000, concurrency: 32, rounds: 3, contestants: concurrent },
    { vehicles: 100_000, concurrency: 50, rounds: 3, contestants: concurrent },
  ],
  changedVehicles: 10_000,
  index: { from: 10_000, to: 100_000 },
  unchanged: { vehicles: 1_000_000, heapMiB: 256 },
} as const;

/** The same in small: a million vehicles in 256 MiB are 100 000 in 64 MiB. */
const quickScale = {
  speeds: [
    { vehicles: 1000, concurrency: 8, rounds: 1, contestants: concurrent },
    { vehicles: 200, concurrency: 1, rounds: 1, contestants: ["sequential"] },
    { vehicles: 5000, concurrency: 32, rounds: 3, contestants: concurrent },
  ],
  changedVehicles: 1000,
  index: { from: 10_000, to: 50_000 },
  unchanged: { vehicles: 100_000, heapMiB: 64 },
} as const;

export function parseSyncPlan(args: readonly string[]): SyncPlan {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: "boolean", default: false },
      dist: { type: "string", default: "dist" },
      json: { type: "string" },
    },
  });
  assertPeersInstalled();
  const scale = values.quick ? quickScale : fullScale;
  return { ...scale, dist: resolveDist(values.dist), latency: 20, json: values.json };
}
