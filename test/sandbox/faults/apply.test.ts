import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Fault, OperationId } from "../../../src/sandbox/index.js";
import { approved, invoice, kindOf, open, problemOf, refusal, repair } from "../support.js";

const list = "lessors.list" satisfies OperationId;
const error = { status: 503 } as const;

/** Runs everything that waits only for a turn of the event loop. */
const settle = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
};

/** Waits for a condition that needs only turns of the event loop. */
const until = async (holds: () => boolean | Promise<boolean>) => {
  while (!(await holds())) await settle();
};

describe("the response of a fault", () => {
  async function answerTo(fault: Omit<Fault, "operation">) {
    const { sandbox } = await open();
    sandbox.fail({ operation: list, ...fault });
    const headers = { authorization: `Bearer ${await sandbox.supplier.token()}` };
    const answer = await sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/lessors`, { headers });
    return { answer, type: answer.headers.get("content-type"), sandbox };
  }

  it("has the service's error body for an error status", async () => {
    const { answer, type } = await answerTo({ with: { status: 503, headers: { "retry-after": "7" } } });
    expect([answer.status, type, answer.headers.get("retry-after")]).toEqual([503, "application/json", "7"]);
    expect(await answer.json()).toMatchObject({
      status: 503,
      title: "Service Unavailable",
      traceId: expect.stringMatching(/^[\da-f]{32}$/),
      errors: [],
    });
  });

  it("has the service's entries and status for error codes", async () => {
    const code = "REG-INV000018";
    const { answer } = await answerTo({ with: { code, codes: ["REG-INV000105"] } });
    const { errors } = await problemOf(answer);
    expect([answer.status, errors.map((entry) => entry.code)]).toEqual([400, [code, "REG-INV000105"]]);
    expect(errors[0]).toMatchObject({ description: expect.stringMatching(/\w/), context: {} });
    expect((await answerTo({ with: { status: 409, code } })).answer.status).toBe(409);
  });

  it("has the given body, or none", async () => {
    const { answer, type } = await answerTo({ with: { status: 500, body: ["as told"] } });
    expect([answer.status, type, await answer.json()]).toEqual([500, "application/json", ["as told"]]);
    const empty = (await answerTo({ with: { status: 204, body: "is ignored" } })).answer;
    expect([empty.status, await empty.text()]).toEqual([204, ""]);
    const success = (await answerTo({ with: { status: 200 } })).answer;
    expect([success.status, await success.text()]).toEqual([200, ""]);
  });

  it("can be a success without a body, which the client accepts", async () => {
    const { sandbox, supplier } = await open();
    sandbox.fail({ operation: "lessors.list", with: { status: 204, body: { ignored: true } } });
    expect(await supplier.lessors.list()).toBeUndefined();
  });

  it("can be a redirect", async () => {
    const { answer } = await answerTo({ with: { redirect: "https://elsewhere.invalid/" } });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "https://elsewhere.invalid/"]);
    expect((await answerTo({ with: { redirect: "/there", status: 308 } })).answer.status).toBe(308);
  });

  it.each([1, 11, 65_536, 200_000])("has exactly %i bytes for oversized", async (oversized) => {
    const { answer, type } = await answerTo({ with: { oversized } });
    const text = await answer.text();
    expect([answer.status, type, text.length]).toEqual([200, "application/json", oversized]);
    if (oversized >= 11) expect(JSON.parse(text)).toEqual({ data: {} });
  });

  it("has the real body with another content type", async () => {
    const { answer, type, sandbox } = await answerTo({ with: { contentType: "text/plain" } });
    expect([answer.status, type]).toEqual([200, "text/plain"]);
    expect(JSON.parse(await answer.text())).toHaveProperty("lessors");
    expect(sandbox.journal.entries).toHaveLength(1);
  });

  it.each([
    ["empty", 200, null, ""],
    ["html", 200, "text/html", "<!doctype html><title>Gateway</title>"],
    ["bad-json", 200, "application/json", '{"data":{"id":'],
  ] as const)("has the status and the body of the kind %s", async (kind, status, contentType, body) => {
    const { answer, type } = await answerTo({ with: kind });
    expect([answer.status, type, await answer.text()]).toEqual([status, contentType, body]);
  });

  it("has the status of the real response after the commit", async () => {
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
    // A 204 has no body, so the fault makes one up.
    sandbox.fail({ operation: "serviceRequests.delete", when: "after-commit", with: "cut-body" });
    expect(await kindOf(supplier.serviceRequests.delete(String(request?.id)))).toBe("connection");
    expect((await supplier.serviceRequests.list()).serviceRequests).toEqual([]);
  });
});

describe("a fault before or after the commit", () => {
  it("happens before or after the service creates an invoice", async () => {
    const world = await open();
    const { sandbox, supplier } = world;
    const id = await approved(world);
    const operation = "serviceRequests.invoices.create";
    sandbox.fail({ operation, with: { code: "REG-INV000018" } });
    sandbox.fail({ operation, when: "after-commit", with: "reset" });
    const create = () => supplier.serviceRequests.invoices.create(id, invoice());
    expect(await refusal(create())).toEqual([400, "REG-INV000018"]);
    expect(await supplier.serviceRequests.invoices.list(id)).toEqual({ invoices: [] });
    expect(await kindOf(create())).toBe("connection");
    expect(await supplier.serviceRequests.invoices.list(id)).toMatchObject({ invoices: [{}] });
  });

  it("keeps the status of an error response whose body it replaces", async () => {
    const { sandbox, supplier } = await open();
    sandbox.fail({ operation: "serviceRequests.get", when: "after-commit", with: "html" });
    const call = supplier.serviceRequests.get(randomUUID());
    await expect(call).rejects.toMatchObject({ status: 404, detail: undefined });
    const { id } = await supplier.serviceRequests.create(repair());
    sandbox.fail({ operation: "serviceRequests.delete", when: "after-commit", with: "html" });
    await supplier.serviceRequests.delete(id);
    expect(await refusal(supplier.serviceRequests.get(id))).toEqual([404]);
  });

  it("can lose an error response too", async () => {
    const { sandbox, supplier } = await open();
    sandbox.fail({ operation: "serviceRequests.get", when: "after-commit", with: "reset" });
    expect(await kindOf(supplier.serviceRequests.get("nothing"))).toBe("connection");
  });

  it("happens after the commit if it needs the real response, even after a delay", async () => {
    const { sandbox, supplier } = await open();
    sandbox.fail({
      operation: "serviceRequests.create",
      with: { delay: 0, with: { contentType: "text/plain" } },
    });
    const call = kindOf(supplier.serviceRequests.create(repair()));
    expect(await call).toBe("response");
    expect((await supplier.serviceRequests.list()).serviceRequests).toHaveLength(1);
  });
});

describe("a fault that takes time", () => {
  it("delays the operation until the sandbox's clock has moved on", async () => {
    const { sandbox, supplier } = await open();
    const fault = sandbox.fail({ operation: "serviceRequests.create", with: { delay: 30_000 } });
    let answered = false;
    const call = supplier.serviceRequests.create(repair()).finally(() => {
      answered = true;
    });
    await until(() => fault.happened === 1);
    sandbox.clock.advance({ ms: 29_999 });
    await settle();
    expect([answered, (await supplier.serviceRequests.list()).serviceRequests.length]).toEqual([false, 0]);
    sandbox.clock.advance({ ms: 1 });
    expect(await call).toHaveProperty("id");
  });

  it("delays the response but not the operation after the commit", async () => {
    const { sandbox, supplier } = await open();
    const operation = "serviceRequests.create";
    sandbox.fail({ operation, when: "after-commit", with: { delay: 1000, with: error } });
    const call = refusal(supplier.serviceRequests.create(repair()));
    await until(async () => (await supplier.serviceRequests.list()).serviceRequests.length === 1);
    await settle();
    sandbox.clock.advance({ ms: 1000 });
    expect(await call).toEqual([503]);
  });

  it("carries out the operation after a delay even if the caller has given up", async () => {
    const { sandbox, supplier } = await open();
    const fault = sandbox.fail({ operation: "serviceRequests.create", with: { delay: 1000 } });
    const controller = new AbortController();
    const call = supplier.serviceRequests.create(repair(), { signal: controller.signal });
    await until(() => fault.happened === 1);
    controller.abort(new Error("enough"));
    await expect(call).rejects.toThrow("enough");
    sandbox.clock.advance({ ms: 1000 });
    await until(async () => (await supplier.serviceRequests.list()).serviceRequests.length === 1);
  });

  it("sends one byte of a body per interval", async () => {
    const { sandbox } = await open();
    const headers = { authorization: `Bearer ${await sandbox.supplier.token()}` };
    const url = `${sandbox.supplier.baseUrl}/v2/lessors`;
    const real = await sandbox.fetch(url, { headers }).then((each) => each.arrayBuffer());
    sandbox.fail({ operation: list, with: { drip: 10 } });
    const answer = await sandbox.fetch(url, { headers });
    expect(answer.headers.get("content-length")).toBe(String(real.byteLength));
    const reader = answer.body?.getReader();
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
