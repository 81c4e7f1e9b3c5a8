import type { RegEvent } from "@reg/sdk";
import { describe, expect, test } from "vitest";
import { lessorOver, lessorService, supplierOver, tokenResponse } from "../support/clients.js";
import { ManualClock, settle, waitUntil } from "../support/clock.js";
import { failure } from "../support/errors.js";
import { delayed } from "../support/events.js";
import { empty, fakeFetch, json, silence } from "../support/fetch.js";
import { jwt } from "../support/jwt.js";

const minute = 60_000;
const hour = 60 * minute;
const ok = json({});

/** The monotonic time at which a call settles, in milliseconds; undefined if it does not within ten minutes. */
async function settledAt(call: Promise<unknown>, clock: ManualClock): Promise<number | undefined> {
  let at: number | undefined;
  const record = () => {
    at = clock.monotonic();
  };
  call.then(record, record);
  await clock.advance(10 * minute);
  return at;
}

/** Calls that wait, each with the time at which it must settle: the wall clock is set when they have begun to wait. */
const waits: Readonly<Record<string, readonly [ms: number, start: (clock: ManualClock) => Promise<unknown>]>> = {
  "a unit of the throttle": [
    minute,
    async (clock) => {
      const { lessors } = supplierOver(fakeFetch(ok), { clock, throttle: { limit: 1 } });
      await lessors.list();
      return lessors.list();
    },
  ],
  "the end of another request": [
    3000,
    async (clock) => {
      const options = { clock, throttle: { maxInFlight: 1 }, timeout: 3000, retry: false } as const;
      const { lessors } = supplierOver(fakeFetch(silence, ok), options);
      void failure(lessors.list(), "timeout");
      return lessors.list();
    },
  ],
  "a pause that the service asks for": [
    5000,
    async (clock) => supplierOver(fakeFetch(empty(429, { "retry-after": "5" }), ok), { clock }).lessors.list(),
  ],
  "a pause until a date": [
    5000,
    async (clock) => {
      const dates = { date: "Mon, 15 Jun 2026 08:00:00 GMT", "retry-after": "Mon, 15 Jun 2026 08:00:05 GMT" };
      return supplierOver(fakeFetch(empty(429, dates), ok), { clock }).lessors.list();
    },
  ],
  "the next attempt": [
    500,
    async (clock) => supplierOver(fakeFetch(empty(503), ok), { clock, random: () => 1 }).lessors.list(),
  ],
  "a response, until the timeout": [
    1000,
    async (clock) => supplierOver(fakeFetch(silence), { clock, retry: false, timeout: 1000 }).lessors.list(),
  ],
  "a response, until the deadline": [
    2000,
    async (clock) => supplierOver(fakeFetch(silence), { clock, deadline: 2000 }).lessors.list(),
  ],
  "a token function that never settles": [
    30_000,
    async (clock) => supplierOver(fakeFetch(ok), { clock, token: () => new Promise(() => {}) }).lessors.list(),
  ],
  "a client that is closed, until its timeout": [
    4000,
    async (clock) => {
      const client = supplierOver(fakeFetch(silence), { clock });
      void failure(client.lessors.list(), "closed");
      await settle();
      return client.close({ timeout: 4000 });
    },
  ],
  "the next poll of follow": [
    minute,
    async (clock) => {
      const list = json({ serviceRequests: [], hasMore: false });
      const supplier = supplierOver(fakeFetch(list, list, empty(403)), { clock });
      return supplier.follow({ state: new Map(), on: {}, every: minute }).ended;
    },
  ],
};

