import { type LessorAdapters, mileageReading, type SupplierAdapters } from "@reg/sdk";
import { createResponseValidator } from "@reg/sdk/validation";
import { describe, expect, test } from "vitest";
import { canaryToken, draft, exampleRequest, lessorOver, lessorService, supplierOver } from "../support/clients.js";
import { failure } from "../support/errors.js";
import { bodyText, empty, fakeFetch, json, type Reply, text } from "../support/fetch.js";

/** Creates a supplier client over a service with these adapters. */
function adapted(supplier: SupplierAdapters, ...replies: readonly [Reply, ...Reply[]]) {
  const fetch = fakeFetch(...replies);
  return { fetch, supplier: supplierOver(fetch, { adapter: { supplier } }) };
}

/** A response whose body ends before its end. */
const breakingBody =
  (status: number): Reply =>
  () =>
    new Response(new ReadableStream({ pull: (controller) => controller.error(new Error("broken")) }), { status });

const created = { location: "/v2/servicerequests/R-1" };

const pdf = new Uint8Array([0x25, 0x50, 0x44, 0x46]);

describe("the request of an adapter", () => {
  test("has another method, path, query, header and body at the service", async () => {
    const { fetch, supplier } = adapted(
      {
        "serviceRequests.patch": {
          method: "PUT",
          path: "/v3/orders/{id}",
          request(request) {
            request.query.set("notify", "no");
            request.headers["x-tenant"] = "4711";
            return { body: { state: request.body.status } };
          },
        },
      },
      json({ data: exampleRequest }),
    );
    await supplier.serviceRequests.patch("R 1", { status: "ApprovalRequested" });
    expect(fetch.last.method).toBe("PUT");
    expect(fetch.last.url.href).toBe("https://reg.example/v3/orders/R%201?notify=no");
    expect(fetch.last.headers).toMatchObject({ "x-tenant": "4711", authorization: expect.stringMatching(/^Bearer /) });
    expect(JSON.parse(await bodyText(fetch.last))).toEqual({ state: "ApprovalRequested" });
  });

  test("can put the token into another header, where it is still a secret, and a parameter into another form", async () => {
    const { fetch, supplier } = adapted(
      {
        "*": {
          request({ headers, body, params }) {
            headers["X-Token"] = headers["authorization"]?.slice("Bearer ".length);
            delete headers["authorization"];
            return { body: { plate: params["licensePlate"], ...Object(body) } };
          },
        },
        "contracts.get": {
          method: "POST",
          request: ({ params }) => ({
            params: { licensePlate: params.licensePlate.replaceAll("-", "") },
            body: { fields: "all" },
          }),
        },
      },
      json({ errors: [{ code: "X", description: `the token ${canaryToken}`, context: {} }] }, { status: 400 }),
    );
    const error = await failure(supplier.contracts.get("AB-1"), "validation");
    expect(error.message).toContain("the token [redacted]");
    expect(fetch.last.url.pathname).toBe("/v2/contracts/AB1");
    expect(fetch.last.headers).not.toHaveProperty("authorization");
    expect(fetch.last.headers["x-token"]).toBe(canaryToken);
    expect(JSON.parse(await bodyText(fetch.last))).toEqual({ plate: "AB1", fields: "all" });
  });

  test("sends a file as JSON in Base64", async () => {
    const { fetch, supplier } = adapted(
      {
        "serviceRequests.attachments.upload": {
          async request({ body }) {
            const content = Buffer.from(await new Response(body as Blob).arrayBuffer()).toString("base64");
            return { body: { content } };
          },
        },
      },
      empty(201, { location: "/v2/servicerequests/R-1/attachments/A-1" }),
    );
    const { id } = await supplier.serviceRequests.attachments.upload("R-1", new Blob([pdf]));
    expect(id).toBe("A-1");
    expect(fetch.last.headers["content-type"]).toBe("application/json");
    expect(JSON.parse(await bodyText(fetch.last))).toEqual({ content: "JVBERg==" });
  });

  test("sends a file as a form, whose content type is that of the form", async () => {
    const { fetch, supplier } = adapted(
      {
        "serviceRequests.invoices.pdf.upload": {
          async request({ body }) {
            const form = new FormData();
            form.set("document", await new Response(body).blob());
            return { body: form };
          },
        },
      },
      empty(201, { location: "/v2/servicerequests/R-1/invoices/7/pdf" }),
    );
    await supplier.serviceRequests.invoices.pdf.upload("R-1", 7, new Blob([pdf]));
    expect(fetch.last.headers).not.toHaveProperty("content-type");
    expect([...(fetch.last.body as FormData).keys()]).toEqual(["document"]);
  });

  test("is made again for each attempt, and does not change what the caller gave", async () => {
    const { fetch, supplier } = adapted(
      {
        "serviceRequests.components.put": {
          request({ body }) {
            Object.assign(body, { attempts: Number(Object(body).attempts ?? 0) + 1 });
          },
        },
      },
      empty(503),
      empty(200),
    );
    const line = mileageReading(48210);
    const before = structuredClone(line);
    await supplier.serviceRequests.components.put("R-1", line.id, line, { retry: { minTimeout: 0 } });
    expect(line).toEqual(before);
    expect(await Promise.all(fetch.requests.map(bodyText))).toEqual(
      [1, 2].map(() => JSON.stringify({ ...line, attempts: 1 })),
    );
  });

  test("covers calls of paths that the document does not have, if it is for all operations", async () => {
    const { fetch, supplier } = adapted(
      {
        "*": {
          request: ({ query }) => query.set("tenant", "1"),
          response: ({ body }) => ({ body: Object(body).result }),
        },
      },
      json({ result: [1] }),
    );
    expect((await supplier.request("GET", "/v2/things", { params: { query: { a: "ä" } } })).data).toEqual([1]);
    expect(fetch.last.url.search).toBe("?a=%C3%A4&tenant=1");
  });

  test.each([
    ["an object", { lang: "en" }],
    ["null", null],
  ])("says that its query cannot be used: %s", async (_, query) => {
    const request = () => JSON.parse(JSON.stringify({ query }));
    const bridges = [{ in: "query", at: "/licensePlate", is: "/plate" }] as const;
    const { fetch, supplier } = adapted({ "lessors.get": { bridges, request } }, empty(200));
    const error = await supplier.lessors.get(1001).catch((each: unknown) => each);
    expect(error).toMatchObject({ field: "adapter", message: expect.stringContaining("no URLSearchParams") });
    expect(fetch.requests).toEqual([]);
  });

  test.each([
    ["POST", 1],
    ["PUT", 2],
  ] as const)("is repeated after a failure only if that does no harm at the service: %s", async (method, attempts) => {
    const { fetch, supplier } = adapted({ "serviceRequests.components.put": { method } }, empty(503), empty(200));
    const line = mileageReading(48210);
    await supplier.serviceRequests.components.put("R-1", line.id, line, { retry: { minTimeout: 0 } }).catch(() => {});
    expect(fetch.requests.map((request) => request.method)).toEqual(Array(attempts).fill(method));
  });

  test("leaves the stream of an upload a stream, and cancels it if the adapter throws", async () => {
    let cancelled: unknown;
    const stream = () =>
      new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new Uint8Array(1)),
        cancel(reason) {
          cancelled = reason;
        },
      });
    const { fetch, supplier } = adapted(
      {
        "*": { request: ({ headers }) => ({ headers: { "x-length": headers["content-length"] ?? "unknown" } }) },
        "serviceRequests.attachments.upload": { path: "/v2/servicerequests/{id}/files" },
        "damageServiceRequests.attachments.upload": {
          request() {
            throw new Error("no such field");
          },
        },
      },
      ({ init: { body } }) => {
        expect(body).toBeInstanceOf(ReadableStream);
        void (body as ReadableStream).cancel("enough");
        return new Response(null, { status: 201, headers: { location: "/v2/servicerequests/R-1/attachments/A-1" } });
      },
    );
    await supplier.serviceRequests.attachments.upload("R-1", stream());
    expect(fetch.last.url.pathname).toBe("/v2/servicerequests/R-1/files");
    expect(cancelled).toBe("enough");
    const error = await failure(supplier.damageServiceRequests.attachments.upload("R-1", stream()), "input");
    expect(cancelled).toBe(error);
  });

  test("that fails takes no unit of the throttle", async () => {
    const fetch = fakeFetch(json([]));
    const request = () => {
      throw new Error("no such field");
    };
    const adapter = { supplier: { "contracts.get": { request } } };
    const supplier = supplierOver(fetch, { adapter, throttle: { limit: 1, maxWait: 50 } });
    await failure(supplier.contracts.get("AB-1"), "input");
    expect(await supplier.lessors.list()).toEqual([]);
  });

  test.each<[name: string, wait: Partial<Record<"timeout" | "deadline", number>>]>([
    ["its attempt", { timeout: 10 }],
    ["its call", { deadline: 10 }],
  ])("that takes longer than %s leaves no doubt that nothing was sent", async (_, limit) => {
    const request = () => new Promise<undefined>(() => {});
    const { fetch, supplier } = adapted({ "serviceRequests.create": { request } }, json({}));
    const error = await failure(supplier.serviceRequests.create(draft, limit), "timeout");
    expect([error.outcome, fetch.requests.length]).toEqual([undefined, 0]);
  });

  test("that takes longer than its attempt takes no unit of the throttle", async () => {
    const fetch = fakeFetch(json([]));
    const adapter = { supplier: { "contracts.get": { request: () => new Promise<undefined>(() => {}) } } };
    const supplier = supplierOver(fetch, { adapter, throttle: { limit: 1, maxWait: 50 }, retry: false });
    await failure(supplier.contracts.get("AB-1", {}, { timeout: 10 }), "timeout");
    expect(await supplier.lessors.list()).toEqual([]);
  });

  const cyclic: Record<string, unknown> = {};
  cyclic["self"] = cyclic;
  test.each<[name: string, parts: object, problem: string]>([
    ["a line break in a header", { headers: { "x-a": "b\r\nc: d" } }, "headers.x-a contains a line break"],
    ["a letter beyond Latin-1 in a header", { headers: { "x-a": "Ж" } }, "headers.x-a contains a line break or"],
    ["a header that is no text", { headers: { "x-a": 7 } }, "headers.x-a must be a string"],
    ["a forbidden header", { headers: { Host: "other.example" } }, "headers.host is set by the client itself"],
    [
      "a header of the connection",
      { headers: { "transfer-encoding": "chunked" } },
      "headers.transfer-encoding belongs",
    ],
    ["an invalid name of a header", { headers: { "x a": "b" } }, "headers contains an invalid header name"],
    ["a token with a line break", { headers: { authorization: "Bearer a\nb" } }, "headers.authorization contains"],
    ["headers as a Headers object", { headers: new Headers({ "x-a": "b" }) }, "headers is of type Headers"],
    ["headers as a text", { headers: "x-a: b" }, "headers must be an object"],
    ["a function as body", { body: () => {} }, "body must be an object or an array"],
    ["a symbol as body", { body: Symbol("b") }, "body must be an object or an array"],
    ["a BigInt as body", { body: 1n }, "body must be an object or an array"],
    ["a body with a BigInt", { body: { a: [1n] } }, "a[0] is a BigInt"],
    ["a body with a cycle", { body: cyclic }, "self refers to an object that contains it"],
    ["a Map as body", { body: new Map([["a", 1]]) }, "body is of type Map"],
    ["a promise as body", { body: Promise.resolve({}) }, "body is a promise"],
    ["a field that is not a number", { body: { a: Number.NaN } }, "a must be a finite number"],
    [
      "a form with an object",
      { headers: { "content-type": "application/x-www-form-urlencoded" }, body: { a: {} } },
      "body.a must be text",
    ],
  ])("ends the call before anything is sent if it returns %s", async (_, parts, problem) => {
    for (const request of [() => parts, (message: object) => void Object.assign(message, parts)]) {
      const { fetch, supplier } = adapted({ "serviceRequests.create": { request } }, json({}));
      const error = await failure(supplier.serviceRequests.create(draft), "input");
      expect(error.message).toContain(`adapter gave a request that cannot be sent: ${problem}`);
      expect([error.field, error.outcome, fetch.requests.length]).toEqual(["adapter", undefined, 0]);
    }
  });

  test("that has read the stream of an upload and does not replace it is not sent", async () => {
    const { fetch, supplier } = adapted(
      { "serviceRequests.attachments.upload": { request: ({ body }) => void (body as ReadableStream).getReader() } },
      empty(201),
    );
    const upload = supplier.serviceRequests.attachments.upload("R-1", new Blob([pdf]).stream());
    expect((await failure(upload, "input")).message).toContain("body is a stream that was read");
    expect(fetch.requests).toHaveLength(0);
  });

  test("can be a text, a number or null in JSON", async () => {
    for (const body of ["text", 1, true, null]) {
      const { fetch, supplier } = adapted(
        { "serviceRequests.create": { request: () => ({ body }) } },
        empty(201, created),
      );
      await supplier.serviceRequests.create(draft);
      expect(await bodyText(fetch.last)).toBe(JSON.stringify(body));
    }
  });

  test("that takes longer than the attempt is not sent", async () => {
    let finish = () => {};
    const request = () =>
      new Promise<undefined>((resolve) => {
        finish = () => resolve(undefined);
      });
    const { fetch, supplier } = adapted({ "lessors.list": { request } }, json([]));
    await failure(supplier.lessors.list({ timeout: 10, retry: false }), "timeout");
    finish();
    await new Promise(setImmediate);
    expect(fetch.requests).toHaveLength(0);
  });

  const transferred = () => {
    const bytes = new Uint8Array(4);
    structuredClone(bytes, { transfer: [bytes.buffer] });
    return bytes;
  };
  const withPlate = (licensePlate: string) => () => ({ params: { licensePlate } });

  test.each([
    [
      "throws",
      () => {
        throw new Error("no such field");
      },
      /adapter failed on the request, which was not sent; see the cause/,
    ],
    ["removes a parameter of the path", () => ({ params: {} }), /cannot be sent: licensePlate must be a non-empty/],
    ["gives a relative segment", withPlate(".."), /cannot be sent: licensePlate must not be a relative path segment/],
    ["gives several segments", withPlate("AB/../1"), /cannot be sent: licensePlate must not contain a slash/],
    ["gives a line break", withPlate("AB\r\n1"), /cannot be sent: licensePlate must not contain control characters/],
    ["gives a GET a body", () => ({ body: {} }), /cannot be sent: body cannot be sent with GET/],
    ["gives bytes that were transferred", () => ({ body: transferred() }), /cannot be sent: body is bytes that were/],
  ])("ends the call before anything is sent if it %s", async (_, request, message) => {
    const { fetch, supplier } = adapted({ "contracts.get": { request } }, json({}));
    const error = await failure(supplier.contracts.get("AB-1"), "input");
    expect(error).toMatchObject({ operationId: "contracts.get", field: "adapter" });
    expect(error.message).toMatch(message);
    expect(fetch.requests).toHaveLength(0);
  });
});

