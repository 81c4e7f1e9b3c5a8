import { performance } from "node:perf_hooks";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RegError } from "../../src/errors/index.js";
import { createSupplierClient, type SupplierClient } from "../../src/supplier/client.js";
import { canaryToken, lessorOver, lessorService, supplierOver } from "../support/clients.js";
import { ManualClock, settle } from "../support/clock.js";
import { failure, rejection } from "../support/errors.js";
import { empty, fakeFetch, json, networkFailure, type Reply, silence } from "../support/fetch.js";
import { httpServer } from "../support/server.js";

const minute = 60_000;
const ok = json({ id: "R-1" });
const get = ({ serviceRequests }: SupplierClient, id = "R-1") => serviceRequests.get(id);

/** Real milliseconds: the line of those who wait counts in them, whatever the clock of the test says. */
const breathe = (ms = 5) => new Promise((resolve) => setTimeout(resolve, ms));

/** Moves the clock on in steps until the promise has settled, with time for the line in between. */
async function advanceUntil(promise: Promise<unknown>, clock: ManualClock, step: number, steps = 3000) {
  let settled = false;
  const note = () => {
    settled = true;
  };
  promise.then(note, note);
  for (let taken = 0; !settled; taken++) {
    if (taken === steps) throw new Error(`nothing has settled within ${steps * step} ms of the test's clock`);
    await clock.advance(step);
    await breathe(4);
  }
}

/** The most instants within any stretch of `window` that is open at its end. */
function mostInAny(window: number, instants: readonly number[]): number {
  const sorted = [...instants].sort((a, b) => a - b);
  let first = 0;
  return sorted.reduce((most, instant, index) => {
    while ((sorted[first] ?? 0) <= instant - window) first += 1;
    return Math.max(most, index - first + 1);
  }, 0);
}

describe("fault 12: never more than the limit in any rolling window", () => {
  const window = 1000;
  const timeout = 1200;

  const call = fc.record({
    arrives: fc.nat(2 * window),
    /** How long the answer takes: what takes longer than the timeout is given up. */
    latency: fc.nat(2000),
    /** When the service counts it, as a share of the time that it could. */
    counted: fc.double({ min: 0, max: 1, noNaN: true }),
    status: fc.constantFrom(200, 200, 200, 503, 404),
  });

  test("whatever the arrivals and latencies, and whenever the service counts", {
    timeout: 60_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.array(call, { minLength: 8, maxLength: 18 }),
        async (limit, calls) => {
          const clock = new ManualClock();
          const counted: number[] = [];
          let sent = 0;
          const fetch = fakeFetch(({ init: { signal } }) => {
            const { latency, counted: share, status } = calls[sent++ % calls.length] ?? calls[0] ?? fail();
            // One that was given up may be counted up to a window later.
            const late = latency > timeout ? timeout + window - 1 : latency;
            counted.push(clock.monotonic() + share * late);
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
          const all = calls.map(
            ({ arrives }) =>
              new Promise<void>((resolve) => {
                const begin = () =>
                  void get(client).then(
                    () => resolve(),
                    () => resolve(),
                  );
                clock.schedule(begin, arrives);
              }),
          );
          await advanceUntil(Promise.all(all), clock, window / 2);
          expect(counted.length).toBeGreaterThanOrEqual(calls.length);
          expect(mostInAny(window, counted)).toBeLessThanOrEqual(limit);
          expect(clock.pending).toBe(0);
        },
      ),
      { numRuns: 8 },
    );
  });

  function fail(): never {
    throw new Error("there is always a call");
  }

  test("over real sockets, for several windows, by the service's own count", async () => {
    const arrivals: number[] = [];
    const { url } = await httpServer((_, response) => {
      arrivals.push(performance.now());
      setTimeout(() => response.end('{"id":"R-1"}'), Math.random() * 30);
    });
    const throttle = { limit: 20, window: 250 };
    const client = createSupplierClient({ baseUrl: url, token: canaryToken, throttle });
    await Promise.all(Array.from({ length: 50 }, () => get(client)));
    expect(arrivals).toHaveLength(50);
    expect(mostInAny(250, arrivals)).toBeLessThanOrEqual(20);
  });
});

