import { openSync, writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createSupplierClient, type FollowedEvent } from "@reg/sdk";
import { eventTypes } from "../../../../src/domain/events.js";
import { fasterClock } from "../../../lessor/sync/kill/clock.js";

/** What the program is to do. */
export interface ChildTask {
  readonly baseUrl: string;
  readonly token: string;
  /** The path of the state. */
  readonly state: string;
  /** The path of a file to which a line is appended for each event whose handler begins: see `Line`. */
  readonly results: string;
  /** The number of the process. */
  readonly number: number;
  /** How many times faster durations and waits are, those of the lock included. */
  readonly pace: number;
  /** The longest time that a handler takes, in milliseconds. */
  readonly handlerMs: number;
  /** How many handlers run at a time. */
  readonly concurrency: number;
}

/** What the program writes, as JSON. Without an event: that it has begun to follow. */
export interface Line {
  readonly process: number;
  readonly event?: Pick<FollowedEvent, "id" | "type"> & { readonly request: string };
}

/**
 * Follows requests until it is killed.
 *
 * Usage: node child.mjs <task as JSON>
 */
const task: ChildTask = JSON.parse(process.argv[2] ?? "");
const { baseUrl, token, state, number, pace, handlerMs, concurrency } = task;
// What is written before the process is killed stays written, and `write` returns only then.
const results = openSync(task.results, "a");
const write = (line: Omit<Line, "process">) => writeSync(results, `${JSON.stringify({ process: number, ...line })}\n`);

const handle = async ({ id, type, request }: FollowedEvent) => {
  write({ event: { id, type, request: request.id } });
  await sleep(Math.random() * handlerMs);
};

await createSupplierClient({ baseUrl, token, clock: fasterClock(pace), throttle: false }).follow({
  state,
  every: 1000,
  concurrency,
  on: Object.fromEntries(eventTypes.map((type) => [type, handle])),
  onStart: () => write({}),
}).ended;
