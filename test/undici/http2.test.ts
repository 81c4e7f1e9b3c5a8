import { constants, createSecureServer, type ServerHttp2Stream } from "node:http2";
import tls, { type ConnectionOptions } from "node:tls";
import { Agent } from "undici";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Transport } from "../../src/http/transport/types.js";
import { selfSigned } from "../support/certificate.js";
import { draft, supplierAt } from "../support/clients.js";
import { failure } from "../support/errors.js";
import { listen } from "../support/server.js";
import { openTransport } from "./support.js";

// What a service can do over HTTP/2 alone: test/consumers/projects/http2.mjs does it with other versions of Node and undici.

const connectTls = tls.connect;

beforeEach(() => {
  // The service's certificate is self-signed.
  const trusting = (options: ConnectionOptions) => connectTls({ ...options, rejectUnauthorized: false });
  vi.spyOn(tls, "connect").mockImplementation(trusting as typeof connectTls);
});
afterEach(() => void vi.restoreAllMocks());

/** Starts a TLS server that offers HTTP/2 and HTTP/1.1, and lists the versions of the requests that it receives. */
async function startService(respond: (stream: ServerHttp2Stream) => void) {
  const versions: string[] = [];
  const server = createSecureServer({ ...selfSigned("localhost"), allowHTTP1: true }, (request, response) => {
    versions.push(request.httpVersion);
    if (request.httpVersion === "2.0") return respond(request.stream);
    request.resume();
    response.writeHead(201, { "content-type": "application/json", location: "/v2/servicerequests/R-9" }).end("{}");
  });
  const sessions = new Set<{ destroy(): void }>();
  server.on("session", (session) => sessions.add(session));
  server.on("connection", (socket) => sessions.add(socket));
  onTestFinished(
    () =>
      new Promise((resolve) => {
        for (const session of sessions) session.destroy();
        server.close(() => resolve());
      }),
  );
  return { url: (await listen(server)).replace("http:", "https:"), versions };
}

const refuse = (stream: ServerHttp2Stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM);

/** Sends a part of a file, and resets its stream. */
const cutOff = (announced: object) => (stream: ServerHttp2Stream) => {
  stream.on("error", () => {});
  stream.respond({ ":status": 200, "content-type": "application/pdf", ...announced });
  stream.write("%PDF", () => setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), 20));
};

/** Creates an agent that is closed after the test. */
function openAgent(options: Agent.Options): Agent {
  const agent = new Agent(options);
  onTestFinished(() => agent.destroy());
  return agent;
}

test.each<[string, () => Transport | undefined]>([
  ["the undici transport", () => openTransport()],
  ["its option dispatcher", () => openTransport({ dispatcher: openAgent({}) })],
])("%s speaks HTTP/1.1 to a service that offers HTTP/2", async (_, create) => {
  const { url, versions } = await startService(refuse);
  const { serviceRequests } = supplierAt(url, { transport: create() });
  expect(await serviceRequests.create(draft)).toMatchObject({ id: "R-9" });
  expect(versions).toEqual(["1.1"]);
});

describe("over HTTP/2, which a dispatcher of undici 7 speaks if it is told to,", () => {
  const create = () => openTransport({ dispatcher: openAgent({ allowH2: true }) });

  test("a create whose stream is refused is sent once", async () => {
    const { url, versions } = await startService(refuse);
    const error = await failure(supplierAt(url, { transport: create() }).serviceRequests.create(draft), "connection");
    expect(error).toMatchObject({ outcome: "unknown" });
    expect(versions).toEqual(["2.0"]);
  });

  test("a file that is reset below its length is an error", async () => {
    const { url } = await startService(cutOff({ "content-length": "100" }));
    const { attachments } = supplierAt(url, { transport: create(), retry: false }).serviceRequests;
    await failure(attachments.get("R-1", "A-1"), "connection");
  });
});
