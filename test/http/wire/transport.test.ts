import type { IncomingHttpHeaders } from "node:http";
import { describe, expect, test } from "vitest";
import type { Call } from "../../../src/http/call.js";
import type { Fetch } from "../../../src/http/options.js";
import { transport } from "../../../src/http/transport.js";
import { createSupplierClient } from "../../../src/supplier/client.js";
import { canarySecret, canaryToken, lessorOver } from "../../support/clients.js";
import { ManualClock } from "../../support/clock.js";
import { failure, rejection } from "../../support/errors.js";
import { fakeFetch } from "../../support/fetch.js";
import { closedPort, httpServer, tcpServer } from "../../support/server.js";
import { callOf, create } from "./support.js";

// Real sockets on 127.0.0.1, with the global fetch; further down, a fetch that keeps what it is given.

const draft = { status: "Draft", vehicle: { licensePlate: "AB-123-C" } } as const;
const clientFor = (url: string, options: Partial<Parameters<typeof createSupplierClient>[0]> = {}) =>
  createSupplierClient({ baseUrl: url, token: canaryToken, random: () => 0, ...options });

describe("a real service", () => {
  test("is asked over HTTP with the method, path, query, headers and body of the call", async () => {
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

  test("gets a stream in chunks, and gives one back", async () => {
    const received: Buffer[] = [];
    const service = await httpServer((request, response) => {
      if (request.method === "GET")
        return void response
          .writeHead(200, { "content-type": "application/pdf" })
          .end(Buffer.alloc(300_000, 1));
      request.on("data", (chunk) => received.push(chunk)).on("end", () => response.writeHead(204).end());
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

describe("a redirect", () => {
  test.each([301, 302, 303, 307, 308])(
    "with %i to another host is not followed: that host hears nothing",
    async (status) => {
      const elsewhere = await httpServer((_, response) => void response.end("{}"));
      const service = await httpServer(
        (_, response) =>
          void response.writeHead(status, { location: `${elsewhere.url}/stolen` }).end("moved"),
      );
      const read = await failure(clientFor(service.url).lessors.list(), "response");
      expect(read).toMatchObject({ status, outcome: undefined, operationId: "lessors.list" });
      expect(read.message).toContain("check baseUrl");
      const write = await failure(clientFor(service.url).serviceRequests.create(draft), "response");
      expect(write).toMatchObject({ status, outcome: "unknown" });
      await failure(
        lessorOver(
          fakeFetch((request) => fetch(request.url, request.init)),
          { baseUrl: service.url, clientSecret: canarySecret },
        ).vehicles.get("AB"),
        "token",
      );
      expect(service.requests).toHaveLength(3);
      expect(elsewhere.requests).toEqual([]);
    },
  );

  test("on the same host is not followed either", async () => {
    const service = await httpServer(
      (_, response) => void response.writeHead(308, { location: "/v2/lessors/" }).end(),
    );
    await failure(clientFor(service.url).lessors.list(), "response");
    expect(service.requests).toEqual(["GET /v2/lessors"]);
  });
});

describe("a connection", () => {
  test("that is refused was never made: even a create is tried again, and nothing is in doubt", async () => {
    const error = await failure(clientFor(await closedPort()).serviceRequests.create(draft), "connection");
    expect(error).toMatchObject({ code: "ECONNREFUSED", sent: false, transient: true, outcome: undefined });
    expect(error.message).toContain("nothing was sent");
    expect(error.attempts).toHaveLength(4);
  });

  test("to localhost, of which every address refuses, was never made", async () => {
    const { port } = new URL(await closedPort());
    const error = await failure(
      clientFor(`http://localhost:${port}`).serviceRequests.create(draft),
      "connection",
    );
    expect(error).toMatchObject({ sent: false, outcome: undefined });
  });

  test("that breaks before the answer leaves a create in doubt, and is made again for a read", async () => {
    const service = await tcpServer((socket) => socket.resetAndDestroy());
    expect(await failure(clientFor(service.url).serviceRequests.create(draft), "connection")).toMatchObject({
      sent: true,
      outcome: "unknown",
    });
    expect(service.connections).toBe(1);
    expect(await failure(clientFor(service.url).lessors.list(), "connection")).toMatchObject({
      sent: true,
      outcome: undefined,
    });
    expect(service.connections).toBe(5);
  });

  const cutShort = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"data":';
  test.each([
    ["fewer bytes than Content-Length says", cutShort],
    [
      "a chunked body without its end",
      'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n8\r\n{"data":\r\n',
    ],
  ])("that ends with %s leaves a create in doubt, and a read is made again", async (_, answer) => {
    const service = await tcpServer((socket) => socket.end(answer));
    expect(await failure(clientFor(service.url).serviceRequests.create(draft), "connection")).toMatchObject({
      sent: true,
      outcome: "unknown",
    });
    await failure(clientFor(service.url).lessors.list(), "connection");
    expect(service.connections).toBe(5);
  });

  test("that ends in the middle of a download makes its stream fail with a typed error", async () => {
    const service = await tcpServer((socket) =>
      socket.end("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n%PDF"),
    );
    const { stream } = await clientFor(service.url).serviceRequests.invoices.pdf.get("R-1", 7, {
      as: "stream",
    });
    expect(await failure(new Response(stream).text(), "connection")).toMatchObject({
      operationId: "serviceRequests.invoices.pdf.get",
    });
  });

  test("that carries no HTTP at all", async () => {
    const service = await tcpServer((socket) => socket.end("220 mail.example ESMTP\r\n"));
    await failure(clientFor(service.url, { retry: false }).lessors.list(), "connection");
  });

  test("to a service that speaks no TLS is refused, and not tried again", async () => {
    const service = await tcpServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    const error = await failure(
      clientFor(service.url.replace("http:", "https:")).serviceRequests.create(draft),
      "connection",
    );
    // The same code can come up on an open connection, so that it proves nothing about what was sent.
    expect(error).toMatchObject({ transient: false, sent: true, outcome: "unknown" });
    expect(service.connections).toBe(1);
  });

  test("is given up when a download is cancelled, also while it stalls", async () => {
    let gone = false;
    const service = await httpServer((_, response) => {
      response.writeHead(200, { "content-type": "application/pdf" }).write("%PDF");
      response.on("close", () => {
        gone = true;
      });
    });
    const { stream } = await clientFor(service.url).serviceRequests.invoices.pdf.get("R-1", 7, {
      as: "stream",
    });
    const reader = stream.getReader();
    expect((await reader.read()).done).toBe(false);
    await reader.cancel("not needed");
    await expect.poll(() => gone).toBe(true);
  });

  test("is given up when a call is aborted in the body", async () => {
    let gone = false;
    const controller = new AbortController();
    const service = await httpServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json" }).write("[");
      response.on("close", () => {
        gone = true;
      });
      setTimeout(() => controller.abort("enough"), 20);
    });
    expect(await rejection(clientFor(service.url).lessors.list({ signal: controller.signal }))).toBe(
      "enough",
    );
    await expect.poll(() => gone).toBe(true);
  });
});

describe("the global fetch", () => {
  test("is looked up at every call, so that a later replacement is seen", async () => {
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

describe("what fetch is given", () => {
  const settings = { clock: new ManualClock(), maxBytes: 1000 };

  /** The settings of one attempt, and its call. */
  async function sending(fields: Partial<Call>, status = 204) {
    const calls: [string, RequestInit][] = [];
    const response = new Response(null, { status });
    const call = callOf(fields);
    const fetch: Fetch = async (...args) => {
      calls.push(args);
      expect(call.state.requests).toMatchObject({ sent: 1, inFlight: true });
      return response;
    };
    const answer = await transport({ ...settings, fetch })(call);
    expect(answer.response).toBe(response);
    return { calls, call };
  }

  test("is the address, the method and the headers, and no more where there is no more", async () => {
    const { calls, call } = await sending({});
    expect(calls).toStrictEqual([[call.url, { method: "GET", headers: call.headers, redirect: "manual" }]]);
  });

  test("is the signal and the body as well, where there are any", async () => {
    const { signal } = new AbortController();
    const { calls, call } = await sending({ operation: create, signal, body: "{}" });
    expect(calls).toStrictEqual([
      [call.url, { method: "POST", headers: call.headers, redirect: "manual", signal, body: "{}" }],
    ]);
  });

  test("is an empty body too", async () => {
    const { calls } = await sending({ operation: create, body: "" });
    expect(calls[0]?.[1]).toHaveProperty("body", "");
  });

  test("is a stream over the user's own, in half duplex", async () => {
    const own = new ReadableStream<Uint8Array>({ start: (controller) => controller.close() });
    const { calls } = await sending({ operation: create, body: own });
    const { duplex, body } = calls[0]?.[1] ?? {};
    expect([duplex, body instanceof ReadableStream, body === own]).toEqual(["half", true, false]);
  });
});

describe("a fetch option", () => {
  const sentBy = (fetch: Fetch, call = callOf({ operation: create })) =>
    transport({ fetch, clock: new ManualClock(), maxBytes: 1000 })(call);
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
  ])("that resolves to %o resolves to no Response", async (value) => {
    const error = await failure(resolving(value), "connection");
    expect(error.message).toBe(
      "serviceRequests.create: the fetch option did not resolve to a Response; check that function",
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
    const response = { ok: true, status: 204, headers: { get, has: get }, body: null };
    expect((await resolving(response)).response).toBe(response);
  });

  test("that throws before it returns a promise fails the call like one that rejects", async () => {
    const throwing = sentBy(() => {
      throw new TypeError("options.agent is not a function");
    });
    const error = await failure(throwing, "connection");
    expect(error).toMatchObject({ sent: true, transient: false, outcome: "unknown" });
    expect(error.message).toBe("serviceRequests.create: the connection to https://reg.example failed");
    expect(error.cause).toMatchObject({ name: "TypeError", message: "options.agent is not a function" });
  });
});
