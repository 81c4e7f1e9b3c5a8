import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SupplierClient } from "../../src/supplier/client.js";
import {
  canaryToken,
  exampleRequest,
  lessorOver,
  lessorService,
  supplierOver,
  tokenResponse,
} from "../support/clients.js";
import { ManualClock, settle } from "../support/clock.js";
import { failure, rejection } from "../support/errors.js";
import {
  empty,
  fakeFetch,
  json,
  networkFailure,
  type Reply,
  silence,
  stallingBody,
} from "../support/fetch.js";
import { maxInAnyWindow } from "./support/windows.js";

const minute = 60_000;
const ok = json(exampleRequest);
const get = ({ serviceRequests }: SupplierClient, id = "R-1") => serviceRequests.get(id);

/** Waits in real time, for timers that must not fire. */
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

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
    ["a call that succeeds", [ok], 1],
    ["a call with two retries", [empty(503), empty(500), ok], 3],
    ["a call that fails with a 404", [empty(404)], 1],
    ["a call that is retried after a 429", [empty(429, { "retry-after": "0" }), ok], 2],
    ["a call that is retried after a lost connection", [networkFailure("ECONNRESET"), ok], 2],
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

  test("a retry waits in the queue like a first attempt", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(empty(503), ok);
    const client = supplierOver(fetch, { clock, throttle: { limit: 1, window: minute } });
    const call = get(client);
    await clock.advance(minute - 1);
    expect(fetch.requests).toHaveLength(1);
    await clock.advance(1);
    await call;
    expect(fetch.requests).toHaveLength(2);
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
      return (sentAt.length === 1 ? empty(429, { "retry-after": "10" }) : ok)(request);
    });
    const client = supplierOver(fetch, { clock, throttle: { limit: 400, window: minute } });
    const first = get(client);
    await settle();
    const others = Array.from({ length: 200 }, () => get(client));
    await settle();
    expect(client.throttleStatistics()).toMatchObject({ pausedForMs: 10_000, waiting: 200, refused: 1 });
    await clock.advance(9999);
    expect(sentAt).toHaveLength(1);
    await advanceUntilSettled(Promise.all([first, ...others]), clock, 200);
    expect(sentAt).toHaveLength(202);
    expect(sentAt[1]).toBeGreaterThanOrEqual(10_000);
    // The limit falls from 400 to 280, which is one request in 214 ms.
    expect(maxInAnyWindow(2000, sentAt.slice(1))).toBeLessThanOrEqual(11);
    expect(clock.pending).toBe(0);
  });

  test("calls that start during the pause wait as well, whatever their operation", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(empty(429, { "retry-after": "10" }), ok);
    const client = supplierOver(fetch, { clock, throttle: { limit: 400, window: minute } });
    const calls: Promise<unknown>[] = [get(client)];
    await settle();
    calls.push(get(client), client.serviceRequests.delete("R-1"));
    await clock.advance(9999);
    expect(fetch.requests).toHaveLength(1);
    await advanceUntilSettled(Promise.all(calls), clock, 100);
    expect(fetch.requests).toHaveLength(4);
  });

  test("a hundred 429s of concurrent requests reduce the limit once", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(empty(429, { "retry-after": "1" }));
    const throttle = { limit: 200, window: minute, maxInFlight: 100 };
    const client = supplierOver(fetch, { clock, throttle, retry: false });
    await Promise.all(Array.from({ length: 100 }, () => failure(get(client), "rate-limit")));
    expect(client.throttleStatistics()).toMatchObject({ allowed: 140, refused: 100 });
  });

  test("the reduced limit increases again with time", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(empty(429, { "retry-after": "1" }), ok);
    const client = supplierOver(fetch, { clock, throttle: { limit: 100, window: 1000 }, retry: false });
    await failure(get(client), "rate-limit");
    expect(client.throttleStatistics()?.allowed).toBe(70);
    await clock.advance(3001);
    expect(client.throttleStatistics()?.allowed).toBe(80);
    await clock.advance(100_000);
    expect(client.throttleStatistics()).toMatchObject({ allowed: 100, free: 100, pausedForMs: 0 });
  });
});

