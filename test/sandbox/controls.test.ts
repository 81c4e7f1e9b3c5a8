import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { describe, expect, it } from "vitest";
import { serve } from "../../src/sandbox/adapters/server.js";
import { createSandbox } from "../../src/sandbox/index.js";
import { createSupplierClient } from "../../src/supplier/client.js";
import {
  approved,
  invoice,
  kindOf,
  monday,
  open,
  problemOf,
  refusal,
  repair,
  supplierOf,
  untyped,
} from "./support.js";

describe("options", () => {
  it.each([
    ["now", { now: "yesterday" }, "now must be a date-time"],
    ["a day without a time", { now: "2026-06-15" }, "now must be a date-time"],
    ["a day that does not exist", { now: "2026-02-30T00:00:00Z" }, "now must be a date-time"],
    ["seed", { seed: 1.5 }, "seed"],
    ["rateLimit", { rateLimit: { limit: 0 } }, "rateLimit"],
    ["vehicles", { vehicles: [{}] }, "vehicles.0.licensePlate must be of type string"],
    [
      "a lessor that does not exist",
      { vehicles: [{ licensePlate: "X", lessorNumber: 7 }] },
      "there are 1001, 1002, 1003",
    ],
    ["an option that is none", { nwo: monday }, "nwo is not an option of a sandbox"],
  ])("are refused: %s", (_, options, message) => {
    expect(() => createSandbox(untyped(options))).toThrow(message);
  });
});

describe("the limit of requests", () => {
  it("lets so many through in any window, and says how long to wait", async () => {
    const { sandbox, supplier } = await open({ rateLimit: { limit: 3, window: 10_000 } });
    const ask = () => supplier.lessors.list();
    await ask();
    sandbox.clock.advance({ ms: 4000 });
    await ask();
    await ask();
    await expect(ask()).rejects.toMatchObject({ status: 429, retryAfterMs: 6000 });
    sandbox.clock.advance({ ms: 5999 });
    await expect(ask()).rejects.toMatchObject({ status: 429, retryAfterMs: 1000 });
    sandbox.clock.advance({ ms: 1 });
    await ask();
    expect(await kindOf(ask())).toBe("rate-limit");
    sandbox.clock.advance({ ms: 4000 });
    await Promise.all([ask(), ask()]);
    expect(await kindOf(ask())).toBe("rate-limit");
  });

  it("is 5000 a minute, for suppliers only, and can be taken off", async () => {
    const { sandbox, lessor } = await open();
    const unlimited = createSandbox({ now: monday, rateLimit: false });
    const url = `${sandbox.supplier.baseUrl}/v2/lessors`;
    const ask = async ({ fetch } = sandbox) => (await fetch(url)).status;
    for (let count = 0; count < 5000; count++) await Promise.all([ask(), ask(unlimited)]);
    expect([await ask(), await ask(unlimited)]).toEqual([429, 401]);
    await lessor.vehicles.put({ licensePlate: "ZX-987-Y" });
    sandbox.reset();
    expect(await ask()).toBe(401);
  });
});

