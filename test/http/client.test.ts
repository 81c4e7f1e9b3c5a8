import { readFileSync } from "node:fs";
import {
  createLessorClient,
  createSupplierClient,
  type LessorClientOptions,
  type SupplierClientOptions,
} from "@reg/sdk";
import { describe, expect, onTestFinished, test } from "vitest";
import { baseUrl, canarySecret, canaryToken, draft, exampleRequest, supplierOver } from "../support/clients.js";
import { failure, thrown } from "../support/errors.js";
import { empty, fakeFetch, json, problem, type Reply, text } from "../support/fetch.js";
import { type UntypedClient, untypedClient } from "../support/untyped.js";

// The inputs come from programs that the compiler does not check, or from configuration and user input. The ids,
// query values, headers and bodies that are rejected are in request.test.ts, the options of all kinds in
// options.test.ts, the addresses in request.test.ts.

const noFetch = () => fakeFetch(empty());

const { proxy: revoked, revoke } = Proxy.revocable({}, {});
revoke();

/** An object that throws when this field is read. */
const throwing = (field: string) =>
  Object.defineProperty({}, field, {
    enumerable: true,
    get() {
      throw new Error(canarySecret);
    },
  });

function usedResponse(): Response {
  const response = new Response("x");
  response.body?.getReader();
  return response;
}

function lockedStream(): ReadableStream {
  const stream = new ReadableStream();
  stream.getReader();
  return stream;
}

describe("creating a client", () => {
  test.each([null, "https://reg.example", 5, () => ({ baseUrl })])(
    "rejects %j instead of an options object",
    (options) => {
      const expected = { field: "options", message: "options must be an object" };
      expect(thrown(() => createSupplierClient(options as unknown as SupplierClientOptions), "input")).toMatchObject(
        expected,
      );
      expect(thrown(() => createLessorClient(options as unknown as LessorClientOptions), "input")).toMatchObject(
        expected,
      );
    },
  );

  test.each<[string, unknown, string]>([
    ["throttle", revoked, "options"],
    ["throttle", throwing("take"), "throttle"],
    ["throttle", throwing("limit"), "throttle"],
    ["on", revoked, "options"],
    ["on", [revoked], "on"],
    ["validateResponses", revoked, "options"],
    ["validateResponses", [throwing("inspect")], "options"],
    ["validateResponses", { inspect() {}, mode: Symbol("report") }, "options"],
    ["clock", throwing("now"), "options"],
  ])("rejects the option %s if it cannot be read", (name, value, field) => {
    const options = { baseUrl, token: canaryToken, [name]: value } as SupplierClientOptions;
    expect(thrown(() => createSupplierClient(options), "input").field).toBe(field);
  });

  test("rejects a token that is null", () => {
    const options = { baseUrl, token: null } as unknown as SupplierClientOptions;
    expect(thrown(() => createSupplierClient(options), "token").message).toMatch(/^the token /);
  });

  test.each([
    [{ clientId: undefined }, "clientId"],
    [{ clientId: " " }, "clientId"],
    [{ clientId: 5 }, "clientId"],
    [{ clientSecret: undefined }, "clientSecret"],
    [{ clientSecret: "" }, "clientSecret"],
    [{ clientSecret: { value: canarySecret } }, "clientSecret"],
  ])("rejects the credentials %j", (options, field) => {
    const all = {
      baseUrl,
      clientId: "fleet-job",
      clientSecret: canarySecret,
      ...options,
    } as unknown as LessorClientOptions;
    expect(thrown(() => createLessorClient(all), "input").field).toBe(field);
  });
});

