import {
  createLessorClient,
  createSupplierClient,
  createThrottle,
  type RegEvent,
  RegThrottleError,
  type SupplierClient,
  type Throttle,
  type ThrottleOptions,
} from "@reg/sdk";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { takeUnit } from "../../../src/http/throttle/layer.js";
import type { Permit, Turn } from "../../../src/http/throttle/types.js";
import {
  canaryToken,
  exampleRequest,
  lessorOver,
  lessorService,
  supplierOver,
  tokenResponse,
} from "../../support/clients.js";
import { ManualClock, settle } from "../../support/clock.js";
import { countingServer } from "../../support/counting-server.js";
import { failure, rejection } from "../../support/errors.js";
import { empty, fakeFetch, json, networkFailure, type Reply, silence, stallingBody } from "../../support/fetch.js";
import { callOf } from "../support.js";
import { maxInAnyWindow, minute, takeNow } from "./support.js";

const ok = json({});
const found = json(exampleRequest);
const get = ({ serviceRequests }: SupplierClient, id = "R-1") => serviceRequests.get(id);

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

/** Advances the clock in steps until the promise has settled. */
async function advanceUntilSettled(promise: Promise<unknown>, clock: ManualClock, step: number) {
  let isSettled = false;
  const recordEnd = () => {
    isSettled = true;
  };
  promise.then(recordEnd, recordEnd);
  for (let steps = 0; !isSettled; steps++) {
    if (steps === 3000) throw new Error(`nothing has settled within ${steps * step} ms of the test's clock`);
    await clock.advance(step);
  }
}

describe("a client with a throttle", () => {
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
    ["one window after an unreadable response", json("", { headers: { "content-type": "text/html" } }), [9, 10, 10]],
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
    expect(throttle.statistics()).toMatchObject({ free: 10, inFlight: 0, left: 0 });
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
      "lessors.list: the deadline of 5000 ms for the whole call would pass before the throttle has a turn for it: calls are paused for another 58 s after a 429 or 503. Nothing was sent",
    );
  });

  test("waits too long says how long the pause lasts", async () => {
    const { lessors } = await pausedClient({ maxWait: 5000 });
    const error = await failure(lessors.list(), "throttle");
    expect(error).toMatchObject({ reason: "waited", retryAfterMs: 57_500 });
    expect(error.message).toBe(
      "lessors.list: this attempt was not sent: the throttle has no turn for it within its maxWait of 5000 ms: calls are paused for another 58 s after a 429 or 503",
    );
  });
});

describe("a call that got the 429 itself, with and without a Retry-After of the same pause,", () => {
  const pause = 5000;
  const replies: readonly [string, Reply][] = [
    ["with", empty(429, { "retry-after": "5" })],
    ["without", empty(429)],
  ];

  /** Starts a call whose throttle pauses as long as the header asks for. */
  function startCall(reply: Reply, deadline: number) {
    const clock = new ManualClock();
    const events: string[] = [];
    const fetch = fakeFetch(reply, ok);
    const options = { clock, throttle: { window: pause }, random: () => 1 };
    const on = (event: RegEvent) =>
      void events.push(event.type === "retry" ? `retry after ${event.delayMs}` : event.type);
    const { lessors } = supplierOver(fetch, { ...options, on });
    return { call: lessors.list({ deadline }), clock, events, fetch };
  }

  test.each(replies)("rejects with it at once if the deadline is in the pause: %s", async (_, reply) => {
    const { call, clock, events, fetch } = startCall(reply, pause);
    const error = await failure(call, "rate-limit");
    expect(error.message).toContain("Given up after 1 attempt: the deadline would pass before the next attempt");
    expect(error.attempts).toEqual([{ attempt: 1, error: "RegRateLimitError", status: 429, durationMs: 0 }]);
    expect(events).toEqual(["request", "attempt", "attempt-end", "pause", "give-up", "error"]);
    expect([fetch.requests.length, clock.pending]).toEqual([1, 0]);
  });

  test.each(replies)("otherwise waits for its turn alone: %s", async (_, reply) => {
    const { call, clock, events, fetch } = startCall(reply, pause + 1);
    await clock.advance(pause - 1);
    expect(fetch.requests).toHaveLength(1);
    await clock.advance(1);
    await call;
    const retried = [`retry after ${pause}`, "throttle", "attempt", "attempt-end", "response"];
    expect(events).toEqual(["request", "attempt", "attempt-end", "pause", ...retried]);
  });

  test.each<[string, false | Throttle]>([
    ["without a throttle", false],
    ["with one that does not pause", { take: () => ({ end() {} }), statistics: () => createThrottle().statistics() }],
  ])("waits itself for the Retry-After %s", async (_, throttle) => {
    const clock = new ManualClock();
    const refused = empty(429, { "retry-after": "5" });
    const fetch = fakeFetch(refused, refused, ok);
    const { lessors } = supplierOver(fetch, { clock, throttle });
    const error = await failure(lessors.list({ deadline: pause }), "rate-limit");
    expect(error.message).toContain("the deadline would pass before the next attempt");
    const call = lessors.list();
    await clock.advance(pause - 1);
    expect(fetch.requests).toHaveLength(2);
    await clock.advance(1);
    await call;
    expect(fetch.requests).toHaveLength(3);
  });
});

