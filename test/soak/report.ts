import type { ThrottleStatistics } from "@reg/sdk";
import { numberIn, textIn } from "../bench/child.js";
import type { Accounts } from "./accounts.js";
import type { Watch } from "./watch.js";

/** How things stand. */
export interface Standing {
  readonly accounts: Accounts;
  readonly watch: Watch;
  readonly throttle: ThrottleStatistics | undefined;
}

/** Everything that is known when all is over. */
export interface Ending extends Standing {
  readonly seconds: number;
  /** Whether both clients were closed, and all callers had gone, in the time that they had. */
  readonly closed: boolean;
  /** How many calls were under way when the clients were closed. */
  readonly underWay: number;
  /** Listeners on the shared signals after that. */
  readonly listeners: number;
  /** What still keeps the process alive. */
  readonly leftOver: readonly string[];
  /** What the service tells. */
  readonly seen: unknown;
}

const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(2)} MiB`;

export function printProgress(seconds: number, { accounts, watch, throttle }: Standing): void {
  console.log(
    `${Math.round(seconds)} s: ${accounts.begun} calls, ${accounts.underWay} under way, ${throttle?.waiting} waiting, ` +
      `heap ${megabytes(watch.heap.latest)}, ${watch.mostListeners} listener at most`,
  );
}

export function printEnding(ending: Ending): void {
  const { seconds, accounts, watch, throttle, underWay, seen } = ending;
  const { longest } = accounts;
  console.log(`\n${accounts.begun} calls in ${seconds.toFixed(1)} s, ${underWay} under way at the end:`);
  printCounts(accounts.ended);
  console.log(
    `of unknown outcome ${accounts.unknownOutcomes}, the longest took ${longest.ms} ms, ${longest.name}`,
  );
  console.log("fulfilled:");
  printCounts(accounts.fulfilled);
  console.log(
    `requests ${numberIn(seen, "requests")}, most in ${numberIn(seen, "mostInAnyWindow")} a window; ` +
      `repeated ${watch.events("retry")}, waited for a turn ${throttle?.queued}, refused ${throttle?.refused}`,
  );
  // Only where the machine is so slow that fifty callers send less than the limit.
  if (throttle?.queued === 0)
    console.log("NOTE: no call had to wait for the throttle: the limit was not tried");
  console.log("faults:");
  printCounts(countsIn(seen, "faults"));
  console.log(
    `heap ${megabytes(watch.heap.latest)}, grown by ${megabytes(watch.heap.growth())} after the warm-up`,
  );
}

function printCounts(counts: Readonly<Record<string, number>>): void {
  const line = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  console.log(`  ${line.join(", ")}`);
}

/** The counts under a name in a message. */
export function countsIn(message: unknown, name: string): Readonly<Record<string, number>> {
  const counts: object = Object(Reflect.get(Object(message), name));
  return Object.fromEntries(Object.keys(counts).map((key) => [key, numberIn(counts, key)]));
}

/** The texts under a name in a message. */
export function textsIn(message: unknown, name: string): readonly string[] {
  const texts: object = Object(Reflect.get(Object(message), name));
  return Object.keys(texts).map((key) => textIn(texts, key));
}