// All forms of the header are in the tests of parseRetryAfter, in test/http/failures.test.ts.
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

  test.each(["abc", "0x10", "-5", "", "Mon, 15 Jun 2026 08:59:59 GMT"])(
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

  test.each([
    ["without a Retry-After", undefined],
    ["with the invalid Retry-After abc", "abc"],
    ["with a Retry-After in the past", "Mon, 15 Jun 2026 08:59:59 GMT"],
  ])("%s ends for the call itself exactly after the window", async (_, value) => {
    const clock = new ManualClock();
    const fetch = fakeFetch(empty(429, value === undefined ? {} : { "retry-after": value }), ok);
    const client = supplierOver(fetch, { clock, throttle: { limit: 10, window } });
    const call = get(client);
    await clock.advance(window - 1);
    expect(fetch.requests).toHaveLength(1);
    await clock.advance(1);
    await call;
    expect(fetch.requests).toHaveLength(2);
  });
});

describe("fault 16: a very long Retry-After", () => {
  const hour = 3_600_000;

  test.each([
    ["an hour", "3600"],
    ["three hundred years", "9999999999"],
    ["more seconds than a number can hold", "9".repeat(400)],
    ["a date at the end of the calendar", "Fri, 31 Dec 9999 23:59:59 GMT"],
  ])("of %s rejects this call and all calls in the next hour at once", async (_, value) => {
    const clock = new ManualClock();
    const fetch = fakeFetch(empty(429, { "retry-after": value }), ok);
    const client = supplierOver(fetch, { clock });
    const error = await failure(get(client), "rate-limit");
    expect(error.retryAfterMs).toBeGreaterThanOrEqual(hour);
    if (/^\d+$/.test(value)) expect(error.retryAfterMs).toBe(Number(value) * 1000);
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

  test("also rejects the calls that are queued", async () => {
    const clock = new ManualClock();
    let respond = (_: Response) => {};
    const fetch = fakeFetch(
      () =>
        new Promise((resolve) => {
          respond = resolve;
        }),
    );
    const client = supplierOver(fetch, { clock, throttle: { limit: 1, window: minute } });
    const first = failure(get(client), "rate-limit");
    await settle();
    const waiting = [1, 2, 3].map(() => failure(get(client), "throttle"));
    await settle();
    respond(new Response(null, { status: 429, headers: { "retry-after": "3600" } }));
    await first;
    await clock.advance(0);
    for (const error of await Promise.all(waiting)) expect(error.reason).toBe("paused");
    expect(client.throttleStatistics()?.waiting).toBe(0);
  });

  test("of a 503 rejects only this call", async () => {
    const fetch = fakeFetch(empty(503, { "retry-after": "9999999999" }), ok);
    const client = supplierOver(fetch);
    expect((await failure(get(client), "server")).retryAfterMs).toBe(9_999_999_999_000);
    await get(client);
  });

  test("within maxRetryAfter does not retry at once because a timer overflows", async () => {
    const fetch = fakeFetch(empty(503, { "retry-after": "9999999" }), ok);
    const client = supplierOver(fetch, { retry: { maxRetryAfter: 2 ** 40 } });
    const call = failure(get(client), "closed");
    await wait(60);
    expect(fetch.requests).toHaveLength(1);
    await client.close({ abort: true });
    await call;
  });

  test("is like a timeout, a deadline or a maxWait of more than 2^31 ms, which do not end a call at once", async () => {
    const throttle = { limit: 1, window: minute, maxWait: 2 ** 32 };
    const client = supplierOver(fakeFetch(silence), { timeout: 2 ** 33, deadline: 2 ** 34, throttle });
    const calls = [get(client), get(client)].map((call) => failure(call, "closed"));
    await wait(60);
    expect(client.throttleStatistics()).toMatchObject({ inFlight: 1, waiting: 1 });
    await client.close({ abort: true });
    await Promise.all(calls);
  });
});

describe("fault 19: a queued call that is aborted, finds the queue full or waits too long", () => {
  test("leaves the queue at once and takes no unit if it is aborted", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(ok);
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
    const fetch = fakeFetch(ok);
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

  test("has a certain outcome if it is a create", async () => {
    const clock = new ManualClock();
    const throttle = { limit: 1, window: minute, queueLimit: 0 };
    const client = supplierOver(fakeFetch(ok), { clock, throttle });
    await get(client);
    const create = client.serviceRequests.create({ status: "Draft", vehicle: { licensePlate: "AB-123-C" } });
    expect((await failure(create, "throttle")).outcome).toBeUndefined();
  });
});
