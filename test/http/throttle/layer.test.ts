import { describe, expect, test } from "vitest";
import { RegConnectionError, RegThrottleError } from "../../../src/errors/errors.js";
import { takeUnit } from "../../../src/http/throttle/layer.js";
import { createThrottle, type Throttle, type ThrottleOptions } from "../../../src/http/throttle/throttle.js";
import type { Permit, Turn } from "../../../src/http/throttle/types.js";
import type { RegEvent } from "../../../src/index.js";
import { createLessorClient } from "../../../src/lessor/client.js";
import { createSupplierClient } from "../../../src/supplier/client.js";
import { canaryToken, lessorOver, lessorService, supplierOver } from "../../support/clients.js";
import { ManualClock, settle } from "../../support/clock.js";
import { countingServer } from "../../support/counting-server.js";
import { failure, rejection } from "../../support/errors.js";
import {
  empty,
  fakeFetch,
  json,
  networkFailure,
  type Reply,
  silence,
  stallingBody,
} from "../../support/fetch.js";
import { callOf } from "../support.js";
import { minute, takeNow } from "./support.js";

const ok = json({});

/** A token store that contains a token. */
const storeOf = (token: string) => ({
  get: () => JSON.stringify({ token, issuedAt: Date.now(), expiresAt: Date.now() + 3_600_000 }),
  set: () => {},
  delete: () => {},
});

/** Creates a client without retries, and its throttle, whose statistics show when units return. */
function clientOver(reply: Reply, options: Parameters<typeof supplierOver>[1] = {}, limit = 10) {
  const clock = new ManualClock();
  const throttle = createThrottle({ limit, window: minute, clock });
  const fetch = fakeFetch(reply, ok);
  const client = supplierOver(fetch, { clock, throttle, retry: false, timeout: 1000, ...options });
  /** The numbers of free units: now, after one window, and after two. */
  const freeUnits = () => {
    const free = [throttle.statistics().free];
    for (let windows = 1; windows <= 2; windows++) {
      clock.jump(minute);
      free.push(throttle.statistics().free);
    }
    return free;
  };
  return { clock, throttle, fetch, client, freeUnits };
}

// Units for each attempt, Retry-After, long pauses and the queue of a client are in test/faults/throttle.test.ts.

