import type { RequestListener } from "node:http";
import type { Socket } from "node:net";
import { createLessorClient } from "@reg/sdk";
import { describe, expect, test } from "vitest";
import { canarySecret, canaryToken, draft, exampleRequest, supplierAt, supplierOver } from "../../support/clients.js";
import { ManualClock } from "../../support/clock.js";
import { countingServer } from "../../support/counting-server.js";
import { failure } from "../../support/errors.js";
import { fakeFetch, json, silence } from "../../support/fetch.js";
import { httpServer, respondWithJson, tcpServer } from "../../support/server.js";

const lessorAt = (baseUrl: string) =>
  createLessorClient({ baseUrl, clientId: "fleet-job", clientSecret: canarySecret, random: () => 0 });

describe("fault 44: a redirect is never followed", () => {
  /** Starts two servers: the first one redirects every request, to the second one or to itself. */
  async function startServers(status: number, target: string) {
    const second = await httpServer(respondWithJson);
    const origin = target === "another origin" ? second.url : "";
    const first = await httpServer((request, response) => {
      request.resume();
      response.writeHead(status, { location: `${origin}/elsewhere` }).end();
    });
    return { first, second };
  }

  test.each([
    [301, "another origin"],
    [302, "another origin"],
    [303, "another origin"],
    [307, "another origin"],
    [307, "the same origin"],
    [308, "another origin"],
  ])("after a %i to %s, by a read, a create, an upload or a token request", async (status, target) => {
    const { first, second } = await startServers(status, target);
    const { serviceRequests } = supplierAt(first.url);
    await failure(serviceRequests.get("R-1"), "response");
    expect(await failure(serviceRequests.create(draft), "response")).toMatchObject({
      status,
      outcome: "unknown",
    });
    await failure(serviceRequests.attachments.upload("R-1", new Blob(["%PDF"])), "response");
    await failure(lessorAt(first.url).vehicles.get("AB-123-C"), "token");
    expect(first.requests).toHaveLength(4);
    expect(first.requests).not.toContain("GET /elsewhere");
    expect(second.requests).toEqual([]);
  });

  test("after a 201 with a Location header, of which only the id is read", async () => {
    const second = await httpServer(respondWithJson);
    const first = await httpServer((_, response) => {
      response.writeHead(201, { location: `${second.url}/v2/servicerequests/R-9` }).end();
    });
    expect(await supplierAt(first.url).serviceRequests.create(draft)).toMatchObject({ id: "R-9" });
    expect(second.requests).toEqual([]);
  });
});

