import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { RegError, type SupplierClient, type Transport } from "@reg/sdk";
import type { TransportRequest } from "@reg/sdk/supplier";
import { describe, expect, test } from "vitest";
import { readBytes, readText } from "../../../src/http/transport/body.js";
import { createFetchTransport } from "../../../src/http/transport/fetch-transport.js";
import { draft, supplierAt } from "../../support/clients.js";
import { settle, waitUntil } from "../../support/clock.js";
import { countingServer } from "../../support/counting-server.js";
import { failure, rejection } from "../../support/errors.js";
import { selfSignedServer } from "../../support/self-signed-server.js";
import { closedPort, httpServer, rawService, tcpServer } from "../../support/server.js";
import { openTransport } from "../../undici/support.js";

// What every transport must do, over real sockets.

const transports: readonly [string, () => Transport][] = [
  ["the global fetch", () => createFetchTransport()],
  ["undici", () => openTransport()],
];

const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
const limit = 1_000_000;

function requestTo(url: string, fields: Partial<TransportRequest> = {}): TransportRequest {
  const { signal } = new AbortController();
  return { method: "GET", url, headers: {}, body: undefined, signal, ...fields };
}

/** Starts a server that sends these bytes, and closes the connection. */
const serveBytes = (...parts: readonly (string | Uint8Array)[]) =>
  tcpServer((socket) => socket.end(Buffer.concat(parts.map((part) => Buffer.from(part as string, "latin1")))));

/** The address of a server without TLS as if it had it. */
const secure = ({ url }: { readonly url: string }) => url.replace("http:", "https:");

