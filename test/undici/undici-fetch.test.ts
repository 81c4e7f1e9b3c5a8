import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { Agent, MockAgent, ProxyAgent } from "undici";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Fetch } from "../../src/http/options.js";
import { createLessorClient } from "../../src/lessor/client.js";
import { createSandbox } from "../../src/sandbox/index.js";
import { createSupplierClient } from "../../src/supplier/client.js";
import { type UndiciFetch, undiciFetch } from "../../src/undici/index.js";
import { canaryToken } from "../support/clients.js";
import { type CountingServer, countingServer } from "../support/counting-server.js";
import { failure, rejection, thrown } from "../support/errors.js";
import { describeError, transport } from "./support/both.js";

/** Starts a server that responds after a delay. */
function counting(delay = 0): Promise<CountingServer> {
  return countingServer((request, response) => {
    const respond = () => response.setHeader("content-type", "application/json").end("[]");
    request.resume().on("end", () => setTimeout(respond, delay));
  });
}

const clientFor = (baseUrl: string, fetch = transport()) =>
  createSupplierClient({ baseUrl, token: canaryToken, fetch, random: () => 0 });

describe("the connections", () => {
  test("are reused after any kind of request", async () => {
    const service = await counting();
    const client = clientFor(service.url);
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

  test("are as many as concurrent requests, up to the option connections", async () => {
    const service = await counting(50);
    const ten = (fetch = transport()) => Promise.all(Array.from({ length: 10 }, () => fetch(service.url)));
    await ten();
    expect(service.made).toBe(10);
    await ten(transport({ connections: 3 }));
    expect(service.made).toBe(13);
  });

  test("that are idle are closed after keepAliveTimeout", async () => {
    const service = await counting();
    const fetch = transport({ keepAliveTimeout: 1500 });
    await (await fetch(service.url)).text();
    expect(service.open).toBe(1);
    await expect.poll(() => service.open, { timeout: 4000 }).toBe(0);
  });

  test.each(["close()", "await using"])("are closed by %s, after the requests in flight", async (how) => {
    const service = await counting(50);
    const fetch = undiciFetch();
    const pending = fetch(service.url).then((response) => response.text());
    await expect.poll(() => service.made).toBe(1);
    await (how === "close()" ? fetch.close() : fetch[Symbol.asyncDispose]());
    expect(await pending).toBe("[]");
    await expect.poll(() => service.open).toBe(0);
    await Promise.all([fetch.close(), fetch.close()]);
  });

  test("are closed after a file that is still read, even if another was cancelled just before", async () => {
    const size = 30_000_000;
    const service = await countingServer((_request, response) => {
      response.setHeader("content-type", "application/pdf").end(Buffer.alloc(size));
    });
    const fetch = undiciFetch();
    const client = createSupplierClient({ baseUrl: service.url, token: canaryToken, fetch, retry: false });
    const file = () => client.serviceRequests.attachments.get("R-1", "A-1", { as: "stream" });
    for await (const _ of (await file()).stream) break;
    const reader = (await file()).stream.getReader();
    let read = 0;
    let readAtClose: number | undefined;
    const closing = fetch.close().then(() => {
      readAtClose = read;
    });
    for (let part = await reader.read(); !part.done; part = await reader.read())
      read += part.value.byteLength;
    await closing;
    expect(read).toBe(size);
    // The last bytes have arrived by then, but may not have been read.
    expect(readAtClose).toBeGreaterThan(size / 2);
  });

  test("that were closed reject a create without sending it, and without a retry", async () => {
    const service = await counting();
    const fetch = undiciFetch();
    await fetch.close();
    expect(describeError(await rejection(fetch(service.url)))).toMatchObject({
      message: "fetch failed",
      cause: { code: "UND_ERR_CLOSED" },
    });
    const { serviceRequests } = clientFor(service.url, fetch);
    const draft = { status: "Draft", vehicle: { licensePlate: "AB-123-C" } } as const;
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

describe("the option dispatcher", () => {
  test("is not closed with the transport, which rejects further requests", async () => {
    const service = await counting();
    const dispatcher = new Agent();
    onTestFinished(() => dispatcher.close());
    const fetch = undiciFetch({ dispatcher });
    await (await fetch(service.url)).text();
    await fetch.close();
    await rejection(fetch(service.url));
    expect([dispatcher.closed, service.open]).toEqual([false, 1]);
    expect(await (await transport({ dispatcher })(service.url)).text()).toBe("[]");
  });

  test("accepts one that adds headers in any case", async () => {
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
    pool.intercept({ path: "/v2/lessors" }).reply(404, { title: "nobody" }, { headers });
    pool
      .intercept({ path: "/v2/lessors" })
      .replyWithError(Object.assign(new Error("x"), { code: "ECONNRESET" }));
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
    const proxy = await forwardProxy();
    const dispatcher = new ProxyAgent({ uri: proxy.url, proxyTunnel: false });
    onTestFinished(() => dispatcher.close());
    const { clientId, clientSecret } = sandbox.lessor;
    const fetch = transport({ dispatcher });
    const lessor = createLessorClient({ baseUrl: service.lessor.baseUrl, clientId, clientSecret, fetch });
    await lessor.vehicles.put({ licensePlate: "ZX-987-Y", make: "Volvo" });
    expect(await lessor.vehicles.get("ZX-987-Y")).toMatchObject({ make: "Volvo" });
    expect(proxy.seen.length).toBeGreaterThan(2);
  });

  test("accepts one with interceptors", async () => {
    const service = await counting();
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
      throw new Error("no way");
    };
    const error = await rejection(transport({ dispatcher })("http://127.0.0.1:1/"));
    expect(describeError(error)).toMatchObject({ message: "fetch failed", cause: { message: "no way" } });
  });
});

/** Starts a proxy that forwards requests and records them. */
async function forwardProxy() {
  const seen: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method, url = "", headers } = incoming;
    seen.push(`${method} ${url}`);
    const onward = request(url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

describe("an invalid option is named", () => {
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

  test("but undefined is the default", async () => {
    const service = await counting();
    const fetch = transport({ connections: undefined, keepAliveTimeout: undefined, dispatcher: undefined });
    expect((await fetch(service.url)).status).toBe(200);
  });
});

const missingParentheses =
  "undiciFetch only creates a transport: write undiciFetch(), with parentheses, in the fetch option";

/** A call that the compiler rejects, but JavaScript allows. */
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

  test("still accepts calls with and without options", async () => {
    for (const fetch of [undiciFetch(), undiciFetch({}), undiciFetch({ connections: 1 })])
      await fetch.close();
  });
});
