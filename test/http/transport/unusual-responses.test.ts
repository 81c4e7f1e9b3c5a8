import { inspect } from "node:util";
import { RegError, type RegErrorKind } from "@reg/sdk";
import { describe, expect, test } from "vitest";
import { draft, supplierOver } from "../../support/clients.js";
import { rejection } from "../../support/errors.js";
import { empty, fakeFetch, json, type Reply, text } from "../../support/fetch.js";

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
    ["errors: {}", json({ errors: {}, traceId: "00-ab" }, { status: 409 }), "conflict", 409],
    ["only a trace id", json({ traceId: "00-ab" }, { status: 410 }), "archived", 410],
    ["errors that are not objects", json({ errors: [null, [], 5] }, { status: 400 }), "validation", 400],
    ["JSON that is cut off", text('{"errors":[{"code":"REG-', { status: 400 }), "validation", 400],
    ["JSON in UTF-16", () => new Response(new Uint16Array([123, 125]), { status: 403 }), "permission", 403],
    ["null", json(null, { status: 403 }), "permission", 403],
    ["a status of 599", empty(599), "server", 599],
  ])("%s", async (_, reply, kind, status) => {
    const error = await failCreate(reply);
    expect(RegError.is(error, kind), inspect(error)).toBe(true);
    expect(error).toMatchObject({ status, operationId: "serviceRequests.create", errors: [] });
  });

  test.each([
    ["detail", { detail: long }],
    ["description", { errors: [{ code: "REG-X", description: long, context: {} }] }],
    ["code", { errors: [{ code: long, description: "", context: {} }] }],
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

  test.each([
    ["body", deep(50_000)],
    ["context", `{"errors":[{"code":"REG-X","description":"d","context":${deep(50_000)}}]}`],
  ])("a %s that is nested 50,000 times breaks neither the error nor its logging", async (_, body) => {
    const error = await failCreate(text(body, { status: 400 }));
    expect(RegError.is(error, "validation"), inspect(error)).toBe(true);
    expect(logged(error).length).toBeLessThan(20_000);
  });
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
      expect(await supplierOver(fakeFetch(json({ data: request }, { status }))).serviceRequests.get("R-1")).toEqual(
        request,
      );
  });

  test("unknown fields of an error response are ignored", async () => {
    const error = await apiErrorOf({
      errors: [{ code: "REG-NEW000001", severity: "mild", context: {} }],
      hint: "x",
    });
    expect(error.errors).toEqual([{ code: "REG-NEW000001", description: "", context: {} }]);
  });
});