test("the error of a call in the pause after several 503 names the 503", async () => {
  const clock = new ManualClock();
  const options = { clock, throttle: createThrottle({ clock }), retry: false } as const;
  const { lessors } = supplierOver(fakeFetch(empty(503)), options);
  for (const _ of [1, 2, 3]) await failure(lessors.list(), "server");
  const { message } = await failure(lessors.list({ deadline: 500 }), "timeout");
  expect(message).toContain("calls are paused for another 1 s after a 429 or 503");
});

describe("fault 12: no rolling window contains more requests than the limit", () => {
  const window = 1000;
  const timeout = 1200;

  const call = fc.record({
    arrives: fc.nat(2 * window),
    /** The time until the response; a longer one than the timeout ends the attempt. */
    latency: fc.nat(2000),
    /** When the service counts the request, as a share of the time in which it can. */
    counted: fc.double({ min: 0, max: 1, noNaN: true }),
    status: fc.constantFrom(200, 200, 200, 503, 404),
  });

  test("with any arrivals and latencies, whenever the service counts a request", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.array(call, { minLength: 8, maxLength: 18 }),
        async (limit, calls) => {
          const clock = new ManualClock();
          const counted: number[] = [];
          let sent = 0;
          const fetch = fakeFetch(({ init: { signal } }) => {
            const each = calls[sent++ % calls.length];
            if (each === undefined) throw new Error("the list of calls is empty");
            const { latency, counted: share, status } = each;
            // A request without a response may be counted up to a window later.
            const latest = latency > timeout ? timeout + window - 1 : latency;
            counted.push(clock.monotonic() + share * latest);
            return new Promise((resolve, reject) => {
              const cancel = clock.schedule(() => resolve(Response.json({}, { status })), latency);
              signal?.addEventListener("abort", () => {
                cancel();
                reject(signal.reason);
              });
            });
          });
          const throttle = { limit, window };
          const client = supplierOver(fetch, { clock, timeout, throttle, retry: { retries: 1 } });
          const start = ({ arrives }: { arrives: number }) =>
            new Promise<void>((resolve) => {
              const begin = () =>
                void get(client).then(
                  () => resolve(),
                  () => resolve(),
                );
              clock.schedule(begin, arrives);
            });
          await advanceUntilSettled(Promise.all(calls.map(start)), clock, window / 2);
          expect(counted.length).toBeGreaterThanOrEqual(calls.length);
          expect(maxInAnyWindow(window, counted)).toBeLessThanOrEqual(limit);
          expect(clock.pending).toBe(0);
        },
      ),
      { numRuns: 15 },
    );
  });
});

