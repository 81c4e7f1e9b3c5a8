import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { CallCancellation } from "../../src/http/cancellation.js";
import { callFields } from "../../src/http/option-schemas.js";
import {
  buildRequest,
  buildUrl,
  checkBaseUrl,
  checkHeaders,
  mergeFields,
  serializeJson,
} from "../../src/http/request.js";
import { canarySecret, canaryToken, draft, lessorOver, supplierOver } from "../support/clients.js";
import { failure, thrown } from "../support/errors.js";
import { fakeFetch, json } from "../support/fetch.js";
import { operationOf } from "./support.js";

// The inputs that are rejected, and how a server reads what is sent, are in test/faults/input.test.ts.

const base = "https://reg.example/base";
const oneId = operationOf({ id: "x.get", path: "/v2/things/{id}", pathParams: ["id"] });
const twoIds = operationOf({
  id: "x.delete",
  path: "/v2/things/{id}/parts/{partId}",
  pathParams: ["id", "partId"],
});

describe("checkBaseUrl", () => {
  test.each([
    ["https://reg.example", "https://reg.example"],
    ["https://reg.example/", "https://reg.example"],
    ["https://reg.example/gateway//", "https://reg.example/gateway"],
    ["HTTPS://REG.example:8443", "https://reg.example:8443"],
    ["http://localhost:3000", "http://localhost:3000"],
    ["http://127.0.0.1", "http://127.0.0.1"],
    ["http://127.1:80/", "http://127.0.0.1"],
    ["http://[::1]:3000", "http://[::1]:3000"],
    [" https://reg.example\n", "https://reg.example"],
    ["https://münchen.example.", "https://xn--mnchen-3ya.example."],
    ["https://reg_1.example/undefined-x", "https://reg_1.example/undefined-x"],
  ])("turns %s into %s", (given, used) => {
    expect(checkBaseUrl(given)).toBe(used);
  });

  test.each([
    ["undefined", undefined, /is missing/],
    ["null", null, /is missing/],
    ["an empty text", "", /is missing/],
    ["white space", "  ", /is missing/],
    ["a number", 5, /is missing/],
    ["a host without a protocol", "reg.example", /absolute URL/],
    ["a path", "/v2", /absolute URL/],
    ["a protocol without a host", "https://", /absolute URL/],
    ["http to a host that is not loopback", "http://reg.example", /https/],
    ["http to a subdomain named localhost", "http://localhost.example", /https/],
    ["http to a host that begins like loopback", "http://127.0.0.1.example", /https/],
    ["another protocol", "ftp://reg.example", /https/],
    ["a script", "javascript:alert(1)", /https/],
    ["credentials", `https://user:${canarySecret}@reg.example`, /credentials/],
    ["a user name", "https://user@reg.example", /credentials/],
    ["a query", "https://reg.example/?a=b", /query/],
    ["an empty query", "https://reg.example/?", /query/],
    ["a fragment", "https://reg.example/#a", /fragment/],
    ["a placeholder as the host", "https://{host}/x", /placeholder/],
    ["a placeholder in the path", "https://reg.example/{tenant}", /placeholder/],
    ["an encoded placeholder", "https://%7Bhost%7D", /placeholder/],
    ["a shell variable as the host", "https://$HOST", /valid host/],
    ["a path in the place of the host", "https:///reg.example", /valid host/],
    ["no slashes before the host", "https:reg.example", /valid host/],
    ["a dot as the host", "https://.", /valid host/],
    ["an empty label", "https://api..example", /valid host/],
    ["an empty first label", "https://.example", /valid host/],
    ["an unset host", "https://undefined", /variable/],
    ["an unset host with a port", "https://null:8443/x", /variable/],
    ["an unset label", "https://undefined.example", /variable/],
    ["an unset segment", "https://reg.example/Null/x", /variable/],
    ["a line break in the host", "https://reg.\nexample", /white space/],
    ["a tab in the path", "https://reg.example/a\tb", /white space/],
    ["a blank in the path", "https://reg.example/a b", /white space/],
  ])("rejects %s", (_, given, reason) => {
    const error = thrown(() => checkBaseUrl(given), "input");
    expect(error.field).toBe("baseUrl");
    expect(error.message).toMatch(reason);
  });
});