/** A file that the service compresses although the request asked for no compression. */
async function serveCompressedFile(body: Uint8Array) {
  const { url } = await httpServer((_, response) => {
    response.writeHead(200, { "content-encoding": "gzip", "content-type": "application/pdf" }).end(body);
  });
  return url;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe.each(transports)("with %s, a request", (_, create) => {
  /** Sends a request, and returns what arrived. */
  async function receive(fields: Partial<TransportRequest>) {
    let received = { method: "", url: "", headers: {} as IncomingMessage["headers"], body: "" };
    const { url } = await httpServer(async (request, response) => {
      const { method = "", url = "", headers } = request;
      received = { method, url, headers, body: await bodyOf(request) };
      response.end();
    });
    const response = await create().send(requestTo(`${url}/v2/a%20b?c=%C3%A9`, fields));
    await readBytes(response.body, limit);
    return received;
  }

  test("has the method, the path, the query and the headers", async () => {
    const headers = { accept: "application/json", "user-agent": "me/1", "x-name": "\xe9\xe9n" };
    const received = await receive({ method: "DELETE", headers });
    expect(received).toMatchObject({ method: "DELETE", url: "/v2/a%20b?c=%C3%A9", headers, body: "" });
  });

  test("asks for the encodings that the caller names, otherwise for common ones", async () => {
    const named = await receive({ headers: { "accept-encoding": "identity" } });
    expect(named.headers["accept-encoding"]).toBe("identity");
    expect((await receive({})).headers["accept-encoding"]).toContain("gzip");
  });

  test.each<[string, string, NonNullable<TransportRequest["body"]>, string]>([
    ["a text", "POST", '{"name":"één €"}', '{"name":"één €"}'],
    ["an empty text", "POST", "", ""],
    ["a text", "PUT", "één", "één"],
    ["bytes", "PUT", new Uint8Array([96, 97, 98, 99]).subarray(1), "abc"],
    ["a Blob", "PUT", new Blob(["%PDF"]), "%PDF"],
    ["an empty Blob", "POST", new Blob([]), ""],
    ["a long Blob", "POST", new Blob(["abc".repeat(1_000_000)]), "abc".repeat(1_000_000)],
  ])("can have %s with %s, sent with its length", async (_, method, body, expected) => {
    const received = await receive({ method, body, headers: { "content-type": "a/b" } });
    expect(received.body).toBe(expected);
    expect(received.headers).toMatchObject({
      "content-type": "a/b",
      "content-length": String(Buffer.byteLength(expected)),
    });
    expect(received.headers).not.toHaveProperty("transfer-encoding");
  });

  test("without a body, but of a kind that has one, has the length 0", async () => {
    for (const method of ["POST", "PATCH"])
      expect((await receive({ method })).headers).toMatchObject({ "content-length": "0" });
  });

  test("can have a form, whose boundary is in the content type", async () => {
    const form = new FormData();
    form.append("file", new Blob(["%PDF"], { type: "application/pdf" }), "één.pdf");
    const { body, headers } = await receive({ method: "POST", body: form });
    const type = headers["content-type"] ?? "";
    expect(type).toMatch(/^multipart\/form-data; boundary=/);
    const file = (await new Response(body, { headers: { "content-type": type } }).formData()).get("file");
    expect(file).toMatchObject({ name: "één.pdf", type: "application/pdf", size: 4 });
    expect(headers["content-length"]).toBe(String(Buffer.byteLength(body)));
  });

  test("can have a stream, sent in chunks as it is read", async () => {
    let arrived = "";
    const { url } = await httpServer((request, response) => {
      request.setEncoding("utf8").on("data", (text: string) => {
        arrived += text;
      });
      request.on("end", () => response.end(request.headers["transfer-encoding"]));
    });
    const parts = ["first", "second"];
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const part = parts.shift();
          if (part === undefined) return controller.close();
          // The second part is only read after the first one has arrived.
          if (part === "second") await expect.poll(() => arrived).toBe("first");
          controller.enqueue(new TextEncoder().encode(part));
        },
      },
      { highWaterMark: 0 },
    );
    const response = await create().send(requestTo(url, { method: "POST", body }));
    expect([await readText(response.body, limit), arrived]).toEqual(["chunked", "firstsecond"]);
  });

  test("is sent once after a 421", async () => {
    const heads: string[] = [];
    const { url } = await rawService((received) => {
      heads.push(received);
      return "HTTP/1.1 421 Misdirected Request\r\ncontent-length: 0\r\n\r\n";
    });
    const request = requestTo(url, { method: "POST", body: "{}", headers: { "content-type": "a/b" } });
    expect((await create().send(request)).status).toBe(421);
    expect(heads).toHaveLength(1);
  });

  test.each<[string, () => Promise<string>, object]>([
    ["a closed port", closedPort, { code: "ECONNREFUSED", sent: false, transient: true }],
    ["an unknown host", async () => "https://unknown.invalid", { sent: false, transient: true }],
    [
      "a name whose addresses all refuse",
      async () => (await closedPort()).replace("127.0.0.1", "localhost"),
      { code: "ECONNREFUSED", sent: false, transient: true },
    ],
    [
      "a self-signed certificate",
      async () => (await selfSignedServer()).url,
      { code: "DEPTH_ZERO_SELF_SIGNED_CERT", sent: false, transient: false },
    ],
    [
      "a TLS handshake that is reset",
      async () => secure(await tcpServer((socket) => socket.resetAndDestroy())),
      { code: "ECONNRESET", sent: false, transient: true, outcome: undefined },
    ],
    [
      "a TLS handshake that is closed",
      async () => secure(await tcpServer((socket) => socket.end())),
      { code: "ECONNRESET", sent: false, transient: true, outcome: undefined },
    ],
    [
      "a port without TLS",
      async () => secure(await serveBytes("HTTP/1.1 400 Bad Request\r\n\r\n")),
      { sent: false, transient: false, outcome: undefined },
    ],
    [
      "a socket that hangs up",
      async () => (await tcpServer((socket) => socket.end())).url,
      { code: "UND_ERR_SOCKET", sent: true, transient: true, outcome: "unknown" },
    ],
    [
      "a socket that is reset",
      async () => (await tcpServer((socket) => socket.resetAndDestroy())).url,
      { code: "ECONNRESET", sent: true, transient: true, outcome: "unknown" },
    ],
    ["incomplete headers", async () => (await serveBytes("HTTP/1.1 200 OK\r\ncontent-")).url, { sent: true }],
    ["a service without HTTP", async () => (await serveBytes("220 mail ESMTP\r\n")).url, { sent: true }],
    [
      "an unrequested protocol",
      async () => (await serveBytes("HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n")).url,
      { sent: true },
    ],
  ])("of a client to %s fails with an error that says whether it was sent", async (_, start, expected) => {
    const client = supplierAt(await start(), { transport: create(), retry: false });
    expect(await failure(client.serviceRequests.create(draft), "connection")).toMatchObject(expected);
  });
});