describe("fault 13: each attempt, retry and replay takes one unit", () => {
  const throttle = { limit: 10, window: minute };

  test.each([
    ["a call that succeeds", [found], 1],
    ["a call with two retries", [empty(503), empty(500), found], 3],
    ["a call that fails with a 404", [empty(404)], 1],
    ["a call that is retried after a 429", [empty(429, { "retry-after": "0" }), found], 2],
    ["a call that is retried after a lost connection", [networkFailure("ECONNRESET"), found], 2],
    ["a call with an unreadable response", [empty(200)], 1],
  ] satisfies [string, [Reply, ...Reply[]], number][])(
    "%s",
    async (_: string, replies: [Reply, ...Reply[]], units: number) => {
      const clock = new ManualClock();
      const fetch = fakeFetch(...replies);
      const client = supplierOver(fetch, { clock, throttle });
      await advanceUntilSettled(
        get(client).catch(() => {}),
        clock,
        3000,
      );
      expect(fetch.requests).toHaveLength(units);
      const { allowed = 0, free = 0 } = client.throttleStatistics() ?? {};
      expect(allowed - free).toBe(units);
    },
  );

  test("a call that is replayed after a 401", async () => {
    let issued = 0;
    const service = lessorService([empty(401), empty()], (request) =>
      tokenResponse({ access_token: `${canaryToken}-${++issued}` })(request),
    );
    const lessor = lessorOver(service.fetch, { clock: new ManualClock(), throttle });
    await lessor.vehicles.delete("AB-1");
    expect(service.api.requests).toHaveLength(2);
    expect(lessor.throttleStatistics()).toMatchObject({ free: 8, served: 2 });
  });

  test("a request that was not sent takes none", async () => {
    const fetch = fakeFetch(networkFailure("ENOTFOUND", "getaddrinfo"));
    const client = supplierOver(fetch, { clock: new ManualClock(), throttle });
    await failure(get(client), "connection");
    await failure(client.serviceRequests.get(".."), "input");
    expect(client.throttleStatistics()).toMatchObject({ free: 10, inFlight: 0 });
  });
});

describe("fault 14: a 429 pauses the whole client", () => {
  test("two hundred queued calls are sent at even intervals after the pause", async () => {
    const clock = new ManualClock();
    const sentAt: number[] = [];
    const fetch = fakeFetch((request) => {
      sentAt.push(clock.monotonic());
      return (sentAt.length === 1 ? empty(429, { "retry-after": "10" }) : found)(request);
    });
    const client = supplierOver(fetch, { clock, throttle: { limit: 400, window: minute } });
    const first = get(client);
    await settle();
    const others = Array.from({ length: 200 }, () => get(client));
    await settle();
    expect(client.throttleStatistics()).toMatchObject({ pausedForMs: 10_000, waiting: 201, refused: 1 });
    await clock.advance(9999);
    expect(sentAt).toHaveLength(1);
    await advanceUntilSettled(Promise.all([first, ...others]), clock, 200);
    expect(sentAt).toHaveLength(202);
    expect(sentAt[1]).toBeGreaterThanOrEqual(10_000);
    // The limit falls from 400 to 280, which is one request in 214 ms.
    expect(maxInAnyWindow(2000, sentAt.slice(1))).toBeLessThanOrEqual(11);
    expect(clock.pending).toBe(0);
  });
});

