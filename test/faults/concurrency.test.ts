import type { RequestListener } from "node:http";
import { describe, expect, test } from "vitest";
import { createLessorClient } from "../../src/lessor/client.js";
import {
  createSupplierClient,
  type SupplierClient,
  type SupplierClientOptions,
} from "../../src/supplier/client.js";
import { canarySecret, canaryToken, lessorOver, lessorService, supplierOver } from "../support/clients.js";
import { ManualClock, settle } from "../support/clock.js";
import { countingServer } from "../support/counting-server.js";
import { failure, rejection } from "../support/errors.js";
import { empty, fakeFetch, json, silence } from "../support/fetch.js";

const draft = { status: "Draft", vehicle: { licensePlate: "AB-123-C" } } as const;
const ok = json({ id: "R-1" });

const answer: RequestListener = (_, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end('{"id":"R-1"}');
};

/** A server that never finishes its answers until it is told to, and knows how many connections are open. */
async function holding(hold: RequestListener = () => {}) {
  const held: (() => void)[] = [];
  let holds = true;
  const server = await countingServer((request, response) => {
    if (!holds) return answer(request, response);
    hold(request, response);
    held.push(() => (response.headersSent ? response.end('"R-1"}') : answer(request, response)));
  });
  const release = () => {
    holds = false;
    for (const finish of held.splice(0)) finish();
  };
  return Object.assign(server, { release });
}

const startOfBody: RequestListener = (_, response) => {
  response.writeHead(200, { "content-type": "application/json" }).write('{"id":');
};

const over = (baseUrl: string, options: Partial<SupplierClientOptions> = {}) =>
  createSupplierClient({ baseUrl, token: canaryToken, random: () => 0, ...options });

