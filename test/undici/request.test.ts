import type { IncomingHttpHeaders } from "node:http";
import { Agent, type Dispatcher } from "undici";
import { describe, expect, onTestFinished, test } from "vitest";
import { rejection } from "../support/errors.js";
import { httpServer } from "../support/server.js";
import { describeError, transport, withBoth } from "./support/both.js";

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Starts a server that records its requests. */
async function recordRequests() {
  const received: Received[] = [];
  const { url } = await httpServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url, headers } = request;
    received.push({ method, url, headers, body: Buffer.concat(chunks).toString("latin1") });
    response.end();
  });
  return { url, received };
}

/** Headers that only the global fetch adds. */
const headersOfFetch = ["sec-fetch-mode", "accept-language"];

function comparable({ headers, body, ...others }: Received) {
  const boundary = /boundary=(.*)/.exec(headers["content-type"] ?? "")?.[1] ?? "-";
  const kept = Object.entries(headers).filter(([name]) => !headersOfFetch.includes(name));
  const text = JSON.stringify([kept.sort(), body]).replaceAll(boundary, "boundary");
  return { ...others, text };
}

const streamed = (...parts: readonly string[]) =>
  new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(Buffer.from(part));
      controller.close();
    },
  });

function form() {
  const data = new FormData();
  data.append("file", new Blob(["%PDF"], { type: "application/pdf" }), "één.pdf");
  data.append("note", "two\nlines");
  return data;
}

const inits: Readonly<Record<string, () => RequestInit>> = {
  "no settings": () => ({}),
  "headers as a record": () => ({ headers: { accept: "application/json", "x-a": "b" } }),
  "headers as a record in capitals": () => ({ headers: { Accept: "application/json", "User-Agent": "me" } }),
  "headers as Headers": () => ({ headers: new Headers({ Accept: "application/json", "X-A": "b" }) }),
  "headers as pairs": () => ({ headers: [["Accept", "a/b"]] }),
  "an accept-encoding header": () => ({ headers: { "accept-encoding": "identity" } }),
  "a header in Latin-1": () => ({ headers: { "x-name": "\xe9\xe9n" } }),
  "an empty header": () => ({ headers: { "x-empty": "" } }),
  DELETE: () => ({ method: "DELETE" }),
  HEAD: () => ({ method: "HEAD" }),
  "POST without a body": () => ({ method: "POST" }),
  "PATCH without a body": () => ({ method: "PATCH", body: null }),
  "an empty text": () => ({ method: "POST", body: "" }),
  "a text": () => ({
    method: "POST",
    body: '{"name":"één €"}',
    headers: { "content-type": "application/json" },
  }),
  "a text without a type": () => ({ method: "PUT", body: "één" }),
  bytes: () => ({ method: "PUT", body: Buffer.from("abc"), headers: { "content-type": "a/b" } }),
  "a part of a buffer": () => ({ method: "PUT", body: new Uint8Array([1, 2, 3, 4]).subarray(1, 3) }),
  "no bytes": () => ({ method: "PUT", body: new Uint8Array(0) }),
  "an ArrayBuffer": () => ({ method: "PUT", body: new Uint8Array([1, 2, 3]).buffer }),
  "a Blob with a type": () => ({ method: "PUT", body: new Blob(["%PDF"], { type: "application/pdf" }) }),
  "a Blob without a type": () => ({ method: "PUT", body: new Blob(["%PDF"]) }),
  "an empty Blob": () => ({ method: "PUT", body: new Blob([]) }),
  "a Blob and a content-type header": () => ({
    method: "PUT",
    body: new Blob(["%PDF"], { type: "a/b" }),
    headers: { "content-type": "c/d" },
  }),
  "a large Blob": () => ({
    method: "PUT",
    body: new Blob([Buffer.alloc(3_000_000, "abc")], { type: "a/b" }),
  }),
  "a form": () => ({ method: "POST", body: form() }),
  "an empty form": () => ({ method: "POST", body: new FormData() }),
  "fields of a form": () => ({ method: "POST", body: new URLSearchParams({ a: "1", b: "é&" }) }),
  "a stream": () => ({ method: "POST", body: streamed("ab", "c"), duplex: "half" }),
  "an empty stream": () => ({ method: "POST", body: streamed(), duplex: "half" }),
};

