import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { RegError, type RegErrorKind } from "../../src/errors/index.js";
import { draft, exampleRequest, supplierOver } from "../support/clients.js";
import { failure, rejection } from "../support/errors.js";
import { empty, fakeFetch, json, type Reply, text } from "../support/fetch.js";

/** Returns the error of a create with this reply. */
const failCreate = (reply: Reply) => rejection(supplierOver(fakeFetch(reply)).serviceRequests.create(draft));

/** Returns the error of a create that is rejected with this body. */
async function apiErrorOf(body: unknown, status = 400) {
  const error = await failCreate(json(body, { status }));
  if (!RegError.is(error, "api")) throw new Error(`not an api error: ${inspect(error)}`);
  return error;
}

/** All texts that a program could log of an error. */
function logged(error: unknown): string {
  return [String(error), JSON.stringify(error), inspect(error, { depth: 20, showHidden: true })].join("\n");
}

/** An HTML page of a proxy. */
const html = (status: number): Reply =>
  text("<!doctype html><title>Bad Gateway</title>", { status, headers: { "content-type": "text/html" } });

describe("fault 30: an error contains every detail of the error response", () => {
  const codes = ["REG-SVC000190", "REG-INV000105", "REG-XYZ999999", "unheard of"];
  const entry = (code: string, index: number) => ({
    code,
    description: `Rule ${index} is broken.`,
    context: { fieldName: `lines[${index}].price`, minimum: index, allowed: ["a", "b"], range: { from: 1 } },
  });
  const body = {
    type: "https://tools.ietf.org/html/rfc9110#section-15.5.1",
    title: "One or more rules are broken.",
    detail: "See the errors.",
    status: 400,
    traceId: "0HN5-7",
    instance: "/v2/servicerequests",
    errors: codes.map(entry),
  };

  test("it has every code with its description and context, the title, the detail and the trace id", async () => {
    const error = await apiErrorOf(body);
    const { traceId, title, detail } = body;
    expect(error).toMatchObject({ kind: "validation", status: 400, traceId, title, detail });
    expect(error.errors).toEqual(body.errors);
    for (const part of [...codes, "0HN5-7", "lines[3].price", "Rule 2 is broken."])
      expect(error.message).toContain(part);
  });

  test("RegError.is finds each code, known or unknown, and no other", async () => {
    const error = await apiErrorOf(body);
    for (const code of ["REG-SVC000190", "REG-INV000105", "REG-XYZ999999"] as const)
      expect(RegError.is(error, code), code).toBe(true);
    expect(RegError.is(error, "REG-INV000018")).toBe(false);
  });

  test("its JSON contains all of it", async () => {
    const { traceId, title, detail, errors } = body;
    expect(JSON.parse(JSON.stringify(await apiErrorOf(body)))).toMatchObject({
      traceId,
      title,
      detail,
      errors,
    });
  });

  test("150 entries are kept", async () => {
    const errors = Array.from({ length: 150 }, (_, index) => entry("REG-SVC000190", index));
    expect((await apiErrorOf({ ...body, errors })).errors).toEqual(errors);
  });

  test.each([401, 403, 404, 409, 410, 429, 500, 503])(
    "an error with status %i has the same details",
    async (status) => {
      const service = fakeFetch(json(body, { status }));
      const error = await rejection(supplierOver(service, { retry: false }).serviceRequests.create(draft));
      expect(error).toMatchObject({ status, traceId: "0HN5-7", errors: body.errors });
    },
  );
});

