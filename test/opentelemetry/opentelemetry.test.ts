import { context, metrics, trace } from "@opentelemetry/api";
import type { SupplierClientOptions } from "@reg/sdk";
import { openTelemetry } from "@reg/sdk/opentelemetry";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { canaryToken, exampleRequest, lessorOver, lessorService, supplierOver } from "../support/clients.js";
import { ManualClock } from "../support/clock.js";
import { thrown } from "../support/errors.js";
import { delayed, runUntilSettled, slowThrottle, unresponsive } from "../support/events.js";
import { empty, fakeFetch, json, networkFailure, type Reply, silence, stallingBody } from "../support/fetch.js";
import { AsyncContext, inMemory } from "./support.js";

const ok = json({ data: exampleRequest });
let sdk: ReturnType<typeof inMemory>;
let clock: ManualClock;

beforeEach(() => {
  sdk = inMemory();
  clock = new ManualClock();
});

afterEach(async () => {
  // Every call has ended, so every span must have ended.
  expect(sdk.open()).toEqual([]);
  trace.disable();
  metrics.disable();
  context.disable();
  await sdk.end();
});

function createClient(replies: readonly [Reply, ...Reply[]], options: Partial<SupplierClientOptions> = {}) {
  return supplierOver(fakeFetch(...replies), {
    clock,
    random: () => 0.5,
    on: openTelemetry(sdk.providers),
    ...options,
  });
}

const callGet = (replies: readonly [Reply, ...Reply[]], options?: Partial<SupplierClientOptions>) =>
  runUntilSettled(createClient(replies, options).serviceRequests.get("secret-id"), clock);

const request = {
  "http.request.method": "GET",
  "url.template": "/v2/servicerequests/{id}",
  "server.address": "reg.example",
  "server.port": 443,
};
const sent = {
  name: "GET /v2/servicerequests/{id}",
  kind: "CLIENT",
  parent: "serviceRequests.get",
  attributes: { ...request, "http.response.status_code": 200 },
  status: "UNSET",
  events: [],
};
const called = {
  name: "serviceRequests.get",
  kind: "INTERNAL",
  parent: undefined,
  attributes: { "reg.operation": "serviceRequests.get" },
  status: "UNSET",
  events: [],
};
const failedRequest = (attributes: object) => ({
  ...sent,
  attributes: { ...request, ...attributes },
  status: "ERROR",
});
const failedCall = (attributes: object, events: unknown[] = []) => ({
  ...called,
  attributes: { ...called.attributes, ...attributes },
  status: "ERROR",
  events,
});

