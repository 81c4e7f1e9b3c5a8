import type { ThrottleStatistics } from "@reg/sdk";
import type { Accounts } from "./accounts.js";
import { countRateLimitFaults } from "./faults.js";
import type { Observations } from "./service.js";
import { limit } from "./settings.js";
import type { Watch } from "./watch.js";

/** The state during the run. */
export interface Standing {
  readonly accounts: Accounts;
  readonly watch: Watch;
  readonly throttle: ThrottleStatistics | undefined;
}

/** The state after the end. */
export interface Ending extends Standing {
  readonly seconds: number;
  /** Whether both clients were closed and all callers ended in time. */
  readonly closed: boolean;
  /** The calls that were in flight when the clients were closed. */
  readonly inFlight: number;
  /** Listeners on the shared signals after that. */
  readonly listeners: number;
  /** The resources that still keep the process alive. */
  readonly leftOver: readonly string[];
  /** The final message of the service. */
  readonly seen: Observations;
}

const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(2)} MiB`;

export function printProgress(seconds: number, { accounts, watch, throttle }: Standing): void {
  console.log(
    `${Math.round(seconds)} s: ${accounts.begun} calls, ${accounts.inFlight} in flight, ${throttle?.waiting} waiting, ` +
      `heap ${megabytes(watch.latestHeap)}, ${watch.mostListeners} listener at most`,
  );
}

export function printEnding(ending: Ending): void {
  const { seconds, accounts, watch, throttle, inFlight, seen } = ending;
  const { longest } = accounts;
  console.log(`\n${accounts.begun} calls in ${seconds.toFixed(1)} s, ${inFlight} in flight at the end:`);
  printCounts(accounts.ended);
  console.log(`of unknown outcome ${accounts.unknownOutcomes}, the longest took ${longest.ms} ms, ${longest.name}`);
  console.log("fulfilled:");
  printCounts(accounts.fulfilled);
  console.log(
    `requests ${seen.requests}, most in ${seen.mostInAnyWindow} a window; ` +
      `retried ${watch.events.count("retry")}, queued ${throttle?.queued}, rejected ${throttle?.refused}`,
  );
  // This happens only if the machine is so slow that fifty callers send less than the limit.
  if (throttle?.queued === 0) console.log("NOTE: no call was queued: the limit was not tested");
  console.log("faults:");
  printCounts(new Map(Object.entries(seen.faults)));
  console.log(`heap ${megabytes(watch.latestHeap)}, grown by ${megabytes(watch.heapGrowth())} after the warm-up`);
}

function printCounts(counts: ReadonlyMap<string, number>): void {
  const line = [...counts].map(([name, count]) => `${name} ${count}`);
  console.log(`  ${line.join(", ")}`);
}

/** The maximum growth of the heap after the warm-up. */
const maxGrowthBytes = 2 * 2 ** 20;

/** The minimum share of calls that must succeed despite the faults. */
const minFulfilledShare = 0.5;

/** The maximum time of a call without a deadline: four attempts with their queueing and retry delays. */
const maxCallMs = 30_000;

/** Calls that must succeed at least once: otherwise the run proves little. */
const mustHappen = [
  "serviceRequests.create",
  "serviceRequests.patch",
  "damageServiceRequests.attachments.upload",
  "damageServiceRequests.attachments.get (stream)",
  "damageServiceRequests.invoices.create",
  "damageServiceRequests.invoices.pdf.get",
  "vehicles.get",
];

/** Lists the failed checks. */
export function listFailures(ending: Ending): string[] {
  return [...checkCalls(ending), ...checkService(ending), ...checkProcess(ending)];
}

function checkCalls({ accounts, closed, watch }: Ending): string[] {
  const { begun, inFlight, fulfilled, ended, longest } = accounts;
  const share = ended.count("fulfilled") / begun;
  return [
    ...[...accounts.foreign].map((each) => `rejected with something else: ${each}`),
    ...[...accounts.late].map((each) => `ended long after its deadline or abort: ${each}`),
    ...(longest.ms < maxCallMs ? [] : [`a call took ${longest.ms} ms: ${longest.name}`]),
    ...(closed ? [] : ["the clients could not be closed in time"]),
    ...(inFlight === 0 ? [] : [`${inFlight} of ${begun} calls have not ended`]),
    ...(share < minFulfilledShare ? [`only ${(share * 100).toFixed()} % of the calls were fulfilled`] : []),
    ...mustHappen.filter((name) => !fulfilled.has(name)).map((name) => `never succeeded: ${name}`),
    ...expectEqual("attempts and their results", watch.events.count("attempt"), watch.events.count("attempt-end")),
    ...expectEqual(
      "calls and their ends, as events",
      watch.events.count("request"),
      watch.events.count("response") + watch.events.count("error"),
    ),
  ];
}

function checkService({ seen, throttle }: Ending): string[] {
  const most = seen.mostInAnyWindow;
  const rejected = throttle?.refused ?? 0;
  const byFault = countRateLimitFaults(seen.faults);
  return [
    ...[seen.duplicates, seen.tooMany].filter((text) => text !== ""),
    ...seen.defects.map((defect) => `internal error in the sandbox: ${defect}`),
    ...(most > limit ? [`${most} requests in a window of ${limit}`] : []),
    ...(rejected > byFault ? [`${rejected} times 429, of which only ${byFault} were faults`] : []),
  ];
}

function checkProcess({ watch, throttle, listeners, leftOver, accounts }: Ending): string[] {
  const growth = watch.heapGrowth();
  return [
    ...(growth < maxGrowthBytes ? [] : [`the heap has grown by ${growth} bytes after the warm-up`]),
    ...(watch.mostListeners <= 1 ? [] : [`up to ${watch.mostListeners} listeners on a shared signal`]),
    ...(listeners === 0 ? [] : [`${listeners} listeners on a shared signal at the end`]),
    ...[...accounts.leaks].map((name) => `a listener is left on a call's own signal: ${name}`),
    ...expectEqual("queued calls", throttle?.waiting, 0),
    ...expectEqual("units in flight", throttle?.inFlight, 0),
    ...leftOver.map((what) => `still there after close(): ${what}`),
    ...watch.unhandled.map((reason) => `unhandled rejection: ${reason}`),
    ...watch.warnings.map((warning) => `warning: ${warning}`),
  ];
}

function expectEqual(what: string, actual: number | undefined, expected: number): string[] {
  return actual === expected ? [] : [`${what}: ${actual} and ${expected}`];
}