describe("fault 45: the timeout of an attempt starts when the request is sent, and covers the body", () => {
  /** Sends the headers of a response at once, and its body one byte at a time. */
  const sendSlowly: RequestListener = (_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
    const timer = setInterval(() => response.write(" "), 20);
    response.on("close", () => clearInterval(timer));
  };
  /** Creates a fetch that counts the responses whose headers have arrived. */
  const createCountingFetch = () => {
    let count = 0;
    const countingFetch = async (...request: Parameters<typeof fetch>) => {
      const response = await fetch(...request);
      count += 1;
      return response;
    };
    return { fetch: countingFetch, responses: () => count };
  };
  const slow: readonly [string, RequestListener][] = [
    ["headers that never arrive", () => {}],
    ["a body that never begins", (_, response) => response.writeHead(200).flushHeaders()],
    ["a body that stalls", (_, response) => response.writeHead(200).write('{"data":')],
    ["a body that arrives byte by byte", sendSlowly],
    ["a file that stalls", (_, response) => response.writeHead(200, { "content-type": "x/y" }).write("%PDF")],
  ];

  test.each(slow)("an attempt ends for %s", async (what, listener) => {
    const server = await countingServer(listener);
    const clock = new ManualClock();
    const { fetch, responses } = createCountingFetch();
    const { serviceRequests } = supplierAt(server.url, { clock, fetch, timeout: 150, retry: false });
    const file = what.startsWith("a file");
    const call = file ? serviceRequests.attachments.get("R-1", "A-1") : serviceRequests.get("R-1");
    let settled = false;
    const ended = failure(call, "timeout").finally(() => {
      settled = true;
    });
    await expect.poll(() => [server.open, responses()]).toEqual([1, what.startsWith("headers") ? 0 : 1]);
    await clock.advance(149);
    expect(settled).toBe(false);
    await clock.advance(1);
    expect(await ended).toMatchObject({ limit: "timeout", limitMs: 150, outcome: undefined });
    // The connection is closed as well.
    await expect.poll(() => server.open).toBe(0);
    expect(server.requests).toHaveLength(1);
  });

  test.each(slow.slice(0, 4))("after a timeout for %s, the outcome of a create is unknown", async (what, listener) => {
    const { url, requests } = await httpServer(listener);
    const clock = new ManualClock();
    const { fetch, responses } = createCountingFetch();
    const ended = failure(supplierAt(url, { clock, fetch, timeout: 100 }).serviceRequests.create(draft), "timeout");
    await expect.poll(() => [requests.length, responses()]).toEqual([1, what.startsWith("headers") ? 0 : 1]);
    await clock.advance(100);
    expect(await ended).toMatchObject({ outcome: "unknown" });
    expect(requests).toHaveLength(1);
  });

  test("each attempt has a separate timeout", async () => {
    const clock = new ManualClock();
    const fetch = fakeFetch(silence, silence, json([]));
    const call = supplierOver(fetch, { clock, timeout: 1000 }).lessors.list();
    await clock.advance(2000);
    expect(await call).toEqual([]);
    expect(fetch.requests).toHaveLength(3);
    expect(clock.pending).toBe(0);
  });

  test("the time in the queue and the time for a token do not count", async () => {
    const clock = new ManualClock();
    const waitThen = <T>(ms: number, value: () => T) =>
      new Promise<T>((resolve) => void clock.schedule(() => resolve(value()), ms));
    const token = () => waitThen(400, () => canaryToken);
    const fetch = fakeFetch(() => waitThen(299, () => Response.json([])));
    const throttle = { limit: 1, window: 450 };
    const client = supplierOver(fetch, { clock, timeout: 300, token, throttle, retry: false });
    const calls = Promise.all([client.lessors.list(), client.lessors.list()]);
    await clock.advance(400 + 299 + 450 + 400 + 299);
    expect(await calls).toEqual([[], []]);
    expect(fetch.requests).toHaveLength(2);
  });

  test("a token request has the same timeout", async () => {
    const { url, requests } = await httpServer(sendSlowly);
    const clock = new ManualClock();
    const { fetch, responses } = createCountingFetch();
    const lessor = createLessorClient({
      baseUrl: url,
      clientId: "fleet-job",
      clientSecret: canarySecret,
      clock,
      fetch,
      timeout: 150,
      retry: false,
    });
    let settled = false;
    const ended = failure(lessor.vehicles.get("AB-123-C"), "token").finally(() => {
      settled = true;
    });
    await expect.poll(responses).toBe(1);
    await clock.advance(149);
    expect(settled).toBe(false);
    await clock.advance(1);
    expect(settled).toBe(true);
    await ended;
    expect(requests).toEqual(["POST /token"]);
  });
});

describe("fault 46: after a response that is cut off", () => {
  const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
  // How a create fails then is in both-transports.test.ts.
  const cuts: readonly [string, (socket: Socket) => void][] = [
    ["fewer bytes than announced", (socket) => socket.end(`${head}content-length: 99\r\n\r\n{"id":`)],
    [
      "a reset after some bytes",
      // A reset discards what the client has not read yet.
      (socket) =>
        socket.write(`${head}content-length: 99\r\n\r\n{"id":`, () => setTimeout(() => socket.resetAndDestroy(), 20)),
    ],
    ["chunks without an end", (socket) => socket.end(`${head}transfer-encoding: chunked\r\n\r\n6\r\n{"id":\r\n`)],
    ["incomplete headers", (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-")],
    ["no byte at all", (socket) => socket.end()],
    [
      "incomplete JSON in a complete body",
      (socket) => socket.end(`${head}content-length: 6\r\nconnection: close\r\n\r\n{"id":`),
    ],
    ["a body without a length", (socket) => socket.end(`${head}\r\n{"id":`)],
  ];
  const body = JSON.stringify(exampleRequest);
  const whole = `${head}content-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`;

  /** Starts a server that cuts off its first responses, and then sends complete ones. */
  const startCuttingServer = (cut: (socket: Socket) => void, times: number) => {
    let left = times;
    return tcpServer((socket) => (left-- > 0 ? cut(socket) : void socket.end(whole)));
  };

  test.each(cuts)("with %s, a read is retried", async (_, cut) => {
    const server = await startCuttingServer(cut, 2);
    expect(await supplierAt(server.url).serviceRequests.get("R-1")).toMatchObject({ id: "R-1" });
    expect(server.connections).toBe(3);
  });

  test("an error keeps its kind", async () => {
    const server = await tcpServer((socket) =>
      socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 99\r\n\r\n{"errors":'),
    );
    await failure(supplierAt(server.url).serviceRequests.get("R-1"), "permission");
    expect(server.connections).toBe(1);
  });

  test("a 404, which without its body may be that of a gateway, is read again", async () => {
    const server = await startCuttingServer(
      (socket) => socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 99\r\n\r\n{"errors":'),
      1,
    );
    expect(await supplierAt(server.url).serviceRequests.get("R-1")).toMatchObject({ id: "R-1" });
    expect(server.connections).toBe(2);
  });
});
