import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { draft, exampleRequest, supplierOver } from "../../support/clients.js";
import { failure } from "../../support/errors.js";
import { empty, fakeFetch, json, type Reply, text } from "../../support/fetch.js";

const html = { "content-type": "text/html; charset=utf-8" };
const jsonType = { "content-type": "application/json" };
const isEmpty = "is empty where a JSON body is expected";
const redirect = "is a redirect, which is never followed; check baseUrl";
const notModified =
  "says that nothing has changed since the condition in the headers of the request; conditional requests are not supported, so leave out headers such as if-none-match";
const unknown3xx = "is neither a success, an error nor a redirect that fetch knows; check baseUrl";
const notValid = "is not valid JSON; it may be cut off";
const uncommon = "is not JSON but of an uncommon type";
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
    ["HTML", text("<html>login</html>", { headers: html }), 200, "is not JSON but text/html"],
    ["plain text", typed("text/plain"), 200, "is not JSON but text/plain"],
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

  test("may have any body if the operation returns none", async () => {
    expect(
      await supplierOver(fakeFetch(text("<p>done", { headers: html }))).serviceRequests.delete("R-1"),
    ).toBeUndefined();
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
    const reply = json({ detail: "x".repeat(2000) }, { status: 409 });
    expect(await failure(list(reply, limit), "conflict")).toMatchObject({
      status: 409,
      errors: [],
      detail: undefined,
    });
  });

  test("applies to a download, as a Blob and as a stream", async () => {
    const reply = text("x".repeat(1001));
    const { pdf } = supplierOver(fakeFetch(reply), { ...once, ...limit }).serviceRequests.invoices;
    await failure(pdf.get("R-1", 7), "response");
    const { stream } = await pdf.get("R-1", 7, { as: "stream" });
    const error = await failure(new Response(stream).text(), "response");
    expect(error).toMatchObject({ operationId: "serviceRequests.invoices.pdf.get", status: 200 });
    const whole = supplierOver(fakeFetch(text("x".repeat(1000))), limit).serviceRequests.invoices;
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

  test("may have no name, type and content", async () => {
    const bare = () => new Response(null);
    const { name, type, blob } = await pdf(bare).get("R-1", 7);
    expect({ name, type, size: blob.size }).toEqual({ name: undefined, type: "", size: 0 });
    const streamed = await pdf(bare).get("R-1", 7, { as: "stream" });
    expect(await new Response(streamed.stream).text()).toBe("");
  });

  test("accepts any type", async () => {
    const fetch = fakeFetch(file);
    await supplierOver(fetch).serviceRequests.attachments.get("R-1", "A-1");
    expect(fetch.last.headers["accept"]).toBe("*/*");
  });

  test("with an error status rejects with its error, even if a stream was requested", async () => {
    await failure(pdf(json({}, { status: 404 })).get("R-1", 7, { as: "stream" }), "not-found");
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