describe("spans", () => {
  test("report a success as a span of the call and one of its request", async () => {
    await callGet([ok]);
    expect(sdk.spans()).toEqual([sent, called]);
    expect(sdk.finished()[0]?.instrumentationScope.name).toBe("@reg/sdk");
  });

  test("report retries, with a resend count from the second request", async () => {
    await callGet([empty(503), networkFailure("ECONNRESET"), ok]);
    const first = { "http.response.status_code": 503, "error.type": "503" };
    expect(sdk.spans()).toEqual([
      failedRequest(first),
      failedRequest({ "http.request.resend_count": 1, "error.type": "ECONNRESET" }),
      { ...sent, attributes: { ...sent.attributes, "http.request.resend_count": 2 } },
      {
        ...called,
        events: [
          ["reg.retry", { "reg.delay_ms": 250, "error.type": "503" }],
          ["reg.retry", { "reg.delay_ms": 500, "error.type": "ECONNRESET" }],
        ],
      },
    ]);
  });

  test("report a difference from the OpenAPI document", async () => {
    const found = {
      operationId: "serviceRequests.get",
      pointer: "/data/id",
      kind: "type",
      expected: "text (guid)",
      found: "text",
      confidence: "documented",
    } as const;
    await callGet([ok], { validateResponses: { mode: "report", inspect: () => [found] } });
    const attributes = {
      "reg.difference.kind": "type",
      "reg.difference.pointer": "/data/id",
      "reg.difference.expected": "text (guid)",
      "reg.difference.found": "text",
      "reg.difference.confidence": "documented",
    };
    expect(sdk.spans()).toEqual([sent, { ...called, events: [["reg.difference", attributes]] }]);
  });

  test("count a replay after a 401 as a resend", async () => {
    const { fetch } = lessorService([empty(401), empty()]);
    await runUntilSettled(
      lessorOver(fetch, { clock, on: openTelemetry(sdk.providers) }).vehicles.delete("AB-123-C"),
      clock,
    );
    const spans = sdk.spans().filter(({ name }) => name === "DELETE /v1/vehicles/{licensePlate}");
    expect(spans.map(({ attributes }) => attributes["http.request.resend_count"])).toEqual([undefined, 1]);
    expect(sdk.spans().map(({ name, parent }) => `${parent} > ${name}`)).toEqual([
      "token.create > POST /token",
      "undefined > token.create",
      "vehicles.delete > DELETE /v1/vehicles/{licensePlate}",
      "token.create > POST /token",
      "undefined > token.create",
      "vehicles.delete > DELETE /v1/vehicles/{licensePlate}",
      "undefined > vehicles.delete",
    ]);
  });

  test("report an error response by its status, and on the call also by codes and trace id", async () => {
    const body = { traceId: "0HNK:1", errors: [{ code: "REG-SVC000101" }, { code: "REG-SVC000102" }] };
    await callGet([json(body, { status: 400 })]);
    expect(sdk.spans()).toEqual([
      failedRequest({ "http.response.status_code": 400, "error.type": "400" }),
      failedCall({
        "error.type": "400",
        "reg.trace_id": "0HNK:1",
        "reg.error.codes": ["REG-SVC000101", "REG-SVC000102"],
      }),
    ]);
  });

  test("report a failed connection, the decision against a retry, and the unknown outcome", async () => {
    const retry = { retries: 1000, minTimeout: 0 };
    await runUntilSettled(createClient([networkFailure("ECONNRESET")], { retry }).serviceRequests.delete("1"), clock);
    const [last, call] = sdk.spans().slice(-2);
    expect(last).toMatchObject({ status: "ERROR", attributes: { "error.type": "ECONNRESET" } });
    expect(last?.attributes).not.toHaveProperty("http.response.status_code");
    expect(call).toMatchObject({
      status: "ERROR",
      attributes: { "error.type": "ECONNRESET", "reg.outcome": "unknown" },
    });
    expect(call?.events.at(-1)).toEqual(["reg.give_up", { "reg.reason": "budget", "error.type": "ECONNRESET" }]);
  });

  test("report waits for a token and for the throttle", async () => {
    const token = () =>
      new Promise<string>((resolve) => {
        clock.schedule(() => resolve(canaryToken), 300);
      });
    await callGet([ok], { throttle: slowThrottle(clock, 1040), token });
    expect(sdk.spans()).toEqual([
      sent,
      {
        ...called,
        events: [
          ["reg.throttle", { "reg.waited_ms": 1040 }],
          ["reg.token", { "reg.waited_ms": 300 }],
        ],
      },
    ]);
  });

  test.each<[string, Reply]>([
    ["that rejects on abort", silence],
    ["that ignores the abort", unresponsive],
  ])("end with a call that is aborted in flight, also with a fetch %s", async (_, reply) => {
    const controller = new AbortController();
    const call = createClient([reply]).serviceRequests.get("1", { signal: controller.signal });
    const settled = call.catch(() => {});
    await clock.advance(70);
    expect(sdk.open()).toEqual(["serviceRequests.get", "GET /v2/servicerequests/{id}"]);
    controller.abort();
    await settled;
    expect(sdk.spans()).toEqual([
      failedRequest({ "error.type": "AbortError" }),
      failedCall({ "error.type": "AbortError" }),
    ]);
  });

  test.each<[string, Reply, Partial<SupplierClientOptions>, string]>([
    ["a timeout", unresponsive, { timeout: 50, retry: false }, "RegTimeoutError"],
    ["a deadline", unresponsive, { deadline: 50 }, "RegTimeoutError"],
    ["a body that stalls", stallingBody("["), { timeout: 50, retry: false }, "RegTimeoutError"],
    [
      "a bug in fetch",
      () => {
        throw new RangeError("a bug");
      },
      {},
      "RegConnectionError",
    ],
    ["a failed token request", ok, { token: () => Promise.reject(new Error("vault")) }, "RegTokenError"],
  ])("end with %s", async (_, reply, options, type) => {
    await callGet([reply], options);
    expect(sdk.spans().at(-1)).toMatchObject({ status: "ERROR", attributes: { "error.type": type } });
  });

  test("of concurrent calls, and of several clients with one listener, are separate", async () => {
    const on = openTelemetry(sdk.providers);
    const clients = [1, 2].map(() => createClient([delayed(clock, 10, ok)], { on }));
    const calls = clients.flatMap(({ serviceRequests, lessors }) => [serviceRequests.get("1"), lessors.list()]);
    await runUntilSettled(Promise.all(calls), clock);
    const pairs = sdk.finished().map((span) => [span.name, span.parentSpanContext?.spanId, span.spanContext().spanId]);
    const requests = pairs.filter(([, parent]) => parent !== undefined);
    expect(requests).toHaveLength(4);
    expect(new Set(requests.map(([, parent]) => parent)).size).toBe(4);
    for (const [name, parent] of requests) {
      const owner = pairs.find(([, , id]) => id === parent)?.[0];
      expect(owner).toBe(name === sent.name ? "serviceRequests.get" : "lessors.list");
    }
  });

  test("are children of the context that was active when the call started", async () => {
    context.setGlobalContextManager(new AsyncContext());
    const tracer = sdk.providers.tracerProvider.getTracer("program");
    await tracer.startActiveSpan("job", async (job) => {
      await callGet([empty(503), ok], { throttle: slowThrottle(clock, 10) });
      job.end();
    });
    expect(sdk.spans().map(({ name, parent }) => `${parent} > ${name}`)).toEqual([
      `serviceRequests.get > ${sent.name}`,
      `serviceRequests.get > ${sent.name}`,
      "job > serviceRequests.get",
      "undefined > job",
    ]);
  });

  test("contain no id, license plate or full URL", async () => {
    await callGet([json({ detail: "secret-id" }, { status: 404 })]);
    for (const { attributes, events } of sdk.spans())
      expect(JSON.stringify([attributes, events])).not.toMatch(/secret-id|url\.full|https/);
  });
});