describe("fault 31: an error response with an unusable body keeps its kind and a bounded text", () => {
  const long = "x".repeat(1_000_000);
  const deep = (depth: number) => `${'{"a":['.repeat(depth)}${"]}".repeat(depth)}`;

  test.each<[string, Reply, RegErrorKind, number]>([
    ["an empty 500", empty(500), "server", 500],
    ["an HTML 502", html(502), "server", 502],
    ["an HTML 400", html(400), "validation", 400],
    ["errors: null", json({ errors: null }, { status: 400 }), "validation", 400],
    ["errors: {}", json({ errors: {} }, { status: 409 }), "conflict", 409],
    ["errors that are not objects", json({ errors: [null, [], 5] }, { status: 400 }), "validation", 400],
    ["JSON that is cut off", text('{"errors":[{"code":"REG-', { status: 404 }), "not-found", 404],
    ["JSON in UTF-16", () => new Response(new Uint16Array([123, 125]), { status: 403 }), "permission", 403],
    ["null", json(null, { status: 410 }), "archived", 410],
    ["a status of 599", empty(599), "server", 599],
  ])("%s", async (_, reply, kind, status) => {
    const error = await failCreate(reply);
    expect(RegError.is(error, kind), inspect(error)).toBe(true);
    expect(error).toMatchObject({ status, operationId: "serviceRequests.create", errors: [] });
  });

  test.each([
    ["detail", { detail: long }],
    ["title", { title: long }],
    ["trace id", { traceId: long }],
    ["description", { errors: [{ code: "REG-X", description: long, context: {} }] }],
    ["code", { errors: [{ code: long, description: "", context: {} }] }],
    ["field name", { errors: [{ code: "REG-X", description: "", context: { fieldName: long } }] }],
    ["key of a context", { errors: [{ code: "REG-X", description: "", context: { [long]: 1 } }] }],
    ["list in a context", { errors: [{ code: "REG-X", description: "", context: { a: [...long] } }] }],
    [
      "context of many keys",
      {
        errors: [
          {
            code: "REG-X",
            context: Object.fromEntries([...long.slice(0, 50_000)].map((x, i) => [x + i, i])),
          },
        ],
      },
    ],
  ])("a megabyte of %s is cut", async (_, body) => {
    const error = await apiErrorOf(body);
    expect(error.message.length).toBeLessThan(5500);
    expect(logged(error).length).toBeLessThan(60_000);
  });

  test("10,000 errors are cut", async () => {
    const error = await apiErrorOf({
      errors: Array.from({ length: 10_000 }, () => ({ code: long.slice(0, 80) })),
    });
    expect(error.errors).toHaveLength(200);
    expect(error.message.length).toBeLessThan(4200);
  });

  test.each([
    ["body", deep(50_000)],
    ["list of errors", `{"errors":${deep(50_000)}}`],
    ["context", `{"errors":[{"code":"REG-X","description":"d","context":${deep(50_000)}}]}`],
    ["detail", `{"detail":${deep(50_000)}}`],
  ])("a %s that is nested 50,000 times breaks neither the error nor its logging", async (_, body) => {
    const error = await failCreate(text(body, { status: 400 }));
    expect(RegError.is(error, "validation"), inspect(error)).toBe(true);
    expect(logged(error).length).toBeLessThan(20_000);
  });

  test.each([
    ["errors: null", '{"traceId":"0HN5-7","errors":null}', []],
    ["errors that are no list", '{"traceId":"0HN5-7","errors":{"code":"REG-X"}}', []],
    ["one error that is none", '{"traceId":"0HN5-7","errors":[5,{"code":"REG-X"}]}', ["REG-X"]],
    [
      "a deeply nested context",
      `{"traceId":"0HN5-7","errors":[{"code":"REG-X","context":${deep(50_000)}},{"code":"REG-Y"}]}`,
      ["REG-X", "REG-Y"],
    ],
  ])("%s does not hide the readable rest", async (_, body, codes) => {
    const error = await failCreate(text(body, { status: 400 }));
    if (!RegError.is(error, "validation")) throw new Error(inspect(error));
    expect(error.traceId).toBe("0HN5-7");
    expect(error.errors.map(({ code }) => code)).toEqual(codes);
  });

  test("keys such as __proto__ change no prototype at any level", async () => {
    const poison = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
    const body = `{"__proto__":{"polluted":1,"status":1},"constructor":{"prototype":{"polluted":1}},"errors":[
      {"code":"__proto__","description":"constructor","__proto__":{"polluted":1},"context":${poison}},
      {"code":"constructor","description":"toString","context":{"fieldName":"__proto__","inner":${poison}}}]}`;
    const error = await failCreate(text(body, { status: 400 }));
    if (!RegError.is(error, "validation")) throw new Error(inspect(error));
    expect(error.errors.map(({ code }) => code)).toEqual(["__proto__", "constructor"]);
    // A program that merges contexts must not be harmed either.
    for (const { context } of error.errors) {
      expect(Object.getPrototypeOf(context)).toBe(Object.prototype);
      expect(Object.keys(context)).not.toContain("__proto__");
      expect(Reflect.get(merged({}, context), "polluted")).toBeUndefined();
    }
    logged(error);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
    expect(Reflect.get(() => {}, "polluted")).toBeUndefined();
  });

  test("a success response with such keys changes no prototype", async () => {
    const body =
      '{"data":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"id":"R-1","status":"Draft","components":[]}}';
    const service = fakeFetch(text(body, { headers: { "content-type": "application/json" } }));
    const request = await supplierOver(service).serviceRequests.get("R-1");
    expect(request.id).toBe("R-1");
    expect(Object.getPrototypeOf(request)).toBe(Object.prototype);
    await supplierOver(service).serviceRequests.create(draft);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });
});

/** Merges objects without protection against __proto__. */
function merged(target: Record<string, unknown>, source: object): Record<string, unknown> {
  for (const [key, value] of Object.entries(source)) {
    const inner = typeof value === "object" && value !== null;
    target[key] = inner ? merged({ ...(target[key] as object) }, value) : value;
  }
  return target;
}

