import { getEventListeners } from "node:events";
import { createSupplierClient, type Transport } from "@reg/sdk";
import { describe, expect, test } from "vitest";
import { readerOf } from "../../../src/http/transport/body.js";
import { canaryToken, draft, exampleRequest, supplierOver } from "../../support/clients.js";
import { failure } from "../../support/errors.js";
import { empty, fakeFetch, json, problem, type Reply, text } from "../../support/fetch.js";

const html = { "content-type": "text/html; charset=utf-8" };
const jsonType = { "content-type": "application/json" };
const gateway =
  "perhaps a gateway responded, so check baseUrl; if the service did, an adapter can convert it, unless it is a page of HTML";
const notJson = (type: string) => `is not JSON but ${type}: ${gateway}`;
const isEmpty = `is empty where a JSON body is expected: ${gateway}`;
const redirect = "is a redirect, which is never followed; check baseUrl";
const notModified =
  "says that nothing has changed since the condition in the headers of the request; conditional requests are not supported, so leave out headers such as if-none-match";
const unknown3xx = "is neither a success, an error nor a redirect that fetch knows; check baseUrl";
const notValid = "is not valid JSON; it may be cut off";
const uncommon = notJson("of an uncommon type");
const once = { retry: false } as const;
const list = (reply: Reply, options: object = {}) =>
  supplierOver(fakeFetch(reply), { ...once, ...options }).lessors.list();

const typed = (type: string): Reply => text("[1]", { headers: { "content-type": type } });

describe("fault 32: a success response", () => {
  test.each([["application/vnd.reg.v2+json"], ["application/x+y-z_1+json"]])(
    "is parsed as JSON if its type is %s",
    async (type) => {
      expect(await list(text('[{"id":1}]', { headers: { "content-type": type } }))).toEqual([{ id: 1 }]);
    },
  );

  test("is parsed as JSON if it has no type", async () => {
    expect(await list(() => new Response(new TextEncoder().encode("[1]")))).toEqual([1]);
  });

  test("may start with a byte order mark", async () => {
    expect(await list(text("\ufeff[1]", { headers: jsonType }))).toEqual([1]);
  });

  test.each([
    ["HTML", text("<html>login</html>", { headers: html }), 200, notJson("text/html")],
    ["plain text", typed("text/plain"), 200, notJson("text/plain")],
    ["of an unknown type", typed("chemical/x-pdb"), 200, uncommon],
    ["of a type that only starts like JSON", typed("application/json5"), 200, uncommon],
    ["of a type that only ends like JSON", typed("text/application/json"), 200, uncommon],
    ["of a type that contains json", typed("application/notjson"), 200, uncommon],
    ["of an empty type", typed(""), 200, uncommon],
    ["JSON that is cut off", text('[{"id":1', { headers: jsonType }), 200, notValid],
    ["empty", text("", { headers: jsonType }), 200, isEmpty],
    ["without a body", () => new Response(null, { status: 201 }), 201, isEmpty],
    ["multiple choices", empty(300), 300, unknown3xx],
    ["a redirect", empty(307, { location: "https://elsewhere.example" }), 307, redirect],
    ["a redirect with another method", empty(303), 303, redirect],
    ["“not modified”", empty(304), 304, notModified],
    ["the last below the errors", empty(399), 399, unknown3xx],
  ] satisfies [string, Reply, number, string][])(
    "that is %s rejects with RegResponseError, and makes the outcome of a write unknown",
    async (_, reply, status, problem) => {
      const error = await failure(list(reply), "response");
      const transient = problem === notValid;
      expect(error).toMatchObject({ status, operationId: "lessors.list", outcome: undefined, transient });
      expect(error.message).toBe(`lessors.list: the response with status ${status} ${problem}`);
      const write = supplierOver(fakeFetch(reply), once).serviceRequests.patch("R-1", draft);
      expect((await failure(write, "response")).outcome).toBe("unknown");
    },
  );

  test.each([204, 205])("with status %i rejects where a file is expected", async (status) => {
    const { serviceRequests } = supplierOver(fakeFetch(empty(status)), once);
    for (const as of ["blob", "stream"] as const) {
      const error = await failure(serviceRequests.attachments.get("R-1", "A-1", { as } as object), "response");
      expect(error.message).toContain(`status ${status} is empty where a file is expected`);
    }
  });

  test("with status 204 resolves to undefined if the operation may return no body", async () => {
    const supplier = supplierOver(fakeFetch(empty()));
    expect(await supplier.serviceRequests.delete("R-1")).toBeUndefined();
    expect(await supplier.serviceLevels.default.patch({})).toBeUndefined();
    expect(
      (await supplier.DELETE("/v2/servicerequests/{id}", { params: { path: { id: "R-1" } } })).data,
    ).toBeUndefined();
  });

  test.each([
    ["JSON", text("{}", { headers: jsonType })],
    ["a text without a type", () => new Response(new TextEncoder().encode("done"))],
    ["no body but a type", text("", { headers: html })],
  ])("may have %s if the operation returns none", async (_, reply) => {
    expect(await supplierOver(fakeFetch(reply)).serviceRequests.delete("R-1")).toBeUndefined();
  });

  test("that is a page of a gateway is an error, also if the operation returns none", async () => {
    const call = supplierOver(fakeFetch(text("<p>sign in", { headers: html }))).serviceRequests.delete("R-1");
    expect(await failure(call, "response")).toMatchObject({ outcome: "unknown", status: 200 });
  });

  test("with status 200 may be empty if the operation may return no body", async () => {
    expect(
      await supplierOver(fakeFetch(text("", { headers: jsonType }))).serviceLevels.default.patch({}),
    ).toBeUndefined();
  });

  test("is unwrapped from its envelope by a named method, but not by path", async () => {
    const supplier = supplierOver(fakeFetch(json({ data: exampleRequest, links: [] })));
    expect(await supplier.serviceRequests.get("R-1")).toEqual(exampleRequest);
    const { data, response } = await supplier.GET("/v2/servicerequests/{id}", {
      params: { path: { id: "R-1" } },
    });
    expect(data).toEqual({ data: exampleRequest, links: [] });
    expect(response.status).toBe(200);
  });

  test.each([
    [{ data: [1] }, [1]],
    [
      { data: [1], hasMore: true },
      { data: [1], hasMore: true },
    ],
    [[1], [1]],
  ])("is unwrapped from an envelope that only the body shows: %j", async (body, content) => {
    expect(await list(json(body))).toEqual(content);
  });
});