// All forms of the header are in transport/retry-after.test.ts.
describe("fault 15: the pause after a 429", () => {
  const window = 5000;

  /** Returns the duration of the pause after a 429 with these headers, and `retryAfterMs` of the error. */
  async function pauseAfter(headers: Readonly<Record<string, string>>) {
    const client = supplierOver(fakeFetch(empty(429, headers)), {
      clock: new ManualClock(),
      throttle: { limit: 10, window },
      retry: false,
    });
    const { retryAfterMs } = await failure(get(client), "rate-limit");
    return { retryAfterMs, pausedForMs: client.throttleStatistics()?.pausedForMs };
  }

  test.each([
    ["3", 3000],
    ["0", 0],
    ["3600", 3_600_000],
    ["Mon, 15 Jun 2026 09:00:07 GMT", 7000],
  ])("lasts as long as the Retry-After %j", async (value, ms) => {
    expect(await pauseAfter({ "retry-after": value })).toEqual({ retryAfterMs: ms, pausedForMs: ms });
  });

  test("lasts one window without a Retry-After", async () => {
    expect(await pauseAfter({})).toEqual({ retryAfterMs: undefined, pausedForMs: window });
  });

  test.each(["abc", "Mon, 15 Jun 2026 08:59:59 GMT"])(
    "lasts one window after the invalid Retry-After %j",
    async (value) => {
      expect(await pauseAfter({ "retry-after": value })).toEqual({
        retryAfterMs: undefined,
        pausedForMs: window,
      });
    },
  );

  test("lasts as long as the Retry-After of a response whose body stalls until the call is aborted", async () => {
    const reply: Reply = async (request) =>
      new Response((await stallingBody("{")(request)).body, { status: 429, headers: { "retry-after": "7" } });
    const client = supplierOver(fakeFetch(reply), {
      clock: new ManualClock(),
      throttle: { limit: 10, window: minute },
      retry: false,
    });
    const controller = new AbortController();
    const aborted = rejection(client.serviceRequests.get("R-1", { signal: controller.signal }));
    await settle();
    controller.abort("enough");
    expect(await aborted).toBe("enough");
    expect(client.throttleStatistics()?.pausedForMs).toBe(7000);
  });
});

describe("fault 16: a very long Retry-After", () => {
  const hour = 3_600_000;

  test.each([
    ["an hour", "3600"],
    ["three hundred years", "9999999999"],
    ["more seconds than a number can hold", "9".repeat(400)],
  ])("of %s rejects this call and all calls in the next hour at once", async (_, value) => {
    const clock = new ManualClock();
    const fetch = fakeFetch(empty(429, { "retry-after": value }), found);
    const client = supplierOver(fetch, { clock });
    const error = await failure(get(client), "rate-limit");
    expect(error.retryAfterMs).toBe(Math.min(Number(value) * 1000, 2 ** 31 - 1));
    expect(error.attempts).toHaveLength(1);
    expect(await failure(get(client), "throttle")).toMatchObject({
      reason: "paused",
      retryAfterMs: hour,
      attempts: [{ attempt: 1 }],
    });
    expect([fetch.requests.length, clock.pending]).toEqual([1, 0]);
    clock.jump(hour);
    await get(client);
    expect(fetch.requests).toHaveLength(2);
    expect(client.throttleStatistics()).toMatchObject({ served: 2, left: 1, refused: 1 });
  });

  test("of a 503 concerns only the call itself, as a gateway may send it for one path", async () => {
    const clock = new ManualClock();
    let left = 3;
    const service = fakeFetch((request) => {
      const isFailing = request.url.pathname.endsWith("/lessors") && left-- > 0;
      return (isFailing ? empty(503, { "retry-after": "5" }) : found)(request);
    });
    const client = supplierOver(service, { clock });
    const failing = client.lessors.list().then(() => clock.monotonic());
    const startedAt = clock.monotonic();
    for (const _ of [1, 2, 3]) {
      await settle();
      await get(client);
      expect(client.throttleStatistics()).toMatchObject({ pausedForMs: 0, allowed: 5000, refused: 0 });
      await clock.advance(5000);
    }
    expect((await failing) - startedAt).toBe(15_000);
  });

  test.each([500, 503])("a %i without the header pauses no other call", async (status) => {
    const client = supplierOver(fakeFetch(empty(status), found), { retry: false });
    await failure(get(client), "server");
    await get(client);
  });
});

