import { request } from "node:http";
import { Readable } from "node:stream";
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { createLessorClient, type Transport } from "@reg/sdk";
import { createSandbox } from "@reg/sdk/sandbox";
import type { TransportRequest } from "@reg/sdk/supplier";
import { createUndiciTransport } from "@reg/sdk/undici";
import { Agent, type Dispatcher, MockAgent, ProxyAgent } from "undici";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { readBytes, readText } from "../../src/http/transport/body.js";
import { draft, supplierAt } from "../support/clients.js";
import { countingServer } from "../support/counting-server.js";
import { failure, rejection, thrown } from "../support/errors.js";
import { httpServer, silentServer, tcpServer } from "../support/server.js";
import { openTransport } from "./support.js";

// test/http/transport/both-transports.test.ts tests what every transport must do.

/** Sends a GET, and returns the text of its response. */
async function get(transport: Transport, url: string, fields: Partial<TransportRequest> = {}) {
  const { signal } = new AbortController();
  const { body } = await transport.send({
    method: "GET",
    url,
    headers: {},
    body: undefined,
    signal,
    ...fields,
  });
  return readText(body, 1_000_000);
}

/** Starts a server that responds after a delay and counts its connections. */
function startService(delay = 0) {
  return countingServer((request, response) => {
    const respond = () => response.setHeader("content-type", "application/json").end("[]");
    request.resume().on("end", () => setTimeout(respond, delay));
  });
}

/** Creates an agent that is closed after the test. */
function openAgent<A extends Dispatcher>(agent: A): A {
  onTestFinished(() => agent.close());
  return agent;
}

describe("the connections of the undici transport", () => {
  test("are reused after any kind of request", async () => {
    const service = await startService();
    const client = supplierAt(service.url, { transport: openTransport() });
    for (const _ of [1, 2, 3]) await client.lessors.list();
    const { attachments } = client.serviceRequests;
    await attachments.upload("R-1", new Blob(["%PDF"]));
    await attachments.upload("R-1", new Blob(["%PDF"]), { uploadEncoding: "multipart" });
    await client.lessors.list();
    expect(service.requests).toHaveLength(6);
    // undici opens a second one for a request in the same turn as the end of the previous response.
    expect(service.made).toBeLessThanOrEqual(2);
  });

  test("are as many as the concurrent requests, up to the option connections", async () => {
    const service = await startService(50);
    const sendTen = (transport: Transport) =>
      Promise.all(Array.from({ length: 10 }, () => get(transport, service.url)));
    await sendTen(openTransport());
    expect(service.made).toBe(10);
    await sendTen(openTransport({ connections: 3 }));
    expect(service.made).toBe(13);
  });

  test("that are idle are closed after keepAliveTimeout", async () => {
    // Without this header, Node's server sends a keep-alive hint.
    const service = await countingServer((_, response) => {
      response.setHeader("connection", "keep-alive").end();
    });
    const long = openTransport({ keepAliveTimeout: 2 ** 40 });
    await get(long, service.url);
    await get(openTransport({ keepAliveTimeout: 50 }), service.url);
    expect(service.made).toBe(2);
    // The default is 4000 ms.
    await expect.poll(() => service.open, { timeout: 3000 }).toBe(1);
    await get(long, service.url);
    expect(service.made).toBe(2);
  });

  test("that are idle are closed after keepAliveTimeout, also if a gateway passes on a longer time", async () => {
    const keeping = (time: string) =>
      countingServer((_, response) => void response.setHeader("keep-alive", `timeout=${time}`).end());
    const [long, short] = await Promise.all([keeping("600"), keeping("3")]);
    await get(openTransport({ keepAliveTimeout: 50 }), long.url);
    // Node's server itself closes it after 5 seconds.
    await expect.poll(() => long.open, { timeout: 3000 }).toBe(0);
    // A shorter time of the service has precedence.
    await get(openTransport({ keepAliveTimeout: 600_000 }), short.url);
    await expect.poll(() => short.open, { timeout: 3000 }).toBe(0);
  });

  test("stay open for others if the signal of a call is aborted after its response", async () => {
    const service = await startService(50);
    const transport = openTransport({ connections: 1 });
    const controller = new AbortController();
    await get(transport, service.url, { signal: controller.signal });
    const next = get(transport, service.url);
    await expect.poll(() => service.requests.length).toBe(2);
    controller.abort();
    expect(await next).toBe("[]");
  });

  test("are left to others by a call that is aborted while it waits for one", async () => {
    const service = await startService(100);
    const { lessors } = supplierAt(service.url, { transport: openTransport({ connections: 1 }) });
    const first = lessors.list();
    const controller = new AbortController();
    const waiting = rejection(lessors.list({ signal: controller.signal }));
    await expect.poll(() => service.requests.length).toBe(1);
    controller.abort("enough");
    expect(await waiting).toBe("enough");
    expect(await first).toEqual([]);
    expect(await lessors.list()).toEqual([]);
    expect(service.requests).toHaveLength(2);
  });

  test("are closed when their requests are aborted before they are established", async () => {
    const silent = await silentServer();
    const throttle = { maxInFlight: 10, limit: 10_000 };
    const options = { transport: openTransport(), timeout: 100, retry: false, throttle } as const;
    const { lessors } = supplierAt(silent.url.replace("http:", "https:"), options);
    const calls = Array.from({ length: 200 }, () => failure(lessors.list(), "timeout"));
    await Promise.all(calls);
    // At most one for each request in flight, and one for each that has just ended.
    expect(silent.most).toBeLessThanOrEqual(20);
    await expect.poll(() => silent.open).toBe(0);
  });
});

