import fc from "fast-check";
import pRetry, { AbortError } from "p-retry";
import { describe, expect, test } from "vitest";
import { backoffDelay, RetryBudget } from "../../src/http/retry.js";
import { resolveRetry } from "../../src/http/settings.js";
import type { RegErrorKind, RegEvent } from "../../src/index.js";
import { draft, supplierOver } from "../support/clients.js";
import { ManualClock, settle } from "../support/clock.js";
import { failure, rejection } from "../support/errors.js";
import { empty, fakeFetch, json, networkFailure, type Reply, silence, text } from "../support/fetch.js";

// Writes that must not be sent twice, unsent requests, the deadline, the body of a second attempt, the retry budget of a
// client in an outage, TLS failures and programming errors are in test/faults/retry.test.ts.

const asJson = { headers: { "content-type": "application/json" } };

type Client = ReturnType<typeof supplierOver>;
type Operate = (client: Client) => Promise<unknown>;
const read = (client: Client) => client.serviceRequests.get("R-1");
const idempotent = (client: Client) => client.serviceRequests.delete("R-1");
const create = (client: Client) => client.serviceRequests.create(draft);
const transition = (client: Client) => client.serviceRequests.patch("R-1", draft);

/** Makes a call to a service that always gives this reply; returns its error and the number of requests. */
async function failCall(kind: RegErrorKind, call: Operate, reply: Reply) {
  const fetch = fakeFetch(reply);
  const error = await failure(call(supplierOver(fetch)), kind);
  return { error, sent: fetch.requests.length };
}

describe("the retry option of a call", () => {
  test("replaces the client's settings, and each field that is left out keeps them", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(empty(503));
    const options = { clock, random: () => 1, retry: { retries: 1, minTimeout: 10, maxTimeout: 20 } };
    const client = supplierOver(fetch, options);
    const call = failure(client.serviceRequests.get("R-1", { retry: { retries: 3 } }), "server");
    await clock.advance(10 + 20 + 20);
    expect((await call).attempts.map(({ delayMs }) => delayMs)).toEqual([10, 20, 20, undefined]);
    const other = failure(client.serviceRequests.get("R-1"), "server");
    await clock.advance(10);
    expect((await other).attempts).toHaveLength(2);
  });

  test.each(["retries", "minTimeout", "maxTimeout", "maxRetryAfter"])(
    "that only sets %s keeps the client's other settings",
    (field) => {
      const settings = { retries: 1, minTimeout: 10, maxTimeout: 20, maxRetryAfter: 40 };
      expect(resolveRetry({ [field]: 5 }, settings)).toEqual({ ...settings, [field]: 5 });
    },
  );

  test("disables retries with false", async () => {
    const fetch = fakeFetch(empty(503));
    await failure(supplierOver(fetch).serviceRequests.get("R-1", { retry: false }), "server");
    expect(fetch.requests).toHaveLength(1);
  });

  test("limits how long the call waits for Retry-After, also while the throttle pauses", async () => {
    const fetch = fakeFetch(empty(429, { "retry-after": "30" }));
    const client = supplierOver(fetch);
    const options = { retry: { maxRetryAfter: 1000 } };
    await failure(client.serviceRequests.get("R-1", options), "rate-limit");
    const paused = await failure(client.serviceRequests.get("R-1", options), "throttle");
    expect(paused.reason).toBe("paused");
    expect(fetch.requests).toHaveLength(1);
  });
});

