import type { Bridge, RequestContent, ServiceAdapter } from "@reg/sdk";
import { createSandbox } from "@reg/sdk/sandbox";
import type { ServiceRequestCreate } from "@reg/sdk/supplier";
import { describe, expect, onTestFinished, test } from "vitest";
import { draft } from "../../support/clients.js";
import { failure } from "../../support/errors.js";
import { openTransport } from "../../undici/support.js";
import { callEveryOperation } from "../every-operation.js";
import { lessorOf, monday, repair, supplierOf } from "../support.js";

const toBase64 = (bytes: unknown) => ({ content: Buffer.from(bytes as Uint8Array).toString("base64") });
const fromBase64 = (body: unknown) => Uint8Array.from(Buffer.from(Object(body).content, "base64"));

/** A service with another envelope, other errors, paths, methods, lists, files and token requests. */
const adapter: ServiceAdapter = {
  supplier: {
    "*": {
      request: ({ headers }) => ({
        headers: { "x-token": headers["authorization"]?.slice("Bearer ".length), authorization: undefined },
      }),
      response: ({ body }) => (Object(body).result === undefined ? undefined : { body: Object(body).result }),
      error: ({ body }) => ({ status: Object(body).status, body: Object(body).fault }),
      reverse: {
        request: ({ headers }) => ({ headers: { authorization: `Bearer ${headers["x-token"]}` } }),
        response: ({ body }) =>
          body === undefined || body instanceof Uint8Array ? undefined : { body: { result: body } },
        error: ({ status, body }) => ({ status: 422, body: { status, fault: body } }),
      },
    },
    "serviceRequests.get": { path: "/v3/orders/{id}" },
    "serviceRequests.components.put": { method: "POST", path: "/v2/servicerequests/{requestId}/lines/{componentId}" },
    "lessors.get": {
      path: "/v2/lessors/one",
      request: ({ params, query }) => query.set("id", params.lessorId),
      reverse: {
        request({ query }) {
          const lessorId = query.get("id") ?? "";
          query.delete("id");
          return { params: { lessorId } };
        },
      },
    },
    "serviceRequests.list": {
      response: ({ body }) => ({ body: { serviceRequests: body as never, hasMore: false } }),
      reverse: { response: ({ body }) => ({ body: body.serviceRequests }) },
    },
    "damageServiceRequests.attachments.get": {
      response: ({ body }) => ({ headers: { "content-type": "image/jpeg" }, body: fromBase64(body) }),
      reverse: { response: ({ body }) => ({ body: toBase64(body) }) },
    },
  },
  lessor: {
    "token.create": {
      request: () => ({ headers: { "content-type": "application/json" } }),
      response: ({ body }) => ({ body: { access_token: Object(body).jwt, token_type: "Bearer", expires_in: 3600 } }),
      reverse: {
        request: () => ({ headers: { "content-type": "application/x-www-form-urlencoded" } }),
        response: ({ body }) => ({ body: { jwt: Object(body).access_token } }),
      },
    },
    "vehicles.mileages.put": {
      request: ({ body }) => ({ body: { readings: body } }),
      reverse: { request: ({ body }) => ({ body: Object(body).readings }) },
    },
  },
};

/** Opens a sandbox of the service above, with clients that know it. */
async function open(kind: "in process" | "on loopback" | "with undici") {
  const sandbox = createSandbox({ now: monday, adapter });
  const server = kind === "in process" ? undefined : await sandbox.listen();
  onTestFinished(() => server?.close());
  const { supplier, lessor } = server ?? sandbox;
  const options = {
    adapter,
    throttle: false,
    fetch: kind === "in process" ? sandbox.fetch : undefined,
    transport: kind === "with undici" ? openTransport() : undefined,
  } as const;
  return {
    sandbox,
    supplier: await supplierOf(sandbox, { ...options, baseUrl: supplier.baseUrl }),
    lessor: lessorOf(sandbox, { ...options, baseUrl: lessor.baseUrl }),
  };
}

