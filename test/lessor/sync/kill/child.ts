import { openSync, writeSync } from "node:fs";
import { createLessorClient, RegError } from "@reg/sdk";
import { fasterClock } from "./clock.js";
import { generateFleet } from "./fleet.js";

/** What the program is to do. */
export interface ChildTask {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The path of the state. */
  readonly state: string;
  /** The path of a file to which a line is appended for each resource that was reported as sent. */
  readonly results: string;
  /** The number of the run, which is a header of every request. */
  readonly run: number;
  readonly vehicles: number;
  readonly concurrency: number;
  /** How many times faster durations and waits are, those of the lock included. */
  readonly pace: number;
}

/** What the program prints at its end. */
export interface ChildOutcome {
  readonly ok: boolean;
  readonly stopped?: string | undefined;
  /** The reason of a RegStateError, whether it ended the run or refused it; any other error as text. */
  readonly error?: string | undefined;
  readonly sent: number;
  /** The time from the start of the run to its end, in milliseconds. */
  readonly durationMs: number;
}

/**
 * Syncs a generated fleet. Prints `started` before the run, and the outcome as JSON after it.
 *
 * Usage: node child.mjs <task as JSON>
 */
const task: ChildTask = JSON.parse(process.argv[2] ?? "");
const { baseUrl, clientId, clientSecret, run, state, vehicles, concurrency, pace } = task;

const lessor = createLessorClient({
  baseUrl,
  clientId,
  clientSecret,
  clock: fasterClock(pace),
  headers: { "x-run": String(run) },
});
// What is written before the process is killed stays written, and onResult returns only then.
const results = openSync(task.results, "a");

const describe = (error: unknown) =>
  error === undefined ? undefined : RegError.is(error, "state") ? error.reason : String(error);

async function sync(): Promise<Omit<ChildOutcome, "durationMs">> {
  try {
    const { ok, stopped, error, counts } = await lessor.sync(generateFleet(vehicles), {
      state,
      concurrency,
      onResult({ licensePlate, resource, status }) {
        if (status === "sent") writeSync(results, `${licensePlate} ${resource}\n`);
      },
    });
    return { ok, stopped, error: describe(error), sent: counts.sent };
  } catch (error) {
    return { ok: false, error: describe(error), sent: 0 };
  }
}

console.log("started");
const startedAt = performance.now();
const outcome = await sync();
console.log(JSON.stringify({ ...outcome, durationMs: performance.now() - startedAt }));