describe("the response of an adapter", () => {
  test("is converted before checks, validators and withResponse see it", async () => {
    const differences: string[] = [];
    const fetch = fakeFetch(
      json({ result: { requests: [], more: false } }, { status: 299, headers: { "content-length": "39" } }),
    );
    const supplier = supplierOver(fetch, {
      validateResponses: createResponseValidator(),
      on: (event) => event.type === "difference" && differences.push(event.pointer),
      adapter: {
        supplier: {
          "*": { response: ({ body }) => ({ status: 200, body: Object(body).result, headers: { "x-form": "2" } }) },
          "serviceRequests.list": {
            response({ body }) {
              const { requests, more } = Object(body);
              return { body: { serviceRequests: requests, hasMore: more } };
            },
          },
        },
      },
    });
    const { data, response } = await supplier.serviceRequests.list().withResponse();
    expect(data).toEqual({ serviceRequests: [], hasMore: false });
    expect(response.status).toBe(200);
    expect(response.headers.get("x-form")).toBe("2");
    expect((await supplier.GET("/v2/servicerequests")).data).toEqual(data);
    expect(differences).toEqual([]);
  });

  test("can be an error in the place of a success, and the other way round", async () => {
    const adapter: SupplierAdapters = {
      "*": {
        response: ({ body }) => (Object(body).code === undefined ? undefined : { status: 400 }),
        error: ({ status }) => (status === 404 ? { status: 200, body: [] } : undefined),
      },
      "serviceRequests.delete": {
        error: ({ body }) => ({ body: { errors: [{ code: Object(body).code, description: "", context: {} }] } }),
      },
    };
    const rejected = adapted(adapter, json({ code: "REG-SVC000175" })).supplier.serviceRequests.delete("R-1");
    expect(await failure(rejected, "validation")).toMatchObject({
      status: 400,
      problems: [{ code: "REG-SVC000175" }],
    });
    for (const reply of [json({}, { status: 404 }), empty(404), text("none", { status: 404 })])
      expect(await adapted(adapter, reply).supplier.lessors.list()).toEqual([]);
  });

  test("brings a file out of JSON, and leaves a file as it is", async () => {
    const adapter: SupplierAdapters = {
      "serviceRequests.attachments.get": {
        response: ({ body }) => ({
          headers: { "content-type": "application/pdf" },
          body: Uint8Array.from(Buffer.from(Object(body).content, "base64")),
        }),
      },
    };
    const inJson = adapted(adapter, json({ content: "JVBERg==" })).supplier;
    const { blob, type } = await inJson.serviceRequests.attachments.get("R-1", "A-1");
    expect(new Uint8Array(await blob.arrayBuffer())).toEqual(pdf);
    expect(type).toBe("application/pdf");
    const { stream } = await inJson.serviceRequests.attachments.get("R-1", "A-1", { as: "stream" });
    expect(new Uint8Array(await new Response(stream).arrayBuffer())).toEqual(pdf);
    const asFile = adapted(adapter, () => new Response(pdf, { headers: { "content-type": "application/pdf" } }));
    const unchanged = await asFile.supplier.serviceRequests.attachments.get("R-1", "A-1");
    expect(new Uint8Array(await unchanged.blob.arrayBuffer())).toEqual(pdf);
  });

  test("can be JSON with another media type", async () => {
    const reply = text('[{"lessorId":"1"}]', { headers: { "content-type": "text/plain" } });
    const { supplier } = adapted({ "lessors.list": { response: () => {} } }, reply);
    expect(await supplier.lessors.list()).toEqual([{ lessorId: "1" }]);
  });

  test.each([
    ["cut off", text('{"a":', { headers: { "content-type": "application/json" } }), /not valid JSON/],
    [
      "rounded",
      text('{"id":12345678901234567890}', { headers: { "content-type": "application/json" } }),
      /larger than JavaScript/,
    ],
  ])("that is %s is reported as without an adapter", async (_, reply, message) => {
    const { supplier } = adapted(
      { "lessors.list": { response: ({ body }) => ({ body: [{ id: String(Object(body).id) }] as never }) } },
      reply,
    );
    const error = await failure(supplier.lessors.list({ retry: false }), "response");
    expect(error.message).toMatch(message);
  });

  test.each([
    [
      "throws",
      () => {
        throw new TypeError(`no field in ${canaryToken}`);
      },
      "no field in [redacted]",
    ],
    [
      "returns a status that does not exist",
      () => ({ status: 99 }),
      "the adapter gave a status that is not from 200 to 599",
    ],
    [
      "returns a function as body",
      () => ({ body: (() => {}) as never }),
      expect.stringContaining("body must be an object or an"),
    ],
    ["returns a Map", () => ({ body: new Map() as never }), expect.stringContaining("body is of type Map")],
    [
      "returns headers that are not fields",
      () => ({ headers: new Map() as never }),
      expect.stringContaining("type Map"),
    ],
    ["returns a header that is none", () => ({ headers: { "x-a": "Ж" } as never }), expect.any(String)],
  ])(
    "that %s after a create leaves its outcome unknown, and the create is not repeated",
    async (_, response, cause) => {
      const { fetch, supplier } = adapted(
        { "serviceRequests.create": { response } },
        empty(201, { location: "/v2/servicerequests/R-1" }),
      );
      const error = await failure(supplier.serviceRequests.create(draft), "response");
      expect(error).toMatchObject({ outcome: "unknown", transient: false, status: 201, cause: { message: cause } });
      expect(error.message).toMatch(/could not be converted, because the adapter failed; see the cause/);
      expect(fetch.requests).toHaveLength(1);
    },
  );

  test("that fails at an error of the service still lets a read be repeated", async () => {
    const error = () => {
      throw new TypeError("no field");
    };
    const { fetch, supplier } = adapted({ "*": { error } }, json({}, { status: 503 }), json([]));
    expect(await supplier.lessors.list({ retry: { minTimeout: 0 } })).toEqual([]);
    expect(fetch.requests).toHaveLength(2);
  });

  test("that fails at a 429 still lets the throttle pause", async () => {
    const error = () => {
      throw new TypeError("no field");
    };
    const fetch = fakeFetch(json({}, { status: 429 }));
    const supplier = supplierOver(fetch, { adapter: { supplier: { "*": { error } } }, retry: false });
    await failure(supplier.lessors.list(), "response");
    expect(supplier.throttleStatistics()?.pausedForMs).toBeGreaterThan(0);
  });

  test("leaves a file that has no media type as it is", async () => {
    const { supplier } = adapted({ "*": { error: () => undefined } }, () => new Response(new Uint8Array([10, 34])));
    const { blob } = await supplier.serviceRequests.attachments.get("R-1", "A-1");
    expect(new Uint8Array(await blob.arrayBuffer())).toEqual(new Uint8Array([10, 34]));
  });

  test("is asked about an empty body, whatever its media type is", async () => {
    const html = { "content-type": "text/html" };
    const stored = { status: 201, headers: { location: "/" } };
    const response = ({ body }: { body: unknown }) => (body === undefined ? stored : undefined);
    const adapter: SupplierAdapters = { "serviceRequests.invoices.pdf.upload": { response } };
    const { supplier } = adapted(adapter, text("", { headers: html }));
    expect(await supplier.serviceRequests.invoices.pdf.upload("R-1", 7, new Blob(["%PDF"]))).toMatchObject({ id: 7 });
    const missing = { "serviceRequests.get": { error: () => ({ body: { errors: [] } }) } };
    const { supplier: other } = adapted(missing, text("", { status: 404, headers: html }));
    await failure(other.serviceRequests.get("R-1"), "not-found");
  });

  test("is not made of an error whose body did not arrive", async () => {
    const { supplier } = adapted({ "*": { error: () => ({ body: { errors: [] } }) } }, breakingBody(404));
    const error = await failure(supplier.lessors.list({ retry: false }), "response");
    expect(error).toMatchObject({
      transient: true,
      message: expect.stringContaining("has a body that did not arrive"),
    });
  });

  test("shows no key that the adapter has added to the request", async () => {
    const { supplier } = adapted(
      { "*": { request: () => ({ headers: { "x-api-key": "k-84f1-secret" } }) } },
      json({ errors: [], detail: "the key k-84f1-secret is unknown", traceId: "t" }, { status: 403 }),
    );
    const error = await failure(supplier.lessors.list(), "permission");
    expect(error.message).toContain("the key [redacted] is unknown");
  });

  test("is not asked about a page of HTML", async () => {
    const error = () => {
      throw new TypeError("no field");
    };
    const login = text("<html>", { headers: { "content-type": "text/html" } });
    const reading = adapted({ "*": { response: error } }, login).supplier.lessors.list();
    expect((await failure(reading, "response")).message).toMatch(/is not JSON but text\/html/);
    const page = text("<html>", { status: 502, headers: { "content-type": "text/html" } });
    const { supplier } = adapted({ "*": { error } }, page);
    expect((await failure(supplier.lessors.list({ retry: false }), "server")).status).toBe(502);
  });
});