test("the undici transport disables the timeouts of undici", async () => {
  const dispatched: Dispatcher.DispatchOptions[] = [];
  const dispatcher = openAgent(new Agent());
  dispatcher.dispatch = (options) => {
    dispatched.push(options);
    throw new Error("broken");
  };
  const error = await rejection(get(openTransport({ dispatcher }), "https://reg.example/v2/lessors?a=b"));
  expect(error).toMatchObject({ message: "broken" });
  expect(dispatched).toMatchObject([
    { origin: "https://reg.example", path: "/v2/lessors?a=b", headersTimeout: 0, bodyTimeout: 0 },
  ]);
});

describe("the option dispatcher of the undici transport", () => {
  test("is not closed with the transport, which then rejects requests", async () => {
    const service = await startService();
    const dispatcher = openAgent(new Agent());
    const transport = createUndiciTransport({ dispatcher });
    await get(transport, service.url);
    await transport.close();
    await rejection(get(transport, service.url));
    expect([dispatcher.closed, service.open]).toEqual([false, 1]);
    expect(await get(openTransport({ dispatcher }), service.url)).toBe("[]");
  });

  test("accepts a MockAgent, which responds instead of a service", async () => {
    const dispatcher = openAgent(new MockAgent());
    dispatcher.disableNetConnect();
    const pool = dispatcher.get("https://reg.example");
    const headers = { "content-type": "application/json" };
    pool.intercept({ path: "/v2/lessors" }).reply(200, [{ id: 77, name: "Lessor" }], { headers });
    pool.intercept({ path: "/v2/lessors" }).reply(200, [], { headers: { ...headers, "x-note": "5 €" } });
    pool.intercept({ path: "/v2/lessors" }).reply(404, { title: "Not found", traceId: "00-ab" }, { headers });
    pool.intercept({ path: "/v2/lessors" }).replyWithError(Object.assign(new Error("reset"), { code: "ECONNRESET" }));
    const { lessors } = supplierAt("https://reg.example", {
      transport: openTransport({ dispatcher }),
      retry: false,
    });
    expect(await lessors.list()).toEqual([{ id: 77, name: "Lessor" }]);
    const { data, response } = await lessors.list().withResponse();
    // Each byte of UTF-8 is a character, as in fetch.
    expect([data, response.headers.get("x-note")]).toEqual([[], "5 \u00e2\u0082\u00ac"]);
    await failure(lessors.list(), "not-found");
    expect(await failure(lessors.list(), "connection")).toMatchObject({
      code: "ECONNRESET",
      transient: true,
    });
    await failure(lessors.list(), "connection");
  });

  test.each([
    ["refuses the tunnel", "HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n"],
    ["cannot reach the service", "HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n"],
    ["opens a tunnel to a service without TLS", "HTTP/1.1 200 OK\r\n\r\n220 mail ESMTP\r\n"],
  ])("sends nothing through a proxy that %s", async (_, response) => {
    const proxy = await tcpServer((socket) => socket.end(response));
    const dispatcher = openAgent(new ProxyAgent(proxy.url));
    const client = supplierAt("https://reg.example", { transport: openTransport({ dispatcher }), retry: false });
    const error = await failure(client.serviceRequests.create(draft), "connection");
    expect(error).toMatchObject({ sent: false, outcome: undefined });
    expect(error.message).toContain("nothing was sent");
  });

  test("connects once through a proxy that closes the connection", async () => {
    const proxy = await tcpServer((socket) => socket.end());
    const dispatcher = openAgent(new ProxyAgent(proxy.url));
    const options = { transport: openTransport({ dispatcher }), retry: false, timeout: 1000 } as const;
    const { serviceRequests } = supplierAt("https://reg.example", options);
    const error = await failure(serviceRequests.create(draft), "connection");
    // UND_ERR_PRX_CONN with undici 7, UND_ERR_SOCKET with 8.
    expect(error.code).toMatch(/^UND_ERR_(PRX_CONN|SOCKET)$/);
    expect(error).toMatchObject({ sent: false, transient: true, outcome: undefined });
    expect(proxy.connections).toBe(1);
  });

  test("accepts a ProxyAgent, through which a sandbox can be used", async () => {
    const sandbox = createSandbox();
    const service = await sandbox.listen();
    onTestFinished(() => service.close());
    const proxy = await startForwardProxy();
    const dispatcher = openAgent(new ProxyAgent({ uri: proxy.url, proxyTunnel: false }));
    const { clientId, clientSecret } = sandbox.lessor;
    const transport = openTransport({ dispatcher });
    const lessor = createLessorClient({ baseUrl: service.lessor.baseUrl, clientId, clientSecret, transport });
    await lessor.vehicles.put({ licensePlate: "ZX-987-Y", make: "Volvo" });
    expect(await lessor.vehicles.get("ZX-987-Y")).toMatchObject({ make: "Volvo" });
    expect(proxy.requests.length).toBeGreaterThan(2);
  });

  test("accepts a dispatcher with interceptors", async () => {
    const service = await startService();
    const dispatcher = openAgent(new Agent()).compose(
      (dispatch) => (options, handler) => dispatch({ ...options, path: "/elsewhere" }, handler),
    );
    await get(openTransport({ dispatcher }), service.url);
    expect(service.requests).toEqual(["GET /elsewhere"]);
  });
});

