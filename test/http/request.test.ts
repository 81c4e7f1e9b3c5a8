import { inspect } from "node:util";
import { createSupplierClient, RegError } from "@reg/sdk";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CallCancellation } from "../../src/base/cancellation.js";
import { checkHeaders, serializeJson } from "../../src/document/serialize.js";
import { buildRequest, buildUrl, checkBaseUrl } from "../../src/http/request.js";
import {
  baseUrl,
  canarySecret,
  canaryToken,
  draft,
  exampleRequest,
  lessorOver,
  lessorService,
  supplierOver,
} from "../support/clients.js";
import { failure, thrown } from "../support/errors.js";
import { bodyText, type FakeFetch, fakeFetch, json } from "../support/fetch.js";
import { type UntypedClient, untypedClient } from "../support/untyped.js";
import { operationOf } from "./support.js";

const base = "https://reg.example/base";
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
    ["a path", "/v2", /absolute URL/],
    ["http to a host that is not loopback", "http://reg.example", /must use https/],
    ["http to a subdomain named localhost", "http://localhost.example", /must use https/],
    ["http to a host that begins like loopback", "http://127.0.0.1.example", /must use https/],
    ["another protocol", "ftp://reg.example", /must use https/],
    ["another protocol to loopback", "ftp://localhost", /must use https/],
    ["credentials", `https://user:${canarySecret}@reg.example`, /must not contain credentials/],
    ["a user name", "https://user@reg.example", /must not contain credentials/],
    ["a password", `https://:${canarySecret}@reg.example`, /must not contain credentials/],
    ["a query", "https://reg.example/?a=b", /must not contain a query/],
    ["an empty query", "https://reg.example/?", /must not contain a query/],
    ["a fragment", "https://reg.example/#a", /fragment/],
    ["a placeholder as the host", "https://{host}/x", /placeholder/],
    ["a placeholder in the path", "https://reg.example/{tenant}", /placeholder/],
    ["an encoded placeholder", "https://%7Bhost%7D", /placeholder/],
    ["a path in the place of the host", "https:///reg.example", /has no valid host/],
    ["no slashes before the host", "https:reg.example", /has no valid host/],
    ["a dot as the host", "https://.", /has no valid host/],
    ["an empty label", "https://api..example", /has no valid host/],
    ["an unset host", "https://undefined", /variable/],
    ["an unset label", "https://undefined.example", /variable/],
    ["an unset segment", "https://reg.example/Null/x", /variable/],
    ["a tab in the path", "https://reg.example/a\tb", /white space/],
    ["a blank in the path", "https://reg.example/a b", /white space/],
  ])("rejects %s", (_, given, reason) => {
    const error = thrown(() => checkBaseUrl(given), "input");
    expect(error.field).toBe("baseUrl");
    expect(error.message).toMatch(reason);
  });
});

const service = () => fakeFetch(json({ data: exampleRequest }));

/** Calls that take one id, in both styles. */
const callsById: readonly [string, (client: UntypedClient, id: unknown) => Promise<unknown> | undefined][] = [
  ["get", (client, id) => client["serviceRequests"]?.["get"]?.(id)],
  ["patch", (client, id) => client["serviceRequests"]?.["patch"]?.(id, { status: "Draft" })],
  ["delete", (client, id) => client["serviceRequests"]?.["delete"]?.(id)],
  ["upload", (client, id) => client["serviceRequests"]?.["attachments"]?.["upload"]?.(id, new Blob(["x"]))],
  ["a second id", (client, id) => client["serviceRequests"]?.["attachments"]?.["get"]?.("R-1", id)],
  ["GET", (client, id) => client["GET"]?.("/v2/servicerequests/{id}", { params: { path: { id } } })],
];

/** Expects a RegInputError, and that nothing was sent. */
async function rejected(fetch: FakeFetch, call: Promise<unknown> | undefined) {
  const error = await failure(call ?? Promise.resolve(), "input");
  expect(fetch.requests).toHaveLength(0);
  expect(error).toMatchObject({ attempts: [], outcome: undefined });
  return error;
}