describe("fault 54: an abort, wherever the call is, rejects at once with the signal's reason", () => {
  const reasons: readonly [string, unknown][] = [
    ["an object", { why: "enough" }],
    ["an error", new Error("enough")],
    ["a text", "enough"],
    ["null", null],
    ["zero", 0],
  ];

  /** Aborts a call that is at some point, and expects the reason itself, without any time passing. */
  async function abortAt(
    begin: (signal: AbortSignal) => Promise<unknown>,
    reachPoint: () => Promise<unknown>,
    reason: unknown = { why: "enough" },
  ) {
    const controller = new AbortController();
    const ended = rejection(begin(controller.signal));
    await reachPoint();
    let settled = false;
    void ended.finally(() => {
      settled = true;
    });
    controller.abort(reason);
    await settle();
    expect(settled).toBe(true);
    expect(await ended).toBe(reason);
  }

  test.each(reasons)("before it begins: %s", async (_, reason) => {
    const fetch = fakeFetch(ok);
    let asked = 0;
    const client = supplierOver(fetch, { token: () => `${canaryToken}${++asked}` });
    const signal = AbortSignal.abort(reason);
    expect(await rejection(client.serviceRequests.get("R-1", { signal }))).toBe(reason);
    expect([fetch.requests.length, asked]).toEqual([0, 0]);
  });

  test("in the same turn, after it has begun", async () => {
    const fetch = fakeFetch(ok);
    const controller = new AbortController();
    const ended = rejection(supplierOver(fetch).serviceRequests.create(draft, { signal: controller.signal }));
    controller.abort("enough");
    expect(await ended).toBe("enough");
    expect(fetch.requests).toHaveLength(0);
  });

  test.each(reasons)("in the throttle's line: %s", async (_, reason) => {
    const clock = new ManualClock();
    const fetch = fakeFetch(ok);
    const client = supplierOver(fetch, { clock, throttle: { limit: 1, window: 60_000 } });
    await client.serviceRequests.get("R-1");
    await abortAt((signal) => client.serviceRequests.get("R-2", { signal }), settle, reason);
    expect(client.throttleStatistics()).toMatchObject({ waiting: 0 });
    await clock.advance(120_000);
    expect(fetch.requests).toHaveLength(1);
    await expect.poll(() => clock.pending).toBe(0);
  });

  test.each(reasons)("while it waits for a token: %s", async (_, reason) => {
    let give = (_token: string) => {};
    const token = () =>
      new Promise<string>((resolve) => {
        give = resolve;
      });
    const fetch = fakeFetch(ok);
    const client = supplierOver(fetch, { token });
    await abortAt((signal) => client.serviceRequests.get("R-1", { signal }), settle, reason);
    give(canaryToken);
    await settle();
    expect(fetch.requests).toHaveLength(0);
    expect(client.throttleStatistics()).toMatchObject({ inFlight: 0, free: 5000 });
  });

  test("while a lessor's call waits for a token that others wait for as well", async () => {
    const service = lessorService([empty()], silence);
    const lessor = lessorOver(service.fetch, { timeout: 60_000 });
    await abortAt((signal) => lessor.vehicles.delete("AB-1", { signal }), settle);
    expect(service.api.requests).toHaveLength(0);
    await lessor.close({ abort: true });
  });

  test("while the token function never answers and the signal is old", async () => {
    const clock = new ManualClock();
    const client = supplierOver(fakeFetch(ok), { clock, token: () => new Promise<string>(() => {}) });
    await abortAt(
      (signal) => client.serviceRequests.get("R-1", { signal, deadline: 90_000 }),
      () => clock.advance(29_000),
    );
    expect(clock.pending).toBe(0);
  });

  test.each(reasons)("in flight, over a real socket, which is closed: %s", async (_, reason) => {
    const server = await holding();
    const client = over(server.url);
    for (const call of [client.serviceRequests.get, client.serviceRequests.delete]) {
      await abortAt(
        (signal) => call("R-1", { signal }),
        () => expect.poll(() => server.open).toBe(1),
        reason,
      );
      await expect.poll(() => server.open).toBe(0);
    }
    server.release();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(server.requests).toHaveLength(2);
  });

  test.each(reasons)("in the back-off: %s", async (_, reason) => {
    const clock = new ManualClock();
    const fetch = fakeFetch(empty(503), ok);
    const client = supplierOver(fetch, { clock, random: () => 1 });
    await abortAt((signal) => client.serviceRequests.get("R-1", { signal }), settle, reason);
    expect(clock.pending).toBe(0);
    await clock.advance(60_000);
    expect(fetch.requests).toHaveLength(1);
  });

  test("in the pause that a 429 asks for", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(empty(429, { "retry-after": "60" }), ok);
    const client = supplierOver(fetch, { clock });
    await abortAt((signal) => client.serviceRequests.get("R-1", { signal }), settle);
    await clock.advance(120_000);
    expect(fetch.requests).toHaveLength(1);
    await expect.poll(() => clock.pending).toBe(0);
  });

  test.each(reasons)("in the body, over a real socket, which is closed: %s", async (_, reason) => {
    const server = await holding(startOfBody);
    const { serviceRequests } = over(server.url);
    const calls = [
      (signal: AbortSignal) => serviceRequests.get("R-1", { signal }),
      (signal: AbortSignal) => serviceRequests.attachments.get("R-1", "A-1", { signal }),
    ];
    for (const call of calls) {
      await abortAt(call, () => expect.poll(() => server.open).toBe(1), reason);
      await expect.poll(() => server.open).toBe(0);
    }
    expect(server.requests).toHaveLength(2);
  });

  test("in a body that is handed out as a stream: its reader sees the reason", async () => {
    const server = await holding(startOfBody);
    const controller = new AbortController();
    const options = { as: "stream", signal: controller.signal } as const;
    const { stream } = await over(server.url).serviceRequests.attachments.get("R-1", "A-1", options);
    const reading = rejection(new Response(stream).text());
    controller.abort("enough");
    expect(await reading).toBe("enough");
    await expect.poll(() => server.open).toBe(0);
  });

  test("while a file is read that is to be sent", async () => {
    const fetch = fakeFetch(ok);
    const endless = new ReadableStream<Uint8Array>();
    const { attachments } = supplierOver(fetch, { uploadEncoding: "multipart" }).serviceRequests;
    await abortAt((signal) => attachments.upload("R-1", endless, { signal }), settle);
    expect(fetch.requests).toHaveLength(0);
  });

  test("after the call has ended, does nothing; and one signal serves a thousand calls without a listener left", async () => {
    const controller = new AbortController();
    let listeners = 0;
    const { signal } = controller;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...args);
    };
    const client = supplierOver(fakeFetch(ok));
    const calls = Array.from({ length: 1000 }, () => client.serviceRequests.get("R-1", { signal }));
    expect(listeners).toBeLessThanOrEqual(1);
    expect(await Promise.all(calls)).toHaveLength(1000);
    expect(listeners).toBe(0);
    controller.abort("too late");
  });

  test("of a create in flight says nothing of doubt but the reason: the caller has asked for it", async () => {
    const server = await holding();
    await abortAt(
      (signal) => over(server.url).serviceRequests.create(draft, { signal }),
      () => expect.poll(() => server.open).toBe(1),
    );
    expect(server.requests).toHaveLength(1);
  });
});

