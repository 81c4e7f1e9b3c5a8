import { Readable } from "node:stream";
import type { Upload, UploadOptions } from "@reg/sdk";
import { describe, expect, test } from "vitest";
import { supplierOver } from "../../support/clients.js";
import { failure } from "../../support/errors.js";
import { bodyText, empty, fakeFetch, json } from "../../support/fetch.js";

const content = "%PDF-1.7 content";
const bytes = new TextEncoder().encode(content);

async function upload(file: Upload, options?: UploadOptions) {
  let body = "";
  const fetch = fakeFetch(async (request) => {
    // A stream is cancelled when the response has arrived.
    if (!(request.body instanceof FormData)) body = await bodyText(request);
    return json({ id: "A-1" })(request);
  });
  await supplierOver(fetch).serviceRequests.attachments.upload("R-1", file, options);
  const { method, url, headers, init } = fetch.last;
  return { method, path: url.pathname, headers, body, init };
}

async function* parts() {
  yield bytes.slice(0, 4);
  yield bytes.slice(4);
}

describe("bytes that were transferred to a worker", () => {
  const transferred = () => {
    const view = new Uint8Array(8);
    structuredClone(view.buffer, { transfer: [view.buffer] });
    return view;
  };

  test.each([
    ["a view", transferred],
    ["a buffer", () => transferred().buffer],
  ])("are rejected and not sent as an empty file: %s", async (_, file) => {
    const fetch = fakeFetch(empty(500));
    const call = supplierOver(fetch).serviceRequests.attachments.upload("R-1", file());
    expect((await failure(call, "input")).message).toContain("that were not transferred");
    expect(fetch.requests).toEqual([]);
  });
});

describe("an upload", () => {
  const kinds: readonly [string, () => Upload][] = [
    ["a Blob", () => new Blob([content])],
    ["a File", () => new File([content], "a.pdf")],
    ["a Uint8Array", () => bytes],
    [
      "a part of a larger buffer",
      () => new Uint8Array(new TextEncoder().encode(`..${content}..`).buffer, 2, bytes.length),
    ],
    ["a Buffer", () => Buffer.from(content)],
    ["an ArrayBuffer", () => bytes.buffer],
    ["a web stream", () => new Blob([content]).stream()],
    ["a Node stream", () => Readable.from([Buffer.from(content)])],
    ["an async generator", parts],
  ];

  test.each(kinds)("of %s sends the bytes unchanged", async (_, file) => {
    const { method, path, headers, body, init } = await upload(file());
    expect({ method, path, body }).toEqual({
      method: "PUT",
      path: "/v2/servicerequests/R-1/attachments",
      body: content,
    });
    expect(headers["content-type"]).toBe("application/octet-stream");
    expect(init.duplex).toBe(init.body instanceof ReadableStream ? "half" : undefined);
  });

  test.each(kinds)("of %s can be sent as a form", async (_, file) => {
    const { init } = await upload(file(), {
      uploadEncoding: "multipart",
      fileName: "b.pdf",
      contentType: "application/pdf",
    });
    const form = await new Response(init.body ?? null).formData();
    const part = form.get("file") as File;
    expect({ name: part.name, type: part.type, content: await part.text() }).toEqual({
      name: "b.pdf",
      type: "application/pdf",
      content,
    });
  });

  test.each([
    ["of the Blob", new Blob([content], { type: "image/png" }), {}, "image/png"],
    [
      "of the options",
      new Blob([content], { type: "image/png" }),
      { contentType: "image/jpeg; q=1" },
      "image/jpeg; q=1",
    ],
    ["for unknown data", bytes, {}, "application/octet-stream"],
  ])("has the content type %s", async (_, file, options, type) => {
    expect((await upload(file, options)).headers["content-type"]).toBe(type);
  });

  test("of an invoice document has the content type of PDF by default", async () => {
    const fetch = fakeFetch(empty(201, { location: "/v2/servicerequests/R-1/invoices/7/pdf" }));
    const { pdf } = supplierOver(fetch).serviceRequests.invoices;
    await pdf.upload("R-1", 7, bytes);
    expect(fetch.last.headers["content-type"]).toBe("application/pdf");
  });

  test.each([
    ["of the File", new File([content], "own.pdf"), {}, "own.pdf"],
    ["of the options", new File([content], "own.pdf"), { fileName: "other €.pdf" }, "other%20%E2%82%AC.pdf"],
  ])("has the name %s", async (_, file, options, name) => {
    expect((await upload(file, options)).headers["content-disposition"]).toContain(`filename*=UTF-8''${name}`);
  });

  test("of bytes has no file name", async () => {
    expect((await upload(bytes)).headers).not.toHaveProperty("content-disposition");
    const { init } = await upload(bytes, { uploadEncoding: "multipart" });
    expect(((await new Response(init.body ?? null).formData()).get("file") as File).name).toBe("file");
  });

  test("has the encoding of the call's options, otherwise that of the client's", async () => {
    const fetch = fakeFetch(json({ id: "A-1" }));
    const { attachments } = supplierOver(fetch, { uploadEncoding: "multipart" }).serviceRequests;
    await attachments.upload("R-1", bytes);
    await attachments.upload("R-1", bytes, { uploadEncoding: undefined });
    await attachments.upload("R-1", bytes, { uploadEncoding: "binary" });
    expect(fetch.requests.map(({ body }) => body instanceof FormData)).toEqual([true, true, false]);
    expect(fetch.requests[0]?.headers).not.toHaveProperty("content-type");
  });

  test("closes the source of its stream if fetch cancels the stream", async () => {
    let closed = false;
    async function* source() {
      try {
        for (;;) yield bytes;
      } finally {
        closed = true;
      }
    }
    const fetch = fakeFetch(async ({ body }) => {
      const reader = (body as ReadableStream).getReader();
      await reader.read();
      await reader.cancel();
      return new Response(null, { status: 204 });
    });
    await failure(supplierOver(fetch).serviceRequests.attachments.upload("R-1", source()), "response");
    expect(closed).toBe(true);
  });
});