describe("a call", () => {
  const calls: readonly [string, (client: UntypedClient) => Promise<unknown> | undefined, string][] = [
    [
      "more arguments than the method takes",
      (client) => client["serviceRequests"]?.["get"]?.("R-1", {}, {}),
      "arguments",
    ],
    ["a text for a query", (client) => client["serviceRequests"]?.["list"]?.("open"), "query"],
    ["null for a query", (client) => client["serviceRequests"]?.["list"]?.(null), "query"],
    ["null for options", (client) => client["lessors"]?.["list"]?.(null), "options"],
    ["an unknown option", (client) => client["lessors"]?.["list"]?.({ timout: 5 }), "timout"],
    ["a path that does not exist", (client) => client["GET"]?.("/v2/nothing"), "path"],
    ["a path with another method", (client) => client["DELETE"]?.("/v2/lessors"), "path"],
    ["a path with an id in it", (client) => client["GET"]?.("/v2/servicerequests/R-1"), "path"],
    ["a path whose parameter is missing", (client) => client["GET"]?.("/v2/servicerequests/{id}"), "id"],
    [
      "null for path parameters",
      (client) => client["GET"]?.("/v2/servicerequests/{id}", { params: { path: null } }),
      "path",
    ],
    ["null for params", (client) => client["GET"]?.("/v2/lessors", { params: null }), "params"],
    ["null for the whole input", (client) => client["GET"]?.("/v2/lessors", null), "init"],
    ["a body of an operation without one", (client) => client["GET"]?.("/v2/lessors", { body: {} }), "body"],
    ["an unknown option of a path-typed call", (client) => client["GET"]?.("/v2/lessors", { query: {} }), "query"],
    ["a symbol for a path", (client) => client["GET"]?.(Symbol("x")), "path"],
    ["a revoked proxy for a path", (client) => client["GET"]?.(revoked), "path"],
    ["a revoked proxy for the whole input", (client) => client["GET"]?.("/v2/lessors", revoked), "init"],
    ["params that throw when they are read", (client) => client["GET"]?.("/v2/lessors", throwing("params")), "init"],
    ["a symbol for a path parameter", (client) => client["serviceRequests"]?.["get"]?.(Symbol("x")), "id"],
    ["a revoked proxy for a query", (client) => client["serviceRequests"]?.["list"]?.(revoked), "query"],
    ["a query that throws when it is read", (client) => client["lessors"]?.["notifications"]?.(throwing("a")), "query"],
    ["a symbol for a method", (client) => client["request"]?.(Symbol("x"), "/v2/new"), "method"],
    ["a symbol for a path of request", (client) => client["request"]?.("GET", Symbol("x")), "path"],
    ["a revoked proxy for the input of request", (client) => client["request"]?.("GET", "/v2/new", revoked), "init"],
    ["a body that throws when it is read", (client) => client["request"]?.("PUT", "/v2/new", throwing("body")), "init"],
    ["a revoked proxy for a body", (client) => client["request"]?.("PUT", "/v2/new", { body: revoked }), "body"],
    ["a Response that was read", (client) => client["request"]?.("PUT", "/v2/new", { body: usedResponse() }), "body"],
    ["a stream that is locked", (client) => client["request"]?.("PUT", "/v2/new", { body: lockedStream() }), "file"],
  ];

  test.each(calls)("is rejected for %s, and nothing is sent", async (_, call, field) => {
    const fetch = noFetch();
    const client = untypedClient(supplierOver(fetch));
    const error = await failure(call(client) ?? Promise.resolve(), "input");
    expect(error.field).toBe(field);
    expect(error.attempts).toEqual([]);
    expect(error.outcome).toBeUndefined();
    expect(fetch.requests).toEqual([]);
  });

  test.each<[string, string, (client: UntypedClient) => Promise<unknown> | undefined]>([
    ["serviceRequests.list", "query must be an object", (client) => client["serviceRequests"]?.["list"]?.("open")],
    ["lessors.list", "params must be an object", (client) => client["GET"]?.("/v2/lessors", { params: null })],
    ["lessors.list", "init must be an object", (client) => client["GET"]?.("/v2/lessors", [])],
    ["lessors.list", "body is not part of this operation", (client) => client["GET"]?.("/v2/lessors", { body: {} })],
    [
      "serviceRequests.get",
      "arguments are too many: the method takes at most 2",
      (client) => client["serviceRequests"]?.["get"]?.("R-1", {}, {}),
    ],
    ["GET /v2/new", "body cannot be sent with GET", (client) => client["request"]?.("GET", "/v2/new", { body: {} })],
  ])("is rejected with the name of the operation: %s, %s", async (operationId, text, call) => {
    const error = await failure(call(untypedClient(supplierOver(noFetch()))) ?? Promise.resolve(), "input");
    expect(error.message).toBe(`${operationId}: ${text}`);
    expect(error.operationId).toBe(operationId);
  });

  test("is rejected with the method if it has no such path", async () => {
    const error = await failure(
      untypedClient(supplierOver(noFetch()))["GET"]?.("/v2/no") ?? Promise.resolve(),
      "input",
    );
    expect(error.message).toBe("path is not one of the paths that can be called with GET");
  });
});

