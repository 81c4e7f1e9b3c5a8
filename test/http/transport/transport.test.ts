import type { IncomingHttpHeaders } from "node:http";
import { createSupplierClient, type Fetch, RegConnectionError, type StreamedFile, type SupplierClient } from "@reg/sdk";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Call } from "../../../src/http/call/call.js";
import { createFetchTransport } from "../../../src/http/transport/fetch-transport.js";
import { sendAndRead } from "../../../src/http/transport/transport.js";
import { canaryToken, draft, supplierOver } from "../../support/clients.js";
import { ManualClock, settle } from "../../support/clock.js";
import { failure, rejection } from "../../support/errors.js";
import { fakeFetch, type Reply } from "../../support/fetch.js";
import { httpServer, rawService, tcpServer } from "../../support/server.js";
import { callOf, create, download, operationOf, responseOf } from "../support.js";

// Real sockets on 127.0.0.1 with the global fetch, and then a fake fetch.

const clientFor = (url: string, options: Partial<Parameters<typeof createSupplierClient>[0]> = {}) =>
  createSupplierClient({ baseUrl: url, token: canaryToken, random: () => 0, ...options });

describe("a call over HTTP", () => {
  test("sends the method, path, headers and body", async () => {
    let body = "";
    let headers: IncomingHttpHeaders = {};
    const service = await httpServer((request, response) => {
      headers = request.headers;
      request.on("data", (chunk) => {
        body += chunk;
      });
      request.on("end", () => {
        response.writeHead(201, { location: "/gateway/v2/servicerequests/R-9" }).end();
      });
    });
    const supplier = clientFor(`${service.url}/gateway/`, { headers: { "x-trace": "abc" } });
    expect(await supplier.serviceRequests.create(draft)).toEqual({
      id: "R-9",
      location: "/gateway/v2/servicerequests/R-9",
    });
    expect(service.requests).toEqual(["POST /gateway/v2/servicerequests"]);
    expect(JSON.parse(body)).toEqual(draft);
    expect(headers).toMatchObject({
      authorization: `Bearer ${canaryToken}`,
      accept: "application/json",
      "content-type": "application/json",
      "x-trace": "abc",
    });
  });

  test("uploads and downloads a stream", async () => {
    const received: Buffer[] = [];
    const service = await httpServer((request, response) => {
      if (request.method === "GET")
        return void response.writeHead(200, { "content-type": "application/pdf" }).end(Buffer.alloc(300_000, 1));
      request
        .on("data", (chunk) => received.push(chunk))
        .on("end", () => response.writeHead(201, { location: "/pdf" }).end());
    });
    const supplier = clientFor(service.url);
    async function* chunks() {
      for (let part = 0; part < 10; part++) yield Buffer.alloc(1000, part);
    }
    await supplier.serviceRequests.invoices.pdf.upload("R-1", 7, chunks());
    expect(Buffer.concat(received)).toHaveLength(10_000);
    const { stream } = await supplier.serviceRequests.invoices.pdf.get("R-1", 7, { as: "stream" });
    let size = 0;
    for await (const chunk of stream) size += chunk.byteLength;
    expect(size).toBe(300_000);
  });
});

describe("a connection", () => {
  test("to a service without TLS fails and is not retried", async () => {
    const service = await tcpServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    const error = await failure(
      clientFor(service.url.replace("http:", "https:")).serviceRequests.create(draft),
      "connection",
    );
    expect(error).toMatchObject({ transient: false, sent: false, outcome: undefined });
    expect(service.connections).toBe(1);
  });
});

describe("the global fetch", () => {
  test("is looked up at every call, so that a later replacement is used", async () => {
    const original = globalThis.fetch;
    const supplier = clientFor("https://reg.example");
    try {
      globalThis.fetch = async () => new Response("[]", { headers: { "content-type": "application/json" } });
      expect(await supplier.lessors.list()).toEqual([]);
    } finally {
      globalThis.fetch = original;
    }
  });
});

