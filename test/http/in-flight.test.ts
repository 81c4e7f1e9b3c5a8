import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { supplierOperations } from "../../src/generated/supplier/operations.js";
import { startCallState } from "../../src/http/call.js";
import { InFlightCalls, SignalHub } from "../../src/http/in-flight.js";
import type { CloseOptions } from "../../src/index.js";
import { lessorOver, lessorService, supplierOver, tokenResponse } from "../support/clients.js";
import { ManualClock, settle } from "../support/clock.js";
import { failure, rejection } from "../support/errors.js";
import { empty, fakeFetch, json, type Reply, silence } from "../support/fetch.js";

const listeners = (signal: AbortSignal) => getEventListeners(signal, "abort").length;

/** A service that responds when `respond` is called. */
function delayedService(reply: Reply = json([])) {
  const waiting: (() => void)[] = [];
  const fetch = fakeFetch(
    (request) =>
      new Promise<Response>((resolve, reject) => {
        waiting.push(() => resolve(reply(request)));
        request.init.signal?.addEventListener("abort", () => reject(request.init.signal?.reason));
      }),
  );
  const respond = () => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  return { fetch, respond };
}

/** Whether a promise has settled. */
async function settled(promise: Promise<unknown>): Promise<boolean> {
  let done = false;
  const mark = () => {
    done = true;
  };
  promise.then(mark, mark);
  await settle();
  return done;
}

describe("a client that is closed", () => {
  test("waits for the last of several calls", async () => {
    const controller = new AbortController();
    const { fetch, respond } = delayedService();
    const supplier = supplierOver(fetch);
    const calls = [rejection(supplier.lessors.list({ signal: controller.signal })), supplier.lessors.list()];
    const closing = supplier.close();
    controller.abort("first");
    expect(await settled(closing)).toBe(false);
    respond();
    expect(await Promise.all(calls)).toEqual(["first", []]);
    await closing;
  });

  test("is closed at once if no call is in flight, and rejects later calls", async () => {
    const supplier = supplierOver(fakeFetch(json([])));
    await supplier.lessors.list();
    await supplier.close();
    const late = await failure(supplier.GET("/v2/lessors"), "closed");
    expect(late).toMatchObject({ operationId: "lessors.list", outcome: undefined });
    expect(late.message).toContain("nothing was sent");
  });

  test("aborts the calls that are still in flight after the timeout, and leaves no timer", async () => {
    const clock = new ManualClock();
    const supplier = supplierOver(fakeFetch(silence), { clock });
    const call = failure(supplier.lessors.list(), "closed");
    await settle();
    const closing = supplier.close({ timeout: 5000 });
    await clock.advance(4999);
    expect(await settled(closing)).toBe(false);
    await clock.advance(1);
    await closing;
    expect((await call).message).toBe("lessors.list: the client was closed while the call was in flight");
    expect(clock.pending).toBe(0);
  });

  test("waits for the calls in flight also when it is closed again", async () => {
    const { fetch, respond } = delayedService();
    const supplier = supplierOver(fetch);
    const call = supplier.lessors.list();
    const closings = [supplier.close(), supplier.close()];
    expect(await settled(Promise.race(closings))).toBe(false);
    respond();
    await Promise.all([...closings, call]);
  });

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

  test("waits for a call in flight that its own signal then aborts", async () => {
    const supplier = supplierOver(fakeFetch(silence));
    const controller = new AbortController();
    const call = rejection(supplier.lessors.list({ signal: controller.signal }));
    const closing = supplier.close();
    controller.abort("mine");
    expect(await call).toBe("mine");
    await closing;
  });

  test("waits for a streamed file until its stream is cancelled", async () => {
    const pdf: Reply = () =>
      new Response(new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(3)) }), {
        headers: { "content-type": "application/pdf" },
      });
    const supplier = supplierOver(fakeFetch(pdf));
    const file = await supplier.serviceRequests.invoices.pdf.get("R-1", 7, { as: "stream" });
    const closing = supplier.close();
    expect(await settled(closing)).toBe(false);
    await file.stream.cancel();
    await closing;
  });

  test("waits for the calls in flight when it is disposed of", async () => {
    const { fetch, respond } = delayedService();
    const supplier = supplierOver(fetch);
    const call = supplier.lessors.list();
    const disposing = supplier[Symbol.asyncDispose]();
    expect(await settled(disposing)).toBe(false);
    respond();
    await Promise.all([disposing, call]);
    await failure(supplier.lessors.list(), "closed");
  });

  test.each([
    [{ abort: "yes" }, "abort"],
    [{ timeout: -1 }, "timeout"],
    [{ timeout: "5 s" }, "timeout"],
    [{ after: 5 }, "after"],
  ])("stays open if the options of close are %j", async (options, field) => {
    const supplier = supplierOver(fakeFetch(json([])));
    const error = await failure(
      Promise.resolve().then(() => supplier.close(options as CloseOptions)),
      "input",
    );
    expect(error.field).toBe(field);
    expect(await supplier.lessors.list()).toEqual([]);
  });
});

