import { createThrottle, type RegEvent, type RegEventDetails, type Throttle } from "../../../src/index.js";
import type { LessorClient } from "../../../src/lessor/client.js";
import type { SupplierClient, SupplierClientOptions } from "../../../src/supplier/client.js";
import { baseUrl, lessorOver, supplierOver } from "../../support/clients.js";
import { ManualClock } from "../../support/clock.js";
import { expectNoSecrets } from "../../support/errors.js";
import { type FakeFetch, fakeFetch, type Reply } from "../../support/fetch.js";

/** A service that takes its time on the clock of a test. */
export const later =
  (clock: ManualClock, ms: number, reply: Reply): Reply =>
  (request) =>
    new Promise((resolve, reject) => {
      clock.schedule(() => {
        Promise.resolve(request).then(reply).then(resolve, reject);
      }, ms);
    });

/** A service that never answers and does not care that the request was aborted. */
export const deaf: Reply = () => new Promise(() => {});

/** A throttle that makes everyone wait, on the clock of a test. */
export const slow = (clock: ManualClock, ms: number): Throttle => ({
  take: () =>
    new Promise((resolve) => {
      clock.schedule(() => resolve({ end: () => {} }), ms);
    }),
  statistics: () => createThrottle().statistics(),
});

/** What was asked of a client that is watched, and what the listener was told. */
export interface Watched {
  readonly clock: ManualClock;
  readonly events: RegEvent[];
  readonly supplier: (
    options?: Partial<SupplierClientOptions>,
    ...replies: [Reply, ...Reply[]]
  ) => SupplierClient;
  readonly lessor: (fetch: FakeFetch) => LessorClient;
}

/** When the clock stands still, in milliseconds after its start. */
const begin = 5000;

/** Clients whose events are gathered, on a clock that stands still. */
export function watched(): Watched {
  const clock = new ManualClock();
  // So that an instant is not mistaken for a duration.
  clock.jump(begin);
  const events: RegEvent[] = [];
  const common = { clock, on: (event: RegEvent) => events.push(event) };
  return {
    clock,
    events,
    supplier: (options = {}, ...replies) => supplierOver(fakeFetch(...replies), { ...common, ...options }),
    lessor: (fetch) => lessorOver(fetch, common),
  };
}

/** Moves the clock on until the call has ended, however it ends. */
export async function ended(call: Promise<unknown>, clock: ManualClock): Promise<void> {
  let over = false;
  const watching = call.then(
    () => {},
    () => {},
  );
  watching.then(() => {
    over = true;
  });
  for (let steps = 0; !over && steps < 1000; steps++) await clock.advance(10);
  await watching;
}

/** An event as it is expected: its attempt, its time after the beginning of the call, and the rest. */
export type Expected = readonly [attempt: number, atMs: number, details: RegEventDetails];

/** The events of a call of `serviceRequests.get`, with every field. */
export function whole(expected: readonly Expected[], base: Partial<RegEvent> = {}): unknown[] {
  return expected.map(([attempt, atMs, details]) => ({
    callId: 1,
    time: Date.parse("2026-06-15T09:00:00Z") + begin + atMs,
    operationId: "serviceRequests.get",
    method: "GET",
    urlTemplate: "/v2/servicerequests/{id}",
    origin: baseUrl,
    attempt,
    ...details,
    ...base,
  }));
}

/** Each attempt has its answer before anything else happens to the call, and the call has an end. */
export function expectPairs(events: readonly RegEvent[]): void {
  for (const id of new Set(events.map(({ callId }) => callId))) {
    const types = events.filter(({ callId }) => callId === id).map(({ type }) => type);
    const sequence = types.join(" ");
    if (!/^request( (throttle|token|retry|give-up)| attempt answer)* (response|error)$/.test(sequence))
      throw new Error(`the events of a call are out of order: ${sequence}`);
  }
  expectNoSecrets(events);
}
