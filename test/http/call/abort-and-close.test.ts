import { getEventListeners } from "node:events";
import type { RequestListener } from "node:http";
import { createLessorClient, type SupplierClient, type SupplierClientOptions } from "@reg/sdk";
import { describe, expect, test } from "vitest";
import { partOfWorkflow, type WorkflowCallOptions } from "../../../src/http/call/options.js";
import {
  canarySecret,
  draft,
  exampleRequest,
  lessorOver,
  lessorService,
  supplierAt,
  supplierOver,
} from "../../support/clients.js";
import { ManualClock, settle } from "../../support/clock.js";
import { countingServer } from "../../support/counting-server.js";
import { failure, rejection } from "../../support/errors.js";
import { empty, fakeFetch, json, type Reply, silence, stallingBody } from "../../support/fetch.js";
import { respondWithJson } from "../../support/server.js";
import { noTimers } from "../../support/timers.js";

const ok = json(exampleRequest);

const startBody: RequestListener = (_, response) => {
  response.writeHead(200, { "content-type": "application/json" }).write('{"id":');
};

/** Starts a server that completes no response before `release`, and that counts its connections. */
async function startHoldingServer(start: RequestListener = () => {}) {
  const held: (() => void)[] = [];
  let isHolding = true;
  const server = await countingServer((request, response) => {
    if (!isHolding) return respondWithJson(request, response);
    start(request, response);
    held.push(() =>
      response.headersSent
        ? response.end(JSON.stringify(exampleRequest).slice('{"id":'.length))
        : respondWithJson(request, response),
    );
  });
  const release = () => {
    isHolding = false;
    for (const complete of held.splice(0)) complete();
  };
  return Object.assign(server, { release });
}

