import { describe, expect, test } from "vitest";
import type { Operation } from "../../src/document/operation.js";
import { lessorOperations } from "../../src/generated/lessor/operations.js";
import { supplierOperations } from "../../src/generated/supplier/operations.js";
import { createExecute } from "../../src/http/execute.js";
import { InFlightCalls } from "../../src/http/in-flight.js";
import { resolveOptions } from "../../src/http/settings.js";
import { baseUrl, draft, exampleRequest, supplierOver } from "../support/clients.js";
import { ManualClock } from "../support/clock.js";
import { failure } from "../support/errors.js";
import { empty, fakeFetch, json, type Reply, text } from "../support/fetch.js";

const operations: readonly Operation[] = [
  ...Object.values(supplierOperations),
  ...Object.values(lessorOperations),
].filter(({ effects }) => effects !== "create");
const promisesBody = operations.filter(({ output }) => output === "json" || output === "binary");
const withBody = operations.filter(({ output, created }) => output.startsWith("json") && !created);

/** Calls an operation with a fake input, and reads this response. */
function read(operation: Operation, reply: Reply): Promise<unknown> {
  const clock = new ManualClock();
  const settings = resolveOptions({ baseUrl, fetch: fakeFetch(reply), clock, retry: false });
  const path = Object.fromEntries(operation.pathParams.map((name) => [name, 1]));
  const body = operation.input === "json" ? {} : operation.input === "binary" ? new Blob([]) : undefined;
  const execute = createExecute({ settings, inFlight: new InFlightCalls(clock) });
  return execute(operation, { path, body }, ({ data }) => data);
}

describe("a response without the promised body", () => {
  test.each(promisesBody)("of $id is reported by its operation", async (operation) => {
    const error = await failure(read(operation, empty()), "response");
    expect(error).toMatchObject({ operationId: operation.id, status: 204, transient: false });
    expect(error.message).toMatch(/: the response with status 204 is empty where a (JSON body|file) is expected/);
  });

  test.each(withBody)("of $id is reported by its field if it is a single value", async (operation) => {
    const values = operation.output === "json" ? [null, 5, "a", true] : [5, "a", true];
    for (const value of values) {
      for (const [body, field] of [
        [value, "its body"],
        [{ data: value }, "data"],
      ] as const) {
        const error = await failure(read(operation, json(body)), "response");
        expect(error.operationId).toBe(operation.id);
        expect(error.message).toMatch(new RegExp(` in ${field}(\\.|$)`));
      }
    }
  });

  test("is undefined for null if the operation may have no body", async () => {
    expect(await supplierOver(fakeFetch(json(null))).serviceLevels.default.patch({})).toBeUndefined();
  });
});

describe("a response that lacks a list or a field", () => {
  const line = { id: "C-1", status: { code: "Entered" } };

  test.each([
    [{ data: null }, "contains no object in data"],
    [{ data: [] }, "contains no object in data"],
    [{ data: { ...exampleRequest, components: null } }, "contains no list in data.components"],
    [{ data: { id: "R-1", status: "Draft" } }, "contains no list in data.components"],
    [{ data: { ...exampleRequest, components: [line, null] } }, "contains no object in data.components[1]"],
    [{ data: { ...exampleRequest, components: [{ id: 5 }] } }, "contains no text in data.components[0].id"],
    [
      { data: { ...exampleRequest, components: [{ id: "C-1", status: null }] } },
      "contains no object in data.components[0].status",
    ],
    [{ ...exampleRequest, status: null }, "contains no text in status"],
  ])("is reported by the field: %j", async (body, problem) => {
    const error = await failure(supplierOver(fakeFetch(json(body))).serviceRequests.get("R-1"), "response");
    expect(error.message).toBe(`serviceRequests.get: the response with status 200 ${problem}`);
    const path = { params: { path: { id: "R-1" } } };
    await failure(supplierOver(fakeFetch(json(body))).GET("/v2/servicerequests/{id}", path), "response");
  });

  test("is accepted with all other fields of any form", async () => {
    const request = { ...exampleRequest, vehicle: null, invoicing: 5, brandNew: [null] };
    const supplier = supplierOver(fakeFetch(json({ data: request, more: null })));
    expect(await supplier.serviceRequests.get("R-1")).toEqual(request);
  });
});

describe("an integer that JavaScript cannot represent exactly", () => {
  const jsonType = { headers: { "content-type": "application/json" } };
  const get = (body: string) => supplierOver(fakeFetch(text(body, jsonType))).lessors.get(1);

  test.each([
    '{"number":9007199254740993,"name":"a"}',
    '{"number":1,"list":[{"id":-90071992547409931}]}',
    '{"data":{"number":123456789012345678901}}',
  ])("rejects the response %s", async (body) => {
    expect((await failure(get(body), "response")).message).toBe(
      "lessors.get: the response with status 200 contains an integer that is larger than JavaScript can represent exactly",
    );
  });

  test.each([
    { number: 9007199254740991, name: "9007199254740993", subLessors: [] },
    { number: 0.12345678901234566, name: '\\", 9007199254740993', subLessors: [] },
  ])("does not reject %j", async (body) => {
    expect(await get(JSON.stringify(body))).toEqual(body);
  });

  test("is never the id of a created resource", async () => {
    const location = "/v2/servicerequests/R-1/invoices/9007199254740993";
    const service = fakeFetch(json({}, { status: 201, headers: { location } }));
    const created = supplierOver(service).serviceRequests.invoices.create("R-1", {} as never);
    const error = await failure(created, "response");
    expect(error.outcome).toBe("unknown");
    expect(error.message).toContain("contains an id that is larger than JavaScript can represent");
    const inBody = fakeFetch(text('{"id":9007199254740993}', { status: 201, ...jsonType }));
    await failure(supplierOver(inBody).serviceRequests.create(draft), "response");
  });
});