describe("fault 56: close() drains or aborts, and takes no later calls", () => {
  const isClosed = async (client: SupplierClient) => {
    expect(await failure(client.serviceRequests.get("R-1"), "closed")).toMatchObject({
      name: "RegClosedError",
      operationId: "serviceRequests.get",
      outcome: undefined,
      attempts: [],
    });
    const call = client.GET("/v2/servicerequests/{id}", { params: { path: { id: "R-1" } } });
    await failure(call, "closed");
  };

  /** Whether a promise has been settled. */
  const watched = (promise: Promise<unknown>) => {
    const state = { settled: false, promise };
    const settled = () => {
      state.settled = true;
    };
    promise.then(settled, settled);
    return state;
  };

  test("of a client that was never used", async () => {
    const fetch = fakeFetch(ok);
    const client = supplierOver(fetch);
    await client.close();
    await isClosed(client);
    expect(fetch.requests).toEqual([]);
  });

  test.each([
    ["before the headers", undefined],
    ["in the body", startOfBody],
  ])("drains what is under way, over real sockets: %s", async (_, hold) => {
    const server = await holding(hold);
    const client = over(server.url);
    const calls = [client.serviceRequests.get("R-1"), client.serviceRequests.create(draft)];
    await expect.poll(() => server.open).toBe(2);
    const closing = watched(client.close());
    await isClosed(client);
    expect(closing.settled).toBe(false);
    server.release();
    await closing.promise;
    expect(await Promise.all(calls)).toMatchObject([{ id: "R-1" }, { id: "R-1" }]);
    expect(server.requests).toHaveLength(2);
  });

  test("drains what waits: in the line, in a back-off, for a token", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(ok, empty(503), ok);
    const throttle = { limit: 2, window: 60_000 };
    const client = supplierOver(fetch, { clock, throttle, random: () => 1 });
    const calls = ["R-1", "R-2", "R-3"].map((id) => client.serviceRequests.get(id));
    await settle();
    const closing = watched(client.close());
    for (let window = 0; window < 4 && !closing.settled; window++) {
      await clock.advance(60_000);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(closing.settled).toBe(true);
    expect(await Promise.all(calls)).toHaveLength(3);
    expect(fetch.requests).toHaveLength(4);
    expect(clock.pending).toBe(0);
  });

  test("aborts what is under way, and says of each call whether it leaves a doubt", async () => {
    const server = await holding();
    const client = over(server.url, { throttle: { limit: 2, window: 60_000 } });
    const flying = [
      failure(client.serviceRequests.get("R-1"), "closed"),
      failure(client.serviceRequests.create(draft), "closed"),
    ];
    await expect.poll(() => server.open).toBe(2);
    const waiting = failure(client.serviceRequests.create(draft), "closed");
    await client.close({ abort: true });
    expect(await Promise.all(flying)).toMatchObject([
      { operationId: "serviceRequests.get", outcome: undefined },
      { operationId: "serviceRequests.create", outcome: "unknown" },
    ]);
    expect(await waiting).toMatchObject({ operationId: "serviceRequests.create", outcome: undefined });
    await isClosed(client);
    await expect.poll(() => server.open).toBe(0);
    expect(server.requests).toHaveLength(2);
  });

  test("aborts what waits in a back-off, without another attempt", async () => {
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

  test("drains for no longer than it is told", async () => {
    const server = await holding();
    const clock = new ManualClock();
    const client = over(server.url, { clock });
    const call = failure(client.serviceRequests.get("R-1"), "closed");
    await expect.poll(() => server.open).toBe(1);
    const closing = watched(client.close({ timeout: 100 }));
    await clock.advance(99);
    expect(closing.settled).toBe(false);
    await clock.advance(1);
    expect(closing.settled).toBe(true);
    await Promise.all([closing.promise, call]);
    await expect.poll(() => server.open).toBe(0);
  });

  test("leaves no timer when it drained in time", async () => {
    const clock = new ManualClock();
    let finish = (_: Response) => {};
    const fetch = fakeFetch(() => new Promise<Response>((resolve) => (finish = resolve)));
    const client = supplierOver(fetch, { clock });
    const call = client.serviceRequests.delete("R-1");
    await settle();
    const closing = client.close({ timeout: 60_000 });
    finish(new Response(null, { status: 204 }));
    await Promise.all([call, closing]);
    expect(clock.pending).toBe(0);
  });

  test("twice is as good as once; and who drains can still abort", async () => {
    const server = await holding();
    const client = over(server.url);
    const call = failure(client.serviceRequests.get("R-1"), "closed");
    await expect.poll(() => server.open).toBe(1);
    const draining = client.close();
    const drainingToo = client.close();
    await client.close({ abort: true });
    await Promise.all([draining, drainingToo, call]);
    await client.close();
    await client.close({ abort: true, timeout: 5 });
    await isClosed(client);
  });

  test("of a lessor client ends the request for a token as well", async () => {
    const server = await holding();
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

  test("by the end of a block, and of that client only", async () => {
    const fetch = fakeFetch(ok);
    const client = supplierOver(fetch);
    await client[Symbol.asyncDispose]();
    await isClosed(client);
    expect(await supplierOver(fetch).serviceRequests.get("R-1")).toMatchObject({ id: "R-1" });
  });

  test("waits for a body that is handed out as a stream", async () => {
    const server = await holding(startOfBody);
    const client = over(server.url);
    const { stream } = await client.serviceRequests.attachments.get("R-1", "A-1", { as: "stream" });
    const closing = watched(client.close());
    await settle();
    expect(closing.settled).toBe(false);
    server.release();
    expect(await new Response(stream).text()).toBe('{"id":"R-1"}');
    await closing.promise;
  });
});
