import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RegError } from "../../src/errors/index.js";
import type { LessorClientOptions } from "../../src/lessor/client.js";
import type { SupplierClientOptions } from "../../src/supplier/client.js";
import {
  baseUrl,
  canarySecret,
  canaryToken,
  exampleRequest,
  lessorOver,
  lessorService,
  supplierOver,
} from "../support/clients.js";
import { failure, thrown } from "../support/errors.js";
import { bodyText, type FakeFetch, fakeFetch, json } from "../support/fetch.js";
import { type UntypedClient, untypedClient } from "../support/untyped.js";

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
  test.each<[string, unknown]>([
    ["..", ".."],
    [".", "."],
    ["an empty text", ""],
    ["white space", " \t\n "],
    ["null", null],
    ["undefined", undefined],
    ["an empty array", []],
    ["an array with an id in it", ["R-1"]],
    ["an object", {}],
    ["an object with a toString", { toString: () => "R-1" }],
    ["a String object", new String("R-1")],
    ["a date", new Date(0)],
    ["true", true],
    ["NaN", Number.NaN],
    ["Infinity", Number.POSITIVE_INFINITY],
    ["a fraction", 0.5],
    ["a number beyond the safe integers", 2 ** 60],
    ["a BigInt", 1n],
    ["a symbol", Symbol("R-1")],
    ["a function", () => "R-1"],
  ])("%s is rejected", async (_, id) => {
    for (const [name, call] of callsById) {
      const fetch = service();
      const error = await rejected(fetch, call(untypedClient(supplierOver(fetch)), id));
      expect(error.field, name).toMatch(/^(id|attachmentId)$/);
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
    ["%2E", "%252E"],
    ["../../v2/lessors", "..%2F..%2Fv2%2Flessors"],
    ["/", "%2F"],
    ["//evil.example", "%2F%2Fevil.example"],
    ["\\", "%5C"],
    ["..\\..", "..%5C.."],
    ["?a=b", "%3Fa%3Db"],
    ["#", "%23"],
    ["a;b=c", "a%3Bb%3Dc"],
    ["@evil.example", "%40evil.example"],
    ["https://evil.example/", "https%3A%2F%2Fevil.example%2F"],
    ["{id}", "%7Bid%7D"],
    ["$1$&", "%241%24%26"],
    ["%", "%25"],
    ["%zz", "%25zz"],
    ["é", "%C3%A9"],
    ["e\u0301", "e%CC%81"],
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
    ["NUL", "R\0"],
    ["a line break", "R\r\nHost: evil.example"],
    ["DEL", "R\x7f"],
    ["a lone high surrogate", "R\ud83d"],
    ["a lone low surrogate", "\ude00R"],
    ["10 000 characters", "x".repeat(10_000)],
  ])("an id with %s is rejected, and the message does not contain it", async (_, id) => {
    for (const [, call] of callsById) {
      const fetch = service();
      const error = await rejected(fetch, call(untypedClient(supplierOver(fetch)), id));
      expect(error.message.length).toBeLessThan(200);
      expect(error.message).not.toContain("evil.example");
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
    ["a map", new Map(), /must be text/],
    ["a symbol", Symbol("a"), /must be text/],
    ["a function", () => "a", /must be text/],
    ["NaN in an array", [1, Number.NaN], /finite/],
    ["null in an array", ["a", null], /must be text/],
    ["undefined in an array", [undefined], /must be text/],
    ["an array with a gap", new Array(1), /must be text/],
    ["an array in an array", [["a"]], /must be text/],
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
    expect(error.field).toBe("headers.x-id");
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
      return rejected(
        fetch,
        supplierOver(fetch).serviceRequests.attachments.upload("R-1", file, { contentType }),
      );
    };
    expect((await upload(new Blob(["x"]), type)).field).toBe("contentType");
    // A Blob removes invalid characters from its type; a Blob of another library may not.
    expect((await upload(Object.defineProperty(new Blob(["x"]), "type", { value: type }))).field).toBe(
      "file",
    );
  });

  test.each([...values.slice(0, 4), 'a"; x="b', "a\\", "../../etc/passwd", "\ud800"])(
    "as the name of a file it is encoded or rejected: %j",
    async (name) => {
      const fetch = service();
      const { attachments } = supplierOver(fetch).serviceRequests;
      const file = Object.defineProperty(new File(["x"], "plain.txt"), "name", { value: name });
      for (const call of [
        () => attachments.upload("R-1", file),
        () => attachments.upload("R-1", new Blob(["x"]), { fileName: name }),
      ]) {
        const error = await call().then(
          () => undefined,
          (reason: unknown) => reason,
        );
        if (error !== undefined) expect(RegError.is(error, "input"), inspect(error)).toBe(true);
      }
      for (const { headers } of fetch.requests)
        expect(headers["content-disposition"]).toMatch(
          /^attachment; filename="([^"\\]|\\.)*"(; filename\*=UTF-8''[\w%.~!#$&+^`|-]*)?$/,
        );
    },
  );

  test.each(values.slice(0, 5))("as a token, a text or the result of a function: %j", async (token) => {
    const inside = token.replace(/^\s+|\s+$/g, (space) => `x${space}x`);
    const fetch = service();
    thrown(() => supplierOver(fetch, { token: inside }), "token");
    await failure(supplierOver(fetch, { token: () => inside }).lessors.list(), "token");
    await failure(supplierOver(fetch, { token: async () => inside }).lessors.list(), "token");
    expect(fetch.requests).toHaveLength(0);
  });

  test("in the credentials of a lessor it is encoded by the form", async () => {
    const { fetch, tokens } = lessorService([json({})]);
    const clientSecret = `${canarySecret}\r\n&grant_type=password`;
    await lessorOver(fetch, { clientSecret }).vehicles.get("AB-123-C");
    const form = new URLSearchParams(await bodyText(tokens.last));
    expect(form.getAll("grant_type")).toEqual(["client_credentials"]);
    expect(form.get("client_secret")).toBe(clientSecret);
  });

  test.each(["authorization", "Authorization", "HOST", "content-length", "Transfer-Encoding", "connection"])(
    "the caller cannot set %s",
    async (name) => {
      const fetch = service();
      await rejected(fetch, supplierOver(fetch).lessors.list({ headers: { [name]: canaryToken } }));
      const options: Partial<SupplierClientOptions & LessorClientOptions> = {
        headers: { [name]: canaryToken },
      };
      thrown(() => supplierOver(fetch, options), "input");
      thrown(() => lessorOver(fetch, options), "input");
    },
  );
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
    ["a cycle", cyclic, "parts[0].of"],
    ["a BigInt", { vehicle: { mileage: 1n } }, "vehicle.mileage"],
    ["NaN, which would be sent as null", { components: [{ price: Number.NaN }] }, "components[0].price"],
    ["Infinity", { price: Number.POSITIVE_INFINITY }, "price"],
    ["an invalid date, which would be sent as null", { on: new Date(Number.NaN) }, "on"],
    ["undefined in an array, which would be sent as null", { components: [undefined] }, "components[0]"],
    ["a toJSON that throws", { note: throwing(new Error(canarySecret)) }, "body"],
    ["a toJSON that throws undefined", { note: throwing(undefined) }, "body"],
    ["nesting that overflows the stack", deep, "body"],
    ["no body", undefined, "body"],
    ["null", null, "body"],
    ["a text", '{"status":"Draft"}', "body"],
    ["a function", () => ({}), "body"],
  ];

  test.each(bodies)("%s is rejected", async (_, body, field) => {
    for (const call of [
      (client: UntypedClient) => client["serviceRequests"]?.["create"]?.(body),
      (client: UntypedClient) => client["serviceRequests"]?.["patch"]?.("R-1", body),
      (client: UntypedClient) => client["POST"]?.("/v2/servicerequests", { body }),
    ]) {
      const fetch = service();
      const error = await rejected(fetch, call(untypedClient(supplierOver(fetch))));
      expect(error.field).toBe(field);
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
