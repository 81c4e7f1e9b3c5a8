import { getEventListeners } from "node:events";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { RegConnectionError } from "../../../src/errors/errors.js";
import { directBody } from "../../../src/http/body.js";
import type { StreamedFile } from "../../../src/http/files.js";
import { transport } from "../../../src/http/transport.js";
import { supplierOver } from "../../support/clients.js";
import { ManualClock, settle } from "../../support/clock.js";
import { failure, rejection } from "../../support/errors.js";
import { empty, fakeFetch, json, type Reply, stallingBody, text } from "../../support/fetch.js";
import { httpServer } from "../../support/server.js";
import { callOf, download } from "./support.js";

const html = { "content-type": "text/html; charset=utf-8" };
const jsonType = { "content-type": "application/json" };
const isEmpty = "is empty where a JSON body is expected";
const redirect = "is a redirect, which is never followed; check baseUrl";
const notValid = "is not valid JSON; it may be cut off";
const uncommon = "is not JSON but of an uncommon type";
const once = { retry: false } as const;
const draft = { status: "Draft", vehicle: { licensePlate: "AB-123-C" } } as const;
const list = (reply: Reply, options: object = {}) =>
  supplierOver(fakeFetch(reply), { ...once, ...options }).lessors.list();

const typed = (type: string): Reply => text("[1]", { headers: { "content-type": type } });

describe("a success answer", () => {
  test.each([
    ["application/json; charset=utf-8"],
    ["application/problem+json"],
    ["application/vnd.reg.v2+json"],
    ["application/x+y-z_1+json"],
    ["APPLICATION/JSON"],
  ])("is read as JSON when it is %s", async (type) => {
    expect(await list(text('[{"id":1}]', { headers: { "content-type": type } }))).toEqual([{ id: 1 }]);
  });

  test("is read as JSON when it names no type", async () => {
    expect(await list(() => new Response(new TextEncoder().encode("[1]")))).toEqual([1]);
  });

  test("may hold fields and enum values that nobody knows yet", async () => {
    const request = { id: "R-1", status: "Postponed", moonPhase: 3 };
    expect(await supplierOver(fakeFetch(json({ data: request }))).serviceRequests.get("R-1")).toEqual(
      request,
    );
  });

  test("may begin with a byte order mark", async () => {
    expect(await list(text("\ufeff[1]", { headers: jsonType }))).toEqual([1]);
  });

  test.each([
    ["HTML", text("<html>login</html>", { headers: html }), 200, "is not JSON but text/html"],
    ["plain text", typed("text/plain"), 200, "is not JSON but text/plain"],
    ["of a type that nobody knows", typed("chemical/x-pdb"), 200, uncommon],
    ["of what only begins like JSON", typed("application/json5"), 200, uncommon],
    ["of what only ends like JSON", typed("text/application/json"), 200, uncommon],
    ["of what JSON is a part of", typed("application/notjson"), 200, uncommon],
    ["of a type that is empty", typed(""), 200, uncommon],
    ["JSON that is cut off", text('[{"id":1', { headers: jsonType }), 200, notValid],
    ["nothing", text("", { headers: jsonType }), 200, isEmpty],
    ["no body at all", () => new Response(null, { status: 201 }), 201, isEmpty],
    ["multiple choices", empty(300), 300, redirect],
    ["a redirect", empty(307, { location: "https://elsewhere.example" }), 307, redirect],
    ["“not modified”", empty(304), 304, redirect],
    ["the last of the redirects", empty(399), 399, redirect],
  ] satisfies [string, Reply, number, string][])(
    "that is %s gives RegResponseError, and leaves a write in doubt",
    async (_, reply, status, problem) => {
      const error = await failure(list(reply), "response");
      const transient = problem === notValid;
      expect(error).toMatchObject({ status, operationId: "lessors.list", outcome: undefined, transient });
      expect(error.message).toBe(`lessors.list: the response with status ${status} ${problem}`);
      const write = supplierOver(fakeFetch(reply), once).serviceRequests.patch("R-1", draft);
      expect((await failure(write, "response")).outcome).toBe("unknown");
    },
  );

  test("with status 204 resolves to nothing, where a body was possible or not", async () => {
    const supplier = supplierOver(fakeFetch(empty()));
    expect(await supplier.serviceRequests.delete("R-1")).toBeUndefined();
    expect(await supplier.lessors.list()).toBeUndefined();
    expect(await supplier.serviceLevels.default.patch({})).toBeUndefined();
    expect(
      (await supplier.DELETE("/v2/servicerequests/{id}", { params: { path: { id: "R-1" } } })).data,
    ).toBeUndefined();
  });

  test("whose body nobody needs may hold anything", async () => {
    expect(
      await supplierOver(fakeFetch(text("<p>done", { headers: html }))).serviceRequests.delete("R-1"),
    ).toBeUndefined();
  });

  test("with a 200 and no body is enough, where the reference shows none", async () => {
    expect(
      await supplierOver(fakeFetch(text("", { headers: jsonType }))).serviceLevels.default.patch({}),
    ).toBeUndefined();
  });

  test("loses its envelope in a named method, and keeps it by path", async () => {
    const supplier = supplierOver(fakeFetch(json({ data: { id: "R-1" }, links: [] })));
    expect(await supplier.serviceRequests.get("R-1")).toEqual({ id: "R-1" });
    const { data, response } = await supplier.GET("/v2/servicerequests/{id}", {
      params: { path: { id: "R-1" } },
    });
    expect(data).toEqual({ data: { id: "R-1" }, links: [] });
    expect(response.status).toBe(200);
  });

  test.each([
    [{ data: [1] }, [1]],
    [
      { data: [1], hasMore: true },
      { data: [1], hasMore: true },
    ],
    [[1], [1]],
  ])("…also where only the body shows that it has one: %j", async (body, content) => {
    expect(await list(json(body))).toEqual(content);
  });
});

