import { getEventListeners } from "node:events";
import { Readable } from "node:stream";
import { createSupplierClient, type StreamedFile } from "@reg/sdk";
import { describe, expect, test } from "vitest";
import { uploadStream } from "../../../src/http/transport/files.js";
import { canaryToken, supplierAt, supplierOver } from "../../support/clients.js";
import { settle } from "../../support/clock.js";
import { failure, rejection } from "../../support/errors.js";
import { empty, fakeFetch, json, networkFailure, type Reply, silence, text } from "../../support/fetch.js";
import { httpServer, tcpServer } from "../../support/server.js";
import { openTransport } from "../../undici/support.js";

const refused = () =>
  Object.assign(new Error("connect ECONNREFUSED 10.0.0.1:443"), { code: "ECONNREFUSED", syscall: "connect" });

/** A stream that returns this number of chunks and then fails or hangs, and counts the pulls. */
function source(chunks: number, end: "fails" | "hangs") {
  const state = { pulls: 0, cancelled: undefined as unknown };
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        state.pulls += 1;
        if (state.pulls <= chunks) return controller.enqueue(new Uint8Array(10));
        if (end === "fails") throw refused();
        await new Promise(() => {});
      },
      cancel(reason) {
        state.cancelled = reason;
      },
    },
    { highWaterMark: 0 },
  );
  return { state, stream };
}

/** Reads this number of chunks of the body, then replies. */
const reading =
  (chunks: number, then: Reply): Reply =>
  async (request) => {
    const reader = (request.body as ReadableStream<Uint8Array>).getReader();
    for (let chunk = 0; chunk < chunks; chunk++) await reader.read();
    return then(request);
  };

const attachments = (reply: Reply, options: object = {}) =>
  supplierOver(fakeFetch(reply), options).serviceRequests.attachments;