describe("a 503 of several calls in a row", () => {
  const unavailable = empty(503, { "retry-after": "30" });

  /** Makes calls one after the other, and returns the throttle and the clock. */
  async function callWith(replies: readonly [Reply, ...Reply[]]) {
    const clock = new ManualClock();
    const throttle = createThrottle({ limit: 10, window: minute, clock });
    const fetch = fakeFetch(...replies, found);
    const client = supplierOver(fetch, { clock, throttle, retry: false });
    for (const _ of replies) await get(client).catch(() => {});
    return { clock, throttle, fetch, client };
  }

  test("pauses all calls for a second, whatever its Retry-After is", async () => {
    const { clock, throttle, fetch, client } = await callWith([unavailable, empty(503), unavailable]);
    expect(throttle.statistics()).toMatchObject({ allowed: 7, pausedForMs: 1000, refused: 1 });
    const next = get(client);
    await clock.advance(999);
    expect(fetch.requests).toHaveLength(3);
    await clock.advance(1);
    await next;
    expect(fetch.requests).toHaveLength(4);
  });

  test("also counts with a call between them that had no response", async () => {
    const { throttle } = await callWith([unavailable, unavailable, networkFailure("ECONNRESET"), unavailable]);
    expect(throttle.statistics()).toMatchObject({ pausedForMs: 1000, refused: 1 });
  });

  test("is counted anew after the pause", async () => {
    const clock = new ManualClock();
    const client = supplierOver(fakeFetch(empty(503)), { clock, retry: false });
    const fail = () => advanceUntilSettled(failure(get(client), "server"), clock, 100);
    for (let call = 0; call < 5; call += 1) await fail();
    expect(client.throttleStatistics()).toMatchObject({ pausedForMs: 0, refused: 1 });
    await fail();
    expect(client.throttleStatistics()).toMatchObject({ refused: 2 });
  });

  test.each<[string, readonly [Reply, ...Reply[]]]>([
    ["two calls", [unavailable, unavailable]],
    ["calls with a success between them", [unavailable, unavailable, found, unavailable, unavailable]],
    ["calls with another error between them", [unavailable, unavailable, empty(500), unavailable, unavailable]],
  ])("does not if it is that of %s", async (_, replies) => {
    const { throttle } = await callWith(replies);
    expect(throttle.statistics()).toMatchObject({ pausedForMs: 0, refused: 0 });
  });

  test("does not if it is that of one call and its retries", async () => {
    const clock = new ManualClock();
    const client = supplierOver(fakeFetch(empty(503)), { clock });
    const call = failure(get(client), "server");
    await advanceUntilSettled(call, clock, 1000);
    expect((await call).attempts).toHaveLength(4);
    expect(client.throttleStatistics()).toMatchObject({ pausedForMs: 0, served: 4, refused: 0 });
  });

  test("lets all calls get through a gateway that limits the rate, such as nginx with limit_req", async () => {
    const clock = new ManualClock();
    // It accepts 50 requests a second, and 20 more at once.
    let tokens = 20;
    let filledAt = clock.monotonic();
    const fetch = fakeFetch(() => {
      const now = clock.monotonic();
      tokens = Math.min(20, tokens + ((now - filledAt) * 50) / 1000);
      filledAt = now;
      if (tokens < 1) return new Response(null, { status: 503 });
      tokens -= 1;
      return Response.json(exampleRequest);
    });
    const client = supplierOver(fetch, { clock });
    const calls = Promise.all(Array.from({ length: 300 }, () => get(client)));
    await advanceUntilSettled(calls, clock, 100);
    expect(await calls).toHaveLength(300);
  });
});