describe("faults", () => {
  it("happen as often as they are told, in their order, to their operation only", async () => {
    const { sandbox, supplier } = await open();
    sandbox.fail({ operation: "lessors.list", times: 2, with: { status: 503 } });
    sandbox.fail({
      operation: "lessors.list",
      with: { status: 400, body: { errors: [{ code: "REG-X", description: "", context: {} }] } },
    });
    await supplier.dealerships.list();
    expect(await refusal(supplier.lessors.list())).toEqual([503]);
    expect(await refusal(supplier.lessors.list())).toEqual([503]);
    expect(await refusal(supplier.lessors.list())).toEqual([400, "REG-X"]);
    await supplier.lessors.list();
  });

  it("carry headers", async () => {
    const { sandbox, supplier } = await open();
    sandbox.fail({ operation: "lessors.list", with: { status: 429, headers: { "retry-after": "7" } } });
    await expect(supplier.lessors.list()).rejects.toMatchObject({ retryAfterMs: 7000 });
  });

  it("can be answers without a body", async () => {
    const { sandbox, supplier } = await open();
    sandbox.fail({ operation: "lessors.list", with: { status: 204, body: { ignored: true } } });
    expect(await supplier.lessors.list()).toBeUndefined();
  });

  it("leave nothing done before the commit, and everything after it", async () => {
    const world = await open();
    const { sandbox, supplier } = world;
    const id = await approved(world);
    const operation = "serviceRequests.invoices.create";
    sandbox.fail({ operation, with: { status: 500 } });
    sandbox.fail({ operation, when: "after-commit", with: "bad-json" });
    const create = () => supplier.serviceRequests.invoices.create(id, invoice());
    expect(await refusal(create())).toEqual([500]);
    expect(await supplier.serviceRequests.invoices.list(id)).toEqual({ invoices: [] });
    expect(await kindOf(create())).toBe("response");
    expect(await supplier.serviceRequests.invoices.list(id)).toMatchObject({ invoices: [{}] });
  });

  it("after the commit also spoil refusals and answers without a body", async () => {
    const { sandbox, supplier } = await open();
    sandbox.fail({ operation: "serviceRequests.get", when: "after-commit", with: "html" });
    await expect(supplier.serviceRequests.get("nothing")).rejects.toMatchObject({
      status: 404,
      detail: undefined,
    });
    const { id } = await supplier.serviceRequests.create(repair());
    sandbox.fail({ operation: "serviceRequests.delete", when: "after-commit", with: "html" });
    await supplier.serviceRequests.delete(id);
    expect(await refusal(supplier.serviceRequests.get(id))).toEqual([404]);
  });

  it.each([
    [{ operation: "serviceRequests.fetch", with: "reset" }, "operation is not an operationId such as"],
    [
      { operation: "lessors.list", with: "explode" },
      "with must be reset, stall, bad-json, html or { status }",
    ],
    [{ operation: "lessors.list", with: { status: 99 } }, "with must be"],
    [{ operation: "lessors.list", with: "reset", times: 0 }, "times must be a whole number from 1"],
    [
      { operation: "lessors.list", with: "reset", when: "later" },
      "when must be before-commit or after-commit",
    ],
  ])("are refused: %j", async (fault, message) => {
    const { sandbox } = await open();
    expect(() => sandbox.fail(untyped(fault))).toThrow(message);
  });
});

