/**
 * Runs fifty callers for ten minutes against a sandbox on loopback that injects every kind of fault: no call may be
 * lost, sent twice, leaked or left pending.
 *
 *   npm run soak
 *   npm run soak -- --seconds 30 --seed 7
 *
 * Exits with 1 and prints each failed check.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createLessorClient, createSupplierClient } from "@reg/sdk";
import { Child } from "../bench/child.js";
import { seededRandom } from "../support/random.js";
import { Accounts } from "./accounts.js";
import { Caller } from "./caller.js";
import { type Ending, listFailures, printEnding, printProgress } from "./report.js";
import type { Addresses, Observations } from "./service.js";
import { callers, licensePlateFor, limit, window } from "./settings.js";
import { countResources, leftOver, Watch } from "./watch.js";
import { workAsLessor, workAsSupplier } from "./work.js";

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "600" }, seed: { type: "string", default: "1" } },
});
const duration = Number(values.seconds) * 1000;
const seed = Number(values.seed);
/** The maximum time in milliseconds for the calls that are in flight at the end. */
const drain = 5000;
/** The additional time for aborting them. */
const grace = 3000;

const service = new Child(new URL("./service.ts", import.meta.url), [String(seed)]);
const at = await service.next<Addresses>();
console.log(`${callers} callers, ${limit} requests in ${window} ms, ${duration / 1000} s, seed ${seed}`);

const supplierSignal = new AbortController().signal;
const lessorSignal = new AbortController().signal;
const watch = new Watch([supplierSignal, lessorSignal]);
const accounts = new Accounts();
const before = countResources();

const common = {
  timeout: 2000,
  maxResponseBytes: 1_000_000,
  retry: { minTimeout: 50, maxTimeout: 1000, maxRetryAfter: 3000 },
  on: watch.on,
};
const supplier = createSupplierClient({
  ...common,
  baseUrl: at.supplier,
  token: at.token,
  throttle: { limit, window },
});
const lessor = createLessorClient({
  ...common,
  baseUrl: at.lessor,
  clientId: at.clientId,
  clientSecret: at.clientSecret,
});

const begun = performance.now();
let closing = false;
const work = Array.from({ length: callers }, async (_, index) => {
  const isLessor = index % 10 === 9;
  const shared = isLessor ? lessorSignal : supplierSignal;
  const context = { accounts, shared, over: () => closing };
  const caller = new Caller(context, seededRandom(seed * 1000 + index), licensePlateFor(index));
  while (!closing) {
    await (isLessor ? workAsLessor(lessor, caller) : workAsSupplier(supplier, caller));
    await caller.pause();
  }
});
const countingListeners = setInterval(() => watch.sampleListeners(), 100);
await observe();

closing = true;
const inFlight = accounts.inFlight;
const closed = await Promise.race([
  Promise.all([supplier.close({ timeout: drain }), lessor.close({ abort: true }), ...work]).then(() => true),
  sleep(drain + grace, false),
]);
clearInterval(countingListeners);
const ending: Ending = {
  seconds: (performance.now() - begun) / 1000,
  accounts,
  watch,
  closed,
  inFlight,
  throttle: supplier.throttleStatistics(),
  listeners: watch.listeners,
  leftOver: await leftOver(before),
  seen: await service.ask<Observations>({}),
};
service.stop();
printEnding(ending);
const problems = listFailures(ending);
console.log(problems.length === 0 ? "\nAll checks passed." : `\nFailed:\n  ${problems.join("\n  ")}`);
process.exit(problems.length === 0 ? 0 : 1);

/** Samples the memory and prints the progress until the end. */
async function observe(): Promise<void> {
  const pause = Math.min(5000, Math.max(1000, duration / 60));
  let printedAt = begun;
  while (performance.now() < begun + duration) {
    await sleep(Math.min(pause, begun + duration - performance.now()));
    watch.sampleHeap();
    if (performance.now() - printedAt < Math.min(30_000, duration / 4)) continue;
    printedAt = performance.now();
    printProgress((printedAt - begun) / 1000, { accounts, watch, throttle: supplier.throttleStatistics() });
  }
}
