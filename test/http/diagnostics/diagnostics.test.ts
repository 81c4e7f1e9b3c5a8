import type { RegEvent } from "@reg/sdk";
import type { ErrorSummary } from "@reg/sdk/supplier";
import { describe, expect, test } from "vitest";
import { systemClock } from "../../../src/base/clock.js";
import { createFetchTransport } from "../../../src/http/transport/fetch-transport.js";
import { canaryToken, draft, exampleRequest, lessorService, supplierOver } from "../../support/clients.js";
import { settle } from "../../support/clock.js";
import { failure } from "../../support/errors.js";
import {
  delayed,
  expectPairs,
  fullEvents,
  observeClients,
  runUntilSettled,
  slowThrottle,
  unresponsive,
} from "../../support/events.js";
import {
  empty,
  fakeFetch,
  json,
  networkFailure,
  type Reply,
  silence,
  stallingBody,
  text,
} from "../../support/fetch.js";

const ok = json({ data: exampleRequest });
const asJson = { "content-type": "application/json" };
const unavailable: ErrorSummary = { name: "RegServerError", kind: "server", status: 503 };
const errorResult = { status: 503, headers: {}, error: unavailable };

describe("the events of a call report, in order and with every field,", () => {
  test("a success", async () => {
    const { clock, events, supplier } = observeClients();
    await runUntilSettled(supplier({}, delayed(clock, 40, ok)).serviceRequests.get("secret-id-42"), clock);
    expect(events).toStrictEqual(
      fullEvents([
        [0, 0, { type: "request" }],
        [1, 0, { type: "attempt" }],
        [1, 40, { type: "attempt-end", durationMs: 40, status: 200, headers: asJson }],
        [1, 40, { type: "response", status: 200, durationMs: 40 }],
      ]),
    );
    expect(JSON.stringify(events)).not.toContain("secret-id-42");
  });

  test("fault 67: a read that the runtime may repeat, and no change", async () => {
    const { events, supplier } = observeClients();
    const transport = { ...createFetchTransport(fakeFetch(ok, ok)), repeatsReads: true };
    const { serviceRequests } = supplier({ fetch: undefined, transport }, ok);
    await serviceRequests.get("R-1");
    await serviceRequests.patch("R-1", draft);
    const attempts = events.flatMap(({ type, method, ...event }) =>
      type === "attempt" ? [{ method, mayBeRepeated: Reflect.get(event, "mayBeRepeated") }] : [],
    );
    expect(attempts).toEqual([{ method: "GET", mayBeRepeated: true }, { method: "PATCH" }]);
  });

  test("a wait for the throttle", async () => {
    const { clock, events, supplier } = observeClients();
    await runUntilSettled(
      supplier({ throttle: slowThrottle(clock, 1040) }, delayed(clock, 40, ok)).serviceRequests.get("1"),
      clock,
    );
    expect(events).toStrictEqual(
      fullEvents([
        [0, 0, { type: "request" }],
        [1, 1040, { type: "throttle", waitedMs: 1040 }],
        [1, 1040, { type: "attempt" }],
        [1, 1080, { type: "attempt-end", durationMs: 40, status: 200, headers: asJson }],
        [1, 1080, { type: "response", status: 200, durationMs: 1080 }],
      ]),
    );
  });

  test("a wait for a token", async () => {
    const { clock, events, supplier } = observeClients();
    const token = () =>
      new Promise<string>((resolve) => {
        clock.schedule(() => resolve(canaryToken), 300);
      });
    await runUntilSettled(supplier({ token }, ok).serviceRequests.get("1"), clock);
    expectPairs(events);
    expect(events).toStrictEqual(
      fullEvents([
        [0, 0, { type: "request" }],
        [1, 300, { type: "token", waitedMs: 300 }],
        [1, 300, { type: "attempt" }],
        [1, 300, { type: "attempt-end", durationMs: 0, status: 200, headers: asJson }],
        [1, 300, { type: "response", status: 200, durationMs: 300 }],
      ]),
    );
  });

  test("a retry", async () => {
    const { clock, events, supplier } = observeClients();
    const client = supplier({ random: () => 0.5 }, delayed(clock, 10, empty(503)), ok);
    await runUntilSettled(client.serviceRequests.get("1"), clock);
    expectPairs(events);
    expect(events).toStrictEqual(
      fullEvents([
        [0, 0, { type: "request" }],
        [1, 0, { type: "attempt" }],
        [1, 10, { type: "attempt-end", durationMs: 10, ...errorResult }],
        [1, 10, { type: "retry", delayMs: 250, error: unavailable }],
        [2, 260, { type: "attempt" }],
        [2, 260, { type: "attempt-end", durationMs: 0, status: 200, headers: asJson }],
        [2, 260, { type: "response", status: 200, durationMs: 260 }],
      ]),
    );
  });

  test("a replay after a 401 as another request of the same attempt", async () => {
    const { clock, events, lessor } = observeClients();
    const { fetch } = lessorService([empty(401), empty()]);
    await runUntilSettled(lessor(fetch).vehicles.delete("AB-123-C"), clock);
    expectPairs(events);
    const of = {
      operationId: "vehicles.delete",
      method: "DELETE",
      urlTemplate: "/v1/vehicles/{licensePlate}",
    };
    const error: ErrorSummary = { name: "RegAuthenticationError", kind: "authentication", status: 401 };
    expect(events.filter(({ callId }) => callId === 1)).toStrictEqual(
      fullEvents(
        [
          [0, 0, { type: "request" }],
          [1, 0, { type: "token", waitedMs: 0 }],
          [1, 0, { type: "attempt" }],
          [1, 0, { type: "attempt-end", durationMs: 0, status: 401, headers: {}, error }],
          [1, 0, { type: "token", waitedMs: 0 }],
          [1, 0, { type: "attempt" }],
          [1, 0, { type: "attempt-end", durationMs: 0, status: 204, headers: {} }],
          [1, 0, { type: "response", status: 204, durationMs: 0 }],
        ],
        of,
      ),
    );
  });

  test("token requests as separate calls", async () => {
    const { clock, events, lessor } = observeClients();
    await runUntilSettled(lessor(lessorService([empty()]).fetch).vehicles.delete("AB-123-C"), clock);
    expectPairs(events);
    expect(events.map(({ callId, operationId, type }) => `${callId} ${operationId} ${type}`)).toEqual([
      "1 vehicles.delete request",
      "2 token.create request",
      "2 token.create attempt",
      "2 token.create attempt-end",
      "2 token.create response",
      "1 vehicles.delete token",
      "1 vehicles.delete attempt",
      "1 vehicles.delete attempt-end",
      "1 vehicles.delete response",
    ]);
  });

  test.each([
    ["deadline", { deadline: 200 }, empty(503), errorResult],
    [
      "retry-after",
      {},
      empty(503, { "retry-after": "3600" }),
      {
        status: 503,
        headers: { "retry-after": "3600" },
        error: { ...unavailable, retryAfterMs: 3_600_000 },
      },
    ],
  ] as const)("the decision against a retry because of %s", async (reason, options, reply, result) => {
    const { clock, events, supplier } = observeClients();
    await runUntilSettled(supplier({ random: () => 0.5, ...options }, reply).serviceRequests.get("1"), clock);
    const { error } = result;
    expect(events).toStrictEqual(
      fullEvents([
        [0, 0, { type: "request" }],
        [1, 0, { type: "attempt" }],
        [1, 0, { type: "attempt-end", durationMs: 0, ...result }],
        [1, 0, { type: "give-up", reason, error }],
        [1, 0, { type: "error", durationMs: 0, error, status: 503 }],
      ]),
    );
  });

  test("the decision against a retry because of budget", async () => {
    const { clock, events, supplier } = observeClients();
    const client = supplier({ retry: { retries: 1000, minTimeout: 0 } }, empty(503));
    await runUntilSettled(client.serviceRequests.get("1"), clock);
    const { error } = errorResult;
    expect(events.slice(-4)).toStrictEqual(
      fullEvents([
        [101, 0, { type: "attempt" }],
        [101, 0, { type: "attempt-end", durationMs: 0, ...errorResult }],
        [101, 0, { type: "give-up", reason: "budget", error }],
        [101, 0, { type: "error", durationMs: 0, error, status: 503 }],
      ]),
    );
  });

  test("the last retry, but not for a client without retries", async () => {
    const { clock, events, supplier } = observeClients();
    const call = (retries: number) => {
      const client = supplier({ random: () => 0, retry: { retries } }, empty(503));
      return runUntilSettled(client.serviceRequests.get("1"), clock);
    };
    await call(1);
    const reported = events.map((event) => [event.attempt, event.type, "reason" in event && event.reason]);
    expect(reported.slice(-2)).toEqual([
      [2, "give-up", "retries"],
      [2, "error", false],
    ]);
    events.length = 0;
    await call(0);
    expect(events.map(({ type }) => type)).toEqual(["request", "attempt", "attempt-end", "error"]);
  });

  test("the pause after a 429", async () => {
    const { clock, events, supplier } = observeClients();
    const client = supplier({ retry: { retries: 1 } }, empty(429, { "retry-after": "7" }), json({ id: "1" }));
    await runUntilSettled(client.serviceRequests.get("1"), clock);
    expect(events.filter(({ type }) => type === "pause")).toMatchObject([
      { attempt: 1, pausedForMs: 7000, allowed: 3500 },
    ]);
  });

  test("one pause after a 429 if the next attempt fails before it is sent", async () => {
    const { clock, events, supplier } = observeClients();
    let tokens = 0;
    const token = () => {
      tokens += 1;
      if (tokens > 1) throw new Error("no second token");
      return canaryToken;
    };
    const client = supplier({ token }, empty(429, { "retry-after": "7" }));
    await runUntilSettled(client.serviceRequests.get("1"), clock);
    expect(events.map(({ attempt, type }) => `${attempt} ${type}`)).toEqual([
      "0 request",
      "1 attempt",
      "1 attempt-end",
      "1 pause",
      "1 retry",
      "2 throttle",
      "2 error",
    ]);
    expect(client.throttleStatistics()).toMatchObject({ refused: 1 });
  });

  test.each([
    ["that rejects on abort", silence],
    ["that ignores it", unresponsive],
  ])("an abort in flight with a fetch %s", async (_, reply) => {
    const { clock, events, supplier } = observeClients();
    const controller = new AbortController();
    const call = supplier({}, reply).serviceRequests.get("1", { signal: controller.signal });
    const over = call.catch(() => {});
    await clock.advance(70);
    controller.abort(null);
    await over;
    const error = { name: "AbortError" };
    expect(events).toStrictEqual(
      fullEvents([
        [0, 0, { type: "request" }],
        [1, 0, { type: "attempt" }],
        [1, 70, { type: "attempt-end", durationMs: 70, error }],
        [1, 70, { type: "error", durationMs: 70, error }],
      ]),
    );
  });

  test("an abort while the body is read, with the status", async () => {
    const { clock, events, supplier } = observeClients();
    const controller = new AbortController();
    const client = supplier({}, stallingBody("{", asJson));
    const over = client.serviceRequests.get("1", { signal: controller.signal }).catch(() => {});
    await clock.advance(70);
    controller.abort();
    await over;
    expectPairs(events);
    expect(events[2]).toMatchObject({ type: "attempt-end", status: 200, headers: asJson, durationMs: 70 });
  });

  test("a file that is returned as a stream, until its headers", async () => {
    const { clock, events, supplier } = observeClients();
    const pdf = text("%PDF", { headers: { "content-type": "application/pdf", "content-length": "4" } });
    const client = supplier({}, delayed(clock, 40, pdf));
    const download = client.serviceRequests.attachments.get("1", "2", { as: "stream" });
    await runUntilSettled(download, clock);
    const headers = { "content-type": "application/pdf", "content-length": "4" };
    const reported = fullEvents(
      [
        [0, 0, { type: "request" }],
        [1, 0, { type: "attempt" }],
        [1, 40, { type: "attempt-end", durationMs: 40, status: 200, headers }],
        [1, 40, { type: "response", status: 200, durationMs: 40 }],
      ],
      {
        operationId: "serviceRequests.attachments.get",
        urlTemplate: "/v2/servicerequests/{id}/attachments/{attachmentId}",
      },
    );
    expect(events).toStrictEqual(reported);
    await clock.advance(500);
    expect(await new Response((await download).stream).text()).toBe("%PDF");
    await settle();
    expect(events).toStrictEqual(reported);
  });

  test("an error response with its status, codes and trace id", async () => {
    const { clock, events, supplier } = observeClients();
    const entries = ["REG-SVC000101", "REG-SVC000101", "REG-NEW000001"].map((code) => ({
      code,
      description: "",
    }));
    const reply = json({ traceId: "0HNK:1", errors: entries }, { status: 400 });
    await runUntilSettled(supplier({}, reply).serviceRequests.get("1"), clock);
    const error: ErrorSummary = {
      name: "RegValidationError",
      kind: "validation",
      status: 400,
      traceId: "0HNK:1",
      codes: ["REG-SVC000101", "REG-NEW000001"],
    };
    expect(events).toStrictEqual(
      fullEvents([
        [0, 0, { type: "request" }],
        [1, 0, { type: "attempt" }],
        [1, 0, { type: "attempt-end", durationMs: 0, status: 400, headers: asJson, error }],
        [1, 0, { type: "error", durationMs: 0, error, status: 400, traceId: "0HNK:1" }],
      ]),
    );
  });

  test("a broken connection with the system's code, without a status", async () => {
    const { clock, events, supplier } = observeClients();
    const client = supplier({ retry: false }, networkFailure("ECONNRESET"));
    await runUntilSettled(client.serviceRequests.delete("1"), clock);
    expectPairs(events);
    const error = { name: "RegConnectionError", kind: "connection", code: "ECONNRESET", outcome: "unknown" };
    expect(events.at(2)).toMatchObject({ type: "attempt-end", error });
    for (const event of events.slice(2)) {
      expect(event).not.toHaveProperty("status");
      expect(event).not.toHaveProperty("headers");
      expect(event).not.toHaveProperty("traceId");
    }
  });

  test("no status of an earlier attempt for an attempt without a response", async () => {
    const { clock, events, supplier } = observeClients();
    const client = supplier({ retry: { retries: 1 } }, empty(503), networkFailure("ECONNRESET"));
    await runUntilSettled(client.serviceRequests.get("1"), clock);
    expectPairs(events);
    const ends = events.filter(({ type }) => type === "attempt-end");
    expect(ends.map((end) => "status" in end)).toEqual([true, false]);
  });

  test("an unreadable response with its status", async () => {
    const { clock, events, supplier } = observeClients();
    const html = text("<html>", { headers: { "content-type": "text/html; charset=utf-8" } });
    await runUntilSettled(supplier({ retry: false }, html).serviceRequests.get("1"), clock);
    expectPairs(events);
    const error = { name: "RegResponseError", kind: "response", status: 200 };
    expect(events[2]).toMatchObject({ status: 200, headers: { "content-type": "text/html" }, error });
    expect(events.at(-1)).toMatchObject({ type: "error", status: 200, error });
  });

  test("a call that the throttle rejects", async () => {
    const { clock, events, supplier } = observeClients();
    const client = supplier({ throttle: { limit: 1, window: 1000, queueLimit: 0 } }, unresponsive);
    const first = client.serviceRequests.get("1").catch(() => {});
    await runUntilSettled(client.serviceRequests.get("2"), clock);
    const error = { name: "RegThrottleError", kind: "throttle", reason: "full" };
    expect(events.filter(({ callId }) => callId === 2)).toMatchObject([
      { type: "request", attempt: 0 },
      { type: "error", attempt: 1, error },
    ]);
    await clock.advance(30_000);
    await clock.advance(90_000);
    await first;
  });

  test("a create whose response has no id as a failure, because the call rejects", async () => {
    const { clock, events, supplier } = observeClients();
    await runUntilSettled(supplier({}, json({}, { status: 201 })).serviceRequests.create(draft), clock);
    expectPairs(events);
    expect(events.map(({ type }) => type)).toEqual(["request", "attempt", "attempt-end", "error"]);
    const error = { name: "RegResponseError", kind: "response", status: 201, outcome: "unknown" };
    expect(events.at(-1)).toMatchObject({ status: 201, error });
  });

  test("an invalid token as a failure of the token request", async () => {
    const { clock, events, lessor } = observeClients();
    const { fetch } = lessorService([empty()], json({ access_token: canaryToken, token_type: "mac" }));
    await runUntilSettled(lessor(fetch).vehicles.delete("AB-123-C"), clock);
    expectPairs(events);
    const ends = events.filter(({ type }) => type === "response" || type === "error");
    expect(ends).toMatchObject([
      { operationId: "token.create", type: "error", error: { name: "RegTokenError" } },
      { operationId: "vehicles.delete", type: "error", error: { name: "RegTokenError" } },
    ]);
  });

  test("the same outcome as the error of a call that ends after a failed attempt, before the next one", async () => {
    const { events, supplier } = observeClients();
    const client = supplier({ random: () => 1 }, empty(500));
    const call = failure(client.serviceRequests.delete("1"), "closed");
    await settle();
    await client.close({ abort: true });
    expect((await call).outcome).toBe("unknown");
    expect(events.at(-1)).toMatchObject({ type: "error", error: { kind: "closed", outcome: "unknown" } });
  });

  test("a failed token request", async () => {
    const { clock, events, lessor } = observeClients();
    const { fetch } = lessorService([empty()], json({ error: "invalid_client" }, { status: 401 }));
    await runUntilSettled(lessor(fetch).vehicles.delete("AB-123-C"), clock);
    expectPairs(events);
    expect(events.at(-1)).toMatchObject({
      operationId: "vehicles.delete",
      type: "error",
      error: { name: "RegTokenError", kind: "token", oauthError: "invalid_client" },
    });
  });
});