describe("the path of a URL", () => {
  const urlFor = (id: unknown) => buildUrl(base, oneId, { path: { id } });

  test("has each parameter in its place, whatever the other one contains", () => {
    expect(buildUrl(base, twoIds, { path: { partId: 7, id: "R-1" } })).toBe(`${base}/v2/things/R-1/parts/7`);
    expect(buildUrl(base, twoIds, { path: { id: "{partId}", partId: "$&" } })).toBe(
      `${base}/v2/things/%7BpartId%7D/parts/%24%26`,
    );
  });

  test("can contain every character except control characters", () => {
    const rejected = Array.from({ length: 0x100 }, (_, code) => code).filter((code) => {
      try {
        return !urlFor(`a${String.fromCharCode(code)}b`);
      } catch {
        return true;
      }
    });
    expect(rejected).toEqual([...Array.from({ length: 0x20 }, (_, code) => code), 0x7f]);
  });

  test("is rejected if a parameter is missing, with the name of the parameter in a short message", () => {
    const error = thrown(() => urlFor(undefined), "input");
    expect(error).toMatchObject({ field: "id", operationId: "x.get" });
    expect(error.message).toBe("x.get: id must be a non-empty string or a whole number");
    expect(thrown(() => urlFor("x".repeat(1001)), "input").message.length).toBeLessThan(120);
  });
});

describe("the query of a URL", () => {
  const searchOf = (query: unknown) => buildUrl(base, operationOf(), { query }).split("?")[1] ?? "";

  test.each([
    [{ licensePlate: "AB 12&3" }, "licensePlate=AB%2012%263"],
    [{}, ""],
    [undefined, ""],
    [{ name: "é😀" }, "name=%C3%A9%F0%9F%98%80"],
    [{ toString: "a", constructor: "b" }, "toString=a&constructor=b"],
    [JSON.parse('{"__proto__":"a"}'), "__proto__=a"],
  ])("serializes %j as %j", (query, search) => {
    expect(searchOf(query)).toBe(search);
  });

  test("arrives with the names and values that the caller gave", () => {
    const text = fc.string({ unit: "grapheme" });
    const value = fc.oneof(text, fc.integer(), fc.boolean());
    const queries = fc.dictionary(text, fc.oneof(value, fc.array(value)), { noNullPrototype: true });
    fc.assert(
      fc.property(queries, (query) => {
        const received = [...new URL(buildUrl(base, operationOf(), { query })).searchParams];
        const sent = Object.entries(query).flatMap(([name, values]) =>
          [values].flat().map((each) => [name, String(each)]),
        );
        expect(received).toEqual(sent);
      }),
    );
  });

  test("does not contain what a library has added to Object.prototype", () => {
    const prototype = Object.prototype as Record<string, unknown>;
    prototype["added"] = "x";
    const searches = [searchOf({ a: 1 }), searchOf(undefined)];
    delete prototype["added"];
    expect(searches).toEqual(["a=1", ""]);
  });

  test.each([
    ["URLSearchParams", new URLSearchParams({ licensePlate: "AB-123-C" })],
    ["a Map", new Map([["licensePlate", "AB-123-C"]])],
    ["a form", new FormData()],
    ["a promise", Promise.resolve({ licensePlate: "AB-123-C" })],
    ["a date", new Date(0)],
  ])("is rejected if its content would be lost: %s", (_, query) => {
    const error = thrown(() => searchOf(query), "input");
    expect(error.field).toBe("query");
    expect(error.message).toMatch(/whose content would be lost|is a promise: await it/);
  });

  test("is rejected for a name with half a surrogate pair", () => {
    expect(thrown(() => searchOf({ "\ud800": 1 }), "input").message).toContain("well-formed");
  });
});