describe("a client with a throttle", () => {
  test("sends at most 5000 requests a minute by default", () => {
    const { limit, window } = supplierOver(fakeFetch(ok)).throttleStatistics() ?? {};
    expect([limit, window]).toEqual([5000, minute]);
  });

  test("sends no more requests than its limit", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(ok);
    const supplier = supplierOver(fetch, { clock, throttle: { limit: 2 } });
    for (let sent = 0; sent < 2; sent++) await supplier.lessors.list();
    const controller = new AbortController();
    const waiting = rejection(supplier.lessors.list({ signal: controller.signal }));
    await settle();
    expect(fetch.requests).toHaveLength(2);
    controller.abort("enough");
    expect(await waiting).toBe("enough");
    expect(clock.pending).toBe(0);
  });

  test("sends requests without a limit if the throttle is switched off", async () => {
    const fetch = fakeFetch(empty(429), ok);
    const supplier = supplierOver(fetch, { throttle: false, retry: false });
    await failure(supplier.lessors.list(), "rate-limit");
    await Promise.all(Array.from({ length: 100 }, () => supplier.lessors.list()));
    expect(fetch.requests).toHaveLength(101);
    expect(supplier.throttleStatistics()).toBeUndefined();
  });

  test("is paused by a 429 of another client that shares the throttle", async () => {
    const clock = new ManualClock();
    const throttle = createThrottle({ limit: 10, window: minute, clock });
    const fetch = fakeFetch(ok, empty(429, { "retry-after": "7" }), ok);
    const one = supplierOver(fetch, { throttle, clock, retry: false });
    const two = supplierOver(fetch, { throttle, clock, retry: false });
    await one.lessors.list();
    await failure(two.lessors.list(), "rate-limit");
    expect(throttle.statistics()).toMatchObject({ allowed: 7, free: 5, served: 2, refused: 1 });
    const next = one.lessors.list();
    await clock.advance(6999);
    expect(fetch.requests).toHaveLength(2);
    await clock.advance(1);
    await next;
    expect(fetch.requests).toHaveLength(3);
  });

  test.each([
    ["one window after a response", ok, [9, 10, 10]],
    ["one window after a 404", json({}, { status: 404 }), [9, 10, 10]],
    [
      "one window after an unreadable response",
      json("", { headers: { "content-type": "text/html" } }),
      [9, 10, 10],
    ],
    ["two windows after a lost connection", networkFailure("ECONNRESET"), [9, 9, 10]],
    ["at once after a refused connection", networkFailure("ECONNREFUSED"), [10, 10, 10]],
  ] as [string, Reply, number[]][])("returns the unit of an attempt %s", async (_, reply, expected) => {
    const { client, throttle, freeUnits } = clientOver(reply);
    await client.lessors.list().catch(() => {});
    expect(throttle.statistics()).toMatchObject({ inFlight: 0, served: 1, refused: 0 });
    expect(freeUnits()).toEqual(expected);
  });

  test("takes no unit if there is no token", async () => {
    const { client, throttle } = clientOver(ok, { token: () => Promise.reject(new Error("no")) });
    await failure(client.lessors.list(), "token");
    expect(throttle.statistics()).toMatchObject({ free: 10, served: 0, left: 0 });
  });

  test.each([
    ["two windows after a timeout before the response", silence, [9, 9, 10]],
    ["one window after a timeout in the body", stallingBody('{"data":'), [9, 10, 10]],
  ] as [string, Reply, number[]][])("returns the unit of an attempt %s", async (_, reply, expected) => {
    const { client, clock, freeUnits } = clientOver(reply);
    const call = failure(client.lessors.list(), "timeout");
    await clock.advance(1000);
    await call;
    expect(freeUnits()).toEqual(expected);
  });

  test("is paused by a 429 whose body never ends", async () => {
    const body = () =>
      new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array([0x7b])) });
    const { client, clock, throttle } = clientOver(() => new Response(body(), { status: 429 }));
    const call = failure(client.lessors.list(), "rate-limit");
    await clock.advance(1000);
    await call;
    const { refused, pausedForMs } = throttle.statistics();
    expect(refused).toBe(1);
    expect(pausedForMs).toBeGreaterThan(minute - 1000);
  });

  test("reports the end of each attempt separately: a response, and then a lost connection", async () => {
    const clock = new ManualClock();
    const throttle = createThrottle({ limit: 10, window: minute, clock });
    const fetch = fakeFetch(empty(503), networkFailure("ECONNRESET"));
    await failure(
      supplierOver(fetch, { clock, throttle, retry: { retries: 1 } }).lessors.list(),
      "connection",
    );
    clock.jump(minute);
    expect(throttle.statistics().free).toBe(9);
  });

  test("keeps the unit of a request that is aborted with the error of another call", async () => {
    const { clock, client, throttle, freeUnits } = clientOver(silence, {}, 1);
    const reason = new RegConnectionError("another call", { sent: false });
    const controller = new AbortController();
    const aborted = rejection(client.lessors.list({ signal: controller.signal }));
    await settle();
    controller.abort(reason);
    expect(await aborted).toBe(reason);
    expect(throttle.statistics().free).toBe(0);
    expect(freeUnits()).toEqual([0, 0, 1]);
    expect(clock.pending).toBe(0);
  });

  test("sends nothing and returns the unit if the call is cancelled when its turn has just come", async () => {
    const { client, throttle, fetch } = clientOver(ok, {}, 1);
    const permit = takeNow(throttle);
    const controller = new AbortController();
    const cancelled = rejection(client.lessors.list({ signal: controller.signal }));
    const next = client.lessors.list();
    await settle();
    permit.end("unused");
    controller.abort("just then");
    expect(await cancelled).toBe("just then");
    await next;
    expect(throttle.statistics()).toMatchObject({ served: 3, left: 0, inFlight: 0, free: 0 });
    expect(fetch.requests).toHaveLength(1);
  });

  test("fails at once if the deadline is certain to pass before a unit returns", async () => {
    const { client, throttle, fetch, clock } = clientOver(ok, {}, 1);
    await client.lessors.list();
    const error = await failure(client.lessors.list({ deadline: minute }), "timeout");
    const details = { limit: "deadline", limitMs: minute, outcome: undefined };
    expect(error).toMatchObject({ ...details, retryAfterMs: minute });
    expect(error.message).toBe(
      "lessors.list: the deadline of 60000 ms for the whole call would pass before the throttle has a turn for it. Nothing was sent",
    );
    const inTime = client.lessors.list({ deadline: minute + 1 });
    await settle();
    expect(fetch.requests).toHaveLength(1);
    await clock.advance(minute);
    await inTime;
    expect(throttle.statistics()).toMatchObject({ served: 2, left: 1 });
    expect(clock.pending).toBe(0);
  });
});