describe.each(transports)("with %s, a connection that ends while the request is sent", (_, create) => {
  const pdf = (size: number) => new Blob([new Uint8Array(size)]);
  const invoicePdf = (file: Blob | Uint8Array, uploadEncoding?: "multipart") => (client: SupplierClient) =>
    client.serviceRequests.invoices.pdf.upload("R-1", 7, file, { uploadEncoding });
  const put = (length: number) => (client: SupplierClient) =>
    client.request("PUT", "/v2/new/R-1", { body: { text: "x".repeat(length) } });

  test.each([
    ["a file", invoicePdf(pdf(5_000_000))],
    ["bytes", invoicePdf(new Uint8Array(100_000))],
    ["a form", invoicePdf(pdf(100_000), "multipart")],
    ["a long JSON body", put(100_000)],
  ])("never receives %s again, because its 413 may be lost", async (_, send) => {
    // HAProxy closes the connection so while the client is still writing.
    const server = await tcpServer((socket) => socket.resetAndDestroy());
    const error = await failure(send(supplierAt(server.url, { transport: create() })), "connection");
    expect(error).toMatchObject({ sent: true, transient: false, outcome: "unknown", attempts: [{ attempt: 1 }] });
    expect(error.attempts).toHaveLength(1);
    expect(error.message).toContain("A gateway may limit the size of requests, so it is not sent again by itself");
    expect(server.connections).toBe(1);
  });

  test.each([
    ["a small file", invoicePdf(pdf(60_000))],
    ["a short JSON body", put(60_000)],
  ])("receives %s again", async (_, send) => {
    const server = await tcpServer((socket) => socket.resetAndDestroy());
    const error = await failure(send(supplierAt(server.url, { transport: create() })), "connection");
    expect(error).toMatchObject({ sent: true, transient: true });
    expect(error.message).not.toContain("A gateway");
    expect(server.connections).toBe(4);
  });

  test("a large file is sent again if no connection was established", async () => {
    const client = supplierAt(await closedPort(), { transport: create() });
    const error = await failure(invoicePdf(pdf(5_000_000))(client), "connection");
    expect(error).toMatchObject({ sent: false, transient: true });
    expect(error.attempts).toHaveLength(4);
    expect(error.message).not.toContain("A gateway");
  });

  test("a large file is sent again after a response that was cut off", async () => {
    const { url, requests } = await httpServer((request, response) => {
      request.resume().on("end", () => {
        if (requests.length === 1)
          response.writeHead(201, { "content-length": "9" }).write("{", () => response.destroy());
        else response.writeHead(201, { location: "/v2/servicerequests/R-1/invoices/7/pdf" }).end();
      });
    });
    await invoicePdf(pdf(1_000_000))(supplierAt(url, { transport: create() }));
    expect(requests).toHaveLength(2);
  });
});