describe("the longest answer", () => {
  const limit = { maxResponseBytes: 1000 };
  const exactly = JSON.stringify("x".repeat(998));

  test("may be as long as maxResponseBytes", async () => {
    expect(exactly).toHaveLength(1000);
    expect(await list(text(exactly, { headers: jsonType }), limit)).toHaveLength(998);
  });

  test.each([
    ["that says so", { "content-length": "1002" }],
    ["that says nothing", {}],
    ["that claims to be shorter", { "content-length": "10" }],
    ["that claims nonsense", { "content-length": "" }],
  ])("is not exceeded by one %s", async (_, headers) => {
    const error = await failure(
      list(text(`${exactly}  `, { headers: { ...jsonType, ...headers } }), limit),
      "response",
    );
    expect(error).toMatchObject({ status: 200, transient: false });
    expect(error.message).toBe(
      "lessors.list: the response with status 200 is too large: the body is larger than 1000 bytes; see maxResponseBytes",
    );
  });

  test("is counted after decompression", async () => {
    const bomb = gzipSync(JSON.stringify("x".repeat(100_000)));
    expect(bomb.length).toBeLessThan(1000);
    const service = await httpServer((_, response) => {
      response
        .writeHead(200, { ...jsonType, "content-encoding": "gzip", "content-length": bomb.length })
        .end(bomb);
    });
    const supplier = supplierOver(
      fakeFetch((request) => fetch(request.url, request.init)),
      { ...once, ...limit, baseUrl: service.url },
    );
    await failure(supplier.lessors.list(), "response");
  });

  test("stops the reading: what comes after it is cancelled, even if that never ends", async () => {
    let cancelled: unknown;
    const endless = () =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue(new Uint8Array(600)),
          cancel: (reason) => {
            cancelled = reason ?? "cancelled";
            return new Promise(() => {});
          },
        }),
      );
    await failure(list(endless, limit), "response");
    expect(cancelled).toBe("cancelled");
  });

  test("bounds the body of an error too, which keeps its status", async () => {
    const reply = json({ detail: "x".repeat(2000) }, { status: 409 });
    expect(await failure(list(reply, limit), "conflict")).toMatchObject({
      status: 409,
      errors: [],
      detail: undefined,
    });
  });

  test("bounds a download, as a Blob and as a stream", async () => {
    const reply = text("x".repeat(1001));
    const { pdf } = supplierOver(fakeFetch(reply), { ...once, ...limit }).serviceRequests.invoices;
    await failure(pdf.get("R-1", 7), "response");
    const { stream } = await pdf.get("R-1", 7, { as: "stream" });
    const error = await failure(new Response(stream).text(), "response");
    expect(error).toMatchObject({ operationId: "serviceRequests.invoices.pdf.get", status: 200 });
  });
});

