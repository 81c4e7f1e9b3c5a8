import type { Socket } from "node:net";
import { describe, expect, test } from "vitest";
import type { Fetch } from "../../src/http/options.js";
import { createSupplierClient } from "../../src/supplier/client.js";
import { undiciFetch } from "../../src/undici/index.js";
import { canaryToken, draft } from "../support/clients.js";
import { type CountingServer, countingServer } from "../support/counting-server.js";
import { failure, rejection } from "../support/errors.js";
import { selfSignedServer } from "../support/self-signed-server.js";
import { closedPort, httpServer, tcpServer } from "../support/server.js";
import { describeError, runWithBoth, transport } from "./support/both.js";

const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
/** Starts a TCP server that handles its sockets in this way. */
const serveTcp = (serve: (socket: Socket) => void) => async () => (await tcpServer(serve)).url;

/** Failures before the response, each with an address that causes it. */
const failures: Readonly<Record<string, () => Promise<string>>> = {
  "a closed port": closedPort,
  "an unknown host": async () => "https://unknown.invalid",
  "a name whose addresses all refuse": async () => (await closedPort()).replace("127.0.0.1", "localhost"),
  "a socket that hangs up": serveTcp((socket) => socket.end()),
  "a socket that is reset": serveTcp((socket) => socket.resetAndDestroy()),
  "a service without HTTP": serveTcp((socket) => socket.end("220 mail.example ESMTP\r\n")),
  "incomplete headers": serveTcp((socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-")),
  "headers that are too long": serveTcp((socket) => socket.end(`${head}x-a: ${"x".repeat(20_000)}`)),
  "both a length and chunks": serveTcp((socket) =>
    socket.end(`${head}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\nok`),
  ),
  "an unrequested protocol": serveTcp((socket) =>
    socket.write("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
  ),
  "a service without TLS": async () =>
    (await tcpServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"))).url.replace(
      "http",
      "https",
    ),
  "a self-signed certificate": async () => (await selfSignedServer()).url,
};

/** Failures in the middle of a body. */
const bodyFailures: Readonly<Record<string, (socket: Socket) => void>> = {
  "fewer bytes than announced": (socket) => socket.end(`${head}content-length: 99\r\n\r\n{"id":`),
  "chunks without an end": (socket) => socket.end(`${head}transfer-encoding: chunked\r\n\r\n6\r\n{"id":\r\n`),
  "a chunk with an invalid size": (socket) =>
    socket.end(`${head}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n`),
  "a reset": (socket) =>
    socket.write(`${head}content-length: 99\r\n\r\n{"id":`, () =>
      setTimeout(() => socket.resetAndDestroy(), 20),
    ),
};

/** Describes an error without the ports, which differ between connections. */
const describeWithoutPorts = (error: unknown) =>
  JSON.parse(JSON.stringify(describeError(error)).replaceAll(/:\d{4,5}\b/g, ":port"));

/** Responses that break the rules of HTTP. The parser of Node's fetch is older and reports other codes for them. */
const malformed: ReadonlySet<string> = new Set([
  "a service without HTTP",
  "both a length and chunks",
  "a chunk with an invalid size",
]);

/** Returns the fields that must be equal: all, or those that contain no code of the parser. */
const pickComparable = (name: string, { code, cause, message, ...rest }: Record<string, unknown>) =>
  malformed.has(name) ? rest : { ...rest, code, cause, message };

describe.each(Object.entries(failures))("%s", (name, startService) => {
  test("rejects with the error of fetch", async () => {
    const { expected, actual } = await runWithBoth(async (fetch) => {
      const url = await startService();
      return describeWithoutPorts(await rejection(fetch(`${url}/v2/lessors`, {})));
    });
    expect(pickComparable(name, actual)).toEqual(pickComparable(name, expected));
    expect(actual).toMatchObject({ name: "TypeError", message: "fetch failed" });
  });

  test("rejects a create with the same error as with fetch", async () => {
    const { expected, actual } = await runWithBoth(async (fetch) => failCreate(fetch, await startService()));
    expect(pickComparable(name, actual)).toEqual(pickComparable(name, expected));
  });
});

describe.each(Object.entries(bodyFailures))("a body with %s", (name, serve) => {
  test("rejects with the error of fetch", async () => {
    const { url } = await tcpServer(serve);
    const { expected, actual } = await runWithBoth(async (fetch) => {
      const response = await fetch(url, {});
      return describeWithoutPorts(await rejection(response.text()));
    });
    expect(pickComparable(name, actual)).toEqual(pickComparable(name, expected));
    expect(actual).toMatchObject({ name: "TypeError", message: "terminated" });
  });

  test("rejects a create with the same error as with fetch", async () => {
    const { url } = await tcpServer(serve);
    const { expected, actual } = await runWithBoth((fetch) => failCreate(fetch, url));
    expect(pickComparable(name, actual)).toEqual(pickComparable(name, expected));
    expect(actual).toMatchObject({ sent: true, outcome: "unknown" });
  });
});

/** Returns the fields of the error of a create that fails. */
async function failCreate(fetch: Fetch, baseUrl: string) {
  const client = createSupplierClient({ baseUrl, token: canaryToken, fetch, retry: false });
  const error = await failure(client.serviceRequests.create(draft), "connection");
  const { kind, code, sent, transient, outcome, cause, message } = error;
  return {
    kind,
    code,
    sent,
    transient,
    outcome,
    cause: describeWithoutPorts(cause),
    message: message.replace(/:\d+/, ":port"),
  };
}

describe("an aborted request rejects with the reason, and closes the connection,", () => {
  /** Starts a server that sends only this part of a response. */
  function serveOnly(sent: "nothing" | "the headers" | "a part"): Promise<CountingServer> {
    return countingServer((_, response) => {
      if (sent === "the headers") response.flushHeaders();
      if (sent === "a part") response.write("part");
    });
  }

  test.each(["enough", undefined, null, new Error("enough")])("before it is sent: %s", async (reason) => {
    const service = await serveOnly("nothing");
    const signal = AbortSignal.abort(reason);
    expect(await rejection(transport()(service.url, { signal }))).toBe(signal.reason);
    expect(service.requests).toEqual([]);
  });

  test("before its form is serialized", async () => {
    const service = await serveOnly("nothing");
    const controller = new AbortController();
    const pending = transport()(service.url, {
      method: "POST",
      body: new FormData(),
      signal: controller.signal,
    });
    controller.abort("enough");
    expect(await rejection(pending)).toBe("enough");
    expect(service.requests).toEqual([]);
  });

  test.each(["enough", null, new Error("enough")])("while it waits for its response: %s", async (reason) => {
    const service = await serveOnly("nothing");
    const controller = new AbortController();
    const pending = transport()(service.url, { signal: controller.signal });
    await expect.poll(() => service.open).toBe(1);
    controller.abort(reason);
    expect(await rejection(pending)).toBe(reason);
    await expect.poll(() => service.open).toBe(0);
  });

  test("while it waits for the only connection", async () => {
    const service = await serveOnly("nothing");
    const fetch = transport({ connections: 1 });
    const [first, second] = [new AbortController(), new AbortController()];
    const held = fetch(service.url, { signal: first.signal });
    await expect.poll(() => service.requests.length).toBe(1);
    const waiting = fetch(service.url, { signal: second.signal });
    second.abort("enough");
    expect(await rejection(waiting)).toBe("enough");
    first.abort("too");
    expect(await rejection(held)).toBe("too");
    await expect.poll(() => service.open).toBe(0);
    expect(service.requests).toHaveLength(1);
  });

  test("while it waits for a connection, and leaves that connection to the next request", async () => {
    let isStalled = true;
    const service = await tcpServer((socket) => {
      socket.on("data", () => socket.write(`${head}content-length: 2\r\n\r\n[]`));
      if (!isStalled) socket.write(`${head}content-length: 2\r\n\r\n[]`);
    });
    const fetch = transport({ connections: 2 });
    const controllers = Array.from({ length: 50 }, () => new AbortController());
    const abandoned = controllers.map(({ signal }) => fetch(service.url, { signal }));
    await expect.poll(() => service.connections).toBe(2);
    isStalled = false;
    for (const controller of controllers) controller.abort("enough");
    for (const request of abandoned) expect(await rejection(request)).toBe("enough");
    const served = await Promise.all(Array.from({ length: 4 }, () => fetch(service.url)));
    expect(served.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    // Two for the requests that were sent and aborted, and two for those that follow.
    expect(service.connections).toBe(4);
  });

  test.each(["the headers", "a part"] as const)("while its body is read, after %s", async (sent) => {
    const service = await serveOnly(sent);
    const controller = new AbortController();
    const response = await transport()(service.url, { signal: controller.signal });
    const reading = response.text();
    setTimeout(() => controller.abort("enough"), 20);
    expect(await rejection(reading)).toBe("enough");
    await expect.poll(() => service.open).toBe(0);
  });

  test("before its body is read", async () => {
    const service = await serveOnly("a part");
    const controller = new AbortController();
    const response = await transport()(service.url, { signal: controller.signal });
    controller.abort("enough");
    expect(await rejection(response.text())).toBe("enough");
    await expect.poll(() => service.open).toBe(0);
  });
});

test("a request removes its abort listener after the last byte and after a failure", async () => {
  const { url } = await httpServer((_, response) => void response.end("whole"));
  const { signal } = new AbortController();
  let listeners = 0;
  const counted = new Proxy(signal, {
    get(target, name) {
      if (name === "addEventListener") listeners += 1;
      if (name === "removeEventListener") listeners -= 1;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const fetch = transport();
  for (const _ of [1, 2, 3]) expect(await (await fetch(url, { signal: counted })).text()).toBe("whole");
  await rejection(fetch(await closedPort(), { signal: counted }));
  expect(listeners).toBe(0);
});

describe("closing a transport", () => {
  test.each(["close()", "await using"])("with %s waits for the requests in flight", async (how) => {
    const service = await countingServer((_, response) => {
      setTimeout(() => response.end("[]"), 50);
    });
    const fetch = undiciFetch();
    const pending = fetch(service.url).then((response) => response.text());
    await expect.poll(() => service.made).toBe(1);
    await (how === "close()" ? fetch.close() : fetch[Symbol.asyncDispose]());
    expect(await pending).toBe("[]");
    await expect.poll(() => service.open).toBe(0);
    await Promise.all([fetch.close(), fetch.close()]);
  });

  test("waits for a file that is read, even if another one was cancelled just before", async () => {
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

  test("makes later requests reject, and a client does not retry them", async () => {
    const service = await countingServer((_, response) => void response.end());
    const fetch = undiciFetch();
    await fetch.close();
    expect(describeError(await rejection(fetch(service.url)))).toMatchObject({
      message: "fetch failed",
      cause: { code: "UND_ERR_CLOSED" },
    });
    const { serviceRequests } = createSupplierClient({ baseUrl: service.url, token: canaryToken, fetch });
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