describe("the events of many calls", () => {
  test.each<[string, Reply]>([
    ["no response", unresponsive],
    ["a reset", networkFailure("ECONNRESET")],
    ["a half body", stallingBody("[")],
    ["a redirect", empty(302, { location: "https://elsewhere.example" })],
    [
      "a fetch that throws synchronously",
      () => {
        throw new RangeError("a bug");
      },
    ],
    ["an error without a body", empty(500)],
  ])("pair every attempt with its attempt-end event, with %s", async (_, reply) => {
    const { clock, events, supplier } = observeClients();
    const client = supplier({ timeout: 50, deadline: 400, random: () => 0.1 }, reply);
    await runUntilSettled(Promise.allSettled([client.lessors.list(), client.serviceRequests.delete("1")]), clock);
    expectPairs(events);
    expect(events.filter(({ type }: RegEvent) => type === "attempt").length).toBeGreaterThan(1);
  });
});

test("a late response of a timed-out attempt is not reported for a later attempt", async () => {
  const { clock, events, supplier } = observeClients();
  const replies = [delayed(clock, 150, empty(404)), delayed(clock, 80, networkFailure("ECONNRESET"))] as const;
  const client = supplier({ timeout: 100, random: () => 0, retry: { retries: 1 } }, ...replies);
  await runUntilSettled(client.serviceRequests.get("1"), clock);
  expectPairs(events);
  const ends = events.filter(({ type }) => type === "attempt-end");
  expect(ends).toMatchObject([{ error: { name: "RegTimeoutError" } }, { error: { name: "RegConnectionError" } }]);
  for (const end of ends) expect(end).not.toHaveProperty("status");
});