describe("fault 37: a value that is no id is rejected, and nothing is sent", () => {
  test.each<[string, unknown, string]>([
    ["..", "..", "must not be a relative path segment"],
    [".", ".", "must not be a relative path segment"],
    ["an empty text", "", "must not be empty"],
    ["blanks", "  ", "must not be empty"],
    ["white space", " \t\n ", "must not be empty"],
    ["null", null, "must be a non-empty string or a whole number"],
    ["undefined", undefined, "must be a non-empty string or a whole number"],
    ["an empty array", [], "must be a non-empty string or a whole number"],
    ["an array with an id in it", ["R-1"], "must be a non-empty string or a whole number"],
    ["an object", {}, "must be a non-empty string or a whole number"],
    ["a date", new Date(0), "must be a non-empty string or a whole number"],
    ["true", true, "must be a non-empty string or a whole number"],
    ["NaN", Number.NaN, "must be a non-empty string or a whole number"],
    ["a number beyond the safe integers", 2 ** 60, "must be a non-empty string or a whole number"],
    ["a BigInt", 1n, "must be a non-empty string or a whole number"],
    ["a symbol", Symbol("R-1"), "must be a non-empty string or a whole number"],
  ])("%s is rejected", async (_, id, problem) => {
    for (const [name, call] of callsById) {
      const fetch = service();
      const error = await rejected(fetch, call(untypedClient(supplierOver(fetch)), id));
      expect(error.field, name).toMatch(/^(id|attachmentId)$/);
      expect(error.message).toBe(`${error.operationId}: ${error.field} ${problem}`);
    }
  });

  test("a lessor client does not request a token for it", async () => {
    for (const plate of ["..", ".", "", null, undefined, [], {}]) {
      const { fetch, tokens } = lessorService([json({})]);
      await rejected(fetch, untypedClient(lessorOver(fetch))["vehicles"]?.["get"]?.(plate));
      expect(tokens.requests).toHaveLength(0);
    }
  });

  test("listeners receive no event", async () => {
    const events: string[] = [];
    const fetch = service();
    const supplier = supplierOver(fetch, { on: ({ type }) => events.push(type) });
    await rejected(fetch, supplier.serviceRequests.get(".."));
    expect(events).toEqual([]);
  });

  test("unusual texts and numbers are ids", async () => {
    for (const id of ["...", "-", "0", 0, -1, "null", "undefined", "[object Object]", " R-1 "]) {
      const fetch = service();
      await untypedClient(supplierOver(fetch))["serviceRequests"]?.["get"]?.(id);
      expect(fetch.last.url.pathname).toBe(`/v2/servicerequests/${encodeURIComponent(id)}`);
    }
  });
});