describe("after a 421, for which Node's fetch would send a second request,", () => {
  const pdf = { contentType: "application/pdf", uploadEncoding: "binary" } as const;
  const form = { ...pdf, uploadEncoding: "multipart" } as const;
  const bytes = new Uint8Array(300_000);

  test.each<[string, (client: SupplierClient) => Promise<unknown>, RegExp]>([
    ["a create", ({ serviceRequests }) => serviceRequests.create(draft), /^56$/],
    ["a transition without a body", ({ serviceRequests }) => serviceRequests.components.cancel("R-1", "2"), /^0$/],
    ["an empty upload", (client) => client.serviceRequests.attachments.upload("R-1", new Blob([]), pdf), /^0$/],
    [
      "an upload of a file",
      (client) => client.serviceRequests.attachments.upload("R-1", new Blob([bytes]), pdf),
      /^300000$/,
    ],
    ["an upload of bytes", (client) => client.serviceRequests.attachments.upload("R-1", bytes, pdf), /^300000$/],
    ["an upload as a form", (client) => client.serviceRequests.attachments.upload("R-1", bytes, form), /^3001\d\d$/],
  ])("%s has reached the wire once, with its length", async (_, send, length) => {
    const heads: string[] = [];
    const { url } = await rawService((head) => {
      heads.push(head);
      return "HTTP/1.1 421 Misdirected Request\r\ncontent-length: 0\r\n\r\n";
    });
    expect(await failure(send(clientFor(url)), "api")).toMatchObject({ status: 421 });
    expect(heads).toHaveLength(1);
    expect(/^content-length: (\d+)/im.exec(heads[0] ?? "")?.[1]).toMatch(length);
    expect(heads[0]).not.toMatch(/^transfer-encoding/im);
  });

  test("the body of every attempt and of the replay after a 401 is complete", async () => {
    const bodies: string[] = [];
    const { url } = await rawService((_, body) => {
      bodies.push(body);
      const status = ["401 Unauthorized", "429 Too Many Requests", "201 Created"][bodies.length - 1];
      return `HTTP/1.1 ${status}\r\ncontent-length: 12\r\nretry-after: 0\r\n\r\n{"id":"R-1"}`;
    });
    let tokens = 0;
    const client = clientFor(url, { token: () => `${canaryToken}${tokens++}`, throttle: false });
    expect(await client.serviceRequests.create(draft)).toMatchObject({ id: "R-1" });
    expect(bodies).toEqual(Array(3).fill(JSON.stringify(draft)));
  });
});

describe("a 401 that Node 24.14 to 26.0 report as a network failure", () => {
  const hidden401 = async () => {
    throw new TypeError("fetch failed", { cause: new Error("expected non-null body source") });
  };

  test.each<[string, (client: SupplierClient) => Promise<unknown>]>([
    ["a create", ({ serviceRequests }) => serviceRequests.create(draft)],
    [
      "an upload of a stream",
      ({ serviceRequests }) => serviceRequests.attachments.upload("R-1", new Blob(["a"]).stream()),
    ],
  ])("is an authentication error of %s", async (_, send) => {
    vi.spyOn(globalThis, "fetch").mockImplementation(hidden401);
    onTestFinished(() => void vi.restoreAllMocks());
    const error = await failure(send(clientFor("https://reg.example")), "authentication");
    expect(error.outcome).toBeUndefined();
  });

  test("lets a request be sent again with another token", async () => {
    const fetch = vi.spyOn(globalThis, "fetch").mockImplementationOnce(hidden401);
    onTestFinished(() => void vi.restoreAllMocks());
    fetch.mockResolvedValue(Response.json({ id: "R-1" }, { status: 201 }));
    let tokens = 0;
    const client = clientFor("https://reg.example", { token: () => `${canaryToken}${tokens++}` });
    expect(await client.serviceRequests.create(draft)).toMatchObject({ id: "R-1" });
  });
});

