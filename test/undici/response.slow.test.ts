import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type RawResponse, runWithBoth, serveRaw } from "./support/both.js";

const json = '{"licensePlate":"AB-123-C","note":"één"}';
const form = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n';

const responses: Readonly<Record<string, RawResponse>> = {
  JSON: { headers: ["content-type: application/json"], body: json },
  "no body": { status: "200 OK", body: "" },
  "a custom reason phrase": { status: "200 Quite alright", body: "x" },
  "no reason phrase": { status: "200 ", body: "x" },
  "201 with a location": { status: "201 Created", headers: ["location: /v2/a/1"], body: "" },
  "204": { status: "204 No Content", headers: ["x-a: b"] },
  "205": { status: "205 Reset Content", body: "" },
  "304": { status: "304 Not Modified", headers: ['etag: "a"'] },
  "302": { status: "302 Found", headers: ["location: https://elsewhere.example/"], body: "moved" },
  "302 without a location": { status: "302 Found", body: "moved" },
  "404": { status: "404 Not Found", headers: ["content-type: application/problem+json"], body: "{}" },
  "500": { status: "500 Internal Server Error", body: "oops" },
  "599": { status: "599 Odd", body: "odd" },
  HEAD: { method: "HEAD", headers: ["content-type: application/json"], length: 40 },
  "HEAD with a content encoding": { method: "HEAD", headers: ["content-encoding: gzip"], length: 40 },
  "repeated headers": {
    headers: ["set-cookie: a=1", "x-a: 1", "set-cookie: b=2", "X-A: 2"],
    body: "x",
  },
  "a header in Latin-1": { headers: ["x-name: \xe9\xe9n"], body: "x" },
  "a header without a value": { headers: ["x-empty:"], body: "x" },
  "a header named like an inherited property": { headers: ["constructor: a", "toString: b"], body: "x" },
  "a form": { headers: ["content-type: multipart/form-data; boundary=x"], body: form },
  "a URL-encoded form": { headers: ["content-type: application/x-www-form-urlencoded"], body: "a=1&b=%20" },
  "a byte order mark": { headers: ["content-type: application/json"], body: `\ufeff${json}` },
  "bytes that are not UTF-8": { body: Uint8Array.of(0x61, 0xff, 0xfe, 0x62) },
  "many bytes": { body: Buffer.alloc(300_000, "abc") },
  gzip: { headers: ["content-encoding: gzip"], body: gzipSync(json) },
  "x-gzip": { headers: ["Content-Encoding: X-GZIP"], body: gzipSync(json) },
  deflate: { headers: ["content-encoding: deflate"], body: deflateSync(json) },
  "deflate without the zlib header": { headers: ["content-encoding: deflate"], body: deflateRawSync(json) },
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
  "gzip of an empty text": { headers: ["content-encoding: gzip"], body: gzipSync("") },
  "gzip and no bytes": { headers: ["content-encoding: gzip"], body: "" },
  "gzip and trailing bytes": {
    headers: ["content-encoding: gzip"],
    body: Buffer.concat([gzipSync(json), Buffer.from("tail")]),
  },
  "an unknown encoding": { headers: ["content-encoding: morse"], body: "-- ---" },
  "a known encoding inside an unknown one": {
    headers: ["content-encoding: gzip, morse"],
    body: gzipSync(json),
  },
  "the encoding identity": { headers: ["content-encoding: identity"], body: json },
  "an empty content-encoding header": { headers: ["content-encoding:"], body: json },
};

const resultOf = async <T>(task: () => Promise<T> | T) => {
  try {
    return { value: await task() };
  } catch (error) {
    return { error: error instanceof Error ? error.name : error };
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

describe.each(Object.entries(responses))("a response with %s", (_, raw) => {
  test("has the fields of fetch's response", async () => {
    const { url } = await serveRaw(raw);
    const { expected, actual } = await runWithBoth(async (fetch) => {
      const response = await fetch(`${url}/a/../b?c=d#e`, {
        method: raw.method ?? "GET",
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

  test.each(Object.entries(readers))("can be read once by %s, like fetch's response", async (_, read) => {
    const { url } = await serveRaw(raw);
    const { expected, actual } = await runWithBoth(async (fetch) => {
      const response = await fetch(url, { method: raw.method ?? "GET", redirect: "manual" });
      const first = await resultOf(() => read(response));
      const { bodyUsed } = response;
      const again = await resultOf(() => response.text());
      return { first, bodyUsed, again, locked: response.body?.locked };
    });
    expect(actual).toEqual(expected);
  });
});