describe("an upload that cannot be sent", () => {
  const locked = () => {
    const stream = new Blob([content]).stream();
    stream.getReader();
    return stream;
  };
  const broken = new Error("disk");
  const failing = () => new ReadableStream<Uint8Array>({ pull: () => Promise.reject(broken) });

  test.each([
    ["text", "a.pdf" as unknown as Upload, {}, "file"],
    ["undefined", undefined as unknown as Upload, {}, "file"],
    ["null", null as unknown as Upload, {}, "file"],
    ["an array of numbers", [1, 2] as unknown as Upload, {}, "file"],
    ["a stream that is being read", locked(), {}, "file"],
    ["a stream that fails while the form is built", failing(), { uploadEncoding: "multipart" }, "file"],
    ["an empty type", bytes, { contentType: "" }, "contentType"],
    ["a Blob whose type is not a text", Object.defineProperty(new Blob(["x"]), "type", { value: 5 }), {}, "file"],
    ["a type that is no media type", bytes, { contentType: "pdf" }, "contentType"],
    ["an unknown encoding", bytes, { uploadEncoding: "base64" as "binary" }, "uploadEncoding"],
  ] satisfies [string, Upload, UploadOptions, string][])(
    "is rejected for %s, and nothing is sent",
    async (_, file, options, field) => {
      const fetch = fakeFetch(empty());
      const call = supplierOver(fetch).serviceRequests.attachments.upload("R-1", file, options);
      const error = await failure(call, "input");
      expect(error).toMatchObject({ field, operationId: "serviceRequests.attachments.upload" });
      expect(error.message).not.toMatch(/[\r\n]/);
      expect(fetch.requests).toEqual([]);
    },
  );
});