describe("fetch receives", () => {
  const settings = { clock: new ManualClock(), maxBytes: 1000 };

  /** Sends an attempt, and returns the arguments of fetch. */
  async function sendAttempt(fields: Partial<Call>, status = 204) {
    const calls: [string, RequestInit][] = [];
    const response = new Response(null, { status });
    const call = callOf({ operation: operationOf({ output: "none" }), ...fields });
    const fetch: Fetch = async (...args) => {
      calls.push(args);
      return response;
    };
    const sending = sendAndRead({ ...settings, transport: createFetchTransport(fetch) })(call);
    const parsed = await responseOf(sending);
    expect(parsed.response).toBe(response);
    return { calls, call };
  }

  test("the address, the method, the headers and the signal of a call without a body", async () => {
    const { calls, call } = await sendAttempt({});
    const { url, headers } = call;
    const signal = expect.any(AbortSignal);
    expect(calls).toStrictEqual([[url, { method: "GET", headers, redirect: "manual", signal, cache: "no-store" }]]);
  });

  test("fault 67: no option cache where the runtime does not know it, because older versions of workerd reject it", async () => {
    onTestFinished(() => void vi.unstubAllGlobals());
    vi.stubGlobal("Request", class {});
    const { calls } = await sendAttempt({});
    expect(calls[0]?.[1]).not.toHaveProperty("cache");
  });

  test("a wrapper of the user's stream, in half duplex", async () => {
    const own = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array(1)) });
    const { calls } = await sendAttempt({ operation: create, body: own });
    const { duplex, body } = calls[0]?.[1] ?? {};
    expect([duplex, body instanceof ReadableStream, body === own]).toEqual(["half", true, false]);
  });
});

test("the error with which Next.js stops the rendering of a page reaches it as it is, and is not repeated", async () => {
  const stop = Object.assign(new Error("Dynamic server usage: no-store fetch"), { digest: "DYNAMIC_SERVER_USAGE" });
  const fetch = fakeFetch(() => {
    throw stop;
  });
  const { serviceRequests } = supplierOver(fetch);
  expect(await rejection(serviceRequests.get("R-1"))).toBe(stop);
  expect(await rejection(serviceRequests.create(draft))).toBe(stop);
  expect(fetch.requests).toHaveLength(2);
});

describe("a fetch option", () => {
  const sentBy = (fetch: Fetch, call = callOf({ operation: create })) =>
    responseOf(sendAndRead({ transport: createFetchTransport(fetch), clock: new ManualClock(), maxBytes: 1000 })(call));
  const resolving = (value: unknown) => sentBy(async () => value as Response);
  const get = () => null;

  test.each([
    [undefined],
    [null],
    ["a text"],
    [get],
    [{}],
    [{ status: 200 }],
    [{ status: 200, headers: null }],
    [{ status: 200, headers: {} }],
    [{ status: "200", headers: { get } }],
    [{ headers: { get } }],
  ])("that resolves to %o fails the call, because it is not a Response", async (value) => {
    const error = await failure(resolving(value), "connection");
    expect(error.message).toBe(
      "serviceRequests.create: the option fetch or transport did not resolve to a response; check that function",
    );
    expect(error).toMatchObject({
      operationId: "serviceRequests.create",
      sent: true,
      transient: false,
      outcome: "unknown",
      code: undefined,
    });
  });

  test("may resolve to a Response of another package", async () => {
    const response = { ok: true, status: 204, headers: { get }, body: null };
    expect((await resolving(response)).response).toBe(response);
  });

  test("that resolves just after an abort pauses nothing, and its status is not reported", async () => {
    const events: string[] = [];
    const cancel = new AbortController();
    const supplier = createSupplierClient({
      baseUrl: "https://reg.example",
      token: canaryToken,
      on: ({ type }) => events.push(type),
      fetch: async () => {
        // The abort comes after the response, and before the client has seen it.
        queueMicrotask(() => cancel.abort("too late"));
        return new Response(null, { status: 429, headers: { "retry-after": "7" } });
      },
    });
    const call = supplier.serviceRequests.get("R-1", { signal: cancel.signal });
    await expect(call).rejects.toBe("too late");
    expect(events).toEqual(["request", "attempt", "attempt-end", "error"]);
    expect(supplier.throttleStatistics()).toMatchObject({ pausedForMs: 0, refused: 0 });
  });

  test("that throws synchronously fails the call like one that rejects", async () => {
    const throwing = sentBy(() => {
      throw new TypeError("options.agent is not a function");
    });
    const error = await failure(throwing, "connection");
    expect(error).toMatchObject({ sent: true, transient: false, outcome: "unknown" });
    expect(error.message).toBe("serviceRequests.create: the connection to https://reg.example failed");
    expect(error.cause).toMatchObject({ name: "TypeError", message: "options.agent is not a function" });
  });
});

