import { type IncomingHttpHeaders, request } from "node:http";
import { Agent, type Dispatcher, MockAgent, ProxyAgent } from "undici";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Fetch } from "../../src/http/options.js";
import { createLessorClient } from "../../src/lessor/client.js";
import { createSandbox } from "../../src/sandbox/index.js";
import { createSupplierClient } from "../../src/supplier/client.js";
import { type UndiciFetch, undiciFetch } from "../../src/undici/index.js";
import { canaryToken } from "../support/clients.js";
import { type CountingServer, countingServer } from "../support/counting-server.js";
import { failure, rejection, thrown } from "../support/errors.js";
import { httpServer } from "../support/server.js";
import { describeError, runWithBoth, transport } from "./support/both.js";

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Starts a server that records its requests. */
async function recordRequests() {
  const received: Received[] = [];
  const { url } = await httpServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url, headers } = request;
    received.push({ method, url, headers, body: Buffer.concat(chunks).toString("latin1") });
    response.end();
  });
  return { url, received };
}

/** Headers that only the global fetch adds. */
const fetchOnlyHeaders = ["sec-fetch-mode", "accept-language"];

/** Removes what may differ between the two transports: the order of headers and the boundary of a form. */
function normalize({ headers, body, ...others }: Received) {
  const boundary = /boundary=(.*)/.exec(headers["content-type"] ?? "")?.[1] ?? "-";
  const kept = Object.entries(headers).filter(([name]) => !fetchOnlyHeaders.includes(name));
  const text = JSON.stringify([kept.sort(), body]).replaceAll(boundary, "boundary");
  return { ...others, text };
}

const createStream = (...parts: readonly string[]) =>
  new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(Buffer.from(part));
      controller.close();
    },
  });

function createLockedStream(): ReadableStream {
  const stream = createStream("a");
  stream.getReader();
  return stream;
}

function createForm() {
  const data = new FormData();
  data.append("file", new Blob(["%PDF"], { type: "application/pdf" }), "één.pdf");
  data.append("note", "two\nlines");
  return data;
}

const inits: Readonly<Record<string, () => RequestInit>> = {
  "no options": () => ({}),
  "headers as a record": () => ({ headers: { accept: "application/json", "x-a": "b" } }),
  "headers as a record in capitals": () => ({ headers: { Accept: "application/json", "User-Agent": "me" } }),
  "headers as Headers": () => ({ headers: new Headers({ Accept: "application/json", "X-A": "b" }) }),
  "headers as pairs": () => ({ headers: [["Accept", "a/b"]] }),
  "an accept-encoding header": () => ({ headers: { "accept-encoding": "identity" } }),
  "a header in Latin-1": () => ({ headers: { "x-name": "\xe9\xe9n" } }),
  "an empty header": () => ({ headers: { "x-empty": "" } }),
  DELETE: () => ({ method: "DELETE" }),
  HEAD: () => ({ method: "HEAD" }),
  "POST without a body": () => ({ method: "POST" }),
  "PATCH without a body": () => ({ method: "PATCH", body: null }),
  "an empty text": () => ({ method: "POST", body: "" }),
  "a text": () => ({
    method: "POST",
    body: '{"name":"één €"}',
    headers: { "content-type": "application/json" },
  }),
  "a text without a type": () => ({ method: "PUT", body: "één" }),
  bytes: () => ({ method: "PUT", body: Buffer.from("abc"), headers: { "content-type": "a/b" } }),
  "a view of a buffer": () => ({ method: "PUT", body: new Uint8Array([1, 2, 3, 4]).subarray(1, 3) }),
  "no bytes": () => ({ method: "PUT", body: new Uint8Array(0) }),
  "an ArrayBuffer": () => ({ method: "PUT", body: new Uint8Array([1, 2, 3]).buffer }),
  "a Blob with a type": () => ({ method: "PUT", body: new Blob(["%PDF"], { type: "application/pdf" }) }),
  "a Blob without a type": () => ({ method: "PUT", body: new Blob(["%PDF"]) }),
  "an empty Blob": () => ({ method: "PUT", body: new Blob([]) }),
  "a Blob and a content-type header": () => ({
    method: "PUT",
    body: new Blob(["%PDF"], { type: "a/b" }),
    headers: { "content-type": "c/d" },
  }),
  "a large Blob": () => ({
    method: "PUT",
    body: new Blob([Buffer.alloc(3_000_000, "abc")], { type: "a/b" }),
  }),
  "a form": () => ({ method: "POST", body: createForm() }),
  "an empty form": () => ({ method: "POST", body: new FormData() }),
  URLSearchParams: () => ({ method: "POST", body: new URLSearchParams({ a: "1", b: "é&" }) }),
  "a stream": () => ({ method: "POST", body: createStream("ab", "c"), duplex: "half" }),
  "an empty stream": () => ({ method: "POST", body: createStream(), duplex: "half" }),
};

