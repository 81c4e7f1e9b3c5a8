import { request as httpRequest } from "node:http";
import { describe, expect, it } from "vitest";
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

describe("reset", () => {
  it("goes back to the beginning, but for the clock and the tokens", async () => {
    const { sandbox, supplier, lessor } = await open();
    const { id } = await supplier.serviceRequests.create(repair());
    await lessor.vehicles.put({ licensePlate: "ZX-987-Y" });
    sandbox.fail({ operation: "lessors.list", with: "reset" });
    sandbox.clock.advance({ hours: 1 });
    sandbox.reset();
    expect(sandbox.journal.entries).toEqual([]);
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
    const post = async (type: string, body: string | Uint8Array<ArrayBuffer>) => {
      const headers = { authorization, "content-type": type };
      const answer = await sandbox.fetch(`${baseUrl}/v2/servicerequests`, { method: "POST", headers, body });
      return [answer.status, (await problemOf(answer)).errors[0]?.code];
    };
    expect(await post("application/json", "{")).toEqual([400, "SANDBOX-BODY"]);
    expect(await post("application/json", new Uint8Array([0x22, 0xff, 0x22]))).toEqual([400, "SANDBOX-BODY"]);
    expect(await post("text/plain", "{}")).toEqual([400, "SANDBOX-CONTENT-TYPE"]);
    expect(await post("Application/JSON; charset=utf-8", "{}")).toEqual([400, "SANDBOX-REQUIRED"]);
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
    const { sandbox } = world;
    const release = sandbox.holdInvoices();
    const controller = new AbortController();
    let sent = false;
    const supplier = createSupplierClient({
      baseUrl: sandbox.supplier.baseUrl,
      token: await sandbox.supplier.token(),
      fetch(url, init) {
        sent = true;
        return sandbox.fetch(url, init);
      },
    });
    const call = supplier.serviceRequests.invoices.create(id, invoice(), { signal: controller.signal });
    const ended = expect(call).rejects.toThrow("enough");
    await expect.poll(() => sent).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort(new Error("enough"));
    await ended;
    release();
    await expect
      .poll(() => world.supplier.serviceRequests.invoices.list(id))
      .toMatchObject({ invoices: [{}] });
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
    while (sandbox.journal.entries.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
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
