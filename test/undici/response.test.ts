import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { createHeaders, UndiciResponse } from "../../src/undici/response.js";
import { rejection } from "../support/errors.js";
import { tcpServer } from "../support/server.js";
import { told, transport, withBoth } from "./support/both.js";

const json = '{"licensePlate":"AB-123-C","note":"één"}';
const form = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n';

interface Reply {
  readonly status?: string;
  readonly headers?: readonly string[];
  readonly body?: string | Uint8Array;
  readonly method?: string;
  /** The headers say so. */
  readonly length?: number;
}

/** Answers, as they stand on the wire. */
const replies: Readonly<Record<string, Reply>> = {
  JSON: { headers: ["content-type: application/json"], body: json },
  "no body": { status: "200 OK", body: "" },
  "a text of its own after the status": { status: "200 Quite alright", body: "x" },
  "no text after the status": { status: "200 ", body: "x" },
  "201 with a location": { status: "201 Created", headers: ["location: /v2/a/1"], body: "" },
  "204": { status: "204 No Content", headers: ["x-a: b"] },
  "205": { status: "205 Reset Content", body: "" },
  "304": { status: "304 Not Modified", headers: ['etag: "a"'] },
  "302": { status: "302 Found", headers: ["location: https://elsewhere.example/"], body: "moved" },
  "302 to nowhere": { status: "302 Found", body: "moved" },
  "404": { status: "404 Not Found", headers: ["content-type: application/problem+json"], body: "{}" },
  "500": { status: "500 Internal Server Error", body: "oops" },
  "599": { status: "599 Odd", body: "odd" },
  HEAD: { method: "HEAD", headers: ["content-type: application/json"], length: 40 },
  "HEAD of what would be compressed": { method: "HEAD", headers: ["content-encoding: gzip"], length: 40 },
  "headers that come twice": {
    headers: ["set-cookie: a=1", "x-a: 1", "set-cookie: b=2", "X-A: 2"],
    body: "x",
  },
  "a header in Latin-1": { headers: ["x-name: \xe9\xe9n"], body: "x" },
  "a header without a value": { headers: ["x-empty:"], body: "x" },
  "a header named as what every object has": { headers: ["constructor: a", "toString: b"], body: "x" },
  "a form": { headers: ["content-type: multipart/form-data; boundary=x"], body: form },
  "a form in a line": { headers: ["content-type: application/x-www-form-urlencoded"], body: "a=1&b=%20" },
  "a byte order mark": { headers: ["content-type: application/json"], body: `\ufeff${json}` },
  "bytes that are no UTF-8": { body: Uint8Array.of(0x61, 0xff, 0xfe, 0x62) },
  "many bytes": { body: Buffer.alloc(300_000, "abc") },
  gzip: { headers: ["content-encoding: gzip"], body: gzipSync(json) },
  "x-gzip": { headers: ["Content-Encoding: X-GZIP"], body: gzipSync(json) },
  deflate: { headers: ["content-encoding: deflate"], body: deflateSync(json) },
  "deflate without its wrapping": { headers: ["content-encoding: deflate"], body: deflateRawSync(json) },
  brotli: { headers: ["content-encoding: br"], body: brotliCompressSync(json) },
  "brotli of many bytes": {
    headers: ["content-encoding: br"],
    body: brotliCompressSync(Buffer.alloc(300_000, "abc")),
  },
  "deflate in gzip": { headers: ["content-encoding: deflate, gzip"], body: gzipSync(deflateSync(json)) },
  "two encodings in two headers": {
    headers: ["content-encoding: deflate", "content-encoding: gzip"],
    body: gzipSync(deflateSync(json)),
  },
  "gzip of nothing": { headers: ["content-encoding: gzip"], body: gzipSync("") },
  "gzip without a byte": { headers: ["content-encoding: gzip"], body: "" },
  "gzip without its end": { headers: ["content-encoding: gzip"], body: gzipSync(json).subarray(0, -8) },
  "gzip with something after it": {
    headers: ["content-encoding: gzip"],
    body: Buffer.concat([gzipSync(json), Buffer.from("tail")]),
  },
  "brotli without its end": {
    headers: ["content-encoding: br"],
    body: brotliCompressSync(json).subarray(0, -3),
  },
  "an encoding that nobody knows": { headers: ["content-encoding: morse"], body: "-- ---" },
  "one known encoding in an unknown one": {
    headers: ["content-encoding: gzip, morse"],
    body: gzipSync(json),
  },
  "the encoding identity": { headers: ["content-encoding: identity"], body: json },
  "an encoding of no name": { headers: ["content-encoding:"], body: json },
};

/** A server that gives one answer to everybody. */
async function serving({ status = "200 OK", headers = [], body, length }: Reply) {
  const bytes = Buffer.from(body ?? "");
  const size =
    body === undefined && length === undefined ? [] : [`content-length: ${length ?? bytes.length}`];
  const head = [`HTTP/1.1 ${status}`, ...headers, ...size, "connection: close", "", ""].join("\r\n");
  return tcpServer((socket) => socket.end(Buffer.concat([Buffer.from(head, "latin1"), bytes])));
}