describe("the limit maxResponseBytes", () => {
  const limit = { maxResponseBytes: 1000 };
  const exactly = JSON.stringify(["x".repeat(996)]);

  test("allows a body of exactly that length", async () => {
    expect(exactly).toHaveLength(1000);
    expect(await list(text(exactly, { headers: jsonType }), limit)).toEqual(["x".repeat(996)]);
  });

  test.each([
    ["with a correct length", { "content-length": "1002" }],
    ["without a length", {}],
    ["with too small a length", { "content-length": "10" }],
    ["with an invalid length", { "content-length": "" }],
  ])("rejects a longer response %s", async (_, headers) => {
    const error = await failure(
      list(text(`${exactly}  `, { headers: { ...jsonType, ...headers } }), limit),
      "response",
    );
    expect(error).toMatchObject({ status: 200, transient: false });
    expect(error.message).toBe(
      "lessors.list: the response with status 200 is too large: the body is larger than 1000 bytes; see maxResponseBytes",
    );
  });

  test("cancels the rest of the body, even if cancelling hangs", async () => {
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

  test("applies to the body of an error response, which keeps its status", async () => {
    const reply = json({ detail: "x".repeat(2000) }, { status: 403 });
    expect(await failure(list(reply, limit), "permission")).toMatchObject({
      status: 403,
      errors: [],
      detail: undefined,
    });
  });

  test("applies to a download, as a Blob and as a stream", async () => {
    const file = { headers: { "content-type": "application/pdf" } };
    const reply = text("x".repeat(1001), file);
    const { pdf } = supplierOver(fakeFetch(reply), { ...once, ...limit }).serviceRequests.invoices;
    await failure(pdf.get("R-1", 7), "response");
    const { stream } = await pdf.get("R-1", 7, { as: "stream" });
    const error = await failure(new Response(stream).text(), "response");
    expect(error).toMatchObject({ operationId: "serviceRequests.invoices.pdf.get", status: 200 });
    const whole = supplierOver(fakeFetch(text("x".repeat(1000), file)), limit).serviceRequests.invoices;
    const longest = await whole.pdf.get("R-1", 7, { as: "stream" });
    expect(await new Response(longest.stream).text()).toHaveLength(1000);
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

  test("returns a Blob with its name and type", async () => {
    const { name, type, blob } = await pdf(file).get("R-1", 7);
    expect({ name, type, blobType: blob.type, content: await blob.text() }).toEqual({
      name: "factuur €.pdf",
      type: "application/pdf",
      blobType: "application/pdf",
      content: "%PDF-1.7",
    });
  });

  test("returns a stream with its name and type", async () => {
    const { name, type, stream } = await pdf(file).get("R-1", 7, { as: "stream" });
    expect({ name, type, content: await new Response(stream).text() }).toEqual({
      name: "factuur €.pdf",
      type: "application/pdf",
      content: "%PDF-1.7",
    });
  });

  test("may have no name and no type", async () => {
    const { name, type, blob } = await pdf(() => new Response(new Uint8Array(3))).get("R-1", 7);
    expect({ name, type, size: blob.size }).toEqual({ name: undefined, type: "", size: 3 });
  });

  test.each([
    ["without bytes", () => new Response(null)],
    ["with the length 0", () => new Response(null, { headers: { "content-length": "0" } })],
  ])("%s is an error, also as a stream", async (_, reply) => {
    const expected = { status: 200, message: expect.stringContaining("is empty where a file is expected") };
    expect(await failure(pdf(reply).get("R-1", 7), "response")).toMatchObject(expected);
    const read = async () => new Response((await pdf(reply).get("R-1", 7, { as: "stream" })).stream).text();
    expect(await failure(read(), "response")).toMatchObject(expected);
  });

  test.each(["blob", "stream"] as const)("that is only a part (206) is an error, as a %s", async (as) => {
    const part = () => new Response("%PD", { status: 206, headers: { "content-range": "bytes 0-2/8" } });
    const call = as === "blob" ? pdf(part).get("R-1", 7) : pdf(part).get("R-1", 7, { as });
    const error = await failure(call, "response");
    expect(error.message).toContain("is only a part of the file");
  });

  test("accepts any type", async () => {
    const fetch = fakeFetch(file);
    await supplierOver(fetch).serviceRequests.attachments.get("R-1", "A-1");
    expect(fetch.last.headers["accept"]).toBe("*/*");
  });

  test("with an error status rejects with its error, even if a stream was requested", async () => {
    await failure(pdf(problem(404)).get("R-1", 7, { as: "stream" }), "not-found");
  });

  test.each([undefined, 1000])(
    "as a stream can be cancelled while it stalls, and removes its listener (deadline: %s)",
    async (deadline) => {
      let cancelled: unknown;
      const stalled: Reply = () =>
        new Response(
          new ReadableStream({
            cancel: (reason) => {
              cancelled = reason;
            },
          }),
          { headers: { "content-type": "application/pdf" } },
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
  /** Starts a body that then fails like a refused connection. */
  const breaking: Reply = () => {
    let started = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (started) throw Object.assign(new Error("broken"), { code: "ECONNREFUSED", syscall: "connect" });
        started = true;
        controller.enqueue(new TextEncoder().encode("["));
      },
    });
    return new Response(body);
  };
  const known = { sent: true, transient: true, code: "ECONNREFUSED" };

  test("rejects the Blob and the stream of a file", async () => {
    const { pdf } = supplierOver(fakeFetch(breaking), once).serviceRequests.invoices;
    expect(await failure(pdf.get("R-1", 7), "connection")).toMatchObject(known);
    const { stream } = await pdf.get("R-1", 7, { as: "stream" });
    const operationId = "serviceRequests.invoices.pdf.get";
    expect(await failure(new Response(stream).text(), "connection")).toMatchObject({ ...known, operationId });
  });
});

describe("a body in several chunks", () => {
  /** Splits a text in chunks, also within a character. */
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

  test("is parsed as one JSON text", async () => {
    expect(await list(() => new Response(parts('["€ü"]').body))).toEqual(["€ü"]);
  });

  test("ends after the bytes that Content-Length announces", async () => {
    const { body, length } = parts('["€ü"]', "hangs");
    expect(await list(() => new Response(body, { headers: { "content-length": length } }))).toEqual(["€ü"]);
  });

  test("is returned as one file", async () => {
    const { pdf } = supplierOver(fakeFetch(() => new Response(parts("%PDF €ü").body))).serviceRequests.invoices;
    expect(await (await pdf.get("R-1", 7)).blob.text()).toBe("%PDF €ü");
  });
});

describe("a redirect", () => {
  test("is not read: its body is cancelled", async () => {
    let cancelled = false;
    const body = new ReadableStream({
      cancel: () => {
        cancelled = true;
      },
    });
    const redirecting: Reply = () => new Response(body, { status: 302 });
    await failure(supplierOver(fakeFetch(redirecting)).lessors.list(), "response");
    expect(cancelled).toBe(true);
  });
});

describe("a body of JSON", () => {
  const request = { ...exampleRequest, note: "één" };
  const reply = (body: string | Uint8Array<ArrayBuffer>, type = "application/json") =>
    supplierOver(fakeFetch(() => new Response(body, { headers: { "content-type": type } }))).serviceRequests;

  test.each(["application/json", "application/json; charset=utf-8"])(
    "that is not valid UTF-8 is an error: %s",
    async (type) => {
      const latin1 = new Uint8Array(Buffer.from(JSON.stringify(request), "latin1"));
      const error = await failure(reply(latin1, type).get("R-1"), "response");
      expect(error).toMatchObject({ status: 200, transient: false });
      expect(error.message).toContain("contains bytes that are not text in its charset");
    },
  );

  test.each([
    ["iso-8859-1", "latin1"],
    ["UTF-16LE", "utf16le"],
  ] as const)("in the charset %s, which it declares, is read", async (charset, encoding) => {
    const bytes = new Uint8Array(Buffer.from(JSON.stringify(request), encoding));
    expect(await reply(bytes, `application/json; charset=${charset}`).get("R-1")).toEqual(request);
  });

  test("that is not valid UTF-8 does not hide the address of what was created", async () => {
    const headers = { location: "https://reg.example/v2/servicerequests/R-9" };
    const fetch = fakeFetch(() => new Response(new Uint8Array([0x22, 0xe9, 0x22]), { status: 201, headers }));
    expect(await supplierOver(fetch).serviceRequests.create(draft)).toMatchObject({ id: "R-9" });
  });

  test("with bytes that are not UTF-8 still gives the codes of an error response", async () => {
    const body = Buffer.from('{"errors":[{"code":"REG-SVC000190","description":"\xe9","context":{}}]}', "latin1");
    const fetch = fakeFetch(() => new Response(new Uint8Array(body), { status: 400 }));
    const error = await failure(supplierOver(fetch).serviceRequests.get("R-1"), "validation");
    expect(error.errors).toMatchObject([{ code: "REG-SVC000190", description: "\ufffd" }]);
  });

  test("that is nested too deeply is an error", async () => {
    const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
    const list = (levels: number) =>
      `{"data":{"serviceRequests":[{"id":"R-1","status":"Draft","more":${deep(levels)}}]}}`;
    expect((await reply(list(400)).list()).serviceRequests).toHaveLength(1);
    for (const levels of [500, 5000, 100_000]) {
      const supplier = supplierOver(fakeFetch(text(list(levels), { headers: jsonType })));
      const error = await failure(supplier.serviceRequests.list(), "response");
      expect(error.message).toContain("is nested more than 500 levels deep");
    }
  });

  test("with a text of 16 digits is searched for rounded integers without parsing it again", async () => {
    const rows = Array.from({ length: 300_000 }, (_, index) => ({ id: `${index}`, price: 0.1 }));
    const body = JSON.stringify([{ id: "1234567890123456" }, ...rows]);
    const startedAt = performance.now();
    JSON.parse(body);
    const parsedMs = performance.now() - startedAt;
    const { lessors } = supplierOver(fakeFetch(text(body, { headers: jsonType })));
    const calledAt = performance.now();
    expect(await lessors.list()).toHaveLength(300_001);
    expect(performance.now() - calledAt).toBeLessThan(6 * parsedMs + 200);
  });
});

describe("a body that ends before its announced length", () => {
  /** A response of a transport that does not compare the length itself, as over HTTP/2. */
  const short = () => new Response("%PDF", { headers: { "content-length": "9" } });

  test.each(["fetch", "transport"] as const)("is an error with any %s", async (kind) => {
    const send: Transport["send"] = async () => {
      const { status, headers, body } = short();
      return { status, headers, body: readerOf({ body }) };
    };
    const options = { baseUrl: "https://reg.example", token: canaryToken, retry: false } as const;
    const client = createSupplierClient({
      ...options,
      ...(kind === "fetch" ? { fetch: async () => short() } : { transport: { send } }),
    });
    const { serviceRequests } = client;
    const asStream = async () =>
      new Response((await serviceRequests.attachments.get("R-1", "A-1", { as: "stream" })).stream).text();
    for (const call of [serviceRequests.get("R-1"), serviceRequests.attachments.get("R-1", "A-1"), asStream()])
      expect(await failure(call, "connection")).toMatchObject({
        sent: true,
        transient: true,
        cause: { message: "the body ended after 4 of 9 bytes" },
      });
  });
});
