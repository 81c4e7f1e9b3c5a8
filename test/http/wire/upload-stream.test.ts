import { describe, expect, test } from "vitest";
import { supplierOver } from "../../support/clients.js";
import { settle } from "../../support/clock.js";
import { failure, rejection } from "../../support/errors.js";
import { empty, fakeFetch, networkFailure, type Reply, silence } from "../../support/fetch.js";
import { httpServer } from "../../support/server.js";

const refused = () =>
  Object.assign(new Error("connect ECONNREFUSED 10.0.0.1:443"), { code: "ECONNREFUSED", syscall: "connect" });

/** A stream that gives so many parts and then fails or hangs, and counts what is asked of it. */
function source(parts: number, end: "fails" | "hangs") {
  const state = { pulls: 0, cancelled: undefined as unknown };
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        state.pulls += 1;
        if (state.pulls <= parts) return controller.enqueue(new Uint8Array(10));
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

/** Reads so many parts of the body, then goes on as told. */
const reading =
  (parts: number, then: Reply): Reply =>
  async (request) => {
    const reader = (request.body as ReadableStream<Uint8Array>).getReader();
    for (let part = 0; part < parts; part++) await reader.read();
    return then(request);
  };

const attachments = (reply: Reply, options: object = {}) =>
  supplierOver(fakeFetch(reply), options).serviceRequests.attachments;

describe("the stream of an upload", () => {
  test("is read only as far as fetch reads it", async () => {
    const { state, stream } = source(9, "hangs");
    await attachments(reading(2, empty())).upload("R-1", stream);
    expect(state.pulls).toBe(2);
  });

  test.each([0, 1, 3])("is let go of when the call is aborted after %i parts", async (parts) => {
    const { state, stream } = source(9, "hangs");
    const controller = new AbortController();
    const call = rejection(
      attachments(reading(parts, silence)).upload("R-1", stream, { signal: controller.signal }),
    );
    await settle();
    controller.abort("enough");
    expect(await call).toBe("enough");
    expect(state).toEqual({ pulls: parts, cancelled: "enough" });
  });

  test("is let go of when the attempt takes too long, also while it hangs, and fetch sees why", async () => {
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

  test("is let go of when the connection breaks, and when the fetch option gives no Response", async () => {
    const broken = source(9, "hangs");
    await failure(
      attachments(reading(1, networkFailure("ECONNRESET"))).upload("R-1", broken.stream),
      "connection",
    );
    expect(broken.state.cancelled).toBeInstanceOf(TypeError);
    const none = source(9, "hangs");
    const nothing = (() => undefined) as unknown as Reply;
    await failure(attachments(nothing).upload("R-1", none.stream), "connection");
    expect(none.state.cancelled).toMatchObject({ kind: "connection" });
  });

  test("that fails with the code of a refused connection has been sent all the same", async () => {
    const { stream } = source(2, "fails");
    const all: Reply = async ({ body }) => {
      await new Response(body ?? null).arrayBuffer();
      return new Response(null);
    };
    const error = await failure(attachments(all).upload("R-1", stream), "connection");
    expect(error).toMatchObject({ sent: true, outcome: "unknown", transient: false, code: undefined });
    expect(error).toMatchObject({ cause: { code: "ECONNREFUSED" } });
    expect(error.message).toContain("the upload's own stream failed");
  });

  test("counts as sent once it is read, whatever the connection's failure is called", async () => {
    const refusal = networkFailure("ECONNREFUSED", "connect");
    const read = attachments(reading(1, refusal)).upload("R-1", source(9, "hangs").stream);
    expect(await failure(read, "connection")).toMatchObject({ sent: true, outcome: "unknown" });
    const unread = attachments(refusal).upload("R-1", source(9, "hangs").stream);
    expect(await failure(unread, "connection")).toMatchObject({ sent: false, outcome: undefined });
  });

  test("is let go of when the service refuses it before its end, after that answer has been read", async () => {
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

  test("that never ends leaves the program alive when a real service reads nothing", async () => {
    const { url } = await httpServer(() => {});
    const fetch = fakeFetch((request) => globalThis.fetch(request.url, request.init));
    let cancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(100_000)),
      cancel: () => {
        cancelled = true;
      },
    });
    const supplier = supplierOver(fetch, { baseUrl: url, timeout: 100 });
    await failure(supplier.serviceRequests.attachments.upload("R-1", endless), "timeout");
    await expect.poll(() => cancelled).toBe(true);
  });
});