describe("an option where the query belongs", () => {
  const text = "is an option, not part of the query: options come after the query, which may be {}";
  const options: readonly [string, unknown][] = [
    ["signal", new AbortController().signal],
    ["timeout", 5000],
    ["deadline", 60_000],
    ["priority", 0],
    ["retry", false],
    ["headers", { "x-request-id": "1" }],
  ];

  test("is tested for every option of a call", () => {
    expect(new Set(options.map(([name]) => name))).toEqual(new Set(Object.keys(callFields)));
  });

  test.each(options)("is rejected, and nothing is sent: %s", async (field, value) => {
    const fetch = fakeFetch(json({ serviceRequests: [] }));
    const { serviceRequests } = supplierOver(fetch);
    const error = await failure(serviceRequests.list({ [field]: value } as object), "input");
    expect(error).toMatchObject({ field, operationId: "serviceRequests.list" });
    expect(error.message).toBe(`serviceRequests.list: ${field} ${text}`);
    expect(fetch.requests).toEqual([]);
  });

  test("is a query parameter in path-typed calls, where options have their own place", async () => {
    const params = { query: { timeout: 5000 } as object };
    const fetch = fakeFetch(json({ serviceRequests: [] }));
    await supplierOver(fetch).GET("/v2/servicerequests", { params });
    expect(fetch.last.url.search).toBe("?timeout=5000");
  });

  test.each([undefined, {}])("is accepted after the query %j", async (query) => {
    const fetch = fakeFetch(json({ serviceRequests: [] }));
    await supplierOver(fetch).serviceRequests.list(query, { timeout: 5000, headers: { "x-id": "1" } });
    expect(fetch.last.url.search).toBe("");
    expect(fetch.last.headers["x-id"]).toBe("1");
  });

  test.each(["supplier", "lessor"])("is the name of no query parameter of the %s API", (api) => {
    const names = queryParameters(parse(readFileSync(`openapi/${api}.yaml`, "utf8")));
    if (api === "supplier") expect(names).toContain("licensePlate");
    expect(names.filter((name) => Object.hasOwn(callFields, name))).toEqual([]);
  });
});

/** The names of all query parameters in any part of a document. */
function queryParameters(part: unknown): readonly string[] {
  if (typeof part !== "object" || part === null) return [];
  const own = "in" in part && part.in === "query" && "name" in part ? [String(part.name)] : [];
  return [...own, ...Object.values(part).flatMap(queryParameters)];
}

describe("checkHeaders", () => {
  test("returns valid headers without those that are undefined", () => {
    expect(checkHeaders({ "x-request-id": "a\tb é", "x-empty": "", "x-none": undefined })).toEqual({
      "x-request-id": "a\tb é",
      "x-empty": "",
    });
    expect(checkHeaders(undefined)).toEqual({});
  });

  test.each([
    ["a line break", { "x-id": `${canaryToken}\nx: y` }, "headers.x-id"],
    ["a number", { "x-id": 5 }, "headers.x-id"],
    ["null", { "x-id": null }, "headers.x-id"],
    ["an array", { "x-id": [canaryToken] }, "headers.x-id"],
    ["a name with a space", { "x id": "a" }, "headers"],
    ["a name with a line break", { [`x\n${canaryToken}`]: "a" }, "headers"],
    ["an empty name", { "": "a" }, "headers"],
    ["the token", { Authorization: `Bearer ${canaryToken}` }, "headers.Authorization"],
    ["an expectation", { Expect: "100-continue" }, "headers.Expect"],
    ["an upgrade", { upgrade: "h2c" }, "headers.upgrade"],
  ])("rejects %s and names the header, without its value", (_, headers, field) => {
    expect(thrown(() => checkHeaders(headers, "x.get"), "input")).toMatchObject({
      field,
      operationId: "x.get",
    });
  });
});

describe("the headers of a request", () => {
  const headersOf = async (own: Record<string, string>, ofClient: Record<string, string> = {}) => {
    const settings = {
      baseUrl: base,
      headers: mergeFields({}, checkHeaders(ofClient)),
      uploadEncoding: undefined,
    };
    const context = { settings, cancellation: new CallCancellation() };
    return (await buildRequest(operationOf(), { options: { headers: own } }, context)).headers;
  };

  test("have names in lower case, and the call's headers replace those of the client", async () => {
    expect(await headersOf({ "x-A": "2", Accept: "text/plain" }, { "X-a": "1", "X-B": "3" })).toEqual({
      accept: "text/plain",
      "x-a": "2",
      "x-b": "3",
    });
    expect(await headersOf({ "X-Request-Id": "1", "x-request-ID": "2" })).toMatchObject({
      "x-request-id": "2",
    });
  });

  test("can be inherited by the options of a call", async () => {
    const fetch = fakeFetch(json([]));
    await supplierOver(fetch).lessors.list(Object.create({ headers: { "x-id": "1" } }));
    expect(fetch.last.headers["x-id"]).toBe("1");
  });

  test("do not change with the object that the caller gave to the client", async () => {
    const headers = { "x-id": "1" };
    const fetch = fakeFetch(json([]));
    const supplier = supplierOver(fetch, { headers });
    headers["x-id"] = `${canaryToken}\n`;
    await supplier.lessors.list();
    expect(fetch.last.headers["x-id"]).toBe("1");
  });
});