describe("a listener of whenClosing", () => {
  test("is called once, before the calls in flight have ended", async () => {
    const calls = new InFlightCalls(new ManualClock());
    const running = calls.begin(newCall(), undefined);
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
    const running = calls.begin(newCall(), undefined);
    const { cancellation } = running;
    cancellation.listen(() => calls.end(running));
    let aborted: boolean | undefined;
    calls.whenClosing(() => {
      aborted = cancellation.aborted;
    });
    await calls.close({ abort: true });
    expect(aborted).toBe(false);
    expect(cancellation.aborted).toBe(true);
  });

  test("is called once for each time it was added and not removed", async () => {
    const calls = new InFlightCalls(new ManualClock());
    let count = 0;
    const listener = () => {
      count += 1;
    };
    const unlisten = calls.whenClosing(listener);
    calls.whenClosing(listener);
    calls.whenClosing(listener);
    unlisten();
    unlisten();
    await calls.close();
    expect(count).toBe(2);
  });

  test("is not called if the client is closed already", async () => {
    const calls = new InFlightCalls(new ManualClock());
    await calls.close();
    calls.whenClosing(() => expect.unreachable());
    await calls.close();
    expect(() => calls.begin(newCall(), undefined)).toThrow("has been closed");
  });
});

/** A call to start. */
function newCall() {
  return { operation: supplierOperations["lessors.list"], state: startCallState() };
}

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

describe("SignalHub", () => {
  test("has one listener on a signal as long as one follower is left", () => {
    const hub = new SignalHub();
    const { signal } = new AbortController();
    const ends = Array.from({ length: 20 }, () => hub.follow(signal, () => {}));
    expect(listeners(signal)).toBe(1);
    for (const end of ends.slice(1)) end();
    expect(listeners(signal)).toBe(1);
    ends[0]?.();
    expect(listeners(signal)).toBe(0);
  });

  test("calls every follower once, except those that were removed", () => {
    const hub = new SignalHub();
    const controller = new AbortController();
    const events: unknown[] = [];
    hub.follow(controller.signal, (reason) => events.push(["a", reason]));
    hub.follow(controller.signal, (reason) => events.push(["b", reason]))();
    hub.follow(controller.signal, (reason) => events.push(["c", reason]));
    controller.abort("enough");
    expect(events).toEqual([
      ["a", "enough"],
      ["c", "enough"],
    ]);
    expect(listeners(controller.signal)).toBe(0);
  });

  test("keeps signals apart, and can follow a signal again", () => {
    const hub = new SignalHub();
    const [one, other] = [new AbortController(), new AbortController()];
    const events: unknown[] = [];
    hub.follow(one.signal, () => events.push("too early"))();
    hub.follow(one.signal, () => events.push("one"));
    hub.follow(other.signal, () => events.push("other"));
    other.abort();
    expect(events).toEqual(["other"]);
    one.abort();
    expect(events).toEqual(["other", "one"]);
  });

  test("keeps the other followers if one is removed twice", () => {
    const hub = new SignalHub();
    const controller = new AbortController();
    const events: string[] = [];
    const end = hub.follow(controller.signal, () => events.push("first"));
    end();
    hub.follow(controller.signal, () => events.push("second"));
    end();
    controller.abort();
    expect(events).toEqual(["second"]);
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
});