describe("undiciFetch sends the request that fetch would send", () => {
  test.each(Object.entries(inits))("with %s", async (_, init) => {
    const { url, received } = await recordRequests();
    await runWithBoth(async (fetch) => {
      const response = await fetch(`${url}/a%20b/../c d?e=%C3%A9&f=é#g`, init());
      return response.text();
    });
    const [expected, actual] = received.map(normalize);
    expect(actual).toEqual(expected);
    expect(received).toHaveLength(2);
  });
});

test("undiciFetch reads a long Blob while it sends it", async () => {
  let size = 0;
  const { url } = await httpServer((request, response) => {
    request.on("data", (chunk) => {
      size += chunk.length;
    });
    request.on("end", () => response.end(request.headers["content-length"]));
  });
  const body = new Blob([Buffer.alloc(2_000_000)]);
  let provided = 0;
  body.stream = () =>
    new ReadableStream({
      async pull(controller) {
        // The second half waits until the first one has arrived.
        if (provided > 0) await expect.poll(() => size).toBe(provided);
        provided += 1_000_000;
        controller.enqueue(new Uint8Array(1_000_000));
        if (provided === body.size) controller.close();
      },
    });
  const response = await transport()(url, { method: "PUT", body });
  expect([await response.text(), size]).toEqual(["2000000", 2_000_000]);
});

test("undiciFetch disables the timeouts of undici", async () => {
  const dispatched: Dispatcher.DispatchOptions[] = [];
  const dispatcher = new Agent();
  onTestFinished(() => dispatcher.close());
  dispatcher.dispatch = (options) => {
    dispatched.push(options);
    throw new Error("not sent");
  };
  await rejection(transport({ dispatcher })("https://reg.example/v2/lessors?a=b"));
  expect(dispatched).toMatchObject([
    { origin: "https://reg.example", path: "/v2/lessors?a=b", headersTimeout: 0, bodyTimeout: 0 },
  ]);
});

describe("undiciFetch rejects an invalid request with the code of undici:", () => {
  const invalid: readonly [string, RequestInit, string][] = [
    ["a header with a line break", { headers: { "x-a": "a\r\nb: c" } }, "UND_ERR_INVALID_ARG"],
    ["a header beyond Latin-1", { headers: { "x-a": "€" } }, "UND_ERR_INVALID_ARG"],
    ["a header without a name", { headers: { "": "a" } }, "UND_ERR_INVALID_ARG"],
    ["the header expect", { headers: { expect: "100-continue" } }, "UND_ERR_NOT_SUPPORTED"],
    ["an invalid method", { method: "G E T" }, "UND_ERR_INVALID_ARG"],
    ["a locked body", { method: "POST", body: createLockedStream() }, "ERR_INVALID_STATE"],
  ];

  test.each(invalid)("%s", async (_, init, code) => {
    const { url, received } = await recordRequests();
    const error = await rejection(transport()(url, init));
    expect(describeError(error)).toMatchObject({
      name: "TypeError",
      message: "fetch failed",
      cause: { code },
    });
    expect(received).toEqual([]);
  });

  test.each([
    ["nonsense", { name: "TypeError", code: "ERR_INVALID_URL" }],
    ["ftp://127.0.0.1/", { name: "TypeError", cause: { code: "UND_ERR_INVALID_ARG" } }],
  ])("the address %s", async (url, expected) => {
    expect(describeError(await rejection(transport()(url)))).toMatchObject(expected);
  });
});

/** Starts a server that responds after a delay and counts its connections. */
function startService(delay = 0): Promise<CountingServer> {
  return countingServer((request, response) => {
    const respond = () => response.setHeader("content-type", "application/json").end("[]");
    request.resume().on("end", () => setTimeout(respond, delay));
  });
}