describe("the content type", () => {
  const document = new Blob(["%PDF"], { type: "application/pdf" });

  test.each(["content-type", "Content-Type"])("is rejected as a header of a client: %s", (name) => {
    const headers = { [name]: "application/json" };
    for (const make of [supplierOver, lessorOver]) {
      const error = thrown(() => make(fakeFetch(json({})), { headers }), "input");
      expect(error.message).toBe(`headers.${name} is set by each body: a form would lose its own`);
    }
  });

  test.each(["content-type", "Content-Type"])("is rejected as a header of a form: %s", async (name) => {
    const fetch = fakeFetch(json({ id: "A-1" }));
    const { attachments } = supplierOver(fetch, { uploadEncoding: "multipart" }).serviceRequests;
    const error = await failure(
      attachments.upload("R-1", document, { headers: { [name]: "application/pdf" } }),
      "input",
    );
    expect(error).toMatchObject({
      field: "headers.content-type",
      operationId: "serviceRequests.attachments.upload",
    });
    expect(error.message).toMatch("name the file's type with contentType");
    expect(fetch.requests).toEqual([]);
  });

  test("is left out of a form if the header is undefined", async () => {
    const headers = { "content-type": undefined } as unknown as Record<string, string>;
    const fetch = fakeFetch(json({ id: "A-1" }));
    const { attachments } = supplierOver(fetch, { uploadEncoding: "multipart", headers }).serviceRequests;
    await attachments.upload("R-1", document, { headers });
    expect(fetch.last.headers).not.toHaveProperty("content-type");
    expect(fetch.last.body).toBeInstanceOf(FormData);
  });

  test("of another body can be set by a header of the call", async () => {
    const fetch = fakeFetch(json({ id: "R-1" }));
    const { attachments, create } = supplierOver(fetch).serviceRequests;
    await create(draft, { headers: { "Content-Type": "application/vnd.reg+json" } });
    await attachments.upload("R-1", document, { headers: { "content-type": "image/png" } });
    expect(fetch.requests.map(({ headers }) => headers["content-type"])).toEqual([
      "application/vnd.reg+json",
      "image/png",
    ]);
  });
});