describe("fault 13: every attempt, retry and replay costs one unit", () => {
  const throttle = { limit: 10, window: minute };

  test.each([
    ["a success", [ok], 1],
    ["two retries", [empty(503), empty(500), ok], 3],
    ["a refusal for good", [empty(404)], 1],
    ["a refusal by the limit and a retry", [empty(429, { "retry-after": "0" }), ok], 2],
    ["a connection that broke", [networkFailure("ECONNRESET"), ok], 2],
    ["an answer that cannot be read", [empty(200)], 1],
  ] satisfies [string, [Reply, ...Reply[]], number][])(
    "%s",
    async (_: string, replies: [Reply, ...Reply[]], units: number) => {
      const clock = new ManualClock();
      const fetch = fakeFetch(...replies);
      const client = supplierOver(fetch, { clock, throttle });
      await advanceUntil(
        get(client).catch(() => {}),
        clock,
        3000,
      );
      expect(fetch.requests).toHaveLength(units);
      const { allowed = 0, free = 0 } = client.throttleStatistics() ?? {};
      expect(allowed - free).toBe(units);
    },
  );

  test("a replay after a 401", async () => {
    const service = lessorService([empty(401), empty()]);
    let issued = 0;
    const tokens = fakeFetch((request) =>
      json({ access_token: `${canaryToken}-${++issued}`, token_type: "Bearer" })(request),
    );
    const fetch = fakeFetch(({ url, init }) =>
      (url.pathname === "/token" ? tokens : service.api)(url.href, init),
    );
    const lessor = lessorOver(fetch, { clock: new ManualClock(), throttle });
    await lessor.vehicles.delete("AB-1");
    expect(service.api.requests).toHaveLength(2);
    expect(lessor.throttleStatistics()).toMatchObject({ free: 8, served: 2 });
  });

  test("a retry waits for a unit as everybody does", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(empty(503), ok);
    const client = supplierOver(fetch, { clock, throttle: { limit: 1, window: minute } });
    const call = get(client);
    await clock.advance(minute - 1);
    await breathe(20);
    expect(fetch.requests).toHaveLength(1);
    await advanceUntil(call, clock, 1);
    expect(fetch.requests).toHaveLength(2);
  });

  test("what was never sent costs nothing", async () => {
    const fetch = fakeFetch(networkFailure("ENOTFOUND", "getaddrinfo"));
    const client = supplierOver(fetch, { clock: new ManualClock(), throttle });
    await failure(get(client), "connection");
    await failure(client.serviceRequests.get(".."), "input");
    expect(client.throttleStatistics()).toMatchObject({ free: 10, inFlight: 0 });
  });
});

