import { getEventListeners } from "node:events";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { supplierOver } from "../../support/clients.js";
import { failure, rejection } from "../../support/errors.js";
import { empty, fakeFetch, json, type Reply, stallingBody, text } from "../../support/fetch.js";
import { httpServer } from "../../support/server.js";

const html = { "content-type": "text/html; charset=utf-8" };
const jsonType = { "content-type": "application/json" };
const once = { retry: false } as const;
const draft = { status: "Draft", vehicle: { licensePlate: "AB-123-C" } } as const;
const list = (reply: Reply, options: object = {}) =>
  supplierOver(fakeFetch(reply), { ...once, ...options }).lessors.list();

describe("a success answer", () => {
  test.each([
    ["application/json; charset=utf-8"],
    ["application/problem+json"],
    ["application/vnd.reg.v2+json"],
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
    [
      "plain text",
      text("ok", { headers: { "content-type": "text/plain" } }),
      200,
      "is not JSON but text/plain",
    ],
    ["JSON that is cut off", text('[{"id":1', { headers: jsonType }), 200, "is not complete JSON"],
    ["nothing", text("", { headers: jsonType }), 200, "is empty"],
    ["no body at all", () => new Response(null, { status: 200 }), 200, "is empty"],
    ["a redirect", empty(307, { location: "https://elsewhere.example" }), 307, "is a redirect"],
    ["“not modified”", empty(304), 304, "is a redirect"],
  ] satisfies [string, Reply, number, string][])(
    "that is %s gives RegResponseError, and leaves a write in doubt",
    async (_, reply, status, problem) => {
      const error = await failure(list(reply), "response");
      expect(error).toMatchObject({ status, operationId: "lessors.list", outcome: undefined });
      expect(error.message).toContain(problem);
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
    expect(error.message).toContain("larger than 1000 bytes");
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