describe("the retry layer retries", () => {
  const failures: readonly { what: string; kind: RegErrorKind; reply: Reply }[] = [
    { what: "a connection reset", kind: "connection", reply: networkFailure("ECONNRESET") },
    { what: "a 408", kind: "api", reply: empty(408) },
    { what: "a 500", kind: "server", reply: empty(500) },
    {
      what: "a 502 with HTML",
      kind: "server",
      reply: text("<html>", { status: 502, headers: { "content-type": "text/html" } }),
    },
    { what: "a 503", kind: "server", reply: empty(503) },
    { what: "a 504", kind: "server", reply: empty(504) },
    { what: "an unknown host", kind: "connection", reply: networkFailure("ENOTFOUND") },
    { what: "a refused connection", kind: "connection", reply: networkFailure("ECONNREFUSED", "connect") },
    { what: "a 429", kind: "rate-limit", reply: empty(429, { "retry-after": "0" }) },
  ];
  const calls: readonly Operate[] = [read, idempotent];
  const cases = calls.flatMap((call) => failures.map((each) => ({ ...each, call, name: call.name })));

  test.each(cases)(
    "a call with the effect '$name' three times after $what",
    async ({ kind, call, reply }) => {
      const { error, sent } = await failCall(kind, call, reply);
      expect(sent).toBe(4);
      expect(error.attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
    },
  );

  test("a read after a 200 with incomplete JSON", async () => {
    expect((await failCall("response", read, text('{"id":', asJson))).sent).toBe(4);
  });

  test.each([
    "fetch failed",
    "Failed to fetch",
    "NetworkError when attempting to fetch resource.",
    "Load failed",
  ])("a read after a TypeError with the message of a network failure and no cause: %s", async (message) => {
    const { sent } = await failCall("connection", read, () => {
      throw new TypeError(message);
    });
    expect(sent).toBe(4);
  });

  test("a read if fetch throws a value that is not an Error", async () => {
    const { error, sent } = await failCall("connection", read, () => {
      throw "gone";
    });
    expect(sent).toBe(4);
    expect(error.cause).toBe("gone");
  });

  test("with the default settings if settings are given as undefined", async () => {
    const settings = { retries: undefined, minTimeout: undefined } as unknown as { retries: number };
    const fetch = fakeFetch(empty(503));
    const error = await failure(read(supplierOver(fetch, { retry: settings })), "server");
    expect(fetch.requests).toHaveLength(4);
    expect(error.attempts.map(({ delayMs }) => delayMs)).toEqual([0, 0, 0, undefined]);
  });
});

describe("the retry layer does not retry", () => {
  test.each<[string, Reply]>([
    ["a page of HTML", text("<html>", { headers: { "content-type": "text/html" } })],
    ["text instead of JSON", text('{"id":')],
    ["an empty body", text("", asJson)],
    ["a redirect", empty(302, { location: "/elsewhere" })],
  ])("a read after a complete response with %s", async (_, reply) => {
    expect((await failCall("response", read, reply)).sent).toBe(1);
  });

  test.each([
    [400, "validation"],
    [401, "authentication"],
    [403, "permission"],
    [404, "not-found"],
    [409, "conflict"],
    [410, "archived"],
    [422, "api"],
  ] as const)("any call after a %i, whose outcome is certain", async (status, kind) => {
    for (const call of [read, idempotent, create, transition]) {
      const { error, sent } = await failCall(kind, call, json({}, { status }));
      expect(sent).toBe(1);
      expect(error.outcome).toBeUndefined();
    }
  });

  test("any call if `retry` is false", async () => {
    const fetch = fakeFetch(networkFailure("ECONNREFUSED"));
    const error = await failure(read(supplierOver(fetch, { retry: false })), "connection");
    expect(fetch.requests).toHaveLength(1);
    expect(error.sent).toBe(false);
  });

  test("a call whose Retry-After is longer than two minutes", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(empty(429, { "retry-after": "121" }));
    const error = await failure(read(supplierOver(fetch, { clock })), "rate-limit");
    expect(error.retryAfterMs).toBe(121_000);
    expect(fetch.requests).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });
});

test("a failed attempt is recorded with the status of its response, even if the response was unreadable", async () => {
  const { error } = await failCall("response", create, text('{"id":', asJson));
  expect(error.attempts).toMatchObject([{ error: "RegResponseError", status: 200 }]);
});