describe("the connections of undiciFetch", () => {
  test("are reused after any kind of request", async () => {
    const service = await startService();
    const client = createSupplierClient({
      baseUrl: service.url,
      token: canaryToken,
      fetch: transport(),
    });
    for (const _ of [1, 2, 3]) await client.lessors.list();
    await client.serviceRequests.attachments.upload("R-1", new Blob(["%PDF"]));
    await client.serviceRequests.attachments.upload("R-1", new Blob(["%PDF"]), {
      uploadEncoding: "multipart",
    });
    await client.lessors.list();
    expect(service.requests).toHaveLength(6);
    // undici opens a second one for a request in the same turn as the end of the previous response.
    expect(service.made).toBeLessThanOrEqual(2);
  });

  test("are as many as the concurrent requests, up to the option connections", async () => {
    const service = await startService(50);
    const sendTen = (fetch = transport()) =>
      Promise.all(Array.from({ length: 10 }, () => fetch(service.url)));
    await sendTen();
    expect(service.made).toBe(10);
    await sendTen(transport({ connections: 3 }));
    expect(service.made).toBe(13);
  });

  test("that are idle are closed after keepAliveTimeout", async () => {
    // Without this header, Node's server sends a keep-alive hint, which has precedence over the option.
    const service = await countingServer((_, response) => {
      response.setHeader("connection", "keep-alive").end();
    });
    for (const keepAliveTimeout of [60_000, 50])
      await (await transport({ keepAliveTimeout })(service.url)).text();
    expect(service.made).toBe(2);
    // The default is 4000 ms.
    await expect.poll(() => service.open, { timeout: 3000 }).toBe(1);
  });
});