describe("fault 38: an id stays one segment of its path, or is rejected", () => {
  test.each([
    ["%2e%2e", "%252e%252e"],
    ["R-1%2Finvoices", "R-1%252Finvoices"],
    ["\\", "%5C"],
    ["?a=b", "%3Fa%3Db"],
    ["#", "%23"],
    ["https:evil.example", "https%3Aevil.example"],
    ["{id}", "%7Bid%7D"],
    ["$1$&", "%241%24%26"],
    ["%", "%25"],
    ["\u202e😀", "%E2%80%AE%F0%9F%98%80"],
    ["x".repeat(1000), "x".repeat(1000)],
  ])("%j is encoded", async (id, segment) => {
    for (const [, call] of callsById) {
      const fetch = service();
      await call(untypedClient(supplierOver(fetch, { baseUrl: `${baseUrl}/prefix` })), id);
      const { url } = fetch.last;
      expect(url.origin + url.search + url.hash).toBe(baseUrl);
      expect(url.pathname.split("/")).toContain(segment);
      expect(url.pathname).toMatch(/^\/prefix\/v2\/servicerequests\/[^/]+(\/attachments(\/[^/]+)?)?$/);
    }
  });

  test.each([
    // nginx decodes it with `proxy_pass http://service/;`, and the list of invoices would be the request.
    ["a slash", "R-1/invoices", "must not contain a slash"],
    ["a relative path", "../../v2/lessors", "must not contain a slash"],
    ["NUL", "R\0", "must not contain control characters"],
    ["a line break", "R\r\nHost: evil.example", "must not contain control characters"],
    ["DEL", "R\x7f", "must not contain control characters"],
    ["a lone high surrogate", "R\ud83d", "must be well-formed Unicode"],
    ["a lone low surrogate", "\ude00R", "must be well-formed Unicode"],
    ["1001 characters", "x".repeat(1001), "must not be longer than 1000 characters"],
  ])("an id with %s is rejected, and the message does not contain it", async (_, id, problem) => {
    for (const [, call] of callsById) {
      const fetch = service();
      const error = await rejected(fetch, call(untypedClient(supplierOver(fetch)), id));
      expect(error.message).toBe(`${error.operationId}: ${error.field} ${problem}`);
    }
  });

  test("any ids are either rejected, or a server reads exactly the same ids", async () => {
    // The unit "binary" of fast-check takes a second to build.
    const unit = fc.integer({ min: 0, max: 0x10_ff_ff }).map((code) => String.fromCodePoint(code));
    const id = fc.oneof(
      fc.string({ unit, maxLength: 12 }),
      fc.stringMatching(/^[./\\%?#@:;{}\s2eE]{0,6}$/),
      fc.anything(),
    );
    const fetch = service();
    const client = untypedClient(supplierOver(fetch, { baseUrl: `${baseUrl}/prefix`, throttle: false }));
    await fc.assert(
      fc.asyncProperty(id, id, async (first, second) => {
        fetch.requests.length = 0;
        const error = await client["serviceRequests"]?.["attachments"]?.["delete"]?.(first, second).then(
          () => undefined,
          (reason: unknown) => reason,
        );
        if (error !== undefined) {
          expect(RegError.is(error, "input"), inspect(error)).toBe(true);
          expect(fetch.requests).toHaveLength(0);
          return;
        }
        const { url } = fetch.last;
        expect(url.origin + url.search + url.hash).toBe(baseUrl);
        const segments = ["", "prefix", "v2", "servicerequests", `${first}`, "attachments", `${second}`];
        expect(url.pathname.split("/").map(decodeURIComponent)).toEqual(segments);
      }),
      { numRuns: 300 },
    );
  });
});

describe("the path of a URL", () => {
  test("has each parameter in its place, whatever the other one contains", () => {
    expect(buildUrl(base, twoIds, { path: { partId: 7, id: "R-1" } })).toBe(`${base}/v2/things/R-1/parts/7`);
    expect(buildUrl(base, twoIds, { path: { id: "{partId}", partId: "$&" } })).toBe(
      `${base}/v2/things/%7BpartId%7D/parts/%24%26`,
    );
  });
});

describe("fault 39: a query value has one meaning, or is rejected", () => {
  const list = (fetch: FakeFetch, query: unknown) =>
    untypedClient(supplierOver(fetch))["serviceRequests"]?.["list"]?.(query);

  test.each<[string, unknown, RegExp]>([
    ["an invalid date", new Date(Number.NaN), /yyyy-MM-dd/],
    ["a date, which could mean a day or an instant", new Date(0), /yyyy-MM-dd/],
    ["NaN", Number.NaN, /finite/],
    ["Infinity", Number.NEGATIVE_INFINITY, /finite/],
    ["a BigInt", 1n, /must be text/],
    ["an object", { from: 1 }, /must be text/],
    ["NaN in an array", [1, Number.NaN], /finite/],
    ["null in an array", ["a", null], /must be text/],
    ["a lone surrogate, which would arrive as another character", "a\ud800", /well-formed/],
    ["a lone surrogate in an array", ["\udc00"], /well-formed/],
  ])("%s is rejected by the name of its parameter", async (_, value, reason) => {
    const fetch = fakeFetch(json({ serviceRequests: [] }));
    const error = await rejected(fetch, list(fetch, { licensePlate: "AB-123-C", since: value }));
    expect(error).toMatchObject({ field: "since", operationId: "serviceRequests.list" });
    expect(error.message).toMatch(reason);
  });

  test.each<[string, unknown, string]>([
    ["an empty array leaves the parameter out", [], ""],
    ["null leaves the parameter out", null, ""],
    ["undefined leaves the parameter out", undefined, ""],
    ["an empty text is sent", "", "?since="],
    ["false is sent", false, "?since=false"],
    ["0 is sent", 0, "?since=0"],
    ["an array repeats the parameter", ["a", 1, true], "?since=a&since=1&since=true"],
    ["a character that would end the value is encoded", "a&b=c#d?e%", "?since=a%26b%3Dc%23d%3Fe%25"],
    ["a line break is encoded", "a\r\nb", "?since=a%0D%0Ab"],
  ])("%s", async (_, value, search) => {
    const fetch = fakeFetch(json({ serviceRequests: [] }));
    await list(fetch, { since: value });
    expect(fetch.last.url.search).toBe(search);
  });

  test("the name of a parameter is encoded as well", async () => {
    const fetch = fakeFetch(json({ serviceRequests: [] }));
    await list(fetch, { "a&b=c": 1, __proto__: undefined });
    expect(fetch.last.url.search).toBe("?a%26b%3Dc=1");
  });
});

describe("the query of a URL", () => {
  const searchOf = (query: unknown) => buildUrl(base, operationOf(), { query }).split("?")[1] ?? "";

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

  test.each([
    ["URLSearchParams", new URLSearchParams({ licensePlate: "AB-123-C" })],
    ["a Map", new Map([["licensePlate", "AB-123-C"]])],
    ["a form", new FormData()],
    ["a promise", Promise.resolve({ licensePlate: "AB-123-C" })],
    ["a date", new Date(0)],
  ])("is rejected if its content would be lost: %s", (_, query) => {
    const error = thrown(() => searchOf(query), "input");
    expect(error).toMatchObject({ field: "query", operationId: operationOf().id });
    expect(error.message).toMatch(/whose content would be lost|is a promise: await it/);
  });

  test("is rejected for a name with half a surrogate pair", () => {
    expect(thrown(() => searchOf({ "\ud800": 1 }), "input").message).toContain("well-formed");
  });
});

test.each([undefined, {}, { licensePlate: undefined }])("options are accepted after the query %j", async (query) => {
  const fetch = fakeFetch(json({ serviceRequests: [] }));
  await supplierOver(fetch).serviceRequests.list(query as object, { timeout: 5000, headers: { "x-id": "1" } });
  expect(fetch.last.url.search).toBe("");
  expect(fetch.last.headers["x-id"]).toBe("1");
});

describe("fault 40: a header that could become two is rejected, and the message does not contain it", () => {
  const values = [
    `${canaryToken}\r\nx-evil: 1`,
    `${canaryToken}\n`,
    `\r${canaryToken}`,
    `${canaryToken}\0`,
    `${canaryToken}\u2028`,
    `${canaryToken}\u010d\u010a`,
  ];

  test.each(values)("as a header of a call: %j", async (value) => {
    const fetch = service();
    const { lessors } = supplierOver(fetch);
    const error = await rejected(fetch, lessors.list({ headers: { "x-id": value } }));
    expect(error.message).toBe(
      "lessors.list: headers.x-id contains a line break or another character that a header cannot contain",
    );
    await rejected(fetch, lessors.list({ headers: { [value]: "1" } }));
  });

  test.each(values)("as a header of a client: %j", (value) => {
    const headers = { "x-id": value };
    for (const make of [() => supplierOver(service(), { headers }), () => lessorOver(service(), { headers })])
      expect(thrown(make, "input").field).toBe("headers.x-id");
  });

  test.each(values)("as the type of a file: %j", async (type) => {
    const upload = async (file: Blob, contentType?: string) => {
      const fetch = service();
      return rejected(fetch, supplierOver(fetch).serviceRequests.attachments.upload("R-1", file, { contentType }));
    };
    expect((await upload(new Blob(["x"]), type)).field).toBe("contentType");
    // A Blob removes invalid characters from its type; a Blob of another library may not.
    expect((await upload(Object.defineProperty(new Blob(["x"]), "type", { value: type }))).field).toBe("file");
  });

  test("in the credentials of a lessor it is encoded by the form", async () => {
    const { fetch, tokens } = lessorService([json({})]);
    const clientSecret = `${canarySecret}\r\n&grant_type=password`;
    await lessorOver(fetch, { clientSecret }).vehicles.get("AB-123-C");
    const form = new URLSearchParams(await bodyText(tokens.last));
    expect(form.getAll("grant_type")).toEqual(["client_credentials"]);
    expect(form.get("client_secret")).toBe(clientSecret);
  });

  test.each([
    ["authorization", "is set by the client itself (a token goes into its own option)"],
    ["Authorization", "is set by the client itself (a token goes into its own option)"],
    ["HOST", "is set by the client itself (a token goes into its own option)"],
    ["content-length", "is set by the client itself (a token goes into its own option)"],
    ["Transfer-Encoding", "belongs to the connection, not to a request"],
    ["connection", "belongs to the connection, not to a request"],
  ])("the caller cannot set %s", async (name, problem) => {
    const fetch = service();
    const headers = { [name]: canaryToken };
    const error = await rejected(fetch, supplierOver(fetch).lessors.list({ headers }));
    expect(error.message).toBe(`lessors.list: headers.${name} ${problem}`);
    for (const make of [() => supplierOver(fetch, { headers }), () => lessorOver(fetch, { headers })])
      expect(thrown(make, "input").message).toBe(`headers.${name} ${problem}`);
  });
});

describe("checkHeaders", () => {
  test("returns valid headers without those that are undefined", () => {
    expect(checkHeaders({ "x-request-id": "a\tb é", "x-empty": "", "x-none": undefined })).toEqual({
      "x-request-id": "a\tb é",
      "x-empty": "",
    });
    expect(checkHeaders(undefined)).toEqual({});
  });

  test.each([
    ["a number", { "x-id": 5 }, "headers.x-id must be a string"],
    ["null", { "x-id": null }, "headers.x-id must be a string"],
    ["an array", { "x-id": [canaryToken] }, "headers.x-id must be a string"],
    ["a name with a space", { "x id": "a" }, "headers contains an invalid header name"],
    ["an empty name", { "": "a" }, "headers contains an invalid header name"],
    ["an expectation", { Expect: "100-continue" }, "headers.Expect belongs to the connection, not to a request"],
    ["an upgrade", { upgrade: "h2c" }, "headers.upgrade belongs to the connection, not to a request"],
  ])("rejects %s and names the header, without its value", (_, headers, text) => {
    const error = thrown(() => checkHeaders(headers, { operationId: "x.get" }), "input");
    expect(error.message).toBe(`x.get: ${text}`);
    expect(error.operationId).toBe("x.get");
  });
});

describe("the headers of a request", () => {
  const headersOf = async (own: Record<string, string>, ofClient: Record<string, string> = {}) => {
    const settings = {
      baseUrl: base,
      headers: checkHeaders(ofClient),
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

  test("have values without the blanks and tabs around them, as fetch sends them", async () => {
    const headers = await headersOf({ "x-a": " \t1 2\t " }, { "x-b": " \xa03 " });
    expect(headers).toMatchObject({ "x-a": "1 2", "x-b": "\xa03" });
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

describe("fault 42: a body that JSON cannot represent is rejected by the path of the field", () => {
  const cyclic: Record<string, unknown> = { note: canarySecret };
  cyclic["parts"] = [{ of: cyclic }];
  const throwing = (error: unknown) => ({
    toJSON() {
      throw error;
    },
  });
  let deep: object = {};
  for (let level = 0; level < 50_000; level++) deep = { deep };

  const bodies: readonly [string, unknown, string][] = [
    ["a cycle", cyclic, "parts[0].of refers to an object that contains it"],
    [
      "a BigInt",
      { vehicle: { mileage: 1n } },
      "vehicle.mileage is a BigInt, which JSON cannot represent; give a string or a number",
    ],
    [
      "NaN, which would be sent as null",
      { components: [{ price: Number.NaN }] },
      "components[0].price must be a finite number",
    ],
    ["Infinity", { price: Number.POSITIVE_INFINITY }, "price must be a finite number"],
    ["an invalid date, which would be sent as null", { on: new Date(Number.NaN) }, "on is an invalid date"],
    [
      "undefined in an array, which would be sent as null",
      { components: [undefined] },
      "components[0] is undefined, which JSON cannot represent",
    ],
    ["a toJSON that throws", { note: throwing(new Error(canarySecret)) }, "body cannot be written as JSON"],
    ["a toJSON that throws undefined", { note: throwing(undefined) }, "body cannot be written as JSON"],
    ["nesting that overflows the stack", deep, "body cannot be written as JSON"],
    ["no body", undefined, "body must be an object or an array"],
    ["null", null, "body must be an object or an array"],
    ["a text", '{"status":"Draft"}', "body must be an object or an array"],
    ["a function", () => ({}), "body must be an object or an array"],
  ];

  test.each(bodies)("%s is rejected", async (_, body, text) => {
    for (const call of [
      (client: UntypedClient) => client["serviceRequests"]?.["create"]?.(body),
      (client: UntypedClient) => client["serviceRequests"]?.["patch"]?.("R-1", body),
      (client: UntypedClient) => client["POST"]?.("/v2/servicerequests", { body }),
    ]) {
      const fetch = service();
      const error = await rejected(fetch, call(untypedClient(supplierOver(fetch))));
      expect(error.message).toBe(`${error.operationId}: ${text}`);
      expect(text.split(" ")[0]).toBe(error.field);
      expect(error.cause).toBeUndefined();
    }
  });

  test("the body of a lessor call is checked in the same way, before a token is requested", async () => {
    const { fetch, tokens } = lessorService([json({})]);
    await rejected(
      fetch,
      untypedClient(lessorOver(fetch))["vehicles"]?.["put"]?.({ licensePlate: "AB-123-C", price: 1n }),
    );
    expect(tokens.requests).toHaveLength(0);
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
    ["a function in an array", () => ({ lines: [1, () => 1] }), "lines[1]", /function/],
    ["a symbol in an array", () => [Symbol("a")], "[0]", /symbol/],
    ["NaN that a toJSON returns", () => ({ price: { toJSON: () => Number.NaN } }), "price", /finite/],
    ["a getter that throws", () => throwingGetter(), "body", /cannot be written/],
    ["a toJSON that returns nothing", () => ({ toJSON: () => undefined }), "body", /object or an array/],
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
    ["Error", Object.assign(new Error("x"), { code: "A" })],
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

  function throwingGetter() {
    const get = () => {
      throw new Error("no");
    };
    return Object.defineProperty({}, "a", { enumerable: true, get });
  }
});

describe("an input that throws when it is read is an input error", () => {
  const fail = () => {
    throw new Error("odd");
  };
  const { proxy: revoked, revoke } = Proxy.revocable({}, {});
  revoke();
  const getter = Object.defineProperty({}, "timeout", { enumerable: true, get: fail });
  const { serviceRequests } = supplierOver(fakeFetch(json([]))) as unknown as {
    serviceRequests: Record<"get" | "list", (...args: readonly unknown[]) => Promise<unknown>> & {
      attachments: { upload: (...args: readonly unknown[]) => Promise<unknown> };
    };
  };

  test.each<[string, () => Promise<unknown>, string]>([
    ["options with a getter", () => serviceRequests.get("R-1", getter), "options"],
    ["options that are a proxy", () => serviceRequests.get("R-1", revoked), "options"],
    ["a header", () => serviceRequests.get("R-1", { headers: getter }), "arguments"],
    ["a signal", () => serviceRequests.get("R-1", { signal: revoked }), "options"],
    ["a field of the query", () => serviceRequests.list({ page: revoked }), "query"],
    ["a file", () => serviceRequests.attachments.upload("R-1", revoked), "file"],
  ])("%s", async (_, call, field) => {
    const error = await failure(call(), "input");
    expect(error.field).toBe(field);
    expect(error.message).toContain("cannot be read: a part has the wrong type, or a getter or a proxy throws");
  });

  test("also the options of a client", () => {
    expect(thrown(() => createSupplierClient(revoked as never), "input").message).toContain("cannot be read");
  });
});

test.each([undefined, Symbol("odd"), {}, { status: 302 }, { status: 200, headers: new Headers() }])(
  "a transport that resolves to %o is a connection error",
  async (value) => {
    const transport = { send: async () => value as never };
    const client = createSupplierClient({ baseUrl: "https://reg.example", token: canaryToken, transport });
    const error = await failure(client.serviceRequests.create(draft), "connection");
    expect(error).toMatchObject({ sent: true, transient: false, outcome: "unknown" });
    expect(error.message).toContain("the option fetch or transport did not resolve to a response");
  },
);