describe.each(transports)("with %s, a response", (name, create) => {
  const isFetch = name !== "undici";

  /** Sends a GET, and returns the response and its text. */
  async function get({ url }: { readonly url: string }) {
    const response = await create().send(requestTo(url));
    return { ...response, text: await readText(response.body, limit) };
  }

  test("has its status, its headers and its body", async () => {
    const fields = "set-cookie: a=1\r\nX-A: 1\r\nset-cookie: b=2\r\nx-a: 2\r\nx-name: \xe9\r\nconstructor: c\r\n";
    const response = await get(await serveBytes(`HTTP/1.1 201 Created\r\n${fields}content-length: 3\r\n\r\n`, "abc"));
    expect([response.status, response.text]).toEqual([201, "abc"]);
    const names = ["set-cookie", "x-a", "x-name", "constructor", "missing"];
    expect(names.map((each) => response.headers.get(each))).toEqual(["a=1, b=2", "1, 2", "\xe9", "c", null]);
    expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  });

  test.each([
    ["chunks", "transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n", "abcde"],
    ["no length, until the connection closes", "\r\nabcde", "abcde"],
    ["no bytes", "content-length: 0\r\n\r\n", ""],
  ])("can have %s", async (_, rest, expected) => {
    expect((await get(await serveBytes(head, rest))).text).toBe(expected);
  });

  test("without a body has none", async () => {
    const { status, text } = await get(await serveBytes("HTTP/1.1 204 No Content\r\n\r\n"));
    expect([status, text]).toEqual([204, ""]);
  });

  test("may follow informational ones, which are skipped", async () => {
    const early = "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n";
    const { status, headers, text } = await get(await serveBytes(early, early, head, "content-length: 2\r\n\r\nok"));
    expect([status, headers.get("link"), text]).toEqual([200, null, "ok"]);
  });

  test.each([301, 302, 303, 307, 308])("with a redirect (%i) is returned, not followed", async (status) => {
    const other = await countingServer((_, response) => void response.end());
    const { url } = await httpServer((_, response) => {
      response.writeHead(status, { location: other.url }).end();
    });
    expect((await get({ url })).status).toBe(status);
    expect(other.requests).toEqual([]);
  });

  // fetch rejects it without a reason.
  test.each(["GET", "POST"])(
    "with a 407 to a %s has its status, and the request counts as not processed",
    async (method) => {
      const { url, requests } = await httpServer((request, response) => {
        request.resume().on("end", () => response.writeHead(407, { "proxy-authenticate": "Basic" }).end());
      });
      const { serviceRequests } = supplierAt(url, { transport: create() });
      const call = method === "GET" ? serviceRequests.get("R-1") : serviceRequests.create(draft);
      const error = await failure(call, "api");
      expect(error).toMatchObject({ status: 407, outcome: undefined });
      expect(error.message).toContain("407 Proxy Authentication Required: a proxy asks for a user name and a password");
      expect(requests).toHaveLength(1);
    },
  );

  test.each([
    ["gzip", gzipSync],
    ["br", brotliCompressSync],
  ])("in %s is decompressed", async (encoding, compress) => {
    const body = compress("x".repeat(300_000));
    const { text } = await get(await serveBytes(head, `content-encoding: ${encoding}\r\n\r\n`, body));
    expect(text).toBe("x".repeat(300_000));
  });

  test.each([
    "content-encoding: gzip\r\ncontent-length: 0\r\n\r\n",
    "content-encoding: gzip\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    "content-encoding:\r\ncontent-length: 0\r\n\r\n",
  ])("that is empty has no compressed data either: %j", async (rest) => {
    expect((await get(await serveBytes(head, rest))).text).toBe("");
  });

  test.each<[string, (socket: Socket) => void]>([
    ["fewer bytes than announced", (socket) => socket.end(`${head}content-length: 99\r\n\r\n{"id":`)],
    ["chunks without an end", (socket) => socket.end(`${head}transfer-encoding: chunked\r\n\r\n6\r\n{"id":\r\n`)],
    ["an invalid chunk", (socket) => socket.end(`${head}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n`)],
    [
      "a reset in the middle",
      // A reset discards what the client has not read yet.
      (socket) =>
        socket.write(`${head}content-length: 99\r\n\r\n{"id":`, () => setTimeout(() => socket.resetAndDestroy(), 20)),
    ],
    [
      "a reset in the middle of compressed data",
      (socket) => {
        const part = gzipSync(randomBytes(1000)).subarray(0, 500);
        socket.write(`${head}content-encoding: gzip\r\ncontent-length: 999\r\n\r\n`);
        socket.write(part, () => setTimeout(() => socket.resetAndDestroy(), 20));
      },
    ],
  ])("with %s fails when it is read, and the outcome of a create is unknown", async (_, serve) => {
    const { url } = await tcpServer(serve);
    const response = await create().send(requestTo(url));
    expect(response.status).toBe(200);
    await rejection(readBytes(response.body, limit));
    const client = supplierAt(url, { transport: create(), retry: false });
    const error = await failure(client.serviceRequests.create(draft), "connection");
    expect(error).toMatchObject({ sent: true, outcome: "unknown", transient: true });
  });

  test("is limited to the exact byte, after decompression", async () => {
    const plain = await serveBytes(head, "content-length: 3\r\n\r\nabc");
    const compressed = await serveBytes(head, "content-encoding: gzip\r\n\r\n", gzipSync("abc"));
    for (const { url } of [plain, compressed]) {
      const read = async (most: number) => readText((await create().send(requestTo(url))).body, most);
      expect(await read(3)).toBe("abc");
      expect(await rejection(read(2))).toMatchObject({ message: "the body is larger than 2 bytes" });
    }
  });

  test.each([
    ["plain", {}, Buffer.alloc(20_000_000)],
    ["compressed", { "content-encoding": "gzip" }, gzipSync(randomBytes(10_000_000), { level: 1 })],
  ])("that is too large (%s) is not read further, and its connection is closed", async (_, fields, body) => {
    const service = await countingServer((_, response) => void response.writeHead(200, fields).end(body));
    const response = await create().send(requestTo(service.url));
    await rejection(readBytes(response.body, 1000));
    await expect.poll(() => service.open).toBe(0);
  });

  test("that is not read pauses the service instead of filling the memory", async () => {
    let sent = 0;
    const { url } = await httpServer((_, response) => {
      const chunk = Buffer.alloc(65_536);
      const send = () => {
        while (sent < 1e9) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once("drain", send);
        }
      };
      send();
    });
    const { body } = await create().send(requestTo(url));
    let held = 0;
    await waitUntil(async () => {
      held = sent;
      await settle();
      return sent === held;
    });
    // Only the buffers of both sockets are filled.
    expect(held).toBeLessThan(50_000_000);
    let read = 0;
    while (read < held + 1_000_000) read += (await body.read()).value?.byteLength ?? 0;
    await body.cancel();
  });

  test("can be cancelled while a chunk is awaited, which closes its connection", async () => {
    for (const fields of [{}, { "content-encoding": "gzip" }]) {
      const part = gzipSync(randomBytes(1000)).subarray(0, 500);
      const service = await countingServer((_, response) => void response.writeHead(200, fields).write(part));
      const { body } = await create().send(requestTo(service.url));
      const reading = readBytes(body, limit).catch(() => undefined);
      await expect.poll(() => service.open).toBe(1);
      await body.cancel();
      await reading;
      await expect.poll(() => service.open).toBe(0);
    }
  });

  test("has chunks that share no memory with others", async () => {
    const response = await create().send(requestTo((await serveBytes(head, "\r\nabc")).url));
    const { value } = await response.body.read();
    expect([value?.constructor, value?.buffer.byteLength]).toEqual([Uint8Array, 3]);
  });

  test.each(["blob", "stream"] as const)("with a compressed file that was cut off is an error, as a %s", async (as) => {
    const compressed = gzipSync(randomBytes(200_000));
    const url = await serveCompressedFile(compressed.subarray(0, 100_000));
    const { attachments } = supplierAt(url, { transport: create(), retry: false }).serviceRequests;
    const file = async () => {
      if (as === "blob") return attachments.get("R-1", "A-1");
      const { stream } = await attachments.get("R-1", "A-1", { as });
      return new Response(stream).arrayBuffer();
    };
    expect(RegError.is(await rejection(file()), isFetch ? "response" : "connection")).toBe(true);
  });

  test("with a complete compressed file is read if its end can be checked", async () => {
    const url = await serveCompressedFile(gzipSync("%PDF"));
    const { attachments } = supplierAt(url, { transport: create(), retry: false }).serviceRequests;
    const pending = attachments.get("R-1", "A-1");
    if (isFetch) expect((await failure(pending, "response")).message).toContain("would look complete");
    else expect(await (await pending).blob.text()).toBe("%PDF");
  });

  test("is passed to the caller as a Response", async () => {
    const { url } = await serveBytes(head, "x-a: b\r\n\r\n[]");
    const { response } = await supplierAt(url, { transport: create() }).lessors.list().withResponse();
    expect(response).toBeInstanceOf(Response);
    expect([response.status, response.ok, response.headers.get("x-a")]).toEqual([200, true, "b"]);
  });
});