describe("after a 429, the error of a call that", () => {
  /** Creates a client that has received a 429 two and a half seconds ago, without a certain pause. */
  async function pausedClient(options: ThrottleOptions = {}) {
    const clock = new ManualClock();
    const throttle = createThrottle({ clock, ...options });
    const client = supplierOver(fakeFetch(empty(429)), { clock, throttle, retry: false });
    await failure(client.lessors.list(), "rate-limit");
    await clock.advance(2500);
    return client;
  }

  test("has a deadline within the pause says how long the pause lasts", async () => {
    const { lessors } = await pausedClient();
    const error = await failure(lessors.list({ deadline: 5000 }), "timeout");
    expect(error).toMatchObject({ limit: "deadline", limitMs: 5000, retryAfterMs: 57_500 });
    expect(error.toJSON()).toMatchObject({ retryAfterMs: 57_500 });
    expect(error.message).toBe(
      "lessors.list: the deadline of 5000 ms for the whole call would pass before the throttle has a turn for it: calls are paused for another 58 s after a 429. Nothing was sent",
    );
  });

  test("waits too long says how long the pause lasts", async () => {
    const { lessors } = await pausedClient({ maxWait: 5000 });
    const error = await failure(lessors.list(), "throttle");
    expect(error).toMatchObject({ reason: "waited", retryAfterMs: 57_500 });
    expect(error.message).toBe(
      "lessors.list: this attempt was not sent: the throttle has no turn for it within its maxWait of 5000 ms: calls are paused for another 58 s after a 429",
    );
  });
});