describe("fault 32: an unreadable success response rejects with a response error", () => {
  const withType = (body: string, type: string) => text(body, { headers: { "content-type": type } });

  test.each<[string, Reply]>([
    ["a page of HTML", html(200)],
    ["HTML with a JSON type", withType("<html>", "application/json")],
    ["JSON that is cut off", withType('{"data":{"id":"R-1","sta', "application/json")],
    ["JSON followed by more text", withType('{"data":{}}{"data":{}}', "application/json")],
    ["an empty body", text("")],
    ["only whitespace", withType(" \n", "application/json")],
    ["text without a type", () => new Response(new TextEncoder().encode("OK"))],
    ["JSON with a text type", withType('{"data":{}}', "text/plain")],
    ["XML", withType("<data/>", "application/xml")],
    ["a type that only starts like JSON", withType("{}", "application/jsonp")],
  ])("%s", async (_, reply) => {
    const error = await failure(supplierOver(fakeFetch(reply)).serviceRequests.get("R-1"), "response");
    expect(error).toMatchObject({ status: 200, operationId: "serviceRequests.get", outcome: undefined });
    expect(error.message.length).toBeLessThan(300);
    expect(logged(error)).not.toContain("R-1");
  });

  test.each<[string, Reply]>([
    ["a page of HTML", html(200)],
    ["JSON that is cut off", withType('{"id":', "application/json")],
  ])("%s in response to a create makes the outcome unknown, and is not retried", async (_, reply) => {
    const service = fakeFetch(reply);
    const error = await failure(supplierOver(service).serviceRequests.create(draft), "response");
    expect(error.outcome).toBe("unknown");
    expect(service.requests).toHaveLength(1);
  });

  test("a complete HTML page is not retried", async () => {
    const service = fakeFetch(html(200));
    await failure(supplierOver(service).serviceRequests.get("R-1"), "response");
    expect(service.requests).toHaveLength(1);
  });

  test.each([
    "application/json",
    "application/json; charset=utf-8",
    "Application/JSON",
    "application/problem+json",
  ])("the type %s is accepted as JSON", async (type) => {
    const service = fakeFetch(withType(JSON.stringify({ data: exampleRequest }), type));
    expect(await supplierOver(service).serviceRequests.get("R-1")).toEqual(exampleRequest);
  });

  test.each([null, 5, true, "text", [], [null], {}])(
    "JSON of another shape, such as %j, resolves or rejects with a response error",
    async (body) => {
      const service = fakeFetch(json(body));
      const { serviceRequests, lessors } = supplierOver(service);
      for (const call of [
        () => serviceRequests.get("R-1"),
        () => serviceRequests.list(),
        () => lessors.list(),
        () => serviceRequests.create(draft),
        () => serviceRequests.invoices.list("R-1"),
      ]) {
        const error = await call().then(
          () => undefined,
          (reason: unknown) => reason,
        );
        expect(error === undefined || RegError.is(error, "response"), inspect(error)).toBe(true);
      }
    },
  );
});

describe("fault 34: unknown fields and values in responses break nothing", () => {
  const request = {
    id: "R-1",
    status: "OnTheMoon",
    readOnly: "perhaps",
    brandNew: { nested: [1, { two: 2 }] },
    components: [{ id: "C-1", status: { code: "Levitating", since: "now" }, flavour: "sweet" }],
  };

  test("unknown enum values and fields are returned unchanged", async () => {
    const service = fakeFetch(json({ data: request, links: { self: "/x" }, meta: 5 }));
    const supplier = supplierOver(service);
    expect(await supplier.serviceRequests.get("R-1")).toEqual(request);
    const { data } = await supplier.GET("/v2/servicerequests/{id}", { params: { path: { id: "R-1" } } });
    expect(data).toEqual({ data: request, links: { self: "/x" }, meta: 5 });
  });

  test("unknown enum values and fields in lists are returned unchanged", async () => {
    const list = { serviceRequests: [request, { ...request, lessorName: null }], nextPage: "maybe" };
    expect(await supplierOver(fakeFetch(json(list))).serviceRequests.list()).toEqual(list);
  });

  test("a success status that the OpenAPI document does not list is a success", async () => {
    for (const status of [200, 201, 202, 203])
      expect(
        await supplierOver(fakeFetch(json({ data: request }, { status }))).serviceRequests.get("R-1"),
      ).toEqual(request);
  });

  test("unknown fields of an error response are ignored", async () => {
    const error = await apiErrorOf({
      errors: [{ code: "REG-NEW000001", severity: "mild", context: {} }],
      hint: "x",
    });
    expect(error.errors).toEqual([{ code: "REG-NEW000001", description: "", context: {} }]);
  });
});