describe("the stream of an upload", () => {
  test("is read only as far as fetch reads it", async () => {
    const { state, stream } = source(9, "hangs");
    await failure(attachments(reading(2, empty())).upload("R-1", stream), "response");
    expect(state.pulls).toBe(2);
  });

  test.each([0, 1, 3])("is cancelled when the call is aborted after %i chunks", async (chunks) => {
    const { state, stream } = source(9, "hangs");
    const controller = new AbortController();
    const call = rejection(attachments(reading(chunks, silence)).upload("R-1", stream, { signal: controller.signal }));
    await settle();
    controller.abort("enough");
    expect(await call).toBe("enough");
    // The first one is read before anything is sent.
    expect(state).toEqual({ pulls: Math.max(1, chunks), cancelled: "enough" });
  });

  test("is cancelled at the timeout of the attempt even if it hangs, and fetch sees the timeout error", async () => {
    const { state, stream } = source(1, "hangs");
    let seen: unknown;
    const reply: Reply = async ({ body }) => {
      seen = await rejection(new Response(body ?? null).text());
      throw seen;
    };
    const error = await failure(attachments(reply, { timeout: 20 }).upload("R-1", stream), "timeout");
    expect(error.outcome).toBe("unknown");
    expect(state.cancelled).toBe(error);
    await settle();
    expect(seen).toBe(error);
  });

  test("is cancelled when the connection breaks, and when the fetch option returns no Response", async () => {
    const broken = source(9, "hangs");
    const error = await failure(
      attachments(reading(1, networkFailure("ECONNRESET"))).upload("R-1", broken.stream),
      "connection",
    );
    expect(broken.state.cancelled).toBe(error);
    const none = source(9, "hangs");
    const nothing = (() => undefined) as unknown as Reply;
    await failure(attachments(nothing).upload("R-1", none.stream), "connection");
    expect(none.state.cancelled).toMatchObject({ kind: "connection" });
  });

  test("counts as sent if it fails itself, even with the code of a refused connection", async () => {
    const { stream } = source(2, "fails");
    const all: Reply = async ({ body }) => {
      await new Response(body ?? null).arrayBuffer();
      return new Response(null);
    };
    const error = await failure(attachments(all).upload("R-1", stream), "connection");
    expect(error).toMatchObject({ sent: true, outcome: "unknown", transient: false, code: undefined });
    expect(error).toMatchObject({ cause: { code: "ECONNREFUSED" } });
    expect(error.message).toContain(
      "upload: the upload's own stream failed while it was sent to https://reg.example; see the cause",
    );
  });

  test("counts as sent once it is read, whatever the code of the connection's failure is", async () => {
    const refusal = networkFailure("ECONNREFUSED", "connect");
    const read = attachments(reading(1, refusal)).upload("R-1", source(9, "hangs").stream);
    expect(await failure(read, "connection")).toMatchObject({ sent: true, outcome: "unknown" });
    const unread = attachments(refusal).upload("R-1", source(9, "hangs").stream);
    expect(await failure(unread, "connection")).toMatchObject({ sent: false, outcome: undefined });
  });

  test("is cancelled when the service rejects it before its end, after the response has been read", async () => {
    const { url } = await httpServer((_, response) => {
      response.writeHead(413, { "content-type": "application/json" }).end('{"detail":"too large"}');
    });
    const fetch = fakeFetch((request) => globalThis.fetch(request.url, request.init));
    const { state, stream } = source(2, "hangs");
    const supplier = supplierOver(fetch, { baseUrl: url });
    const error = await failure(supplier.serviceRequests.attachments.upload("R-1", stream), "api");
    expect(error).toMatchObject({ status: 413, detail: "too large" });
    expect(state.cancelled).toBe(error);
  });

  test.each([
    ["the global fetch", () => undefined],
    ["the undici transport", () => openTransport()],
  ])("is cancelled when the service accepts it before its end, which is an error, with %s", async (_, open) => {
    const { url } = await httpServer((request, response) => {
      request.once("data", () => response.writeHead(201, { "content-type": "application/json" }).end('{"id":"A-1"}'));
    });
    const { state, stream } = source(2, "hangs");
    const supplier = createSupplierClient({ baseUrl: url, token: canaryToken, transport: open() });
    const error = await failure(supplier.serviceRequests.attachments.upload("R-1", stream), "response");
    expect(error).toMatchObject({ status: 201, outcome: "unknown" });
    expect(error.message).toContain("arrived before the upload was read to its end");
    expect(state.cancelled).toBe(error);
  });

  const large = new Uint8Array(20_000_000);
  test.each([
    ["a Blob", new Blob([large])],
    ["bytes", large],
  ])("may be that of %s, which undici sends only as fast as the service reads it", async (_, file) => {
    const { url } = await tcpServer((socket) => {
      socket.pause().write('HTTP/1.1 201 Created\r\ncontent-length: 12\r\n\r\n{"id":"A-1"}');
    });
    const { attachments } = supplierAt(url, { transport: openTransport() }).serviceRequests;
    const error = await failure(attachments.upload("R-1", file), "response");
    expect(error).toMatchObject({ status: 201, outcome: "unknown" });
  });

  test.each([
    ["a Blob", new Blob([large])],
    ["bytes", large],
    ["no bytes", new Uint8Array()],
  ])("as %s is sent with its length over undici", async (_, file) => {
    let received = 0;
    const { url, requests } = await httpServer((request, response) => {
      request.on("data", (chunk: Buffer) => {
        received += chunk.length;
      });
      request.on("end", () => {
        requests.push(String(request.headers["content-length"]));
        response.writeHead(201, { "content-type": "application/json" }).end('{"id":"A-1"}');
      });
    });
    const { attachments } = supplierAt(url, { transport: openTransport() }).serviceRequests;
    expect(await attachments.upload("R-1", file)).toMatchObject({ id: "A-1" });
    const size = file instanceof Blob ? file.size : file.byteLength;
    expect([received, requests.at(-1)]).toEqual([size, String(size)]);
  });

  test("may begin to be accepted before its end", async () => {
    const { url } = await httpServer((request, response) => {
      request.once("data", () => response.writeHead(201, { "content-type": "application/json" }).write('{"id":'));
      request.once("end", () => response.end('"A-1"}'));
    });
    let end = () => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new Uint8Array(10));
        end = () => controller.close();
      },
    });
    const fetchAndEnd: typeof fetch = async (...given) => {
      const response = await fetch(...given);
      end();
      return response;
    };
    const { attachments } = createSupplierClient({
      baseUrl: url,
      token: canaryToken,
      fetch: fetchAndEnd,
    }).serviceRequests;
    expect(await attachments.upload("R-1", body)).toMatchObject({ id: "A-1" });
  });

  test("is cancelled when a response that is read as a stream has ended before its end", async () => {
    const reply = reading(1, text("%PDF", { headers: { "content-type": "application/pdf" } }));
    const { state, stream } = source(2, "hangs");
    const { data } = await supplierOver(fakeFetch(reply)).request("POST", "/v2/new", {
      body: stream,
      as: "stream",
    });
    expect(state.cancelled).toBeUndefined();
    await new Response((data as StreamedFile).stream).text();
    await settle();
    expect(state.cancelled).toEqual(new Error("the service responded before the end of the upload"));
  });
});