test.each([
  ["https://reg.example:8443", "reg.example", 8443],
  ["http://localhost", "localhost", 80],
  ["http://127.0.0.1:8080", "127.0.0.1", 8080],
  ["http://[::1]:8080", "::1", 8080],
])("the base URL %s has the server address %s and port %d", async (baseUrl, address, port) => {
  await callGet([ok], { baseUrl });
  expect(sdk.spans()[0]?.attributes).toMatchObject({ "server.address": address, "server.port": port });
});

describe("the histogram http.client.request.duration", () => {
  test("records each request in seconds, with the recommended boundaries", async () => {
    await callGet([delayed(clock, 30, empty(503)), delayed(clock, 300, ok)]);
    const metric = {
      scope: "@reg/sdk",
      name: "http.client.request.duration",
      description: "Duration of HTTP client requests.",
      unit: "s",
      type: "HISTOGRAM",
      valueType: 1,
      advice: {
        explicitBucketBoundaries: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10],
      },
    };
    const failed = { ...request, "http.response.status_code": 503, "error.type": "503" };
    expect(await sdk.durations()).toMatchObject([
      { ...metric, attributes: failed, value: { count: 1, sum: 0.03 } },
      { ...metric, attributes: sent.attributes, value: { count: 1, sum: 0.3 } },
    ]);
  });

  test("records requests without a response", async () => {
    await callGet([networkFailure("ECONNREFUSED", "connect")], { retry: false });
    const [point] = await sdk.durations();
    expect(point?.attributes).toStrictEqual({ ...request, "error.type": "ECONNREFUSED" });
  });
});

describe("openTelemetry without providers", () => {
  test("records nothing if no provider is registered", async () => {
    await callGet([ok], { on: openTelemetry() });
    expect(sdk.spans()).toEqual([]);
  });

  test("uses the global providers, even if they are registered after the client was created", async () => {
    const supplier = createClient([ok], { on: openTelemetry() });
    await runUntilSettled(supplier.serviceRequests.get("1"), clock);
    trace.setGlobalTracerProvider(sdk.providers.tracerProvider);
    metrics.setGlobalMeterProvider(sdk.providers.meterProvider);
    await runUntilSettled(supplier.serviceRequests.get("1"), clock);
    expect(sdk.spans()).toEqual([sent, called]);
    expect((await sdk.durations()).map(({ value }) => value)).toMatchObject([{ count: 1 }]);
  });
});

describe("openTelemetry", () => {
  test.each<[string, () => unknown, string, string]>([
    [
      "a tracer",
      () => ({ tracer: trace.getTracer("program") }),
      "openTelemetry.tracer",
      "is not an option; did you mean openTelemetry.tracerProvider?",
    ],
    [
      "a tracer instead of its provider",
      () => ({ tracerProvider: trace.getTracer("program") }),
      "openTelemetry.tracerProvider",
      "must be a TracerProvider",
    ],
    ["null", () => ({ tracerProvider: null }), "openTelemetry.tracerProvider", "must be a TracerProvider"],
    [
      "a meter instead of its provider",
      () => ({ meterProvider: metrics.getMeter("program") }),
      "openTelemetry.meterProvider",
      "must be a MeterProvider",
    ],
    [
      "a function instead of the options",
      () => sdk.providers.tracerProvider.getTracer,
      "openTelemetry",
      "must be an object",
    ],
  ])("rejects %s", (_, options, field, problem) => {
    const error = thrown(() => openTelemetry(options() as object), "input");
    expect(error.field).toBe(field);
    expect(error.message).toBe(`${field} ${problem}`);
  });
});
