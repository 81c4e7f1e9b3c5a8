import { describe, expect, test } from "vitest";
import type { RegEvent } from "../../../src/index.js";
import { canaryToken, lessorOver, lessorService, supplierOver } from "../../support/clients.js";
import { ManualClock, settle } from "../../support/clock.js";
import { expectNoSecrets, rejection } from "../../support/errors.js";
import { empty, fakeFetch, json, type Reply, silence, text } from "../../support/fetch.js";

/** The events of one call to a supplier, and the call's end. */
async function eventsOf(
  reply: Reply | readonly [Reply, ...Reply[]],
  options: Parameters<typeof supplierOver>[1] = {},
) {
  const events: RegEvent[] = [];
  const fetch = Array.isArray(reply) ? fakeFetch(...(reply as [Reply])) : fakeFetch(reply as Reply);
  const supplier = supplierOver(fetch, { on: (event) => events.push(event), ...options });
  await supplier.serviceRequests.get("secret-id-42").catch(() => {});
  expectNoSecrets(events);
  expect(JSON.stringify(events)).not.toContain("secret-id-42");
  return events;
}

const types = (events: readonly RegEvent[]) => events.map(({ type, attempt }) => `${type} ${attempt}`);

describe("the events of a call", () => {
  test("tell of its beginning, its attempt and its end", async () => {
    expect(await eventsOf(json({ data: {} }))).toMatchObject([
      {
        type: "request",
        operationId: "serviceRequests.get",
        method: "GET",
        urlTemplate: "/v2/servicerequests/{id}",
        attempt: 0,
      },
      { type: "attempt", attempt: 1 },
      { type: "response", status: 200, attempt: 1 },
    ]);
  });

  test("tell of every repetition", async () => {
    const events = await eventsOf([empty(503), empty(503), json({ data: {} })]);
    expect(types(events)).toEqual([
      "request 0",
      "attempt 1",
      "retry 1",
      "attempt 2",
      "retry 2",
      "attempt 3",
      "response 3",
    ]);
    expect(events[2]).toMatchObject({ type: "retry", delayMs: 0, error: { status: 503 } });
  });

  test("tell of a refusal by its status and trace id", async () => {
    const events = await eventsOf(json({ traceId: "0HNK" }, { status: 404 }));
    expect(events.at(-1)).toMatchObject({
      type: "error",
      status: 404,
      traceId: "0HNK",
      error: { kind: "not-found" },
    });
  });

  test.each([
    ["without a trace id", empty(404), { status: 404 }],
    ["that cannot be read", text("<html>", { headers: { "content-type": "text/html" } }), { status: 200 }],
  ])("tell of an answer %s by its status alone", async (_, reply, expected) => {
    const last = (await eventsOf(reply, { retry: false })).at(-1);
    expect(last).toMatchObject(expected);
    expect(last).not.toHaveProperty("traceId");
  });

  test("tell of an abort with its reason, and of nothing else", async () => {
    const events: RegEvent[] = [];
    const controller = new AbortController();
    const call = rejection(
      supplierOver(fakeFetch(silence), { on: (event) => events.push(event) }).lessors.list({
        signal: controller.signal,
      }),
    );
    await settle();
    controller.abort(null);
    await call;
    expect(events.at(-1)).toMatchObject({ type: "error", error: null });
    expect(events.at(-1)).not.toHaveProperty("status");
  });

  test("tell how long a token and a turn were waited for", async () => {
    const clock = new ManualClock();
    const events: RegEvent[] = [];
    const token = () =>
      new Promise<string>((resolve) => {
        clock.schedule(() => resolve(canaryToken), 300);
      });
    const supplier = supplierOver(fakeFetch(json([])), {
      clock,
      token,
      throttle: { limit: 1, window: 1000 },
      on: (event) => events.push(event),
    });
    const calls = [supplier.lessors.list(), supplier.lessors.list()];
    await clock.advance(300);
    await new Promise((resolve) => setTimeout(resolve, 30));
    await clock.advance(1000);
    await new Promise((resolve) => setTimeout(resolve, 30));
    await clock.advance(300);
    await Promise.all(calls);
    const waits = events.flatMap((event) => ("waitedMs" in event ? [`${event.type} ${event.waitedMs}`] : []));
    expect(waits).toEqual(["token 300", "throttle 1300", "token 300"]);
    expectNoSecrets(events);
  });

  test("tell of token requests too, without a secret", async () => {
    const events: RegEvent[] = [];
    const service = lessorService([empty()]);
    await lessorOver(service.fetch, { on: (event) => events.push(event) }).vehicles.delete("AB-123-C");
    expect(events.map(({ operationId, type }) => `${operationId} ${type}`)).toEqual([
      "vehicles.delete request",
      "token.create request",
      "token.create attempt",
      "token.create response",
      "vehicles.delete token",
      "vehicles.delete attempt",
      "vehicles.delete response",
    ]);
    expectNoSecrets(events);
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("listener");
      },
    ],
    [
      "rejects",
      async () => {
        throw new Error("listener");
      },
    ],
  ])("do not break the call when their listener %s", async (_, on) => {
    expect(await supplierOver(fakeFetch(json([])), { on }).lessors.list()).toEqual([]);
    await settle();
  });
});