describe.each(["in process", "on loopback", "with undici"] as const)("a sandbox with an adapter, %s", (kind) => {
  test("takes every operation in the form of the service", async () => {
    await callEveryOperation(await open(kind));
  });

  test("lets workflows, errors, streams and fleet sync run as with the documents", async () => {
    const { sandbox, supplier, lessor } = await open(kind);
    const { serviceRequests, damageServiceRequests } = supplier;
    const { status: _, ...content } = repair() as RequestContent & ServiceRequestCreate;
    const { id } = await serviceRequests.createAndSubmit(content);
    sandbox.lessor.approve(id);
    const pdf = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode("%PDF"));
        controller.close();
      },
    });
    const { invoiceId } = await serviceRequests.invoice(id, { number: "2026-1", vatLines: [], pdf });
    const { stream } = await serviceRequests.invoices.pdf.get(id, invoiceId, { as: "stream" });
    expect(await new Response(stream).text()).toBe("%PDF");
    const error = await failure(serviceRequests.delete(id), "validation");
    expect(error).toMatchObject({ status: 400, traceId: expect.any(String) });
    const { id: damage } = await damageServiceRequests.create(draft);
    const { id: photo = "" } = await damageServiceRequests.attachments.upload(damage, new Blob(["photo"]));
    expect(await (await damageServiceRequests.attachments.get(damage, photo)).blob.text()).toBe("photo");
    const fleet = [{ licensePlate: "AB-1", vehicle: {}, mileages: [{ date: "2026-06-15", value: 10 }] }];
    expect(await lessor.sync(fleet, { state: new Map() })).toMatchObject({ ok: true, counts: { sent: 2 } });
  });
});

test.each([
  ["bad-json", "response", /is not valid JSON/],
  ["html", "response", /not JSON but text.html/],
  ["reset", "connection", /ECONNRESET/],
] as const)("a sandbox with an adapter causes the fault %s", async (fault, kind, message) => {
  const { sandbox, supplier } = await open("in process");
  sandbox.fail({ operation: "lessors.list", with: fault });
  expect((await failure(supplier.lessors.list(), kind)).message).toMatch(message);
});

test("a sandbox with an adapter knows only the paths of the service", async () => {
  const { sandbox } = await open("in process");
  const token = await sandbox.supplier.token();
  const status = async (path: string, headers: Record<string, string>) =>
    (await sandbox.fetch(`${sandbox.supplier.baseUrl}${path}`, { headers })).status;
  expect(await status("/v2/servicerequests/1", { "x-token": token })).toBe(404);
  expect(await status("/v2/lessors/one?id=1001", { "x-token": token })).toBe(200);
  expect(await status("/v2/lessors", { authorization: `Bearer ${token}` })).toBe(422);
});

test("the journal of a sandbox with an adapter is in the form of the documents", async () => {
  const bridges: Bridge[] = [
    { in: "query", at: "/licensePlate", is: "/plate" },
    { in: "error", at: "/errors", is: "/problems" },
    { in: "error", at: "/traceId", is: "/trace" },
  ];
  const bridged = { supplier: { "serviceRequests.list": { bridges }, "serviceRequests.get": { bridges } } };
  const sandbox = createSandbox({ adapter: bridged });
  const { serviceRequests } = await supplierOf(sandbox, { adapter: bridged });
  await serviceRequests.list({ licensePlate: "AB-123-C" });
  const { traceId } = await failure(serviceRequests.get("unknown"), "validation");
  expect(sandbox.journal.entries).toMatchObject([
    { operationId: "serviceRequests.list", query: { licensePlate: ["AB-123-C"] } },
    { operationId: "serviceRequests.get", codes: ["SANDBOX-INVALID"], traceId },
  ]);
});

test("a body that is too long and a broken path are rejected with an adapter as without one", async () => {
  const { sandbox } = await open("in process");
  const { baseUrl } = sandbox.supplier;
  const body = new Uint8Array(16 * 1024 * 1024 + 1);
  const tooLong = await sandbox.fetch(`${baseUrl}/v2/servicerequests`, { method: "POST", body });
  const broken = await sandbox.fetch(`${baseUrl}/v3/orders/%E9`);
  expect([tooLong.status, await tooLong.json()]).toMatchObject([
    422,
    { status: 400, fault: { errors: [{ code: "SANDBOX-BODY" }] } },
  ]);
  expect(broken.status).toBe(400);
  expect(sandbox.journal.entries).toMatchObject([
    { operationId: "serviceRequests.create", status: 422 },
    { operationId: undefined, status: 400 },
  ]);
});

test.each([
  [{ supplier: { "lessors.list": { response: () => {} } } }, "adapter.supplier.lessors.list.reverse.response"],
  [{ lessor: { "*": { request: () => {}, reverse: { error: () => {} } } } }, "adapter.lessor.*.reverse.request"],
  [{ lessor: { "vehicles.gett": {} } }, "adapter.lessor.vehicles.gett"],
  ["adapter.mjs", "adapter"],
])("a sandbox rejects %o with its place", (given, field) => {
  expect(() => createSandbox({ adapter: given as never })).toThrow(expect.objectContaining({ field }));
});