describe("fault 14: a 429 closes the gate for the whole client", () => {
  test("two hundred calls that wait come back as a paced stream", { timeout: 60_000 }, async () => {
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
    await breathe(20);
    expect(sentAt).toHaveLength(1);
    await advanceUntil(Promise.all([first, ...others]), clock, 200);
    expect(sentAt).toHaveLength(202);
    expect(sentAt[1]).toBeGreaterThanOrEqual(10_000);
    // 280 units are left of the 400; in even steps that is one in 214 ms.
    expect(mostInAny(2000, sentAt.slice(1))).toBeLessThanOrEqual(11);
    expect(clock.pending).toBe(0);
  });

  test("also for those who come later, and for other operations", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(empty(429, { "retry-after": "10" }), ok);
    const client = supplierOver(fetch, { clock, throttle: { limit: 400, window: minute } });
    const calls: Promise<unknown>[] = [get(client)];
    await settle();
    calls.push(get(client), client.serviceRequests.delete("R-1"));
    await clock.advance(9999);
    await breathe(20);
    expect(fetch.requests).toHaveLength(1);
    await advanceUntil(Promise.all(calls), clock, 100);
    expect(fetch.requests).toHaveLength(4);
  });

  test("a hundred 429s of requests that were under way count as one", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(empty(429, { "retry-after": "1" }));
    const throttle = { limit: 200, window: minute };
    const client = supplierOver(fetch, { clock, throttle, retry: false });
    await Promise.all(Array.from({ length: 100 }, () => failure(get(client), "rate-limit")));
    expect(client.throttleStatistics()).toMatchObject({ allowed: 140, refused: 100 });
  });

  test("the share that was taken away comes back with time", async () => {
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

describe("fault 15: what Retry-After may say", () => {
  const window = 5000;

  /** How long the gate is closed after a 429, and what the error says, both in milliseconds. */
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
    ["003", 3000],
    ["3600", 3_600_000],
    ["Mon, 15 Jun 2026 09:00:07 GMT", 7000],
  ])("%j is a pause", async (value, ms) => {
    expect(await pauseAfter({ "retry-after": value })).toEqual({ retryAfterMs: ms, pausedForMs: ms });
  });

  test("absent, it is the end of the window", async () => {
    expect(await pauseAfter({})).toEqual({ retryAfterMs: undefined, pausedForMs: window });
  });

  test.each([
    "abc",
    "0x10",
    "-5",
    "+5",
    "1e3",
    "1.5",
    "1_000",
    "5s",
    "5, 10",
    "",
    "Infinity",
    "NaN",
    "Mon, 15 Jun 2026 08:59:59 GMT",
    "Mon, 15 Jun 2026 09:00:00 GMT",
    "mon, 15 jun 2026 09:00:07 gmt",
    "Tue, 15 Jun 2026 09:00:07 GMT",
    "Mon, 15 Jun 2026 09:00:07",
    "Mon, 15 Jun 2026 09:00:07 +0000",
    "Mon, 15 Jun 2026 9:00:07 GMT",
    "Monday, 15-Jun-26 09:00:07 GMT",
    "Mon Jun 15 09:00:07 2026",
    "2026-06-15T09:00:07Z",
    "2026-06-15",
    "Mon, 31 Jun 2026 09:00:07 GMT",
  ])("%j is none: the end of the window", async (value) => {
    expect(await pauseAfter({ "retry-after": value })).toEqual({
      retryAfterMs: undefined,
      pausedForMs: window,
    });
  });

  test.each([
    ["absent", undefined],
    ["abc", "abc"],
    ["past", "Mon, 15 Jun 2026 08:59:59 GMT"],
  ])("%s: the call goes on at the end of the window, not before and not much later", async (_, value) => {
    const clock = new ManualClock();
    const fetch = fakeFetch(empty(429, value === undefined ? {} : { "retry-after": value }), ok);
    const client = supplierOver(fetch, { clock, throttle: { limit: 10, window } });
    const call = get(client);
    await clock.advance(window - 1);
    await breathe(20);
    expect(fetch.requests).toHaveLength(1);
    await clock.advance(1);
    await advanceUntil(call, clock, 0, 100);
    expect(fetch.requests).toHaveLength(2);
  });
});