describe.each([
  ["forward", hour],
  ["back", -hour],
])("a system clock that is set %s by an hour", (_, shift) => {
  test.each(Object.entries(waits))("does not change how long a call waits for %s", async (_, [ms, start]) => {
    const clock = new ManualClock();
    const call = start(clock);
    // Following loads its modules first.
    await waitUntil(() => clock.pending > 0);
    await settle();
    clock.setWall(shift);
    expect(await settledAt(call, clock)).toBe(ms);
    expect(clock.pending).toBe(0);
  });

  test("does not change when a token of a lessor is renewed", async () => {
    const clock = new ManualClock();
    const { fetch, tokens } = lessorService([ok], tokenResponse({ expires_in: 3600 }));
    const { vehicles } = lessorOver(fetch, { clock });
    await vehicles.get("AB-123-C");
    clock.setWall(shift);
    await clock.advance(hour - minute - 1);
    await vehicles.get("AB-123-C");
    expect(tokens.requests).toHaveLength(1);
    await clock.advance(1);
    await vehicles.get("AB-123-C");
    expect(tokens.requests).toHaveLength(2);
  });

  test("does not change how long the token endpoint has asked to wait", async () => {
    const clock = new ManualClock();
    const { fetch, tokens } = lessorService([ok], empty(429, { "retry-after": "300" }));
    const { vehicles } = lessorOver(fetch, { clock });
    await failure(vehicles.get("AB-123-C"), "token");
    clock.setWall(shift);
    await clock.advance(5 * minute - 1);
    await failure(vehicles.get("AB-123-C"), "token");
    expect(tokens.requests).toHaveLength(1);
    await clock.advance(1);
    await failure(vehicles.get("AB-123-C"), "token");
    expect(tokens.requests).toHaveLength(2);
  });

  test("makes a client request a new token instead of using one from its store for too long", async () => {
    const clock = new ManualClock();
    let stored: unknown;
    const store = (value: string) => {
      stored = value;
    };
    const tokenStore = {
      get: () => stored,
      set: (_: string, value: string) => store(value),
      delete() {},
    };
    const { fetch, tokens } = lessorService([ok]);
    await lessorOver(fetch, { clock, tokenStore }).vehicles.get("AB-123-C");
    clock.setWall(shift);
    await lessorOver(fetch, { clock, tokenStore }).vehicles.get("AB-123-C");
    expect(tokens.requests).toHaveLength(2);
  });

  test("does not change the durations in events", async () => {
    const clock = new ManualClock();
    const events: RegEvent[] = [];
    const on = (event: RegEvent) => void events.push(event);
    const call = supplierOver(fakeFetch(delayed(clock, 40, ok)), { clock, on }).lessors.list();
    await settle();
    clock.setWall(shift);
    await clock.advance(40);
    await call;
    expect(events.flatMap((event) => ("durationMs" in event ? event.durationMs : []))).toEqual([40, 40]);
  });

  /** Creates a client with a JWT that is valid for ten minutes from each call of the function that supplies it. */
  function clientWithJwt() {
    const clock = new ManualClock();
    const start = clock.now() / 1000;
    const issue = () => jwt({ exp: start + clock.monotonic() / 1000 + 600 });
    const fetch = fakeFetch(ok);
    return { clock, fetch, issue, client: supplierOver(fetch, { clock, token: issue }) };
  }

  test("does not make a valid JWT expire that was sent before", async () => {
    const { clock, fetch, issue } = clientWithJwt();
    const { lessors } = supplierOver(fetch, { clock, token: issue() });
    await lessors.list();
    clock.setWall(shift);
    await lessors.list();
    expect(fetch.requests).toHaveLength(2);
  });

  test("does not make a valid JWT expire that is used for the first time", async () => {
    const { clock, fetch, issue } = clientWithJwt();
    const { lessors } = supplierOver(fetch, { clock, token: issue() });
    clock.setWall(shift);
    await lessors.list();
    expect(fetch.requests).toHaveLength(1);
  });
});

test("a JWT whose expiry only one of both clocks has reached is sent, so that the service decides", async () => {
  const clock = new ManualClock();
  const fetch = fakeFetch(ok);
  const { lessors } = supplierOver(fetch, { clock, token: jwt({ exp: clock.now() / 1000 + 600 }) });
  await lessors.list();
  clock.setWall(-hour);
  await clock.advance(11 * minute);
  await lessors.list();
  clock.setWall(hour);
  const error = await failure(lessors.list(), "token");
  expect(error.message).toContain("the token expired at 2026-06-15T09:10:00.000Z");
  expect(fetch.requests).toHaveLength(2);
});
