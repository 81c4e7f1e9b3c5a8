import { randomUUID } from "node:crypto";
import type { Fault, OperationId } from "@reg/sdk/sandbox";
import { describe, expect, it } from "vitest";
import { settle, waitUntil } from "../../support/clock.js";
import { approved, invoice, kindOf, open, problemOf, refusal, repair } from "../support.js";

const list = "lessors.list" satisfies OperationId;
const error = { status: 503 } as const;

/** Lists the lessors with a planned fault. */
async function requestWith(fault: Omit<Fault, "operation">) {
  const { sandbox } = await open();
  sandbox.fail({ operation: list, ...fault });
  const headers = { authorization: `Bearer ${await sandbox.supplier.token()}` };
  const response = await sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/lessors`, { headers });
  return { response, type: response.headers.get("content-type"), sandbox };
}

describe("the response of a fault", () => {
  it("has the service's error body for an error status", async () => {
    const { response, type } = await requestWith({ with: { status: 503, headers: { "retry-after": "7" } } });
    expect([response.status, type, response.headers.get("retry-after")]).toEqual([503, "application/json", "7"]);
    expect(await response.json()).toMatchObject({
      status: 503,
      title: "Service Unavailable",
      traceId: expect.stringMatching(/^[\da-f]{32}$/),
      errors: [],
    });
  });

  it("has the service's entries and status for error codes", async () => {
    const code = "REG-INV000018";
    const { response } = await requestWith({ with: { code, codes: ["REG-INV000105"] } });
    const { errors } = await problemOf(response);
    expect([response.status, errors.map((entry) => entry.code)]).toEqual([400, [code, "REG-INV000105"]]);
    expect(errors[0]).toMatchObject({ description: expect.stringMatching(/\w/), context: {} });
    expect((await requestWith({ with: { status: 409, code } })).response.status).toBe(409);
  });

  it("has the given body, or none for a success", async () => {
    const { response, type } = await requestWith({ with: { status: 500, body: ["the given body"] } });
    expect([response.status, type, await response.json()]).toEqual([500, "application/json", ["the given body"]]);
    const empty = (await requestWith({ with: { status: 204, body: "is ignored" } })).response;
    expect([empty.status, await empty.text()]).toEqual([204, ""]);
    const success = (await requestWith({ with: { status: 200 } })).response;
    expect([success.status, await success.text()]).toEqual([200, ""]);
  });

  it("can be a 204, which the client accepts where the operation promises no body", async () => {
    const { sandbox, supplier } = await open();
    const operation = "serviceLevels.default.patch";
    sandbox.fail({ operation, with: { status: 204, body: { ignored: true } } });
    expect(await supplier.serviceLevels.default.patch({})).toBeUndefined();
  });

  it("can be a redirect with the given status", async () => {
    const { response } = await requestWith({ with: { redirect: "https://elsewhere.invalid/" } });
    expect([response.status, response.headers.get("location")]).toEqual([302, "https://elsewhere.invalid/"]);
    expect((await requestWith({ with: { redirect: "/there", status: 308 } })).response.status).toBe(308);
  });

  it.each([1, 11, 65_536, 200_000])("has exactly %i bytes for the fault oversized", async (oversized) => {
    const { response, type } = await requestWith({ with: { oversized } });
    const text = await response.text();
    expect([response.status, type, text.length]).toEqual([200, "application/json", oversized]);
    if (oversized >= 11) expect(JSON.parse(text)).toEqual({ data: {} });
  });

  it("has the real body with the content type of the fault", async () => {
    const { response, type, sandbox } = await requestWith({ with: { contentType: "text/plain" } });
    expect([response.status, type]).toEqual([200, "text/plain"]);
    expect(JSON.parse(await response.text())).toHaveProperty("lessors");
    expect(sandbox.journal.entries).toHaveLength(1);
  });

  it.each([
    ["empty", 200, null, ""],
    ["html", 200, "text/html", "<!doctype html><title>Gateway</title>"],
    ["bad-json", 200, "application/json", '{"data":{"id":'],
  ] as const)("has the status, type and body of the fault %s", async (kind, status, contentType, body) => {
    const { response, type } = await requestWith({ with: kind });
    expect([response.status, type, await response.text()]).toEqual([status, contentType, body]);
  });

  it("has the status of the real response if the fault is after the commit", async () => {
    const { sandbox, supplier } = await open();
    const headers = {
      authorization: `Bearer ${await sandbox.supplier.token()}`,
      "content-type": "application/json",
    };
    const base = `${sandbox.supplier.baseUrl}/v2/servicerequests`;
    sandbox.fail({ operation: "serviceRequests.create", when: "after-commit", with: "empty" });
    const init = { method: "POST", headers, body: JSON.stringify(repair()) };
    const created = await sandbox.fetch(base, init);
    expect([created.status, created.headers.get("location"), await created.text()]).toEqual([201, null, ""]);
    const [request] = (await supplier.serviceRequests.list()).serviceRequests;
    expect(request).toBeDefined();
    sandbox.fail({ operation: "serviceRequests.get", when: "after-commit", with: "html" });
    expect((await sandbox.fetch(`${base}/${randomUUID()}`, { headers })).status).toBe(404);
    // A 204 has no body, so the fault creates one.
    sandbox.fail({ operation: "serviceRequests.delete", when: "after-commit", with: "cut-body" });
    expect(await kindOf(supplier.serviceRequests.delete(String(request?.id)))).toBe("connection");
    expect((await supplier.serviceRequests.list()).serviceRequests).toEqual([]);
  });
});

describe("a fault before or after the commit", () => {
  it("prevents the creation of an invoice, or only loses its response", async () => {
    const { sandbox, supplier } = await open();
    const id = await approved({ sandbox, supplier });
    const operation = "serviceRequests.invoices.create";
    sandbox.fail({ operation, with: { code: "REG-INV000018" } });
    sandbox.fail({ operation, when: "after-commit", with: "reset" });
    const create = () => supplier.serviceRequests.invoices.create(id, invoice());
    expect(await refusal(create())).toEqual([400, "REG-INV000018"]);
    expect(await supplier.serviceRequests.invoices.list(id)).toEqual({ invoices: [] });
    expect(await kindOf(create())).toBe("connection");
    expect(await supplier.serviceRequests.invoices.list(id)).toMatchObject({ invoices: [{}] });
  });

  it("is after the commit by default if it needs the real response, even with a delay", async () => {
    const { sandbox, supplier } = await open();
    const { id } = await supplier.serviceRequests.create(repair());
    sandbox.fail({
      operation: "serviceRequests.patch",
      with: { delay: 0, with: { contentType: "text/plain" } },
    });
    const change = { appointment: { workOrderNumber: "WO-9" } };
    expect(await kindOf(supplier.serviceRequests.patch(id, change))).toBe("response");
    expect((await supplier.serviceRequests.get(id)).appointment?.workOrderNumber).toBe("WO-9");
  });
});

describe("a fault with a delay or an interval", () => {
  it("delays the operation until the sandbox's clock has moved on", async () => {
    const { sandbox, supplier } = await open();
    const fault = sandbox.fail({ operation: "serviceRequests.create", with: { delay: 30_000 } });
    let hasResponse = false;
    const call = supplier.serviceRequests.create(repair()).finally(() => {
      hasResponse = true;
    });
    await waitUntil(() => fault.happened === 1);
    sandbox.clock.advance({ ms: 29_999 });
    await settle();
    expect([hasResponse, (await supplier.serviceRequests.list()).serviceRequests.length]).toEqual([false, 0]);
    sandbox.clock.advance({ ms: 1 });
    expect(await call).toHaveProperty("id");
  });

  it("delays the response but not the operation after the commit", async () => {
    const { sandbox, supplier } = await open();
    const operation = "serviceRequests.create";
    sandbox.fail({ operation, when: "after-commit", with: { delay: 1000, with: error } });
    const call = refusal(supplier.serviceRequests.create(repair()));
    await waitUntil(async () => (await supplier.serviceRequests.list()).serviceRequests.length === 1);
    await settle();
    sandbox.clock.advance({ ms: 1000 });
    expect(await call).toEqual([503]);
  });

  it("executes the operation after a delay even if the caller has aborted", async () => {
    const { sandbox, supplier } = await open();
    const fault = sandbox.fail({ operation: "serviceRequests.create", with: { delay: 1000 } });
    const controller = new AbortController();
    const call = supplier.serviceRequests.create(repair(), { signal: controller.signal });
    await waitUntil(() => fault.happened === 1);
    controller.abort(new Error("enough"));
    await expect(call).rejects.toThrow("enough");
    sandbox.clock.advance({ ms: 1000 });
    await waitUntil(async () => (await supplier.serviceRequests.list()).serviceRequests.length === 1);
  });

  it("sends one byte of a body in each interval of drip", async () => {
    const { sandbox } = await open();
    const headers = { authorization: `Bearer ${await sandbox.supplier.token()}` };
    const url = `${sandbox.supplier.baseUrl}/v2/lessors`;
    const real = await sandbox.fetch(url, { headers }).then((each) => each.arrayBuffer());
    sandbox.fail({ operation: list, with: { drip: 10 } });
    const response = await sandbox.fetch(url, { headers });
    expect(response.headers.get("content-length")).toBe(String(real.byteLength));
    const reader = response.body?.getReader();
    for (const byte of new Uint8Array(real).slice(0, 3)) {
      const next = reader?.read();
      await settle();
      sandbox.clock.advance({ ms: 9 });
      expect(await Promise.race([next, settle().then(() => "nothing")])).toBe("nothing");
      sandbox.clock.advance({ ms: 1 });
      expect((await next)?.value).toEqual(Uint8Array.of(byte));
    }
    await reader?.cancel();
  });
});