describe("a client with maxInFlight", () => {
  test.each([
    ["supplier", (baseUrl: string) => createSupplierClient({ baseUrl, token: canaryToken }).lessors.list],
    [
      "lessor",
      (baseUrl: string) => {
        const credentials = { clientId: "a", clientSecret: "b", tokenStore: storeOf(canaryToken) };
        return createLessorClient({ baseUrl, ...credentials }).vehicles.get.bind(undefined, "AB-123-C");
      },
    ],
  ])("has at most 50 requests in flight by default, as a %s", async (_, clientFor) => {
    let inFlight = 0;
    let most = 0;
    const service = await countingServer((_, response) => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      setTimeout(() => {
        inFlight -= 1;
        response.end('{"licensePlate":"AB-123-C"}');
      }, 10);
    });
    const call = clientFor(service.url);
    await Promise.all(Array.from({ length: 600 }, () => call()));
    expect(service.requests).toHaveLength(600);
    expect(most).toBeLessThanOrEqual(50);
    // Fetch reuses a connection one turn of the event loop after the response has been read.
    expect(service.made).toBeLessThanOrEqual(100);
  });

  /** Creates a client with one request in flight that does not end before its signal is aborted. */
  async function busyClient(options: Parameters<typeof supplierOver>[1] = {}) {
    const events: RegEvent[] = [];
    const throttle = { maxInFlight: 1 };
    const observed = clientOver(silence, {
      throttle,
      timeout: 1e6,
      on: (event) => void events.push(event),
      ...options,
    });
    const first = new AbortController();
    const firstCall = rejection(observed.client.lessors.list({ signal: first.signal }));
    await settle();
    const endFirst = async () => {
      first.abort("enough");
      await firstCall;
    };
    return { ...observed, events, endFirst };
  }

  test("reports the wait in the throttle event, and then sends the call", async () => {
    const { client, clock, events, endFirst, fetch } = await busyClient();
    const second = client.lessors.list();
    await clock.advance(1500);
    expect(fetch.requests).toHaveLength(1);
    await endFirst();
    await second;
    expect(events.filter(({ type }) => type === "throttle")).toMatchObject([{ callId: 2, waitedMs: 1500 }]);
  });

  test("ends the wait at the deadline, on an abort, and on close", async () => {
    const { client, clock, fetch, endFirst } = await busyClient();
    const late = failure(client.lessors.list({ deadline: 1000 }), "timeout");
    const controller = new AbortController();
    const aborted = rejection(client.lessors.list({ signal: controller.signal }));
    const closed = failure(client.lessors.list(), "closed");
    await clock.advance(1000);
    expect((await late).message).toContain("Nothing was sent");
    controller.abort("no more");
    expect(await aborted).toBe("no more");
    const closing = client.close({ timeout: 500 });
    await clock.advance(500);
    expect((await closed).message).toContain("Nothing was sent");
    await Promise.all([closing, endFirst()]);
    expect(fetch.requests).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  test.each(["read to its end", "cancelled"])(
    "sends the next call when the stream of a file is %s",
    async (how) => {
      const { client, fetch } = clientOver(() => new Response("%PDF"), { throttle: { maxInFlight: 1 } });
      const { stream } = await client.serviceRequests.attachments.get("R-1", "A-1", { as: "stream" });
      const next = client.lessors.list();
      await settle();
      expect(fetch.requests).toHaveLength(1);
      if (how === "cancelled") await stream.cancel();
      else await new Response(stream).text();
      await next;
      expect(client.throttleStatistics()).toMatchObject({ inFlight: 0, served: 2, queued: 1 });
    },
  );

  test("of a lessor retries a 429 without a pause of all calls, and reports none", async () => {
    const events: string[] = [];
    const service = lessorService([empty(429), json({})]);
    const lessor = lessorOver(service.fetch, { on: ({ type }) => void events.push(type) });
    await lessor.vehicles.get("AB-123-C");
    expect(lessor.throttleStatistics()).toMatchObject({ limit: Number.POSITIVE_INFINITY, pausedForMs: 0 });
    expect(events).toContain("retry");
    expect(events).not.toContain("pause");
  });
});

describe("a throttle of the user's own", () => {
  const broken = new Error("the database is down");
  const clientWith = (take: Throttle["take"]) => {
    const fetch = fakeFetch(ok);
    const throttle = { take, statistics: () => expect.fail("not requested") };
    return { fetch, client: supplierOver(fetch, { throttle }) };
  };

  test.each<[string, Throttle["take"]]>([
    [
      "throws",
      () => {
        throw broken;
      },
    ],
    ["rejects", () => Promise.reject(broken)],
  ])("that %s makes the call reject with its error as the cause, and nothing is sent", async (_, take) => {
    const { fetch, client } = clientWith(take);
    const error = await failure(client.lessors.list(), "throttle");
    expect(error).toMatchObject({ reason: "failed", cause: broken, operationId: "lessors.list" });
    expect(error.message).toBe(
      "lessors.list: this attempt was not sent: the throttle failed; see the cause of this error",
    );
    expect(fetch.requests).toEqual([]);
  });

  test("may reject with an error of this package, which stays unchanged", async () => {
    const error = new RegThrottleError("too many", { reason: "full" });
    const { client } = clientWith(() => Promise.reject(error));
    expect(await failure(client.lessors.list(), "throttle")).toBe(error);
  });

  test("may reject with any error after an abort, whose reason is that of the call", async () => {
    const controller = new AbortController();
    const { client } = clientWith(async () => {
      controller.abort("enough");
      throw broken;
    });
    expect(await rejection(client.lessors.list({ signal: controller.signal }))).toBe("enough");
  });
});

test("a turn has the time that the call had left when it requested a unit, which is read from the clock only on demand", () => {
  const clock = new ManualClock();
  clock.jump(1200);
  const turns: Turn[] = [];
  const take = (turn: Turn) => {
    turns.push(turn);
    return new Promise<Permit>(() => {});
  };
  const throttle = { take, statistics: () => expect.fail("not requested") };
  const call = callOf({ deadline: { limitMs: 5000, expiresAt: 5000 } });
  const layer = takeUnit(throttle, { clock, emit: undefined });
  void layer(() => expect.fail("not served"))(call);
  clock.jump(300);
  expect(turns[0]?.deadline?.leftMs).toBe(3500);
  clock.jump(1000);
  expect(turns[0]?.deadline?.leftMs).toBe(3500);
});
