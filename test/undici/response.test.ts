import { inspect } from "node:util";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createHeaders,
  type HeaderFields,
  LazyHeaders,
  lowerCaseNames,
  UndiciResponse,
} from "../../src/undici/response.js";
import { rejection } from "../support/errors.js";
import { tcpServer } from "../support/server.js";
import { describeError, serveRaw, transport } from "./support/both.js";

const json = '{"licensePlate":"AB-123-C","note":"één"}';
test("a header that an older undici decoded as UTF-8 is converted to Latin-1, as in fetch", () => {
  const headers = createHeaders({ "x-note": "5 €", "x-notes": ["a", "€"] });
  const bytes = Buffer.from("€").toString("latin1");
  expect([...headers]).toEqual([
    ["x-note", `5 ${bytes}`],
    ["x-notes", `a, ${bytes}`],
  ]);
});

test("bytes() returns a separate buffer", async () => {
  const { url } = await serveRaw({ body: "abc" });
  const response = await transport()(url);
  if (!(response instanceof UndiciResponse)) throw new Error("not a response of the transport");
  const bytes = await response.bytes();
  expect([bytes, bytes.buffer.byteLength]).toEqual([Uint8Array.of(97, 98, 99), 3]);
});

test("each chunk of a stream has a separate buffer, which can be transferred", async () => {
  const { url } = await serveRaw({ body: "abc" });
  const { body } = await transport()(url);
  const part = await body?.getReader().read();
  expect(part?.value?.buffer.byteLength).toBe(3);
  expect(part?.value?.constructor).toBe(Uint8Array);
});

test.each(["read", "locked"])("clone() throws for a body that is %s", async (how) => {
  const { url } = await serveRaw({ body: "abc" });
  const response = await transport()(url);
  if (how === "read") await response.text();
  else response.body?.getReader();
  expect(() => response.clone()).toThrow(TypeError);
});

test("informational responses are skipped", async () => {
  const early = "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n";
  const { url } = await tcpServer((socket) =>
    socket.end(`${early}${early}HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok`),
  );
  const response = await transport()(url);
  expect([response.status, response.headers.has("link"), await response.text()]).toEqual([200, false, "ok"]);
});

test.each([
  ["invalid gzip", { headers: ["content-encoding: gzip"], body: "this is not gzip" }],
  ["invalid brotli", { headers: ["content-encoding: br"], body: "this is not brotli" }],
  ["invalid deflate", { headers: ["content-encoding: deflate"], body: "xhis is not deflate" }],
  ["truncated gzip", { headers: ["content-encoding: gzip"], body: gzipSync(json).subarray(0, -8) }],
  ["truncated deflate", { headers: ["content-encoding: deflate"], body: deflateSync(json).subarray(0, -4) }],
  ["truncated brotli", { headers: ["content-encoding: br"], body: brotliCompressSync(json).subarray(0, -3) }],
  ["six encodings", { headers: ["content-encoding: a,a,a,a,a,a"], body: "x" }],
])("a body with %s rejects with `terminated` when it is read", async (_, raw) => {
  const { url } = await serveRaw(raw);
  const response = await transport()(url);
  expect(describeError(await rejection(response.text()))).toMatchObject({
    name: "TypeError",
    message: "terminated",
  });
});

const fields: HeaderFields = {
  "content-type": "application/json; charset=utf-8",
  "x-edges": " \tkept apart\t ",
  "x-two-spaces": "a  b",
  "x-latin": "één",
  "x-beyond": "€",
  "x-empty": "",
  "x-twice": ["1", "2"],
  "set-cookie": ["a=1", "b=2"],
  "x-none": undefined,
  constructor: "a",
};
const headerNames = [...Object.keys(fields), "Content-Type", "X-TWICE", "toString", "missing", "__proto__"];

/** Runs a task with real headers and with lazy ones, and returns both results. */
function compareHeaders<T>(task: (headers: Headers) => T, given: HeaderFields = fields) {
  const resultOf = (headers: Headers) => {
    try {
      return { value: task(headers) };
    } catch (error) {
      return { error: (error as Error).name };
    }
  };
  return { expected: resultOf(createHeaders(given)), actual: resultOf(new LazyHeaders(given)) };
}

const tasks: Readonly<Record<string, (headers: Headers) => unknown>> = {
  "get of an invalid name": (headers) => headers.get("no name"),
  "has of an invalid name": (headers) => headers.has(""),
  "get of a number": (headers) => headers.get(5 as unknown as string),
  iteration: (headers) => [...headers],
  entries: (headers) => [...headers.entries()],
  keys: (headers) => [...headers.keys()],
  values: (headers) => [...headers.values()],
  getSetCookie: (headers) => headers.getSetCookie(),
  "a copy": (headers) => [...new Headers(headers)],
  inspect: (headers) => inspect(headers),
  "its tag": (headers) => String(headers),
  "an object": (headers) => Object.fromEntries(headers),
  append(headers) {
    headers.append("x-twice", "3");
    headers.append("content-type", "text/plain");
    return [headers.get("x-twice"), headers.get("content-type")];
  },
  set(headers) {
    headers.set("content-type", "text/plain");
    return [headers.get("content-type"), headers.get("x-twice")];
  },
  delete(headers) {
    headers.delete("content-type");
    return [headers.get("content-type"), headers.has("content-type")];
  },
};

describe("LazyHeaders", () => {
  test.each(Object.entries(tasks))("behave like Headers: %s", (_, task) => {
    const { expected, actual } = compareHeaders(task);
    expect(actual).toEqual(expected);
  });

  // Each task gets new headers, because some tasks create the real ones.
  test.each(headerNames)("return the values of Headers for the name %s", (name) => {
    for (const task of [(headers: Headers) => headers.get(name), (headers: Headers) => headers.has(name)]) {
      const { expected, actual } = compareHeaders<unknown>(task);
      expect(actual).toEqual(expected);
    }
  });

  test("return the values of Headers for any field", () => {
    const text = fc.stringMatching(/^[\t a~\xa0\xe9]{0,5}$/);
    const value = fc.oneof(text, text, fc.array(text, { maxLength: 3 }));
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z_-][a-z0-9-]{0,3}$/), value, (name, content) => {
        const { expected, actual } = compareHeaders((headers) => headers.get(name), { [name]: content });
        expect(actual).toEqual(expected);
      }),
    );
  });

  test("convert names to lower case", () => {
    expect(lowerCaseNames(fields)).toBe(fields);
    const given: HeaderFields = {
      "X-A": "1",
      "x-a": ["2", "3"],
      "Retry-After": "7",
      "X-None": undefined,
      b: "é",
      constructor: "4",
    };
    const headers = new LazyHeaders(lowerCaseNames(given));
    expect(["x-a", "retry-after", "x-none", "b"].map((name) => headers.get(name))).toEqual([
      "1, 2, 3",
      "7",
      null,
      "é",
    ]);
    expect([...headers]).toEqual([...createHeaders(given)]);
  });

  test("pass each value, name and themselves to forEach", () => {
    const headers = new LazyHeaders({ "x-a": "1", "x-b": "2" });
    const seen: unknown[] = [];
    headers.forEach(function (this: unknown, value, name, all) {
      seen.push([this, value, name, all === headers]);
    }, "this");
    expect(seen).toEqual([
      ["this", "1", "x-a", true],
      ["this", "2", "x-b", true],
    ]);
  });
});
