import {
  createThrottle,
  type LessorClient,
  type RegEvent,
  type SupplierClient,
  type SupplierClientOptions,
  type Throttle,
} from "@reg/sdk";
import type { RegEventDetails } from "@reg/sdk/supplier";
import { baseUrl, lessorOver, supplierOver } from "./clients.js";
import { ManualClock } from "./clock.js";
import { expectNoSecrets } from "./errors.js";
import { type FakeFetch, fakeFetch, type Reply } from "./fetch.js";

/** Delays a reply on the clock of a test. */
export const delayed =
  (clock: ManualClock, ms: number, reply: Reply): Reply =>
  (request) =>
    new Promise((resolve, reject) => {
      clock.schedule(() => {
        Promise.resolve(request).then(reply).then(resolve, reject);
      }, ms);
    });

/** Never responds, even if the request is aborted. */
export const unresponsive: Reply = () => new Promise(() => {});

/** Creates a throttle that delays every call on the clock of a test. */
export const slowThrottle = (clock: ManualClock, ms: number): Throttle => ({
  take: () =>
    new Promise((resolve) => {
      clock.schedule(() => resolve({ end: () => {} }), ms);
    }),
  statistics: () => createThrottle().statistics(),
});

/** Clients on one clock, and the events that their listener received. */
export interface ObservedClients {
  readonly clock: ManualClock;
  readonly events: RegEvent[];
  readonly supplier: (options?: Partial<SupplierClientOptions>, ...replies: [Reply, ...Reply[]]) => SupplierClient;
  readonly lessor: (fetch: FakeFetch) => LessorClient;
}

/** The time of the clock, in milliseconds after its start; not 0, so that a test cannot mistake it for a duration. */
const startMs = 5000;

/** Creates clients whose events are recorded, on a manual clock. */
export function observeClients(): ObservedClients {
  const clock = new ManualClock();
  clock.jump(startMs);
  const events: RegEvent[] = [];
  const common = { clock, on: (event: RegEvent) => events.push(event) };
  return {
    clock,
    events,
    supplier: (options = {}, ...replies) => supplierOver(fakeFetch(...replies), { ...common, ...options }),
    lessor: (fetch) => lessorOver(fetch, common),
  };
}

/** Advances the clock until the call has settled. */
export async function runUntilSettled(call: Promise<unknown>, clock: ManualClock): Promise<void> {
  let isOver = false;
  const settled = call.then(
    () => {},
    () => {},
  );
  settled.then(() => {
    isOver = true;
  });
  for (let steps = 0; !isOver && steps < 1000; steps++) await clock.advance(10);
  await settled;
}

/** An expected event: its attempt, its time after the start of the call, and its own fields. */
export type Expected = readonly [attempt: number, atMs: number, details: RegEventDetails];

/** Adds the common fields to the events of a call of `serviceRequests.get`. */
export function fullEvents(expected: readonly Expected[], base: Partial<RegEvent> = {}): unknown[] {
  return expected.map(([attempt, atMs, details]) => ({
    callId: 1,
    time: Date.parse("2026-06-15T09:00:00Z") + startMs + atMs,
    operationId: "serviceRequests.get",
    method: "GET",
    urlTemplate: "/v2/servicerequests/{id}",
    origin: baseUrl,
    attempt,
    ...details,
    ...base,
  }));
}

/** Checks that each `attempt` event is directly followed by its `attempt-end` event, and that every call has ended. */
export function expectPairs(events: readonly RegEvent[]): void {
  for (const id of new Set(events.map(({ callId }) => callId))) {
    const types = events.filter(({ callId }) => callId === id).map(({ type }) => type);
    const sequence = types.join(" ");
    if (!/^request( (throttle|token|retry|give-up)| attempt attempt-end)* (response|error)$/.test(sequence))
      throw new Error(`the events of a call are out of order: ${sequence}`);
  }
  expectNoSecrets(events);
}
