import { createServer } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import tls, { type ConnectionOptions } from "node:tls";
import type { Transport } from "@reg/sdk";
import { Agent } from "undici";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createFetchTransport } from "../../src/http/transport/fetch-transport.js";
import { selfSigned } from "../support/certificate.js";
import { draft, supplierAt } from "../support/clients.js";
import { failure } from "../support/errors.js";
import { listen } from "../support/server.js";
import { openTransport } from "./support.js";

// What a service can do over HTTP/2 alone. `npm run consumers` runs this file with other versions of Node and undici.

const connectTls = tls.connect;

beforeEach(() => {
  // The service's certificate is self-signed.
  const trusting = (options: ConnectionOptions) => connectTls({ ...options, rejectUnauthorized: false });
  vi.spyOn(tls, "connect").mockImplementation(trusting as typeof connectTls);
});
afterEach(() => void vi.restoreAllMocks());

/** Creates a frame of HTTP/2 (RFC 9113 §4.1). */
function frame(type: number, stream: number, content = Buffer.alloc(0), flags = 0): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(content.length, 0, 3);
  head.set([type, flags], 3);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, content]);
}

const bytes = (hex: string) => Buffer.from(hex, "hex");
const endOfStream = 1;
const headers = (stream: number, status: string, flags = 0) =>
  frame(1, stream, Buffer.concat([bytes("0803"), Buffer.from(status)]), 4 | flags);
const refuse = (stream: number) => frame(3, stream, bytes("00000007"));
const cancel = (stream: number) => frame(3, stream, bytes("00000008"));
/** Says that no stream was processed. Node's own server cannot send it. */
const goAway = () => frame(7, 0, bytes("0000000000000000"));

/** Sends these frames when the request of a stream has arrived. */
type Respond = (stream: number) => readonly Buffer[];

/** Speaks HTTP/2 with a client. */
function serveHttp2(socket: Socket, respond: Respond, onRequest: () => void): void {
  let received = Buffer.alloc(0);
  let isPreface = true;
  socket.write(frame(4, 0));
  socket.on("error", () => {});
  socket.on("data", async (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    if (isPreface && received.length >= 24) {
      received = received.subarray(24);
      isPreface = false;
    }
    while (!isPreface && received.length >= 9 && received.length >= 9 + received.readUIntBE(0, 3)) {
      const [type = 0, flags = 0] = received.subarray(3);
      const stream = received.readUInt32BE(5);
      received = received.subarray(9 + received.readUIntBE(0, 3));
      if (type === 4 && flags === 0) socket.write(frame(4, 0, undefined, 1));
      if (type === 1) onRequest();
      if (type > 1 || (flags & 1) === 0) continue;
      for (const part of respond(stream)) {
        socket.write(part);
        await delay(20);
      }
    }
  });
}

/** Starts a TLS server that offers HTTP/2 and HTTP/1.1, and lists the versions of the requests that it receives. */
async function startService(respond: Respond) {
  const versions: string[] = [];
  const http1 = createServer((request, response) => {
    versions.push("1.1");
    request.resume();
    const breakOff = () => setTimeout(() => response.destroy(), 20);
    if (request.method === "GET") response.writeHead(200, { "content-length": "100" }).write("%PDF", breakOff);
    else response.writeHead(201, { location: "/v2/servicerequests/R-9" }).end();
  });
  const sockets = new Set<Socket>();
  const server = tls.createServer({ ...selfSigned("localhost"), ALPNProtocols: ["h2", "http/1.1"] }, (socket) => {
    sockets.add(socket);
    if (socket.alpnProtocol === "h2") serveHttp2(socket, respond, () => versions.push("2"));
    else http1.emit("connection", socket);
  });
  onTestFinished(
    () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  );
  return { url: (await listen(server)).replace("http:", "https:"), versions };
}

/** Creates an agent that is closed after the test. */
function openAgent(options: Agent.Options): Agent {
  const agent = new Agent(options);
  onTestFinished(() => agent.destroy());
  return agent;
}

const transports: readonly [string, () => Transport, version: RegExp][] = [
  ["the undici transport", () => openTransport(), /1.1/],
  ["its option dispatcher", () => openTransport({ dispatcher: openAgent({}) }), /1.1/],
  // undici 8 speaks HTTP/1.1 nevertheless, because the transport asks for it with each request.
  ["a dispatcher that may use HTTP/2", () => openTransport({ dispatcher: openAgent({ allowH2: true }) }), /1.1|2/],
  // The fetch of Node 26 alone would choose HTTP/2, unless an undici that speaks HTTP/1.1 was imported first.
  ["the global fetch", () => createFetchTransport(), /1.1/],
];

describe.each(transports)("with %s, at a service that offers HTTP/2,", (_, create, version) => {
  const unknown = { name: "RegConnectionError", sent: true, outcome: "unknown" };
  const notSent = { name: "RegConnectionError", sent: false, outcome: undefined };
  const misdirected = { status: 421 };

  // A file counts as sent once a part of it was read.
  test.each<[string, Respond, create: object, upload: object]>([
    ["refuses the stream", (stream) => [refuse(stream)], notSent, unknown],
    ["refuses it after a 103", (stream) => [headers(stream, "103"), refuse(stream)], notSent, unknown],
    ["goes away without having processed it", () => [goAway()], unknown, unknown],
    ["cancels the stream", (stream) => [cancel(stream)], unknown, unknown],
    ["is not the one for it (421)", (stream) => [headers(stream, "421", endOfStream)], misdirected, misdirected],
  ])("a create and an upload arrive once if it %s", async (_, respond, ...expected) => {
    const { url, versions } = await startService(respond);
    const { serviceRequests } = supplierAt(url, { transport: create(), retry: false });
    const results = [
      await serviceRequests.create(draft).catch((error: unknown) => error),
      await serviceRequests.attachments.upload("R-1", new Blob(["%PDF"])).catch((error: unknown) => error),
    ];
    expect(versions).toEqual([expect.stringMatching(version), versions[0]]);
    const ofHttp1 = { location: "/v2/servicerequests/R-9" };
    expect(results).toMatchObject(versions[0] === "2" ? expected : [ofHttp1, ofHttp1]);
  });

  test("a file that ends below its length is an error", async () => {
    const part = (stream: number) => frame(0, stream, Buffer.from("%PDF"));
    const length = Buffer.concat([bytes("880f0d03"), Buffer.from("100")]);
    const { url } = await startService((stream) => [frame(1, stream, length, 4), part(stream), cancel(stream)]);
    const { attachments } = supplierAt(url, { transport: create(), retry: false }).serviceRequests;
    await failure(attachments.get("R-1", "A-1"), "connection");
  });
});