describe("the option dispatcher of undiciFetch", () => {
  test("is not closed with the transport, which then rejects requests", async () => {
    const service = await startService();
    const dispatcher = new Agent();
    onTestFinished(() => dispatcher.close());
    const fetch = undiciFetch({ dispatcher });
    await (await fetch(service.url)).text();
    await fetch.close();
    await rejection(fetch(service.url));
    expect([dispatcher.closed, service.open]).toEqual([false, 1]);
    expect(await (await transport({ dispatcher })(service.url)).text()).toBe("[]");
  });

  test("accepts a dispatcher that adds headers in any case", async () => {
    const service = await countingServer((_request, response) => response.writeHead(429).end());
    const dispatcher = new Agent();
    onTestFinished(() => dispatcher.close());
    const adding = dispatcher.compose(
      (dispatch) => (options, handler) =>
        dispatch(options, {
          onRequestStart: (...given) => handler.onRequestStart?.(...given),
          onResponseStart: (controller, status, headers, text) =>
            handler.onResponseStart?.(controller, status, { ...headers, "Retry-After": "7" }, text),
          onResponseData: (...given) => handler.onResponseData?.(...given),
          onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
          onResponseError: (...given) => handler.onResponseError?.(...given),
        }),
    );
    const client = createSupplierClient({
      baseUrl: service.url,
      token: canaryToken,
      fetch: undiciFetch({ dispatcher: adding }),
      retry: false,
    });
    expect(await failure(client.lessors.list(), "rate-limit")).toMatchObject({ retryAfterMs: 7000 });
  });

  test("accepts a MockAgent, which responds instead of a service", async () => {
    const dispatcher = new MockAgent();
    onTestFinished(() => dispatcher.close());
    dispatcher.disableNetConnect();
    const pool = dispatcher.get("https://reg.example");
    const headers = { "content-type": "application/json" };
    pool.intercept({ path: "/v2/lessors" }).reply(200, [{ id: 77, name: "Lessor" }], { headers });
    pool.intercept({ path: "/v2/lessors" }).reply(200, [], { headers: { ...headers, "x-note": "5 €" } });
    pool.intercept({ path: "/v2/lessors" }).reply(404, { title: "Not found" }, { headers });
    pool
      .intercept({ path: "/v2/lessors" })
      .replyWithError(Object.assign(new Error("reset"), { code: "ECONNRESET" }));
    const { lessors } = createSupplierClient({
      baseUrl: "https://reg.example",
      token: canaryToken,
      fetch: transport({ dispatcher }),
      retry: false,
    });
    expect(await lessors.list()).toEqual([{ id: 77, name: "Lessor" }]);
    expect(await lessors.list()).toEqual([]);
    await failure(lessors.list(), "not-found");
    expect(await failure(lessors.list(), "connection")).toMatchObject({
      code: "ECONNRESET",
      transient: true,
    });
    await failure(lessors.list(), "connection");
  });

  test("accepts a ProxyAgent, through which a sandbox can be used", async () => {
    const sandbox = createSandbox();
    const service = await sandbox.listen();
    onTestFinished(() => service.close());
    const proxy = await startForwardProxy();
    const dispatcher = new ProxyAgent({ uri: proxy.url, proxyTunnel: false });
    onTestFinished(() => dispatcher.close());
    const { clientId, clientSecret } = sandbox.lessor;
    const fetch = transport({ dispatcher });
    const lessor = createLessorClient({ baseUrl: service.lessor.baseUrl, clientId, clientSecret, fetch });
    await lessor.vehicles.put({ licensePlate: "ZX-987-Y", make: "Volvo" });
    expect(await lessor.vehicles.get("ZX-987-Y")).toMatchObject({ make: "Volvo" });
    expect(proxy.requests.length).toBeGreaterThan(2);
  });

  test("accepts a dispatcher with interceptors", async () => {
    const service = await startService();
    const agent = new Agent();
    onTestFinished(() => agent.close());
    const dispatcher = agent.compose(
      (dispatch) => (options, handler) => dispatch({ ...options, path: "/elsewhere" }, handler),
    );
    await (await transport({ dispatcher })(service.url)).text();
    expect(service.requests).toEqual(["GET /elsewhere"]);
  });

  test("rejects with `fetch failed` if the dispatcher throws", async () => {
    const dispatcher = new Agent();
    onTestFinished(() => dispatcher.close());
    dispatcher.dispatch = () => {
      throw new Error("broken");
    };
    const error = await rejection(transport({ dispatcher })("http://127.0.0.1:1/"));
    expect(describeError(error)).toMatchObject({ message: "fetch failed", cause: { message: "broken" } });
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

describe("undiciFetch names the invalid option in", () => {
  test.each([
    [{ connections: 0 }, "undiciFetch.connections must be a whole number from 1"],
    [{ connections: 1.5 }, "undiciFetch.connections must be a whole number from 1"],
    [{ keepAliveTimeout: 0 }, "undiciFetch.keepAliveTimeout must be a positive number of milliseconds"],
    [
      { keepAliveTimeout: Number.NaN },
      "undiciFetch.keepAliveTimeout must be a positive number of milliseconds",
    ],
    [{ dispatcher: {} }, "undiciFetch.dispatcher must be a Dispatcher of undici"],
    [{ pipelining: 2 }, "undiciFetch.pipelining is not an option"],
    [
      { dispatcher: { dispatch() {} }, connections: 1 },
      "undiciFetch.dispatcher excludes the other options: set them on the dispatcher itself",
    ],
    [
      { dispatcher: { dispatch() {} }, keepAliveTimeout: 1 },
      "undiciFetch.dispatcher excludes the other options: set them on the dispatcher itself",
    ],
  ])("%o", (options, message) => {
    expect(thrown(() => undiciFetch(options as object), "input").message).toContain(message);
  });
});

test("undiciFetch takes the default for an option that is undefined", async () => {
  const service = await startService();
  const fetch = transport({
    connections: undefined,
    keepAliveTimeout: undefined,
    dispatcher: undefined,
  });
  expect((await fetch(service.url)).status).toBe(200);
});

const missingParentheses =
  "undiciFetch only creates a transport: write undiciFetch(), with parentheses, in the fetch option";

/** `undiciFetch` as a transport, which the compiler rejects but JavaScript allows. */
const uncalled = undiciFetch as unknown as Fetch & ((address: unknown) => UndiciFetch);

describe("undiciFetch without parentheses in the fetch option", () => {
  test.each([
    ["a string", "https://reg.example/v2/lessors?token=secret"],
    ["an empty string", ""],
    ["a URL", new URL("https://reg.example")],
  ])("throws an error that names the mistake when it is called with %s", (_, address) => {
    expect(() => uncalled(address)).toThrow(
      expect.objectContaining({ name: "TypeError", message: missingParentheses }),
    );
  });

  test.each([
    ["itself", uncalled],
    ["in a function", (url: string, init: RequestInit) => uncalled(url, init)],
  ])("fails the first call without sending or retrying it: %s", async (_, fetch) => {
    const { serviceRequests } = createSupplierClient({
      baseUrl: "https://reg.example",
      token: canaryToken,
      fetch,
    });
    const error = await failure(serviceRequests.delete("R-1"), "connection");
    expect(error).toMatchObject({
      cause: { name: "TypeError", message: missingParentheses },
      sent: false,
      transient: false,
      outcome: undefined,
      attempts: [{ attempt: 1 }],
    });
  });

  test("is distinguished from a call with or without options", async () => {
    for (const fetch of [undiciFetch(), undiciFetch({}), undiciFetch({ connections: 1 })])
      await fetch.close();
  });
});