describe("fault 16: a Retry-After beyond all patience", () => {
  test.each([
    ["an hour", "3600"],
    ["three hundred years", "9999999999"],
    ["more than a number can hold", "9".repeat(400)],
    ["the last day of the calendar", "Fri, 31 Dec 9999 23:59:59 GMT"],
  ])("%s fails now, and tells for how long", async (_, value) => {
    const fetch = fakeFetch(empty(429, { "retry-after": value }), ok);
    const client = supplierOver(fetch);
    const error = await failure(get(client), "rate-limit");
    expect(error.retryAfterMs).toBeGreaterThanOrEqual(3_600_000);
    expect(error.attempts).toHaveLength(1);
    // And so do those who come after it, and nothing more is sent.
    expect(await failure(get(client), "throttle")).toMatchObject({
      reason: "paused",
      attempts: [{ attempt: 1 }],
    });
    await breathe(30);
    expect(fetch.requests).toHaveLength(1);
    await client.close();
  });

  test("those who wait already fail as well", async () => {
    const clock = new ManualClock();
    let refuse = (_: Response) => {};
    const fetch = fakeFetch(
      () =>
        new Promise((resolve) => {
          refuse = resolve;
        }),
    );
    const client = supplierOver(fetch, { clock, throttle: { limit: 1, window: minute } });
    const first = failure(get(client), "rate-limit");
    await settle();
    const waiting = [1, 2, 3].map(() => failure(get(client), "throttle"));
    await settle();
    refuse(new Response(null, { status: 429, headers: { "retry-after": "3600" } }));
    await first;
    await clock.advance(0);
    for (const error of await Promise.all(waiting)) expect(error.reason).toBe("paused");
    expect(client.throttleStatistics()?.waiting).toBe(0);
  });

  test("a 503 that asks for as much fails now too, and closes no gate", async () => {
    const fetch = fakeFetch(empty(503, { "retry-after": "9999999999" }), ok);
    const client = supplierOver(fetch);
    expect((await failure(get(client), "server")).retryAfterMs).toBe(9_999_999_999_000);
    await get(client);
  });

  test("who has the patience waits, and no timer fires at once because it is too long", async () => {
    const fetch = fakeFetch(empty(503, { "retry-after": "9999999" }), ok);
    const client = supplierOver(fetch, { retry: { maxRetryAfter: 2 ** 40 } });
    const call = failure(get(client), "closed");
    await breathe(60);
    expect(fetch.requests).toHaveLength(1);
    await client.close({ abort: true });
    await call;
  });

  test("nor does a timeout, a deadline or a longest wait of more than 2^31 ms", async () => {
    const fetch = fakeFetch(silence);
    const throttle = { limit: 1, window: minute, maxWait: 2 ** 32 };
    const client = supplierOver(fetch, { timeout: 2 ** 33, deadline: 2 ** 34, throttle });
    const calls = [get(client), get(client)].map((call) => failure(call, "closed"));
    await breathe(60);
    expect(client.throttleStatistics()).toMatchObject({ inFlight: 1, waiting: 1 });
    await client.close({ abort: true });
    await Promise.all(calls);
  });
});

describe("fault 17: two clients on one quota settle below the service's limit", () => {
  const window = 100;
  const limit = 12;
  const windows = 80;

  /** A service that counts in a rolling window, whoever asks, and what each client got from it. */
  async function contest(retryAfter: string | undefined) {
    const taken: number[] = [];
    const seen: { readonly at: number; readonly who: string; readonly refused: boolean }[] = [];
    const { url } = await httpServer((request, response) => {
      const at = performance.now();
      while ((taken[0] ?? at) <= at - window) taken.shift();
      const refused = taken.length >= limit;
      if (!refused) taken.push(at);
      seen.push({ at, who: request.headers["x-client"] as string, refused });
      if (!refused) return void response.end('{"id":"R-1"}');
      response.writeHead(429, retryAfter === undefined ? {} : { "retry-after": retryAfter }).end();
    });
    const begun = performance.now();
    const end = begun + windows * window;
    const errors: unknown[] = [];
    /** The smallest part of the limit that each client has kept to. */
    const keptTo: number[] = [];
    const work = async (name: string) => {
      const headers = { "x-client": name };
      const throttle = { limit, window };
      const client = createSupplierClient({ baseUrl: url, token: canaryToken, headers, throttle });
      let least = limit;
      const worker = async () => {
        while (performance.now() < end) {
          await get(client).catch((error: unknown) => RegError.is(error, "closed") || errors.push(error));
          least = Math.min(least, client.throttleStatistics()?.allowed ?? limit);
        }
      };
      const workers = Promise.all(Array.from({ length: 45 }, worker));
      await new Promise((resolve) => setTimeout(resolve, end - performance.now()));
      await client.close({ abort: true });
      await workers;
      keptTo.push(least);
    };
    await Promise.all([work("one"), work("two")]);
    const settled = seen.filter(({ at }) => at >= begun + 3 * window && at < end);
    const served = settled.filter(({ refused }) => !refused);
    return {
      refusedShare: 1 - served.length / settled.length,
      use: served.length / ((windows - 3) * limit),
      shares: ["one", "two"].map((name) => served.filter(({ who }) => who === name).length / served.length),
      errors,
      keptTo,
    };
  }

  test("429s become rare, and neither starves, with Retry-After and without", {
    timeout: 60_000,
  }, async () => {
    const contests = await Promise.all([contest(undefined), contest("0")]);
    for (const { refusedShare, use, shares, errors, keptTo } of contests) {
      expect(refusedShare).toBeLessThan(0.1);
      expect(Math.max(...keptTo)).toBeLessThan(limit);
      expect(use).toBeGreaterThan(0.3);
      // The start depends on chance; test/http/throttle/settling.test.ts checks the fairness in the long run.
      for (const share of shares) expect(share).toBeGreaterThan(0.2);
      expect(errors.every((error) => RegError.is(error, "rate-limit"))).toBe(true);
      expect(errors.length).toBeLessThan(10);
    }
  });
});