describe("the service receives the request that fetch would send", () => {
  test.each(Object.entries(inits))("with %s", async (_, init) => {
    const { url, received } = await recordRequests();
    await withBoth(async (fetch) => {
      const response = await fetch(`${url}/a%20b/../c d?e=%C3%A9&f=é#g`, init());
      return response.text();
    });
    const [expected, actual] = received.map(comparable);
    expect(actual).toEqual(expected);
    expect(received).toHaveLength(2);
  });
});

test("a long Blob is read while it is sent", async () => {
  let size = 0;
  const { url } = await httpServer((request, response) => {
    request.on("data", (chunk) => {
      size += chunk.length;
    });
    request.on("end", () => response.end(request.headers["content-length"]));
  });
  const body = new Blob([Buffer.alloc(2_000_000)]);
  let given = 0;
  body.stream = () =>
    new ReadableStream({
      async pull(controller) {
        // The second half waits until the first one has arrived.
        if (given > 0) await expect.poll(() => size).toBe(given);
        given += 1_000_000;
        controller.enqueue(new Uint8Array(1_000_000));
        if (given === body.size) controller.close();
      },
    });
  const response = await transport()(url, { method: "PUT", body });
  expect([await response.text(), size]).toEqual(["2000000", 2_000_000]);
});

test("undici's own timeouts are disabled", async () => {
  const asked: Dispatcher.DispatchOptions[] = [];
  const dispatcher = new Agent();
  onTestFinished(() => dispatcher.close());
  dispatcher.dispatch = (options) => {
    asked.push(options);
    throw new Error("enough");
  };
  await rejection(transport({ dispatcher })("https://reg.example/v2/lessors?a=b"));
  expect(asked).toMatchObject([
    { origin: "https://reg.example", path: "/v2/lessors?a=b", headersTimeout: 0, bodyTimeout: 0 },
  ]);
});

describe("an invalid request rejects with undici's code", () => {
  const refusals: readonly [string, RequestInit, string][] = [
    ["a header with a line break", { headers: { "x-a": "a\r\nb: c" } }, "UND_ERR_INVALID_ARG"],
    ["a header beyond Latin-1", { headers: { "x-a": "€" } }, "UND_ERR_INVALID_ARG"],
    ["a header without a name", { headers: { "": "a" } }, "UND_ERR_INVALID_ARG"],
    ["the header expect", { headers: { expect: "100-continue" } }, "UND_ERR_NOT_SUPPORTED"],
    ["an invalid method", { method: "G E T" }, "UND_ERR_INVALID_ARG"],
    ["a locked body", { method: "POST", body: locked() }, "ERR_INVALID_STATE"],
  ];

  test.each(refusals)("%s", async (_, init, code) => {
    const { url, received } = await recordRequests();
    const error = await rejection(transport()(url, init));
    expect(describeError(error)).toMatchObject({
      name: "TypeError",
      message: "fetch failed",
      cause: { code },
    });
    expect(received).toEqual([]);
  });

  test.each([
    ["nonsense", { name: "TypeError", code: "ERR_INVALID_URL" }],
    ["ftp://127.0.0.1/", { name: "TypeError", cause: { code: "UND_ERR_INVALID_ARG" } }],
  ])("the address %s", async (url, expected) => {
    expect(describeError(await rejection(transport()(url)))).toMatchObject(expected);
  });
});

function locked(): ReadableStream {
  const stream = streamed("a");
  stream.getReader();
  return stream;
}