describe("fault 54: an aborted call rejects at once with the reason of the signal", () => {
  /** `AbortController.abort` accepts any value. */
  const reasons = [{ why: "enough" }, new TypeError("enough"), null];

  interface Stage {
    readonly stage: string;
    readonly options?: Partial<SupplierClientOptions>;
    readonly reply: Reply;
    /** How many requests have been sent at this stage. */
    readonly sent: number;
    /** How many calls wait for the throttle. Default: 0. */
    readonly waiting?: number;
  }
  const neverRespond: Reply = () => new Promise(() => {});
  const stages: readonly Stage[] = [
    {
      stage: "in the queue of the throttle",
      options: { throttle: { limit: 1 }, retry: { retries: 1 } },
      reply: empty(503),
      sent: 1,
      waiting: 1,
    },
    {
      stage: "while it waits for a token",
      options: { token: () => new Promise(() => {}) },
      reply: silence,
      sent: 0,
    },
    { stage: "in flight", reply: silence, sent: 1 },
    { stage: "in flight with a fetch that ignores the signal", reply: neverRespond, sent: 1 },
    { stage: "in the body", reply: stallingBody("["), sent: 1 },
    {
      stage: "in the body of an error",
      reply: (request) => new Response((stallingBody("{")(request) as Response).body, { status: 400 }),
      sent: 1,
    },
    { stage: "in the backoff", options: { random: () => 1 }, reply: empty(503), sent: 1 },
    { stage: "in the pause after a 429", reply: empty(429, { "retry-after": "60" }), sent: 1, waiting: 1 },
  ];

  test.each(stages)("$stage, and sends nothing afterwards", async ({ options, reply, sent, waiting = 0 }) => {
    for (const reason of reasons) {
      const clock = new ManualClock();
      const fetch = fakeFetch(reply);
      const client = supplierOver(fetch, { clock, ...options });
      const controller = new AbortController();
      const call = rejection(client.lessors.list({ signal: controller.signal }));
      await settle();
      expect(client.throttleStatistics()?.waiting).toBe(waiting);
      controller.abort(reason);
      expect(await call).toBe(reason);
      await settle();
      expect(clock.pending).toBe(0);
      await clock.advance(1e7);
      expect(fetch.requests).toHaveLength(sent);
      expect(getEventListeners(controller.signal, "abort")).toEqual([]);
      expect(client.throttleStatistics()).toMatchObject({ waiting: 0, inFlight: 0 });
    }
  });

  /** Aborts a call after a step, and checks that it rejects with the reason without waiting for anything. */
  async function abortAfter(reachStage: () => Promise<unknown>, start: (signal: AbortSignal) => Promise<unknown>) {
    const reason = { why: "enough" };
    const controller = new AbortController();
    const ended = rejection(start(controller.signal));
    await reachStage();
    let isSettled = false;
    void ended.finally(() => {
      isSettled = true;
    });
    controller.abort(reason);
    await settle();
    expect(isSettled).toBe(true);
    expect(await ended).toBe(reason);
  }

  test("in the check of a workflow before its request, and sends nothing afterwards", async () => {
    let finishCheck = () => {};
    const beforeSending = () => new Promise<void>((resolve) => (finishCheck = resolve));
    const fetch = fakeFetch(ok);
    const client = supplierOver(fetch);
    await abortAfter(settle, (signal) => {
      const options: WorkflowCallOptions = { signal, [partOfWorkflow]: { beforeSending } };
      return client.serviceRequests.get("R-1", options);
    });
    finishCheck();
    await settle();
    expect(fetch.requests).toEqual([]);
    expect(client.throttleStatistics()).toMatchObject({ waiting: 0, inFlight: 0 });
  });

  test("before it starts, without a request, a token or an event", async () => {
    const events: string[] = [];
    const fetch = fakeFetch(ok);
    const client = supplierOver(fetch, {
      token: () => expect.unreachable(),
      on: ({ type }) => events.push(type),
    });
    for (const reason of reasons) {
      const signal = AbortSignal.abort(reason);
      expect(await rejection(client.serviceRequests.get("R-1", { signal }))).toBe(reason);
    }
    expect(fetch.requests).toEqual([]);
    expect(events).toEqual([]);
  });

  test.each([undefined, 1000])("directly after its start (deadline: %s)", async (deadline) => {
    const clock = new ManualClock();
    const fetch = fakeFetch(ok);
    const controller = new AbortController();
    const { signal } = controller;
    const ended = rejection(supplierOver(fetch, { clock }).serviceRequests.create(draft, { signal, deadline }));
    controller.abort("enough");
    expect(await ended).toBe("enough");
    expect(fetch.requests).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  test("while it waits for the token request of a lessor client", async () => {
    const service = lessorService([empty()], silence);
    const lessor = lessorOver(service.fetch, { timeout: 60_000 });
    await abortAfter(settle, (signal) => lessor.vehicles.delete("AB-1", { signal }));
    expect(service.api.requests).toEqual([]);
    await lessor.close({ abort: true });
  });

  test("in flight over a real socket, which is closed", async () => {
    const server = await startHoldingServer();
    const client = supplierAt(server.url);
    const calls = [
      (signal: AbortSignal) => client.serviceRequests.get("R-1", { signal }),
      (signal: AbortSignal) => client.serviceRequests.delete("R-1", { signal }),
      // The caller knows that a create in flight may have been processed: the reason is the rejection nevertheless.
      (signal: AbortSignal) => client.serviceRequests.create(draft, { signal }),
    ];
    for (const call of calls) {
      await abortAfter(() => expect.poll(() => server.open).toBe(1), call);
      await expect.poll(() => server.open).toBe(0);
    }
    server.release();
    await noTimers();
    expect(server.requests).toHaveLength(3);
  });

  test("in a body that is read as a stream: the stream fails with the reason", async () => {
    const server = await startHoldingServer(startBody);
    const controller = new AbortController();
    const options = { as: "stream", signal: controller.signal } as const;
    const { stream } = await supplierAt(server.url).serviceRequests.attachments.get("R-1", "A-1", options);
    const reading = rejection(new Response(stream).text());
    controller.abort("enough");
    expect(await reading).toBe("enough");
    await expect.poll(() => server.open).toBe(0);
  });

  test("while a file is read for an upload", async () => {
    const fetch = fakeFetch(ok);
    const endless = new ReadableStream<Uint8Array>();
    const { attachments } = supplierOver(fetch, { uploadEncoding: "multipart" }).serviceRequests;
    await abortAfter(settle, (signal) => attachments.upload("R-1", endless, { signal }));
    expect(fetch.requests).toEqual([]);
  });
});

describe("fault 56: close() drains or aborts, and later calls reject", () => {
  const expectClosed = async (client: SupplierClient) => {
    const error = await failure(client.serviceRequests.get("R-1"), "closed");
    expect(error.message).toContain("nothing was sent");
    expect(error).toMatchObject({
      name: "RegClosedError",
      operationId: "serviceRequests.get",
      outcome: undefined,
      attempts: [],
    });
    const call = client.GET("/v2/servicerequests/{id}", { params: { path: { id: "R-1" } } });
    await failure(call, "closed");
  };

  /** Records whether a promise has settled. */
  const watch = (promise: Promise<unknown>) => {
    const state = { settled: false, promise };
    const recordEnd = () => {
      state.settled = true;
    };
    promise.then(recordEnd, recordEnd);
    return state;
  };

  test("for a client that was never used", async () => {
    const fetch = fakeFetch(ok);
    const client = supplierOver(fetch);
    await client.close();
    await expectClosed(client);
    expect(fetch.requests).toEqual([]);
  });

  test.each([
    ["before the headers", undefined],
    ["in the body", startBody],
  ])("drains calls in flight over real sockets, %s", async (_, start) => {
    const server = await startHoldingServer(start);
    const client = supplierAt(server.url);
    const calls = [client.serviceRequests.get("R-1"), client.serviceRequests.create(draft)];
    await expect.poll(() => server.open).toBe(2);
    const closing = watch(client.close());
    await expectClosed(client);
    expect(closing.settled).toBe(false);
    server.release();
    await closing.promise;
    expect(await Promise.all(calls)).toMatchObject([{ id: "R-1" }, { id: "R-1" }]);
    expect(server.requests).toHaveLength(2);
  });

  test("drains queued calls and calls in the backoff", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(ok, empty(503), ok);
    const throttle = { limit: 2, window: 60_000 };
    const client = supplierOver(fetch, { clock, throttle, random: () => 1 });
    const calls = ["R-1", "R-2", "R-3"].map((id) => client.serviceRequests.get(id));
    await settle();
    const closing = watch(client.close());
    // The first call has ended, the second one waits for its next attempt, and the third one is queued.
    await clock.advance(400);
    expect(closing.settled).toBe(false);
    await clock.advance(240_000);
    expect(closing.settled).toBe(true);
    expect(await Promise.all(calls)).toHaveLength(3);
    expect(fetch.requests).toHaveLength(4);
    expect(clock.pending).toBe(0);
  });

  test("does not wait for a call that was aborted in the queue with a reason that nothing can read", async () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const clock = new ManualClock();
    const client = supplierOver(fakeFetch(ok), { clock, on: () => {}, throttle: { limit: 1 } });
    await client.serviceRequests.get("first");
    const controller = new AbortController();
    const call = rejection(client.serviceRequests.get("queued", { signal: controller.signal }));
    await settle();
    controller.abort(proxy);
    await call;
    await client.close();
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  test("with `abort` rejects all calls, with an unknown outcome only for a write in flight", async () => {
    const server = await startHoldingServer();
    const client = supplierAt(server.url, { throttle: { limit: 2, window: 60_000 } });
    const inFlight = [
      failure(client.serviceRequests.get("R-1"), "closed"),
      failure(client.serviceRequests.create(draft), "closed"),
    ];
    await expect.poll(() => server.open).toBe(2);
    const waiting = failure(client.serviceRequests.create(draft), "closed");
    await client.close({ abort: true });
    expect(await Promise.all(inFlight)).toMatchObject([
      { operationId: "serviceRequests.get", outcome: undefined },
      { operationId: "serviceRequests.create", outcome: "unknown" },
    ]);
    expect(await waiting).toMatchObject({ operationId: "serviceRequests.create", outcome: undefined });
    await expectClosed(client);
    await expect.poll(() => server.open).toBe(0);
    expect(server.requests).toHaveLength(2);
  });

  test("with `abort` rejects a call in the backoff, which makes no further attempt", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(empty(503), ok);
    const client = supplierOver(fetch, { clock, random: () => 1 });
    const call = failure(client.serviceRequests.get("R-1"), "closed");
    await settle();
    await client.close({ abort: true });
    await call;
    expect(clock.pending).toBe(0);
    expect(fetch.requests).toHaveLength(1);
  });

  test("aborts the remaining calls after its timeout", async () => {
    const server = await startHoldingServer();
    const clock = new ManualClock();
    const client = supplierAt(server.url, { clock });
    const call = failure(client.serviceRequests.get("R-1"), "closed");
    await expect.poll(() => server.open).toBe(1);
    const closing = watch(client.close({ timeout: 100 }));
    await clock.advance(99);
    expect(closing.settled).toBe(false);
    await clock.advance(1);
    expect(closing.settled).toBe(true);
    await closing.promise;
    expect((await call).message).toBe("serviceRequests.get: the client was closed while the call was in flight");
    expect(clock.pending).toBe(0);
    await expect.poll(() => server.open).toBe(0);
  });

  test("can be called repeatedly, and with `abort` while it drains", async () => {
    const server = await startHoldingServer();
    const client = supplierAt(server.url);
    const call = failure(client.serviceRequests.get("R-1"), "closed");
    await expect.poll(() => server.open).toBe(1);
    const draining = client.close();
    const drainingAgain = client.close();
    await client.close({ abort: true });
    await Promise.all([draining, drainingAgain, call]);
    await client.close();
    await client.close({ abort: true, timeout: 5 });
    await expectClosed(client);
  });

  test("of a lessor client aborts a token request as well", async () => {
    const server = await startHoldingServer();
    const lessor = createLessorClient({
      baseUrl: server.url,
      clientId: "fleet-job",
      clientSecret: canarySecret,
    });
    const call = failure(lessor.vehicles.get("AB-123-C"), "closed");
    await expect.poll(() => server.open).toBe(1);
    await lessor.close({ abort: true });
    await call;
    await expect.poll(() => server.open).toBe(0);
    expect(server.requests).toEqual(["POST /token"]);
    await failure(lessor.vehicles.get("AB-123-C"), "closed");
  });

  test("is called at the end of an `await using` block, and affects only that client", async () => {
    const fetch = fakeFetch(ok);
    const client = supplierOver(fetch);
    await client[Symbol.asyncDispose]();
    await expectClosed(client);
    expect(await supplierOver(fetch).serviceRequests.get("R-1")).toMatchObject({ id: "R-1" });
  });

  test("waits for the end of a body that is read as a stream", async () => {
    const server = await startHoldingServer(startBody);
    const client = supplierAt(server.url);
    const { stream } = await client.serviceRequests.attachments.get("R-1", "A-1", { as: "stream" });
    const closing = watch(client.close());
    await settle();
    expect(closing.settled).toBe(false);
    server.release();
    expect(await new Response(stream).text()).toBe(JSON.stringify(exampleRequest));
    await closing.promise;
  });
});