describe("fault 19: a queued call that is aborted, finds the queue full or waits too long", () => {
  test("leaves the queue at once and takes no unit if it is aborted", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(found);
    const client = supplierOver(fetch, { clock, throttle: { limit: 1, window: minute } });
    await get(client);
    const controller = new AbortController();
    const aborted = Array.from({ length: 20 }, () =>
      rejection(client.serviceRequests.get("R-2", { signal: controller.signal })),
    );
    const remaining = get(client, "R-3");
    await settle();
    expect(client.throttleStatistics()?.waiting).toBe(21);
    controller.abort("enough");
    expect(new Set(await Promise.all(aborted))).toEqual(new Set(["enough"]));
    expect(client.throttleStatistics()).toMatchObject({ waiting: 1, left: 20, served: 1 });
    await clock.advance(minute);
    await remaining;
    expect(fetch.requests.map(({ url }) => url.pathname.at(-1))).toEqual(["1", "3"]);
    expect(clock.pending).toBe(0);
  });

  test("rejects at once with RegThrottleError and advice if the queue is full", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(found);
    const throttle = { limit: 1, window: minute, queueLimit: 2 };
    const client = supplierOver(fetch, { clock, throttle });
    await get(client);
    const waiting = [get(client), get(client)];
    const error = await failure(get(client), "throttle");
    expect(error).toMatchObject({
      name: "RegThrottleError",
      reason: "full",
      retryAfterMs: minute,
      operationId: "serviceRequests.get",
      outcome: undefined,
    });
    expect(error.message).toBe(
      "serviceRequests.get: this attempt was not sent: 2 calls already wait for the throttle, which is its queueLimit; send fewer calls at a time",
    );
    await advanceUntilSettled(Promise.all(waiting), clock, minute / 4);
    expect(fetch.requests).toHaveLength(3);
  });

  test("rejects with RegThrottleError after maxWait, or at once if the wait would be longer", async () => {
    const clock = new ManualClock();
    let respond = (_: Response) => {};
    const fetch = fakeFetch(
      () =>
        new Promise((resolve) => {
          respond = resolve;
        }),
    );
    const throttle = { limit: 1, window: minute, maxWait: 5000 };
    const client = supplierOver(fetch, { clock, throttle, timeout: 10 * minute });
    const first = get(client);
    await settle();
    const late = failure(get(client), "throttle");
    await clock.advance(4999);
    expect(client.throttleStatistics()?.waiting).toBe(1);
    await clock.advance(1);
    expect(await late).toMatchObject({ reason: "waited", outcome: undefined });
    respond(Response.json(exampleRequest));
    await first;
    // The only unit returns in a minute.
    expect(await failure(get(client), "throttle")).toMatchObject({ reason: "waited", retryAfterMs: minute });
    expect(fetch.requests).toHaveLength(1);
    expect(clock.pending).toBe(0);
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

  test.each(["read to its end", "cancelled"])("sends the next call when the stream of a file is %s", async (how) => {
    const { client, fetch } = clientOver(() => new Response("%PDF"), { throttle: { maxInFlight: 1 } });
    const { stream } = await client.serviceRequests.attachments.get("R-1", "A-1", { as: "stream" });
    const next = client.lessors.list();
    await settle();
    expect(fetch.requests).toHaveLength(1);
    if (how === "cancelled") await stream.cancel();
    else await new Response(stream).text();
    await next;
    expect(client.throttleStatistics()).toMatchObject({ inFlight: 0, served: 2, queued: 1 });
  });

  test.each([
    ["as long as the service asks for", { "retry-after": "7" }, 7000],
    ["for a window otherwise", {}, 60_000],
  ])(
    "of a lessor, which has no rate limit, pauses after a 429 %s, and reports that",
    async (_, headers, pausedForMs) => {
      const events: string[] = [];
      const service = lessorService([empty(429, headers), json({})]);
      const on = ({ type }: RegEvent) => void events.push(type);
      const lessor = lessorOver(service.fetch, { clock: new ManualClock(), on, retry: false });
      await failure(lessor.vehicles.get("AB-123-C"), "rate-limit");
      expect(lessor.throttleStatistics()).toMatchObject({ limit: Number.POSITIVE_INFINITY, pausedForMs });
      expect(events).toContain("pause");
    },
  );
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

test("a turn has the time that the call had left when it requested a unit", () => {
  const clock = new ManualClock();
  clock.jump(1200);
  const turns: Turn[] = [];
  const take = (turn: Turn) => {
    turns.push(turn);
    return new Promise<Permit>(() => {});
  };
  const throttle = { take, statistics: () => expect.fail("not requested") };
  const call = callOf({ deadline: { limitMs: 5000, expiresAt: 5000, cancel() {} } });
  const notServed = () => expect.fail("not served");
  void takeUnit(throttle, { clock, emit: undefined }, notServed)(call, notServed);
  clock.jump(300);
  expect(turns[0]?.deadline?.leftMs).toBe(3800);
  clock.jump(1000);
  expect(turns[0]?.deadline?.leftMs).toBe(3800);
});