test("durations are whole milliseconds on a clock that has fractions, also in statistics and attempts", async () => {
  const clock = { ...systemClock, monotonic: () => performance.now() + 0.123456789 };
  const events: RegEvent[] = [];
  const busy = empty(429, { "retry-after": "0" });
  const options = { clock, on: (event: RegEvent) => events.push(event), random: () => 1 / 3 };
  const client = supplierOver(fakeFetch(empty(503), ok), { ...options, retry: { minTimeout: 2 } });
  await client.serviceRequests.get("1");
  const refused = supplierOver(fakeFetch(busy), { ...options, retry: false, throttle: { window: 100 } });
  const { attempts } = await failure(refused.serviceRequests.get("1"), "rate-limit");
  const unanswered = supplierOver(fakeFetch(silence), options);
  // The first workflow loads it, which may take longer than the deadline.
  await import("../../../src/supplier/workflows/tasks.js");
  const { cause } = await failure(unanswered.serviceRequests.submit("1", { deadline: 20 }), "timeout");
  const found = JSON.stringify([events, attempts, client.throttleStatistics(), refused.throttleStatistics()]);
  expect(found).toMatch(/"durationMs":\d+.*"delayMs":\d+/);
  expect(found).toMatch(/"pausedForMs":\d+/);
  expect(found).not.toMatch(/Ms":\d+\.\d/);
  expect(String(cause)).toMatch(/the deadline of \d+ ms/);
});