const outcome = async <T>(task: () => Promise<T> | T) => {
  try {
    return { value: await task() };
  } catch (error) {
    return { failed: error instanceof Error ? error.name : error };
  }
};

const readers = {
  text: (response: Response) => response.text(),
  json: (response: Response) => response.json(),
  arrayBuffer: async (response: Response) => Buffer.from(await response.arrayBuffer()).toString("hex"),
  blob: async (response: Response) => {
    const blob = await response.blob();
    return [blob.type, await blob.text()];
  },
  formData: async (response: Response) => [...(await response.formData())],
  body: async ({ body }: Response) => (body === null ? null : await new Response(body).text()),
  cancel: async ({ body }: Response) => void (await body?.cancel()),
  clone: async (response: Response) => {
    const copy = response.clone();
    return [
      await copy.text(),
      response.bodyUsed,
      await response.text(),
      copy.status,
      copy.url === response.url,
    ];
  },
};

describe.each(Object.entries(replies))("an answer with %s", (_, reply) => {
  test("is the one that fetch gives", async () => {
    const { url } = await serving(reply);
    const { expected, actual } = await withBoth(async (fetch) => {
      const response = await fetch(`${url}/a/../b?c=d#e`, {
        method: reply.method ?? "GET",
        redirect: "manual",
      });
      const { status, ok, statusText, redirected, type, headers, bodyUsed } = response;
      const parts = { status, ok, statusText, redirected, type, bodyUsed, url: response.url };
      const hasBody = response.body !== null;
      await response.body?.cancel();
      return { ...parts, hasBody, headers: [...headers], cookies: headers.getSetCookie() };
    });
    expect(actual).toEqual(expected);
  });

  test.each(Object.entries(readers))("gives by %s what fetch gives, and only once", async (_, read) => {
    const { url } = await serving(reply);
    const { expected, actual } = await withBoth(async (fetch) => {
      const response = await fetch(url, { method: reply.method ?? "GET", redirect: "manual" });
      const first = await outcome(() => read(response));
      const { bodyUsed } = response;
      const again = await outcome(() => response.text());
      return { first, bodyUsed, again, locked: response.body?.locked };
    });
    expect(actual).toEqual(expected);
  });
});

test("a header that an older undici has read as UTF-8 is read as fetch would", () => {
  const headers = createHeaders({ "x-note": "5 €", "x-notes": ["a", "€"] });
  const bytes = Buffer.from("€").toString("latin1");
  expect([...headers]).toEqual([
    ["x-note", `5 ${bytes}`],
    ["x-notes", `a, ${bytes}`],
  ]);
});

test("bytes() gives them in a buffer of their own", async () => {
  const { url } = await serving({ body: "abc" });
  const response = await transport()(url);
  if (!(response instanceof UndiciResponse)) throw new Error("it is no answer of ours");
  const bytes = await response.bytes();
  expect([bytes, bytes.buffer.byteLength]).toEqual([Uint8Array.of(97, 98, 99), 3]);
});

test("a part of a stream is in a buffer of its own, which may be handed on", async () => {
  const { url } = await serving({ body: "abc" });
  const { body } = await transport()(url);
  const part = await body?.getReader().read();
  expect(part?.value?.buffer.byteLength).toBe(3);
  expect(part?.value?.constructor).toBe(Uint8Array);
});

test.each(["read", "locked"])("a clone of a body that is %s cannot be had", async (how) => {
  const { url } = await serving({ body: "abc" });
  const response = await transport()(url);
  if (how === "read") await response.text();
  else response.body?.getReader();
  expect(() => response.clone()).toThrow(TypeError);
});

test("the answer is not an informational one that goes before it", async () => {
  const early = "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n";
  const { url } = await tcpServer((socket) =>
    socket.end(`${early}${early}HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok`),
  );
  const response = await transport()(url);
  expect([response.status, response.headers.has("link"), await response.text()]).toEqual([200, false, "ok"]);
});

test.each([
  ["gzip of nonsense", { headers: ["content-encoding: gzip"], body: "nonsense that is no gzip" }],
  ["brotli of nonsense", { headers: ["content-encoding: br"], body: "nonsense that is no brotli" }],
  ["deflate of nonsense", { headers: ["content-encoding: deflate"], body: "xonsense that is no deflate" }],
  [
    "gzip that is cut",
    { headers: ["content-encoding: gzip"], body: gzipSync(json).subarray(0, 20), length: 99 },
  ],
  ["six encodings", { headers: ["content-encoding: a,a,a,a,a,a"], body: "x" }],
])("%s fails while it is read, with an error that says so", async (_, reply) => {
  const { url } = await serving(reply);
  const response = await transport()(url);
  expect(told(await rejection(response.text()))).toMatchObject({ name: "TypeError", message: "terminated" });
});