describe.each(transports)("with %s, an aborted request fails, and its connection is closed,", (_, create) => {
  /** Starts a server that sends only this part of a response. */
  const serveOnly = (sent: "nothing" | "the headers" | "a part" | "compressed data") =>
    countingServer((_, response) => {
      if (sent === "the headers") response.flushHeaders();
      if (sent === "a part") response.write("part");
      if (sent === "compressed data")
        response.writeHead(200, { "content-encoding": "gzip" }).write(gzipSync("part").subarray(0, 12));
    });

  const reasons = ["enough", null, new Error("enough")];

  test.each(reasons)("before it is sent: %s", async (reason) => {
    const service = await serveOnly("nothing");
    await rejection(create().send(requestTo(service.url, { signal: AbortSignal.abort(reason) })));
    expect(service.requests).toEqual([]);
  });

  test("while its form is serialized", async () => {
    const service = await serveOnly("nothing");
    const controller = new AbortController();
    const { signal } = controller;
    const pending = create().send(requestTo(service.url, { method: "POST", body: new FormData(), signal }));
    controller.abort("enough");
    await rejection(pending);
    expect(service.requests).toEqual([]);
  });

  test.each(reasons)("while it waits for its response: %s", async (reason) => {
    const service = await serveOnly("nothing");
    const controller = new AbortController();
    const pending = create().send(requestTo(service.url, { signal: controller.signal }));
    await expect.poll(() => service.open).toBe(1);
    controller.abort(reason);
    await rejection(pending);
    await expect.poll(() => service.open).toBe(0);
  });

  test("while its body is sent", async () => {
    const service = await serveOnly("nothing");
    const controller = new AbortController();
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => stream.enqueue(new Uint8Array(10)),
    });
    const pending = create().send(requestTo(service.url, { method: "POST", body, signal: controller.signal }));
    await expect.poll(() => service.open).toBe(1);
    controller.abort("enough");
    await rejection(pending);
    await expect.poll(() => service.open).toBe(0);
  });

  test.each(
    (["the headers", "a part", "compressed data"] as const).flatMap((sent) =>
      reasons.map((reason) => ({ sent, reason })),
    ),
  )("while its body is read, after $sent: $reason", async ({ sent, reason }) => {
    const service = await serveOnly(sent);
    const controller = new AbortController();
    const { body } = await create().send(requestTo(service.url, { signal: controller.signal }));
    const reading = rejection(readBytes(body, limit));
    await settle();
    controller.abort(reason);
    await reading;
    await expect.poll(() => service.open).toBe(0);
  });

  test("before its body is read", async () => {
    const service = await serveOnly("a part");
    const controller = new AbortController();
    const { body } = await create().send(requestTo(service.url, { signal: controller.signal }));
    controller.abort("enough");
    await rejection(readBytes(body, limit));
    await expect.poll(() => service.open).toBe(0);
  });
});