describe("a JSON body", () => {
  const serialize = (body: unknown) => serializeJson(body, "serviceRequests.create");

  test("is what JSON.stringify returns, for any plain data", () => {
    fc.assert(
      fc.property(fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue())), (body) => {
        expect(serialize(body)).toBe(JSON.stringify(body));
      }),
    );
  });

  test("calls a getter and toJSON once", () => {
    let calls = 0;
    const counter = { toJSON: () => ++calls };
    expect(serialize({ counter })).toBe('{"counter":1}');
  });

  test("can contain the match of a regular expression, which is an array with further properties", () => {
    expect(serialize({ tags: /b/.exec("abc") })).toBe('{"tags":["b"]}');
  });

  const thenName = "then";
  const part = { price: 1 };
  test.each([
    ["null", { note: null, total: 0 }, '{"note":null,"total":0}'],
    ["a text that says null", { note: "null" }, '{"note":"null"}'],
    [
      "the same object twice, which is no cycle",
      { a: part, b: [part], c: null },
      '{"a":{"price":1},"b":[{"price":1}],"c":null}',
    ],
    ["a date", { on: new Date(0), c: null }, '{"on":"1970-01-01T00:00:00.000Z","c":null}'],
    ["fields without a value in JSON", { a: undefined, b: () => 1, c: Symbol("c"), d: null }, '{"d":null}'],
    [
      "an object with a toJSON",
      { price: { toJSON: () => "1.50", raw: Number.NaN }, d: null },
      '{"price":"1.50","d":null}',
    ],
    ["an array", [{ value: 1 }, null], '[{"value":1},null]'],
  ])("can contain %s", (_, body, text) => {
    expect(serialize(body)).toBe(text);
  });

  test.each([
    ["a cycle", () => cyclic(), "parts[0].of", /refers to an object that contains it/],
    ["a function in an array", () => ({ lines: [1, () => 1] }), "lines[1]", /function/],
    ["a symbol in an array", () => [Symbol("a")], "[0]", /symbol/],
    ["NaN that a toJSON returns", () => ({ price: { toJSON: () => Number.NaN } }), "price", /finite/],
    ["a getter that throws", () => throwingGetter(), "body", /cannot be written/],
    ["a toJSON that returns nothing", () => ({ toJSON: () => undefined }), "body", /cannot be written/],
    ["a number as the whole body", () => 5, "body", /object or an array/],
    ["a date as the whole body", () => new Date(0), "body", /object or an array/],
    ["a toJSON that returns a text", () => ({ toJSON: () => "{}" }), "body", /object or an array/],
    ["a promise", () => Promise.resolve({}), "body", /is a promise: await it/],
    ["a thenable", () => ({ [thenName]: () => {} }), "body", /is a promise: await it/],
    ["a promise in a field", () => ({ lines: [Promise.resolve({})] }), "lines[0]", /is a promise: await it/],
    ["a Map in a field", () => ({ known: new Map() }), "known", /is of type Map/],
  ])("is rejected for %s", (_, body, field, reason) => {
    const error = thrown(() => serialize(body()), "input");
    expect(error).toMatchObject({ field, operationId: "serviceRequests.create" });
    expect(error.message).toMatch(reason);
  });

  test.each([
    ["FormData", new FormData()],
    ["URLSearchParams", new URLSearchParams({ a: "1" })],
    ["Map", new Map([["a", 1]])],
    ["Set", new Set([1])],
    ["Response", new Response("{}")],
    ["DataView", new DataView(new ArrayBuffer(2))],
    ["Uint16Array", new Uint16Array([1, 2])],
    ["Error", Object.assign(new Error("x"), { code: "A" })],
    ["RegExp", /x/],
    ["Generator", (function* () {})()],
  ])("is rejected if JSON does not contain its content: %s", (kind, body) => {
    const error = thrown(() => serialize(body), "input");
    expect(error.message).toBe(
      `serviceRequests.create: body is of type ${kind}, whose content would be lost; give an object with fields`,
    );
  });

  test("may be an object of a class, and what its toJSON returns", () => {
    class Draft {
      readonly status = "Draft";
    }
    class Stored {
      readonly #fields = { status: "Draft" };
      toJSON() {
        return this.#fields;
      }
    }
    class Collection extends Map<string, number> {
      toJSON() {
        return Object.fromEntries(this);
      }
    }
    expect(serialize(new Draft())).toBe('{"status":"Draft"}');
    expect(serialize(new Stored())).toBe('{"status":"Draft"}');
    expect(serialize(new Collection([["a", 1]]))).toBe('{"a":1}');
    expect(serialize(Object.create(null, { a: { value: 1, enumerable: true } }))).toBe('{"a":1}');
    expect(serialize({ filter: {}, lines: [] })).toBe('{"filter":{},"lines":[]}');
  });

  test("is rejected if it is an object of a class whose fields are private", () => {
    class Hidden {
      readonly #status = "Draft";
      read() {
        return this.#status;
      }
    }
    const error = thrown(() => serialize(new Hidden()), "input");
    expect(error.message).toMatch(/body is of a class without fields, whose content would be lost/);
  });

  test("is rejected as a form by a named method and by request, and nothing is sent", async () => {
    const fetch = fakeFetch(json({ id: "R-1" }));
    const supplier = supplierOver(fetch);
    const form = new FormData() as object;
    await failure(supplier.serviceRequests.create(form as typeof draft), "input");
    await failure(supplier.request("POST", "/v2/new", { body: form }), "input");
    expect(fetch.requests).toEqual([]);
  });

  function cyclic() {
    const body: { name: string; parts: object[] } = { name: "a", parts: [] };
    body.parts.push({ of: body });
    return body;
  }

  function throwingGetter() {
    const get = () => {
      throw new Error("no");
    };
    return Object.defineProperty({}, "a", { enumerable: true, get });
  }
});