describe("the transport", () => {
  const settings = { clock: new ManualClock(), maxBytes: 1000 };
  const send = (response: Response, call = callOf()) =>
    sendAndRead({ ...settings, transport: createFetchTransport(async () => response) })(call);
  const receive = (...args: Parameters<typeof send>) => responseOf(send(...args));

  test("resolves to the status, headers and data of the response", async () => {
    const response = Response.json([1], { status: 201, headers: { "x-a": "b" } });
    const { status, headers, data, response: received } = await receive(response);
    expect({ status, headers, data }).toEqual({ status: 201, headers: response.headers, data: [1] });
    expect(received).toBe(response);
  });

  test.each([
    [199, "api"],
    [399, "response"],
    [400, "validation"],
  ] as const)("rejects a response with status %i with an error of the kind %s", async (status, kind) => {
    const response = { status, headers: new Headers(), body: null } as Response;
    expect(await failure(receive(response), kind)).toMatchObject({ status });
  });

  test("says that the outcome of an attempt that was aborted is unknown, because the service may be processing it", async () => {
    const call = callOf({ operation: create });
    const sending = send(Response.json({}, { status: 400 }), call);
    call.cancellation.abort("enough");
    const result = await sending;
    expect(result).toMatchObject({ error: "enough", wasSent: true, outcome: "unknown", received: undefined });
  });

  test("rejects with the reason of the cancellation that ended the reading", async () => {
    const call = callOf();
    const body = new ReadableStream<Uint8Array>({
      pull() {
        call.cancellation.abort("enough");
        throw new Error("aborted");
      },
    });
    const reading = receive(new Response(body), call);
    expect(await rejection(reading)).toBe("enough");
  });

  test("rejects with its own error if the body fails with an error of another client", async () => {
    const theirs = new RegConnectionError("theirs", { operationId: "theirs", sent: false, transient: true });
    let asked = 0;
    const reply: Reply = () => {
      asked += 1;
      return new Response(new ReadableStream({ start: (controller) => controller.error(theirs) }));
    };
    const error = await failure(supplierOver(fakeFetch(reply)).serviceRequests.create(draft), "connection");
    expect(error).toMatchObject({ operationId: "serviceRequests.create", sent: true, outcome: "unknown" });
    expect(asked).toBe(1);
  });

  test("returns a stream only for a file that was requested as a stream", async () => {
    expect(await receive(Response.json([1]), callOf({ stream: true }))).toMatchObject({ data: [1] });
    const file = await receive(new Response("x"), callOf({ operation: download, stream: true }));
    expect(file.data).toHaveProperty("stream");
    const blob = await receive(new Response("x"), callOf({ operation: download }));
    expect(blob).toMatchObject({ data: { blob: expect.any(Blob) } });
    expect(blob.finished).toBeUndefined();
  });

  test("fulfils the promise finished when the stream has ended", async () => {
    const parsed = await receive(new Response("x"), callOf({ operation: download, stream: true }));
    let finished = false;
    void parsed.finished?.then(() => {
      finished = true;
    });
    await settle();
    expect(finished).toBe(false);
    await (parsed.data as StreamedFile).stream.cancel();
    await settle();
    expect(finished).toBe(true);
  });

  test.each([
    ["an error", Response.json({}, { status: 413 })],
    ["a redirect", new Response(null, { status: 307 })],
    ["an unreadable response", new Response("<html>")],
  ])("stops the upload after %s", async (_, response) => {
    const reasons: unknown[] = [];
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array(1)),
      cancel: (reason) => void reasons.push(reason),
    });
    const outcome = await receive(response, callOf({ body })).catch((error: unknown) => error);
    expect(reasons).toEqual([outcome]);
  });
});