describe("an adapter of the lessor API", () => {
  const overService = (lessor: LessorAdapters, ...replies: [Reply, ...Reply[]]) => {
    const service = lessorService(replies);
    return { ...service, lessor: lessorOver(service.fetch, { adapter: { lessor } }) };
  };

  test("covers the token endpoint", async () => {
    const { lessor, tokens } = overService(
      {
        "token.create": {
          request: ({ body }) => ({ body: { ...Object(body), scope: "fleet" } }),
          response: ({ body }) => ({ body: { ...Object(body), token_type: "bearer" } }),
        },
      },
      json({}),
    );
    await lessor.vehicles.get("AB-1");
    const form = new URLSearchParams(await bodyText(tokens.last));
    expect(form.get("scope")).toBe("fleet");
    expect(form.get("grant_type")).toBe("client_credentials");
  });

  test("covers fleet sync", async () => {
    const { lessor, api } = overService(
      { "vehicles.mileages.put": { request: ({ body }) => ({ body: { readings: body } }) } },
      empty(),
    );
    const fleet = [{ licensePlate: "AB-1", mileages: [{ date: "2026-11-01", value: 10 }] }];
    const report = await lessor.sync(fleet, { state: new Map() });
    expect(report.ok).toBe(true);
    expect(JSON.parse(await bodyText(api.last))).toEqual({ readings: [{ date: "2026-11-01", value: 10 }] });
  });
});

describe("an adapter that cannot be used", () => {
  test.each([
    [
      { supplier: { "contracts.gett": {} } },
      "adapter.supplier.contracts.gett",
      /did you mean adapter.supplier.contracts.get\?/,
    ],
    [{ supplier: { "vehicles.get": {} } }, "adapter.supplier.vehicles.get", /is not an option/],
    [
      { supplier: { "contracts.get": { request: {} } } },
      "adapter.supplier.contracts.get.request",
      /must be a function/,
    ],
    [
      { supplier: { "contracts.get": { path: "v3" } } },
      "adapter.supplier.contracts.get.path",
      /must be a path such as/,
    ],
    [{ supplier: { "*": { path: "/v3" } } }, "adapter.supplier.*.path", /is not an option/],
    [{ "contracts.get": {} }, "adapter.contracts.get", /is not an option/],
    [() => {}, "adapter", /must be an object with the adapters/],
  ])("is rejected with its place: %o", (adapter, field, message) => {
    const create = () => supplierOver(fakeFetch(json({})), { adapter: adapter as never });
    expect(create).toThrow(expect.objectContaining({ field, message: expect.stringMatching(message) }));
  });
});