describe("the User-Agent", () => {
  test("is the name and version of the package", async () => {
    const { name, version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    const fetch = fakeFetch(json([]));
    await supplierOver(fetch).lessors.list();
    expect(name).toBe("@reg/sdk");
    expect(fetch.last.headers["user-agent"]).toBe(`reg-sdk/${version}`);
  });

  test("begins with the caller's product, or is the caller's header", async () => {
    const fetch = fakeFetch(json([]));
    await supplierOver(fetch, { userAgent: "workshop-backend/2.3" }).lessors.list();
    expect(fetch.last.headers["user-agent"]).toMatch(/^workshop-backend\/2\.3 reg-sdk\//);
    await supplierOver(fetch, { userAgent: "workshop-backend" }).lessors.list();
    expect(fetch.last.headers["user-agent"]).toMatch(/^workshop-backend reg-sdk\//);
    await supplierOver(fetch, { headers: { "User-Agent": "mine" } }).lessors.list();
    expect(fetch.last.headers["user-agent"]).toBe("mine");
  });
});

describe("withResponse of a named call", () => {
  test("resolves to the result and the response", async () => {
    const reply = json({ data: exampleRequest }, { headers: { "x-remaining": "7" } });
    const { data, response } = await supplierOver(fakeFetch(reply)).serviceRequests.get("R-1").withResponse();
    expect(data).toEqual(exampleRequest);
    expect([response.status, response.headers.get("x-remaining")]).toEqual([200, "7"]);
  });

  test("rejects as the call does, and reports the failure once", async () => {
    const unhandled: unknown[] = [];
    const listener = (error: unknown) => unhandled.push(error);
    process.on("unhandledRejection", listener);
    onTestFinished(() => void process.off("unhandledRejection", listener));
    const fetch = fakeFetch(problem(404));
    const error = await failure(supplierOver(fetch).serviceRequests.get("R-1").withResponse(), "not-found");
    await failure(untypedClient(supplierOver(fetch))["lessors"]?.["list"]?.(null) ?? Promise.resolve(), "input");
    await new Promise((resolve) => setImmediate(resolve));
    expect(error.operationId).toBe("serviceRequests.get");
    expect(fetch.requests).toHaveLength(1);
    expect(unhandled).toEqual([]);
    // The failure of a promise that nothing handles is not lost.
    void supplierOver(fetch).serviceRequests.get("R-1").withResponse();
    await expect.poll(() => unhandled).toEqual([expect.objectContaining({ kind: "not-found" })]);
  });
});

describe("request", () => {
  test("sends a request to a path that is not in the documents, through every layer", async () => {
    const fetch = fakeFetch(empty(503), json({ made: "up" }));
    const { data, response } = await supplierOver(fetch).request("GET", "/v2/new/{id}/parts", {
      params: { path: { id: "a b" }, query: { page: 2 } },
      headers: { "x-id": "1" },
    });
    expect([data, response.status]).toEqual([{ made: "up" }, 200]);
    expect(fetch.requests).toHaveLength(2);
    const { url, headers } = fetch.last;
    expect(url.href).toBe(`${baseUrl}/v2/new/a%20b/parts?page=2`);
    expect(headers).toMatchObject({ authorization: `Bearer ${canaryToken}`, "x-id": "1" });
  });

  test("sends JSON and files, and receives files", async () => {
    const fetch = fakeFetch(empty(204), empty(204), text("%PDF", { headers: { "content-type": "application/pdf" } }));
    const client = supplierOver(fetch);
    expect((await client.request("POST", "/v2/new", { body: { a: 1 } })).data).toBeUndefined();
    expect([fetch.last.body, fetch.last.headers["content-type"]]).toEqual(['{"a":1}', "application/json"]);
    await client.request("PUT", "/v2/new/file", { body: new Blob(["%PDF"], { type: "application/pdf" }) });
    expect(fetch.last.headers["content-type"]).toBe("application/pdf");
    const { data } = await client.request("GET", "/v2/new/file", { as: "blob" });
    expect(data).toMatchObject({ type: "application/pdf" });
  });

  test.each([5, "text", true, { data: null }, { data: "text" }])("accepts a response of any JSON: %j", async (body) => {
    const { data } = await supplierOver(fakeFetch(json(body))).request("POST", "/v2/new");
    expect(data).toEqual(body);
  });

  test.each(["GET", "PUT", "DELETE"] as const)("sends %s again after a 503", async (method) => {
    const fetch = fakeFetch(empty(503), empty(204));
    await supplierOver(fetch).request(method, "/v2/new");
    expect(fetch.requests).toHaveLength(2);
  });

  test.each(["POST", "PATCH"] as const)("never sends %s again after a 503", async (method) => {
    const fetch = fakeFetch(empty(503), empty(204));
    const error = await failure(supplierOver(fetch).request(method, "/v2/new"), "server");
    expect(error).toMatchObject({ operationId: `${method} /v2/new`, outcome: "unknown" });
    expect(fetch.requests).toHaveLength(1);
  });

  test("takes only an error in the form of the service for a statement about its data", async () => {
    const request = (reply: Reply) => supplierOver(fakeFetch(reply)).request("GET", "/v2/new");
    await failure(request(problem(410)), "archived");
    await failure(request(json({ message: "gone" }, { status: 410 })), "response");
  });

  test("sends nothing again to a documented path that its named method would not send again", async () => {
    const fetch = fakeFetch(empty(503));
    const file = { params: { path: { request: "R-1" } }, body: new Blob(["a"]) };
    const path = "/v2/servicerequests/{request}/attachments";
    await failure(supplierOver(fetch).request("PUT", path, file), "server");
    expect(fetch.requests).toHaveLength(1);
  });

  test("sends query parameters that have the names of options", async () => {
    const query = { priority: "high", timeout: 5, signal: true };
    const fetch = fakeFetch(json({}));
    await supplierOver(fetch).request("GET", "/v2/new", { params: { query } });
    expect(fetch.last.url.search).toBe("?priority=high&timeout=5&signal=true");
  });

  const method = "method must be one of GET, PUT, POST, PATCH, DELETE, in capitals";
  const path = "path must be a path such as /v2/things/{id}, without a query";
  const id = "GET /v2/{id}: id must be a non-empty string or a whole number";
  test.each([
    ["HEAD", "/v2/new", method],
    ["get", "/v2/new", method],
    ["GET", "v2/new", path],
    ["GET", "//evil.example/v2", path],
    ["GET", "https://evil.example/v2", path],
    ["GET", "/v2/../secret", path],
    ["GET", "/v2/./new", path],
    ["GET", "/v2/..", path],
    ["GET", "/v2/%2e%2E/secret", path],
    ["GET", "/v2/new?page=2", path],
    ["GET", "/v2/new#top", path],
    ["GET", "/v2/a b", path],
    ["GET", "/v2\\new", path],
    ["GET", "/v2/{}", path],
    ["GET", "/v2/{id", path],
    ["GET", "/v2/{id}", id],
    ["GET", 5, path],
  ])("rejects %s %s, and sends nothing", async (...[name, template, text]) => {
    const fetch = noFetch();
    const call = untypedClient(supplierOver(fetch))["request"]?.(name, template) ?? Promise.resolve();
    expect((await failure(call, "input")).message).toBe(text);
    expect(fetch.requests).toEqual([]);
  });
});

describe("a client object", () => {
  test("is frozen", () => {
    const client = untypedClient(supplierOver(noFetch()));
    expect(() => Object.assign(client, { GET: () => {} })).toThrow(TypeError);
  });
});

const at = (location: string) => empty(201, { location });
const createRequest = (reply: Reply) => supplierOver(fakeFetch(reply)).serviceRequests.create(draft);
const createInvoice = (reply: Reply) =>
  supplierOver(fakeFetch(reply)).serviceRequests.invoices.create(
    "R-1",
    {} as Parameters<ReturnType<typeof supplierOver>["serviceRequests"]["invoices"]["create"]>[1],
  );

describe("the id of the result of a create", () => {
  const guid = "6f9619ff-8b86-d011-b42d-00c04fc964ff";
  test.each([
    ["https://reg.example/v2/servicerequests/R-9", "R-9"],
    ["https://other.example:8443/gateway/v2/servicerequests/R-9", "R-9"],
    ["/v2/servicerequests/R-9", "R-9"],
    ["/v2/servicerequests/R-9/", "R-9"],
    ["/v2/servicerequests/R-9?embed=all#top", "R-9"],
    ["/v2/servicerequests/R-9/?of=/a/b#/c", "R-9"],
    ["/v2/servicerequests/a%20b%3Fc", "a b?c"],
  ])("is read from the Location %s", async (location, id) => {
    expect(await createRequest(at(location))).toEqual({ id, location });
  });

  test("is read from Location if the body is not JSON", async () => {
    const location = "/v2/servicerequests/R-1/invoices/4711";
    const headers = { location, "content-type": "text/plain" };
    expect(await createInvoice(text("Created", { status: 201, headers }))).toEqual({ id: 4711, location });
    await failure(createInvoice(text("Created", { status: 201, headers: { ...headers, location: "" } })), "response");
    await failure(createInvoice(text("Created", { status: 201, headers: { ...headers, location: "/" } })), "response");
  });

  test("is a number if the document says so", async () => {
    expect(await createInvoice(at("/v2/servicerequests/R-1/invoices/4711"))).toEqual({
      id: 4711,
      location: "/v2/servicerequests/R-1/invoices/4711",
    });
  });

  test.each([
    [{ id: "4711" }, { id: "4711" }],
    [4711, undefined],
    ["4711", undefined],
  ])("is a number even if the body has a text, or consists of it: %j", async (content, body) => {
    const reply = json(content, { status: 201, headers: { location: "/elsewhere" } });
    expect(await createInvoice(reply)).toEqual({ id: 4711, location: "/elsewhere", body });
  });

  test.each([
    [json({ id: 7 }), { id: 7 }],
    [json(7), undefined],
    [json({ data: { id: 7 } }), { id: 7 }],
  ])("is a text if the document says so, even if the body has a number, or consists of it", async (reply, body) => {
    expect(await createRequest(reply)).toEqual({ id: "7", location: undefined, body });
  });

  test.each([1.5, -3, "-3", "1e3", " 7", true])(
    "is missing if the document promises a whole number and the body has %j",
    async (id) => {
      const reply = json({ id }, { status: 201, headers: { location: "/elsewhere" } });
      expect((await failure(createInvoice(reply), "response")).message).toContain("contains no id");
    },
  );

  test.each([
    [
      "in the body",
      json({ id: "R-9", status: "Draft" }, { status: 201 }),
      { id: "R-9", location: undefined, body: { id: "R-9", status: "Draft" } },
    ],
    [
      "in the envelope",
      json({ data: { id: "R-9" } }, { status: 201 }),
      { id: "R-9", location: undefined, body: { id: "R-9" } },
    ],
    ["as the whole body", json(guid, { status: 201 }), { id: guid, location: undefined, body: undefined }],
    [
      "in Location if the body has another one",
      json({ id: "R-8" }, { status: 201, headers: { location: "/v2/servicerequests/R-9" } }),
      { id: "R-9", location: "/v2/servicerequests/R-9", body: { id: "R-8" } },
    ],
    [
      "in the body if Location names another resource",
      json({ id: "R-9" }, { headers: { location: "/elsewhere" } }),
      { id: "R-9", location: "/elsewhere", body: { id: "R-9" } },
    ],
    [
      "in the body if Location cannot be decoded",
      json({ id: "R-9" }, { headers: { location: "/v2/servicerequests/%ff" } }),
      { id: "R-9", location: "/v2/servicerequests/%ff", body: { id: "R-9" } },
    ],
  ])("is found %s", async (_, reply, created) => {
    expect(await createRequest(reply)).toEqual(created);
  });

  test("is the id that the caller chose", async () => {
    const line = {} as Parameters<ReturnType<typeof supplierOver>["serviceRequests"]["components"]["put"]>[2];
    const supplier = supplierOver(fakeFetch(empty(200), empty(201, { location: "/elsewhere" })));
    expect(await supplier.serviceRequests.components.put("R-1", "L-1", line)).toEqual({
      id: "L-1",
      location: undefined,
    });
    expect(await supplier.serviceRequests.invoices.pdf.upload("R-1", 7, new Blob(["%PDF"]))).toEqual({
      id: 7,
      location: "/elsewhere",
    });
  });

  test.each([
    ["no Location and no body", empty(201)],
    ["an empty object", json({}, { status: 201 })],
    ["an empty id", json({ id: "" }, { status: 201 })],
    ["a text that is no id", json("OK", { status: 201 })],
    ["an array", json([{ id: "R-9" }], { status: 201 })],
    ["a Location without an id", at("/v2/servicerequests/")],
    ["the Location of another resource", at("/v2/vehicles/R-9")],
    ["a Location that only ends like the right one", at("/v2/other-servicerequests/R-9")],
  ])("is missing with %s, and the error says to check before sending again", async (_, reply) => {
    const error = await failure(createRequest(reply), "response");
    expect(error).toMatchObject({ operationId: "serviceRequests.create", outcome: "unknown" });
    expect(error.message).toBe(
      "serviceRequests.create: the response with status 201 contains no id. " +
        "The service may have processed it: check (reconcile does) before you send it again",
    );
  });

  test("may be undefined if the reference does not promise it", async () => {
    const supplier = supplierOver(fakeFetch(empty()));
    expect(await supplier.serviceLevels.agreements.create({})).toEqual({
      id: undefined,
      location: undefined,
    });
  });
});