describe("a stream whose call ends before the stream is read", () => {
  const bytes = new Uint8Array([1, 2, 3]);

  test("is cancelled when the throttle rejects the call", async () => {
    const throttle = { limit: 1, window: 60_000, queueLimit: 0 };
    const { attachments } = supplierOver(fakeFetch(json({ id: "A-1" })), { throttle }).serviceRequests;
    await attachments.upload("R-1", bytes);
    const { state, stream } = source(0, "hangs");
    const error = await failure(attachments.upload("R-1", stream), "throttle");
    expect(state.cancelled).toBe(error);
    const file = Readable.from([bytes]);
    await failure(attachments.upload("R-1", file), "throttle");
    expect(file.destroyed).toBe(true);
  });

  test.each(["at once", "in the queue"])("is cancelled when the call is aborted %s", async (when) => {
    const throttle = { limit: 1, window: 60_000 };
    const fetch = fakeFetch(json({ id: "A-1" }));
    const { attachments } = supplierOver(fetch, { throttle }).serviceRequests;
    await attachments.upload("R-1", bytes);
    const controller = new AbortController();
    const { state, stream } = source(0, "hangs");
    const call = rejection(attachments.upload("R-1", stream, { signal: controller.signal }));
    if (when === "in the queue") await settle();
    controller.abort("enough");
    expect(await call).toBe("enough");
    expect(state.cancelled).toBe("enough");
    expect(fetch.requests).toHaveLength(1);
  });

  test("is cancelled at the deadline while the form is built, even if it hangs", async () => {
    const { state, stream } = source(0, "hangs");
    const fetch = fakeFetch(empty());
    const { attachments } = supplierOver(fetch).serviceRequests;
    const options = { uploadEncoding: "multipart", deadline: 20 } as const;
    const error = await failure(attachments.upload("R-1", stream, options), "timeout");
    expect(error.limit).toBe("deadline");
    expect(state.cancelled).toBe(error);
    expect(fetch.requests).toEqual([]);
  });

  test("is cancelled if a chunk is not bytes", async () => {
    let reason: unknown;
    const stream = new ReadableStream({
      pull: (controller) => controller.enqueue("text"),
      cancel: (why) => {
        reason = why;
      },
    });
    const { attachments } = supplierOver(fakeFetch(empty())).serviceRequests;
    await failure(attachments.upload("R-1", stream, { uploadEncoding: "multipart" }), "input");
    expect(reason).toBeInstanceOf(TypeError);
  });
});

describe("uploadStream", () => {
  const operationId = "x.upload";

  const neverAborted = () => new AbortController().signal;

  test("ends at once if the signal is aborted already, without reading the source", async () => {
    const { state, stream } = source(9, "hangs");
    const upload = uploadStream(stream, { signal: AbortSignal.abort("enough"), operationId });
    expect(await rejection(upload.body.getReader().read())).toBe("enough");
    expect(state).toEqual({ pulls: 0, cancelled: "enough" });
    expect(upload).toMatchObject({ started: false, failed: false });
  });

  test("keeps the reason of the first stop", async () => {
    const { state, stream } = source(9, "hangs");
    const upload = uploadStream(stream, { signal: neverAborted(), operationId });
    upload.stop("first");
    upload.stop("second");
    expect(state.cancelled).toBe("first");
    expect(await rejection(upload.body.getReader().read())).toBe("first");
  });

  test("stops even if its source cannot be cancelled", async () => {
    const stuck = new ReadableStream<Uint8Array>({ cancel: () => Promise.reject(new Error("stuck")) });
    const upload = uploadStream(stuck, { signal: neverAborted(), operationId });
    upload.stop("enough");
    expect(await rejection(upload.body.getReader().read())).toBe("enough");
    await settle();
  });

  test("reports no failure of a source that fails while the stream is stopped", async () => {
    let fail = (_error: Error) => {};
    const failing = new ReadableStream<Uint8Array>({
      start: (controller) => {
        fail = (error) => controller.error(error);
      },
    });
    const upload = uploadStream(failing, { signal: neverAborted(), operationId });
    const reading = rejection(upload.body.getReader().read());
    await settle();
    fail(new Error("late"));
    upload.stop("enough");
    expect(await reading).toBe("enough");
    await settle();
    expect(upload).toMatchObject({ started: true, failed: false });
  });

  test("removes its listener when it was stopped or its source failed", async () => {
    const { signal } = new AbortController();
    uploadStream(source(9, "hangs").stream, { signal, operationId }).stop("enough");
    expect(getEventListeners(signal, "abort")).toEqual([]);
    await rejection(new Response(uploadStream(source(1, "fails").stream, { signal, operationId }).body).text());
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});