/** Starts a proxy that forwards requests and records them. */
function startForwardProxy() {
  return httpServer((incoming, outgoing) => {
    const { method, url = "", headers } = incoming;
    const forwarded = request(url, { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
}

describe("the undici transport names the invalid option in", () => {
  const excludes = "dispatcher excludes the other options: set them on the dispatcher itself";
  test.each([
    [{ connections: 0 }, "connections must be a whole number from 1"],
    [{ keepAliveTimeout: 0 }, "keepAliveTimeout must be a positive number of milliseconds"],
    [{ dispatcher: { dispatch() {} } }, "dispatcher must be a Dispatcher of the installed undici"],
    [{ pipelining: 2 }, "pipelining is not an option"],
    [{ dispatcher: { request() {} }, connections: 1 }, excludes],
    [{ dispatcher: { request() {} }, keepAliveTimeout: 1 }, excludes],
  ])("%o", (options, message) => {
    const error = thrown(() => createUndiciTransport(options as object), "input");
    expect(error.message).toContain(`createUndiciTransport.${message}`);
  });
});

describe("closing an undici transport", () => {
  test.each(["close", Symbol.asyncDispose] as const)("with %s waits for requests in flight", async (how) => {
    const service = await startService(50);
    const transport = createUndiciTransport({ keepAliveTimeout: 3_600_000 });
    const received: string[] = [];
    const pending = get(transport, service.url).then((text) => received.push(text));
    await expect.poll(() => service.made).toBe(1);
    await transport[how]();
    expect(received).toEqual(["[]"]);
    await pending;
    await expect.poll(() => service.open).toBe(0);
    await Promise.all([transport.close(), transport.close()]);
  });

  test("makes later requests fail, and a client does not retry them", async () => {
    const service = await startService();
    const transport = createUndiciTransport();
    await transport.close();
    const { serviceRequests } = supplierAt(service.url, { transport });
    const error = await failure(serviceRequests.create(draft), "connection");
    expect(error).toMatchObject({
      code: "UND_ERR_CLOSED",
      sent: false,
      transient: false,
      outcome: undefined,
    });
    expect(error.attempts).toHaveLength(1);
    expect(service.requests).toEqual([]);
  });
});

describe("a compressed response over undici", () => {
  /** Sends a GET to a server that responds with this body. */
  async function receive(encoding: string, body: Uint8Array) {
    const { url } = await httpServer((_, response) => {
      response.writeHead(200, { "content-encoding": encoding }).end(body);
    });
    const { signal } = new AbortController();
    return openTransport().send({ method: "GET", url, headers: {}, body: undefined, signal });
  }

  test.each([
    ["invalid gzip", "gzip", Buffer.from("this is not gzip")],
    ["invalid brotli", "br", Buffer.from("this is not brotli")],
    ["truncated gzip", "gzip", gzipSync("text").subarray(0, -8)],
    ["truncated brotli", "br", brotliCompressSync("text").subarray(0, -3)],
    ["truncated deflate", "deflate", deflateSync("text").subarray(0, -3)],
    ["truncated gzip in gzip", "gzip, gzip", gzipSync(gzipSync("text").subarray(0, -8))],
  ])("with %s fails when it is read, and its status is known", async (_, encoding, body) => {
    const response = await receive(encoding, body);
    expect(response.status).toBe(200);
    expect(await rejection(readBytes(response.body, 1000))).toBeInstanceOf(Error);
  });

  test.each([
    ["X-GZIP", gzipSync("text")],
    [" gzip ", gzipSync("text")],
    ["deflate", deflateSync("text")],
    ["gzip, br", brotliCompressSync(gzipSync("text"))],
  ])("with the encoding %j is decompressed", async (encoding, body) => {
    expect(await readText((await receive(encoding, body)).body, 4)).toBe("text");
  });

  test.each(["utf-8", "gzip, aws-chunked"])("with the unknown encoding %j is returned as it is", async (encoding) => {
    expect(await readText((await receive(encoding, Buffer.from("text"))).body, 4)).toBe("text");
  });

  const zeros = Buffer.alloc(200_000_000);
  test.each([
    ["gzip", gzipSync(zeros)],
    ["br", brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ])("that is a decompression bomb in %s is not inflated beyond the limit", async (encoding, bomb) => {
    const { body } = await receive(encoding, bomb);
    const before = process.memoryUsage();
    await rejection(readBytes(body, 1_000_000));
    const after = process.memoryUsage();
    const grown = after.arrayBuffers + after.external - before.arrayBuffers - before.external;
    expect(grown).toBeLessThan(30_000_000);
  });
});

test.each([204, 205, 304])(
  "a %d has no body, also if a dispatcher returns a stream that is not undici's",
  async (statusCode) => {
    const stream = Readable.from(["rest"]);
    const dispatcher = { request: async () => ({ statusCode, headers: {}, body: stream }) } as unknown as Dispatcher;
    expect(await get(createUndiciTransport({ dispatcher }), "https://reg.example/")).toBe("");
    await vi.waitFor(() => expect(stream.destroyed).toBe(true));
  },
);

test("a 204 with a content-length has no body, and is no failure of the connection", async () => {
  const { url } = await httpServer((request) => {
    request.socket.end("HTTP/1.1 204 No Content\r\ncontent-length: 2\r\n\r\n");
  });
  const { signal } = new AbortController();
  const response = await openTransport().send({
    method: "DELETE",
    url,
    headers: {},
    body: undefined,
    signal,
  });
  expect(response.status).toBe(204);
  expect(await readText(response.body, 1)).toBe("");
});

/** Loads the transport with an undici whose agents have these functions. */
async function loadWith(prototype: object): Promise<{ readonly createUndiciTransport: typeof createUndiciTransport }> {
  onTestFinished(() => void vi.doUnmock("undici"));
  vi.doMock("undici", () => ({ Agent: Object.assign(() => {}, { prototype }) }));
  // The query makes it a module of its own, so that other test files keep the real one.
  const path = `../../src/undici/undici-transport.js?with=${Object.keys(prototype)}`;
  return import(path);
}

test.each([
  ["on Bun, which replaces undici", {}, "createUndiciTransport does not run on Bun, which replaces undici"],
  [
    "with undici 5",
    { request() {} },
    /^createUndiciTransport needs undici 6, 7 or 8, but found a version before 6\.7: run npm install undici@\d$/,
  ],
])("%s, the undici transport says so at its creation", async (_, prototype, message) => {
  const module = await loadWith(prototype);
  expect(thrown(() => module.createUndiciTransport(), "input").message).toMatch(message);
});

test("on Bun, the undici transport accepts a dispatcher that can send requests, and only such", async () => {
  const module = await loadWith({});
  const service = await startService();
  const transport = module.createUndiciTransport({ dispatcher: openAgent(new Agent()) });
  expect(await get(transport, service.url)).toBe("[]");
  const options = { dispatcher: { dispatch() {} } } as object;
  const { message } = thrown(() => module.createUndiciTransport(options), "input");
  expect(message).toContain("must be a Dispatcher of the installed undici: Bun's own cannot send");
});
