import type { RegErrorKind, RegEvent } from "@reg/sdk";
import { describe, expect, test } from "vitest";
import { backoffDelay } from "../../src/http/retry.js";
import { resolveRetry } from "../../src/http/settings.js";
import { draft, supplierOver } from "../support/clients.js";
import { ManualClock } from "../support/clock.js";
import { failure, rejection } from "../support/errors.js";
import { empty, fakeFetch, json, networkFailure, problem, type Reply, text } from "../support/fetch.js";

// Writes that must not be sent twice, unsent requests, the deadline, the body of a second attempt, the retry budget of
// a client in an outage, TLS failures and programming errors are in sending-again.test.ts.

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

  test("permits a Retry-After of exactly maxRetryAfter", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(empty(503, { "retry-after": "1" }), json([]));
    const client = supplierOver(fetch, { clock });
    const options = { retry: { maxRetryAfter: 1000 } };
    const call = client.lessors.list(options);
    await clock.advance(1000);
    expect(await call).toEqual([]);
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

  test.each(cases)("a call with the effect '$name' three times after $what", async ({ kind, call, reply }) => {
    const { error, sent } = await failCall(kind, call, reply);
    expect(sent).toBe(4);
    expect(error.attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
  });

  test("a read after a 200 with incomplete JSON", async () => {
    expect((await failCall("response", read, text('{"id":', asJson))).sent).toBe(4);
  });

  test.each(["fetch failed", "Failed to fetch", "NetworkError when attempting to fetch resource.", "Load failed"])(
    "a read after a TypeError with the message of a network failure and no cause: %s",
    async (message) => {
      const { sent } = await failCall("connection", read, () => {
        throw new TypeError(message);
      });
      expect(sent).toBe(4);
    },
  );

  test("a read if fetch throws a value that is not an Error", async () => {
    const { error, sent } = await failCall("connection", read, () => {
      throw "gone";
    });
    expect(sent).toBe(4);
    expect(error.cause).toBe("gone");
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
      const { error, sent } = await failCall(kind, call, problem(status));
      expect(sent).toBe(1);
      expect(error.outcome).toBeUndefined();
    }
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

test("the events of a retry say that the outcome is unknown, also after a second attempt that was not processed", async () => {
  const events: RegEvent[] = [];
  const fetch = fakeFetch(empty(503), empty(429, { "retry-after": "0" }), empty(204));
  await idempotent(supplierOver(fetch, { on: (event) => events.push(event) }));
  const outcomes = events.flatMap((event) => (event.type === "retry" ? [event.error.outcome] : []));
  expect(outcomes).toEqual(["unknown", "unknown"]);
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
  ])("is $delayMs ms after $failures failures with the random number $random", ({ failures, random, delayMs }) => {
    expect(backoffDelay({ minTimeout: 500, maxTimeout: 30_000 }, failures, random)).toBe(delayMs);
  });

  test("is 0 if minTimeout is 0, after any number of failures", () => {
    expect(backoffDelay({ minTimeout: 0, maxTimeout: 30_000 }, 2000, 1)).toBe(0);
  });
});

describe("the retry budget", () => {
  test("has a reserve of 100 retries and a ratio of 0.2 by default", async () => {
    const fetch = fakeFetch(empty(500));
    const supplier = supplierOver(fetch);
    for (let call = 0; call < 100; call++) await rejection(supplier.lessors.list());
    expect(fetch.requests).toHaveLength(100 + 100 + 0.2 * 100 - 1);
  });

  test("is earned by calls that succeed as well, up to its reserve", async () => {
    let isDown = true;
    const fetch = fakeFetch((request) => (isDown ? empty(503) : json([]))(request));
    const supplier = supplierOver(fetch, { retry: { retries: 1000, minTimeout: 0 } });
    const attemptsAfter = async (successes: number) => {
      isDown = false;
      for (let call = 0; call < successes; call++) await supplier.lessors.list();
      isDown = true;
      const before = fetch.requests.length;
      await rejection(supplier.lessors.list());
      return fetch.requests.length - before;
    };
    expect([await attemptsAfter(0), await attemptsAfter(10), await attemptsAfter(600)]).toEqual([101, 1 + 2, 101]);
  });
});

test("an error lists each attempt with its duration, and a status only if there was a response", async () => {
  const clock = new ManualClock();
  await clock.advance(5000);
  const after =
    (ms: number, reply: Reply): Reply =>
    async (request) => {
      await new Promise<void>((resolve) => void clock.schedule(resolve, ms));
      return reply(request);
    };
  const fetch = fakeFetch(after(40, networkFailure("ECONNRESET")), after(70, empty(503)));
  const client = supplierOver(fetch, { clock, random: () => 1, retry: { retries: 1, minTimeout: 10 } });
  const call = failure(client.lessors.list(), "server");
  for (const ms of [40, 10, 70]) await clock.advance(ms);
  expect((await call).attempts).toStrictEqual([
    { attempt: 1, error: "RegConnectionError", durationMs: 40, delayMs: 10 },
    { attempt: 2, error: "RegServerError", status: 503, durationMs: 70 },
  ]);
});

test("a call that succeeds while it is aborted resolves", async () => {
  const controller = new AbortController();
  const on = ({ type }: RegEvent) => {
    if (type === "attempt-end") controller.abort("too late");
  };
  const supplier = supplierOver(fakeFetch(json([])), { on });
  expect(await supplier.lessors.list({ signal: controller.signal })).toEqual([]);
});