describe("the journal", () => {
  it("tells what was asked, without ids, tokens or bodies", async () => {
    const { sandbox, supplier, lessor } = await open();
    const { id } = await supplier.serviceRequests.create(repair());
    sandbox.clock.advance({ minutes: 1 });
    await refusal(supplier.serviceRequests.get("nothing"));
    await lessor.vehicles.put({ licensePlate: "ZX-987-Y" });
    await sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/secret-${id}`);
    const [create, get, token, put, unknown] = sandbox.journal;
    expect(create).toEqual({
      operationId: "serviceRequests.create",
      method: "POST",
      path: "/v2/servicerequests",
      status: 201,
      at: "2026-06-15T09:00:00Z",
    });
    expect(get).toMatchObject({ path: "/v2/servicerequests/{id}", status: 404, at: "2026-06-15T09:01:00Z" });
    expect([token?.operationId, put?.status]).toEqual(["token.create", 204]);
    expect(unknown).toMatchObject({ operationId: undefined, method: "GET", path: "(unknown)", status: 404 });
    expect(JSON.stringify(sandbox.journal)).not.toMatch(/ZX-987|AB-123|sandbox-|Bearer|eyJ/);
  });

  it("is the same for the same seed and calls, as are ids and trace ids", async () => {
    const run = async (seed: number) => {
      const world = await open({ seed });
      const id = await approved(world);
      const error = await world.supplier.serviceRequests.get("nothing").catch((reason) => reason);
      return JSON.stringify([world.sandbox.journal, id, error.traceId, world.sandbox.lessor.clientSecret]);
    };
    const [one, same, other] = await Promise.all([run(7), run(7), run(8)]);
    expect(same).toBe(one);
    expect(other).not.toBe(one);
  });
});

describe("reset", () => {
  it("goes back to the beginning, but for the clock and the tokens", async () => {
    const { sandbox, supplier, lessor } = await open();
    const { id } = await supplier.serviceRequests.create(repair());
    await lessor.vehicles.put({ licensePlate: "ZX-987-Y" });
    sandbox.fail({ operation: "lessors.list", with: "reset" });
    sandbox.clock.advance({ hours: 1 });
    sandbox.reset();
    expect(sandbox.journal).toEqual([]);
    await supplier.lessors.list();
    expect(await refusal(supplier.serviceRequests.get(id))).toEqual([404]);
    expect(await refusal(lessor.vehicles.get("ZX-987-Y"))).toEqual([404]);
    expect((await supplier.serviceRequests.create(repair())).id).toBe(id);
    expect(sandbox.clock.iso()).toBe("2026-06-15T10:00:00.000Z");
  });
});

describe("error answers", () => {
  it("have the shape of the reference", async () => {
    const { sandbox } = await open();
    const answer = await sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/lessors`);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(await answer.json()).toEqual({
      type: "https://www.rfc-editor.org/rfc/rfc9110#section-15.5.2",
      title: "Unauthorized",
      status: 401,
      detail: "The header Authorization is missing.",
      traceId: expect.stringMatching(/^[\da-f]{32}$/),
      errors: [],
    });
  });

  it.each([
    ["/v2/lessors", "begin with /supplier or /lessor"],
    ["/supplier/v2/lessors/77", "the nearest one is GET /v2/lessor/{lessorId} (lessors.get)"],
    ["/supplier/v2/servicerequests/1/attachment/", "serviceRequests.attachments."],
    ["/lessor/v1/vehicle/ZX-987-Y", "the nearest one is GET /v1/vehicles/{licensePlate} (vehicles.get)"],
    ["/lessor/v2/lessors", "vehicles."],
    [`/supplier/${"x".repeat(10_000)}`, "the nearest one is"],
  ])("name the nearest operation to %s", async (path, text) => {
    const { sandbox } = await open();
    const answer = await sandbox.fetch(new URL(path, sandbox.supplier.baseUrl));
    expect([answer.status, (await problemOf(answer)).detail]).toEqual([404, expect.stringContaining(text)]);
  });

  it("tell of a broken path and of a body that is no JSON", async () => {
    const { sandbox } = await open();
    const authorization = `Bearer ${await sandbox.supplier.token()}`;
    const { baseUrl } = sandbox.supplier;
    const broken = await sandbox.fetch(`${baseUrl}/v2/contracts/%E9`, { headers: { authorization } });
    expect(broken.status).toBe(400);
    const init = { method: "POST", headers: { authorization }, body: "{" };
    const noJson = await sandbox.fetch(`${baseUrl}/v2/servicerequests`, init);
    expect([noJson.status, (await problemOf(noJson)).errors[0]?.code]).toEqual([400, "SANDBOX-BODY"]);
  });
});