describe("fault 19: who leaves the throttle's line, or finds no place in it", () => {
  test("aborted: leaves at once, and costs nothing", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(ok);
    const client = supplierOver(fetch, { clock, throttle: { limit: 1, window: minute } });
    await get(client);
    const controller = new AbortController();
    const leaving = Array.from({ length: 20 }, () =>
      rejection(client.serviceRequests.get("R-2", { signal: controller.signal })),
    );
    const staying = get(client, "R-3");
    await settle();
    expect(client.throttleStatistics()?.waiting).toBe(21);
    controller.abort("enough");
    expect(new Set(await Promise.all(leaving))).toEqual(new Set(["enough"]));
    expect(client.throttleStatistics()).toMatchObject({ waiting: 1, left: 20, served: 1 });
    await clock.advance(minute);
    await advanceUntil(staying, clock, 0, 200);
    expect(fetch.requests.map(({ url }) => url.pathname.at(-1))).toEqual(["1", "3"]);
    expect(clock.pending).toBe(0);
  });

  test("the head of the line leaves, and the next one is served in its place", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(ok);
    const client = supplierOver(fetch, { clock, throttle: { limit: 1, window: minute } });
    await get(client);
    const controller = new AbortController();
    const head = rejection(client.serviceRequests.get("R-2", { signal: controller.signal }));
    const next = get(client, "R-3");
    await expect.poll(() => clock.pending).toBe(1);
    controller.abort();
    await head;
    await clock.advance(minute);
    await advanceUntil(next, clock, 0, 200);
  });

  test("the line is full: RegThrottleError at once, which says so and what to do", async () => {
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
      operationId: "serviceRequests.get",
      outcome: undefined,
    });
    expect(error.message).toContain("this attempt was not sent");
    await advanceUntil(Promise.all(waiting), clock, minute / 4);
    expect(fetch.requests).toHaveLength(3);
  });

  test("waited too long: RegThrottleError after maxWait, or at once where that is certain", async () => {
    const clock = new ManualClock();
    let answer = (_: Response) => {};
    const fetch = fakeFetch(
      () =>
        new Promise((resolve) => {
          answer = resolve;
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
    answer(Response.json({}));
    await first;
    // The only unit comes back in a minute.
    expect(await failure(get(client), "throttle")).toMatchObject({ reason: "waited", retryAfterMs: minute });
    expect(fetch.requests).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  test("one with a deadline does not wait for a turn that comes after it", async () => {
    const clock = new ManualClock();
    const client = supplierOver(fakeFetch(ok), { clock, throttle: { limit: 1, window: minute } });
    await get(client);
    const call = client.serviceRequests.get("R-2", { deadline: 5000 });
    expect(await failure(call, "timeout")).toMatchObject({ limit: "deadline", outcome: undefined });
    expect(clock.pending).toBe(0);
  });

  test("a create that leaves without a turn leaves no doubt", async () => {
    const clock = new ManualClock();
    const throttle = { limit: 1, window: minute, queueLimit: 0 };
    const client = supplierOver(fakeFetch(ok), { clock, throttle });
    await get(client);
    const create = client.serviceRequests.create({ status: "Draft", vehicle: { licensePlate: "AB-123-C" } });
    expect((await failure(create, "throttle")).outcome).toBeUndefined();
  });
});