describe("a download", () => {
  const pdf = (reply: Reply) => supplierOver(fakeFetch(reply)).serviceRequests.invoices.pdf;
  const file = text("%PDF-1.7", {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename*=UTF-8''factuur%20%E2%82%AC.pdf`,
    },
  });

  test("comes as a Blob with its name and type", async () => {
    const { name, type, blob } = await pdf(file).get("R-1", 7);
    expect({ name, type, blobType: blob.type, content: await blob.text() }).toEqual({
      name: "factuur €.pdf",
      type: "application/pdf",
      blobType: "application/pdf",
      content: "%PDF-1.7",
    });
  });

  test("comes as a stream with its name and type", async () => {
    const { name, type, stream } = await pdf(file).get("R-1", 7, { as: "stream" });
    expect({ name, type, content: await new Response(stream).text() }).toEqual({
      name: "factuur €.pdf",
      type: "application/pdf",
      content: "%PDF-1.7",
    });
  });

  test("may have neither name, nor type, nor content", async () => {
    const bare = () => new Response(null);
    const { name, type, blob } = await pdf(bare).get("R-1", 7);
    expect({ name, type, size: blob.size }).toEqual({ name: undefined, type: "", size: 0 });
    const streamed = await pdf(bare).get("R-1", 7, { as: "stream" });
    expect(await new Response(streamed.stream).text()).toBe("");
  });

  test("asks for any type", async () => {
    const fetch = fakeFetch(file);
    await supplierOver(fetch).serviceRequests.attachments.get("R-1", "A-1");
    expect(fetch.last.headers["accept"]).toBe("*/*");
  });

  test("that is refused gives the error of its status, also when a stream was wished for", async () => {
    await failure(pdf(json({}, { status: 404 })).get("R-1", 7, { as: "stream" }), "not-found");
  });

  test("as a stream ends with the signal's reason when the call is aborted while it is read", async () => {
    const controller = new AbortController();
    const { stream } = await pdf(stallingBody("%PDF")).get("R-1", 7, {
      as: "stream",
      signal: controller.signal,
    });
    const reading = rejection(new Response(stream).text());
    controller.abort("enough");
    expect(await reading).toBe("enough");
  });

  test.each([undefined, 1000])(
    "as a stream can be cancelled while nothing comes, and takes its listener off (deadline: %s)",
    async (deadline) => {
      let cancelled: unknown;
      const stalled: Reply = () =>
        new Response(
          new ReadableStream({
            cancel: (reason) => {
              cancelled = reason;
            },
          }),
        );
      const controller = new AbortController();
      const { stream } = await pdf(stalled).get("R-1", 7, {
        as: "stream",
        signal: controller.signal,
        deadline,
      });
      await stream.cancel("not needed");
      expect(cancelled).toBe("not needed");
      expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    },
  );
});

describe("a body that breaks off", () => {
  /** Begins, and then fails as a refused connection does. */
  const breaking: Reply = () => {
    let begun = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (begun) throw Object.assign(new Error("broken"), { code: "ECONNREFUSED", syscall: "connect" });
        begun = true;
        controller.enqueue(new TextEncoder().encode("["));
      },
    });
    return new Response(body);
  };
  const known = { sent: true, transient: true, code: "ECONNREFUSED" };

  test("had been asked for, whatever the failure is called", async () => {
    const error = await failure(list(breaking), "connection");
    expect(error).toMatchObject({ ...known, outcome: undefined });
    expect(error.message).toBe("lessors.list: the connection to https://reg.example failed (ECONNREFUSED)");
    const { serviceRequests } = supplierOver(fakeFetch(breaking), once);
    expect(await failure(serviceRequests.patch("R-1", draft), "connection")).toMatchObject({
      ...known,
      outcome: "unknown",
    });
  });

  test("is told to whoever reads it as a file or as a stream", async () => {
    const { pdf } = supplierOver(fakeFetch(breaking), once).serviceRequests.invoices;
    expect(await failure(pdf.get("R-1", 7), "connection")).toMatchObject(known);
    const { stream } = await pdf.get("R-1", 7, { as: "stream" });
    const operationId = "serviceRequests.invoices.pdf.get";
    expect(await failure(new Response(stream).text(), "connection")).toMatchObject({ ...known, operationId });
  });

  test("while it is read as a stream, is waited for no longer than the timeout", async () => {
    const clock = new ManualClock();
    const supplier = supplierOver(fakeFetch(stallingBody("%PDF")), { clock, timeout: 700 });
    const { stream } = await supplier.serviceRequests.invoices.pdf.get("R-1", 7, { as: "stream" });
    const reading = failure(new Response(stream).text(), "timeout");
    await clock.advance(700);
    const error = await reading;
    expect(error).toMatchObject({ limit: "timeout", limitMs: 700, outcome: undefined });
    expect(error.message).toBe(
      "serviceRequests.invoices.pdf.get: no further part of the file within the timeout of 700 ms",
    );
  });
});

describe("a body in several parts", () => {
  /** A text of which no part is whole, not even the character in its middle. */
  function parts(text: string, atTheEnd: "closes" | "hangs" = "closes") {
    const all = new TextEncoder().encode(text);
    const middle = all.indexOf(0xe2) + 1;
    const queue = [all.subarray(0, 2), all.subarray(2, middle), all.subarray(middle)];
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const part = queue.shift();
        if (part !== undefined) controller.enqueue(part);
        else if (atTheEnd === "closes") controller.close();
        else await new Promise(() => {});
      },
    });
    return { body, length: String(all.byteLength) };
  }

  test("is JSON as a whole", async () => {
    expect(await list(() => new Response(parts('["€ü"]').body))).toEqual(["€ü"]);
  });

  test("is over when as many bytes have come as were announced", async () => {
    const { body, length } = parts('["€ü"]', "hangs");
    expect(await list(() => new Response(body, { headers: { "content-length": length } }))).toEqual(["€ü"]);
  });

  test("is a file as a whole", async () => {
    const { pdf } = supplierOver(fakeFetch(() => new Response(parts("%PDF €ü").body))).serviceRequests
      .invoices;
    expect(await (await pdf.get("R-1", 7)).blob.text()).toBe("%PDF €ü");
  });
});

describe("a body that comes at once", () => {
  /** An answer of our own transport, whose bytes come from another realm as those of Node's own modules may. */
  const direct = (bytes: string, headers: Record<string, string>): Reply => {
    const value: unknown = runInNewContext(`new Uint8Array([${bytes}])`);
    return () =>
      Object.assign(new Response(null, { headers }), { [directBody]: async () => ({ done: true, value }) });
  };

  test.each([{ "content-length": "3" }, {}])("is read, wherever its bytes were made: %o", async (headers) => {
    expect(await list(direct("91, 49, 93", headers))).toEqual([1]);
  });
});

describe("what came back", () => {
  const settings = { clock: new ManualClock(), maxBytes: 1000 };
  const arrival = (response: Response) => transport({ ...settings, fetch: async () => response });

  test("is the answer with its status, headers and data", async () => {
    const response = Response.json([1], { status: 201, headers: { "x-a": "b" } });
    const call = callOf();
    const answer = await arrival(response)(call);
    expect(answer).toEqual({ status: 201, headers: response.headers, data: [1], response });
    expect(call.state.requests.received).toBe(response);
  });

  test("is not remembered when the attempt is over", async () => {
    const call = callOf({ signal: AbortSignal.abort("late") });
    await arrival(Response.json([1]))(call);
    expect(call.state.requests.received).toBeUndefined();
  });

  test("fails with the signal's reason when that has ended the reading", async () => {
    const controller = new AbortController();
    const body = new ReadableStream<Uint8Array>({
      pull() {
        controller.abort("enough");
        throw new Error("aborted");
      },
    });
    const reading = arrival(new Response(body))(callOf({ signal: controller.signal }));
    expect(await rejection(reading)).toBe("enough");
  });

  test("fails with the connection's error where no signal could have ended it", async () => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.error(new Error("broken")),
    });
    const error = await failure(arrival(new Response(body))(callOf()), "connection");
    expect(error).toMatchObject({ sent: true, cause: { message: "broken" } });
  });

  test("fails with an error of its own where the body fails with another client's", async () => {
    const theirs = new RegConnectionError("theirs", { operationId: "theirs", sent: false, transient: true });
    let asked = 0;
    const reply: Reply = () => {
      asked += 1;
      return new Response(new ReadableStream({ start: (controller) => controller.error(theirs) }));
    };
    const error = await failure(supplierOver(fakeFetch(reply)).serviceRequests.create(draft), "connection");
    expect(error).toMatchObject({ operationId: "serviceRequests.create", sent: true, outcome: "unknown" });
    expect(asked).toBe(1);
  });

  test("is a stream only where a file was asked for", async () => {
    expect(await arrival(Response.json([1]))(callOf({ stream: true }))).toMatchObject({ data: [1] });
    const file = await arrival(new Response("x"))(callOf({ operation: download, stream: true }));
    expect(file.data).toHaveProperty("stream");
    const blob = await arrival(new Response("x"))(callOf({ operation: download }));
    expect(blob).toMatchObject({ data: { blob: expect.any(Blob) } });
    expect(blob).not.toHaveProperty("finished");
  });

  test("is finished when its stream is over", async () => {
    const answer = await arrival(new Response("x"))(callOf({ operation: download, stream: true }));
    let finished = false;
    void answer.finished?.then(() => {
      finished = true;
    });
    await settle();
    expect(finished).toBe(false);
    await (answer.data as StreamedFile).stream.cancel();
    await settle();
    expect(finished).toBe(true);
  });

  test.each([
    ["a success", Response.json([1]), 0],
    ["an error", Response.json({}, { status: 413 }), 1],
    ["a redirect", new Response(null, { status: 307 }), 1],
    ["unreadable", new Response("<html>"), 1],
  ])("stops the upload when it is %s: %#", async (_, response, stops) => {
    const reasons: unknown[] = [];
    const body = new ReadableStream<Uint8Array>({
      cancel: (reason) => void reasons.push(reason),
    });
    const outcome = await arrival(response)(callOf({ body })).catch((error: unknown) => error);
    expect(reasons).toEqual(stops === 0 ? [] : [outcome]);
  });
});
