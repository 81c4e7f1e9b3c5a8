import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { InFlightCalls } from "../../src/http/in-flight.js";
import { lessorOver, lessorService, supplierOver, tokenResponse } from "../support/clients.js";
import { ManualClock, settle } from "../support/clock.js";
import { failure, rejection } from "../support/errors.js";
import { empty, fakeFetch, json, type Reply, silence } from "../support/fetch.js";

const listeners = (signal: AbortSignal) => getEventListeners(signal, "abort").length;

describe("a client that is closed", () => {
  test.each([
    ["in the queue of the throttle", { throttle: { limit: 1 }, retry: { retries: 1 } }, empty(503)],
    ["that waits for a token", { token: () => new Promise<string>(() => {}) }, json([])],
  ] as const)("aborts a call %s", async (_, options, reply) => {
    const clock = new ManualClock();
    const supplier = supplierOver(fakeFetch(reply), { clock, ...options });
    const call = failure(supplier.lessors.list(), "closed");
    await settle();
    await supplier.close({ abort: true });
    await call;
    await settle();
    expect(clock.pending).toBe(0);
  });
});

test("close waits for a workflow between two of its calls", async () => {
  const calls = new InFlightCalls(new ManualClock());
  const steps: string[] = [];
  let endPause = () => {};
  const workflow = calls.runWorkflow(async () => {
    await new Promise<void>((resolve) => {
      endPause = resolve;
    });
    calls.end(calls.begin("lessors.list", undefined, true));
    await settle();
    steps.push("workflow");
  });
  const closing = calls.close().then(() => steps.push("closed"));
  await settle();
  expect(steps).toEqual([]);
  expect(() => calls.begin("lessors.list", undefined)).toThrow("has been closed");
  endPause();
  await Promise.all([workflow, closing]);
  expect(steps).toEqual(["workflow", "closed"]);
});

describe("a listener of whenClosing", () => {
  test("is called once, before the calls in flight have ended", async () => {
    const calls = new InFlightCalls(new ManualClock());
    const running = calls.begin("lessors.list", undefined);
    const events: string[] = [];
    calls.whenClosing(() => events.push("one"));
    calls.whenClosing(() => events.push("two"));
    const closing = calls.close();
    expect(events).toEqual(["one", "two"]);
    calls.end(running);
    await closing;
    await calls.close({ abort: true });
    expect(events).toEqual(["one", "two"]);
  });

  test("is called before the calls in flight are aborted", async () => {
    const calls = new InFlightCalls(new ManualClock());
    const cancellation = calls.begin("lessors.list", undefined);
    cancellation.listen(() => calls.end(cancellation));
    let aborted: boolean | undefined;
    calls.whenClosing(() => {
      aborted = cancellation.aborted;
    });
    await calls.close({ abort: true });
    expect(aborted).toBe(false);
    expect(cancellation.aborted).toBe(true);
  });

  test("is not called if it was removed", async () => {
    const calls = new InFlightCalls(new ManualClock());
    calls.whenClosing(() => expect.unreachable())();
    await calls.close();
  });

  test("is not called if the client is closed already", async () => {
    const calls = new InFlightCalls(new ManualClock());
    await calls.close();
    calls.whenClosing(() => expect.unreachable());
    await calls.close();
    expect(() => calls.begin("lessors.list", undefined)).toThrow("has been closed");
  });
});

describe("a lessor client that is closed", () => {
  test("still gets the token that a call in flight needs", async () => {
    const { fetch, api } = lessorService([json({})]);
    const lessor = lessorOver(fetch);
    const call = lessor.vehicles.get("AB-123-C");
    await lessor.close();
    expect(await call).toEqual({});
    expect(api.requests).toHaveLength(1);
    await failure(lessor.vehicles.get("AB-123-C"), "closed");
  });

  test("aborts the renewal of a token in the background", async () => {
    const clock = new ManualClock();
    let asked = 0;
    const aborted: unknown[] = [];
    const token: Reply = (request) => {
      asked += 1;
      request.init.signal?.addEventListener("abort", () => aborted.push(request.init.signal?.reason));
      return asked === 1 ? tokenResponse({ expires_in: 100 })(request) : silence(request);
    };
    const { fetch } = lessorService([json({})], token);
    const lessor = lessorOver(fetch, { clock });
    await lessor.vehicles.get("AB-123-C");
    await clock.advance(90_000);
    await lessor.vehicles.get("AB-123-C");
    expect(asked).toBe(2);
    await lessor.close();
    expect(aborted).toHaveLength(1);
    await settle();
    expect(clock.pending).toBe(0);
  });
});

describe("calls that share a signal", () => {
  test("add one listener together, and none is left when they have ended", async () => {
    const { signal } = new AbortController();
    const supplier = supplierOver(fakeFetch(json([])));
    const calls = Array.from({ length: 100 }, () => supplier.lessors.list({ signal }));
    expect(listeners(signal)).toBe(1);
    await Promise.all(calls);
    expect(listeners(signal)).toBe(0);
  });

  test("are all aborted by it", async () => {
    const controller = new AbortController();
    const supplier = supplierOver(fakeFetch(silence));
    const { signal } = controller;
    const calls = Array.from({ length: 20 }, () => rejection(supplier.lessors.list({ signal })));
    controller.abort("enough");
    expect(new Set(await Promise.all(calls))).toEqual(new Set(["enough"]));
    expect(listeners(signal)).toBe(0);
  });

  test("are not aborted by another one, and a signal is followed until its last call has ended", async () => {
    const calls = new InFlightCalls(new ManualClock());
    const [one, other] = [new AbortController(), new AbortController()];
    const [first, second] = [calls.begin("lessors.list", one.signal), calls.begin("lessors.list", one.signal)];
    const unrelated = calls.begin("lessors.list", other.signal);
    calls.end(first);
    calls.end(first);
    one.abort("enough");
    expect([first, second, unrelated].map(({ aborted }) => aborted)).toEqual([false, true, false]);
    expect(second).toMatchObject({ reason: "enough", byCaller: true });
    expect(listeners(other.signal)).toBe(1);
    calls.end(unrelated);
    expect(listeners(other.signal)).toBe(0);
  });
});