describe("the backoff", () => {
  test("waits a random part of a delay that doubles with each failure, up to maxTimeout", async () => {
    const clock = new ManualClock();
    const events: RegEvent[] = [];
    const fetch = fakeFetch(empty(503));
    const client = supplierOver(fetch, {
      clock,
      random: () => 0.5,
      on: (event) => events.push(event),
      retry: { retries: 4, minTimeout: 1000, maxTimeout: 3000 },
    });
    const call = failure(read(client), "server");
    for (const [delayMs, sent] of [
      [500, 2],
      [1000, 3],
      [1500, 4],
      [1500, 5],
    ] as const) {
      await clock.advance(delayMs - 1);
      expect(fetch.requests).toHaveLength(sent - 1);
      await clock.advance(1);
      expect(fetch.requests).toHaveLength(sent);
    }
    expect((await call).attempts.map(({ delayMs }) => delayMs)).toEqual([500, 1000, 1500, 1500, undefined]);
    const reported = events.flatMap((event) => (event.type === "retry" ? [event.delayMs] : []));
    expect(reported).toEqual([500, 1000, 1500, 1500]);
    expect(clock.pending).toBe(0);
  });

  test.each([
    { failures: 1, random: 1, delayMs: 500 },
    { failures: 2, random: 1, delayMs: 1000 },
    { failures: 3, random: 1, delayMs: 2000 },
    { failures: 3, random: 0.25, delayMs: 500 },
    { failures: 7, random: 1, delayMs: 30_000 },
    { failures: 1, random: 0, delayMs: 0 },
  ])(
    "is $delayMs ms after $failures failures with the random number $random",
    ({ failures, random, delayMs }) => {
      expect(backoffDelay({ minTimeout: 500, maxTimeout: 30_000 }, failures, random)).toBe(delayMs);
    },
  );

  test("is 0 if minTimeout is 0, after any number of failures", () => {
    expect(backoffDelay({ minTimeout: 0, maxTimeout: 30_000 }, 2000, 1)).toBe(0);
  });

  test("is a finite number from 0 to maxTimeout, and never shorter after one more failure", () => {
    const settings = fc.record({ minTimeout: fc.nat(60_000), maxTimeout: fc.nat(600_000) });
    fc.assert(
      fc.property(
        settings,
        fc.integer({ min: 1, max: 5000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (backoff, failures, random) => {
          const delayMs = backoffDelay(backoff, failures, random);
          expect(delayMs).toBeGreaterThanOrEqual(0);
          expect(delayMs).toBeLessThanOrEqual(backoff.maxTimeout);
          expect(backoffDelay(backoff, failures + 1, random)).toBeGreaterThanOrEqual(delayMs);
        },
      ),
    );
  });
});

describe("the retry budget", () => {
  const spendAll = (budget: RetryBudget) => {
    let spent = 0;
    while (budget.trySpend()) spent += 1;
    return spent;
  };

  test("allows no more retries than its reserve if no call earns one", () => {
    expect(spendAll(new RetryBudget({ reserve: 3, ratio: 0.2 }))).toBe(3);
    expect(spendAll(new RetryBudget({ reserve: 0, ratio: 0.2 }))).toBe(0);
  });

  test("allows one more retry for every four calls at a ratio of 0.25", () => {
    const budget = new RetryBudget({ reserve: 3, ratio: 0.25 });
    spendAll(budget);
    for (let call = 0; call < 3; call++) budget.earn();
    expect(spendAll(budget)).toBe(0);
    budget.earn();
    expect(spendAll(budget)).toBe(1);
  });

  test("never exceeds its reserve", () => {
    const budget = new RetryBudget({ reserve: 2, ratio: 1 });
    for (let call = 0; call < 100; call++) budget.earn();
    expect(spendAll(budget)).toBe(2);
  });

  test("ends the retries of failing calls with the reason 'budget', except one in five calls", async () => {
    const fetch = fakeFetch(empty(503));
    const events: RegEvent[] = [];
    const budget = { reserve: 10, ratio: 0.2 };
    const supplier = supplierOver(fetch, { retry: { budget }, on: (event) => events.push(event) });
    for (let call = 0; call < 100; call++) await rejection(supplier.lessors.list());
    expect(fetch.requests.length).toBeGreaterThanOrEqual(128);
    expect(fetch.requests.length).toBeLessThanOrEqual(130);
    const reasons = events.flatMap((event) => (event.type === "give-up" ? [event.reason] : []));
    expect(reasons).toHaveLength(100);
    expect(reasons.slice(0, 3)).toEqual(["retries", "retries", "retries"]);
    expect(reasons.filter((reason) => reason === "budget").length).toBeGreaterThan(90);
  });

  test("has a reserve of 100 retries and a ratio of 0.2 by default", async () => {
    const fetch = fakeFetch(empty(503));
    const supplier = supplierOver(fetch);
    for (let call = 0; call < 100; call++) await rejection(supplier.lessors.list());
    expect(fetch.requests).toHaveLength(100 + 100 + 0.2 * 100 - 1);
  });

  test("is earned by calls that succeed as well", async () => {
    const fetch = fakeFetch(empty(503), empty(503), ...Array.from({ length: 5 }, () => json([])), empty(503));
    const supplier = supplierOver(fetch, { retry: { retries: 1, budget: { reserve: 1, ratio: 0.2 } } });
    await rejection(supplier.lessors.list());
    for (let call = 0; call < 5; call++) await supplier.lessors.list();
    await rejection(supplier.lessors.list());
    expect(fetch.requests).toHaveLength(9);
  });
});

describe("the use of p-retry", () => {
  /** Values that a caller may pass to `AbortController.abort`, and that p-retry alone would replace. */
  const reasons: [string, unknown][] = [
    ["a string", "enough"],
    ["a symbol", Symbol("enough")],
    ["null", null],
    ["an object without a prototype", Object.create(null)],
    ["a TypeError", new TypeError("enough")],
    ["an AbortError of p-retry", new AbortError("enough")],
  ];

  test.each(reasons)("keeps the reason of an abort with %s during an attempt", async (_, reason) => {
    const controller = new AbortController();
    const call = rejection(supplierOver(fakeFetch(silence)).lessors.list({ signal: controller.signal }));
    await settle();
    controller.abort(reason);
    expect(await call).toBe(reason);
  });

  test.each(reasons)(
    "keeps the reason of an abort with %s between two attempts, without a delay",
    async (_, reason) => {
      const clock = new ManualClock();
      const controller = new AbortController();
      const fetch = fakeFetch(empty(503, { "retry-after": "60" }));
      const call = rejection(supplierOver(fetch, { clock }).lessors.list({ signal: controller.signal }));
      await settle();
      expect(clock.pending).toBe(1);
      controller.abort(reason);
      expect(await call).toBe(reason);
      expect(clock.pending).toBe(0);
      expect(fetch.requests).toHaveLength(1);
    },
  );

  test.each(reasons.slice(0, 4))("is necessary because p-retry alone replaces %s", async (_, reason) => {
    const attempt = () => Promise.reject(reason);
    expect(await rejection(pRetry(attempt, { retries: 0 }))).not.toBe(reason);
  });

  test("adds no properties of p-retry to an error", async () => {
    const error = await failure(supplierOver(fakeFetch(empty(503))).lessors.list(), "server");
    for (const name of ["attemptNumber", "retriesLeft", "retriesConsumed"])
      expect(error).not.toHaveProperty(name);
    expect(error.attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
  });

  test("resolves a call that succeeds while it is aborted", async () => {
    const controller = new AbortController();
    const on = ({ type }: RegEvent) => {
      if (type === "attempt-end") controller.abort("too late");
    };
    const supplier = supplierOver(fakeFetch(json([])), { on });
    expect(await supplier.lessors.list({ signal: controller.signal })).toEqual([]);
  });
});