describe("in process", () => {
  it("takes a Request, and rejects with the reason of an abort", async () => {
    const { sandbox } = await open();
    const request = new Request(`${sandbox.supplier.baseUrl}/v2/lessors`, {
      headers: { authorization: "Bearer opaque" },
    });
    expect((await sandbox.fetch(request)).status).toBe(401);
    const reason = new Error("enough");
    await expect(sandbox.fetch(request.url, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    await expect(sandbox.fetch(new Request(request.url, { signal: AbortSignal.abort(reason) }))).rejects.toBe(
      reason,
    );
  });

  it("rejects with the reason of an abort that comes later", async () => {
    const { sandbox } = await open();
    sandbox.fail({ operation: "token.create", with: "stall" });
    const url = `${sandbox.lessor.baseUrl}/token`;
    const controller = new AbortController();
    const init = { method: "POST", signal: controller.signal };
    const calls = [sandbox.fetch(url, init), sandbox.fetch(new Request(url, init))];
    sandbox.fail({ operation: "token.create", with: "stall" });
    controller.abort(new Error("enough"));
    for (const call of calls) await expect(call).rejects.toThrow("enough");
  });

  it("goes on with what a caller has given up, as a service does", async () => {
    const world = await open();
    const id = await approved(world);
    const release = world.sandbox.holdInvoices();
    const controller = new AbortController();
    const call = world.supplier.serviceRequests.invoices.create(id, invoice(), { signal: controller.signal });
    setTimeout(() => controller.abort(new Error("enough")), 5);
    await expect(call).rejects.toThrow("enough");
    release();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await world.supplier.serviceRequests.invoices.list(id)).toMatchObject({ invoices: [{}] });
  });
});

describe("on loopback", () => {
  it("answers to its own names only", async () => {
    const { sandbox } = await open();
    const server = await sandbox.listen();
    const { port } = new URL(server.supplier.baseUrl);
    const ask = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const options = { host: "127.0.0.1", port, path: "/supplier/v2/lessors", headers: { host } };
        httpRequest(options, (answer) => resolve(answer.resume().statusCode))
          .on("error", reject)
          .end();
      });
    try {
      expect(await ask(`127.0.0.1:${port}`)).toBe(401);
      expect(await ask(`localhost:${port}`)).toBe(401);
      expect(await ask("evil.example")).toBe(421);
      expect(await ask(`evil.example:${port}`)).toBe(421);
    } finally {
      await server.close();
    }
  });

  it("refuses what no fetch could have sent", async () => {
    const { sandbox } = await open();
    const server = await sandbox.listen();
    const { port } = new URL(server.supplier.baseUrl);
    const status = await new Promise((resolve, reject) => {
      const options = { host: "127.0.0.1", port, path: "/supplier/v2/lessors", method: "TRACE" };
      httpRequest(options, (answer) => resolve(answer.resume().statusCode))
        .on("error", reject)
        .end();
    });
    await server.close();
    expect(status).toBe(400);
  });

  it("shows a defect of its own as a warning, and never as a 500", async () => {
    const warning = once(process, "warning");
    const server = await serve(async () => {
      throw new Error("a defect");
    }, 0);
    await expect(fetch(server.supplier.baseUrl)).rejects.toThrow("fetch failed");
    expect((await warning)[0].message).toBe("a defect");
    await server.close();
  });

  it("takes the port that it is given, and says if it is taken", async () => {
    const { sandbox } = await open();
    const server = await sandbox.listen();
    const port = Number(new URL(server.supplier.baseUrl).port);
    await expect(sandbox.listen({ port })).rejects.toThrow("EADDRINUSE");
    await server.close();
    const again = await sandbox.listen({ port });
    expect(again.lessor.baseUrl).toBe(`http://127.0.0.1:${port}/lessor`);
    await again.close();
  });

  it("closes while a request is stalled", async () => {
    const { sandbox } = await open();
    const server = await sandbox.listen();
    const { baseUrl } = server.supplier;
    const supplier = createSupplierClient({ baseUrl, token: await sandbox.supplier.token(), retry: false });
    sandbox.fail({ operation: "lessors.list", with: "stall" });
    const call = kindOf(supplier.lessors.list());
    while (sandbox.journal.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    await server.close();
    expect(await call).toBe("connection");
  });
});

it("shares nothing between sandboxes", async () => {
  const [one, other] = await Promise.all([open(), open()]);
  await one.supplier.serviceRequests.create(repair());
  expect((await other.supplier.serviceRequests.list()).serviceRequests).toEqual([]);
  expect((await (await supplierOf(one.sandbox)).serviceRequests.list()).serviceRequests).toHaveLength(1);
});
