import { describe, expect, it } from "vitest";
import { kindOf, open, refusal, repair } from "../../support.js";

const ofInactiveLessor = repair({ vehicle: { licensePlate: "GH-789-J" } });

describe("the entry of a request", () => {
  it("contains a create without its sensitive and unknown values", async () => {
    const { sandbox, supplier } = await open();
    const body = repair({ components: [] });
    const { id } = await supplier.serviceRequests.create(body);
    expect(sandbox.journal.entries).toStrictEqual([
      {
        number: 1,
        at: "2026-06-15T09:00:00.000Z",
        api: "supplier",
        operationId: "serviceRequests.create",
        method: "POST",
        path: "/v2/servicerequests",
        params: {},
        query: {},
        caller: "4711",
        status: 201,
        codes: [],
        created: id,
        body: {
          ...body,
          vehicle: { licensePlate: "AB-123-C", partialVin: "[redacted]" },
          appointment: { ...body.appointment, contact: { name: "[redacted]", phone: "[redacted]" } },
        },
        fault: undefined,
        traceId: undefined,
      },
    ]);
  });

  it("contains the parameters, the codes and the trace id of an error response", async () => {
    const { sandbox, supplier } = await open();
    sandbox.clock.advance({ ms: 61_234 });
    const error = await supplier.contracts.get("NO-SUCH-1").catch((reason: unknown) => reason);
    const [entry] = sandbox.journal.entries;
    expect(entry).toMatchObject({
      at: "2026-06-15T09:01:01.234Z",
      path: "/v2/contracts/{licensePlate}",
      params: { licensePlate: "NO-SUCH-1" },
      status: 404,
      traceId: Reflect.get(Object(error), "traceId"),
    });
    expect(entry?.traceId).toMatch(/^[0-9a-f]{32}$/);
    await refusal(supplier.serviceRequests.create(ofInactiveLessor));
    expect(sandbox.journal.entries[1]).toMatchObject({
      status: 400,
      codes: ["REG-SVC000187"],
      created: undefined,
    });
  });

  it("has the lessor's client as its caller, and no caller without a valid token", async () => {
    const { sandbox, lessor } = await open();
    await lessor.vehicles.put({ licensePlate: "ZX-987-Y" });
    await sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/lessors`, { headers: { authorization: "Bearer x" } });
    expect(sandbox.journal.entries.map(({ api, caller, status }) => [api, caller, status])).toEqual([
      ["lessor", undefined, 200],
      ["lessor", sandbox.lessor.clientId, 204],
      ["supplier", undefined, 401],
    ]);
  });

  it("is added for an unknown path, without the path, query and body, which can be secrets", async () => {
    const { sandbox } = await open();
    await sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/hush?hush=hush`, {
      method: "POST",
      body: '{"hush":1}',
    });
    await sandbox.fetch(new URL("/hush", sandbox.supplier.baseUrl));
    expect(sandbox.journal.entries).toMatchObject([
      { api: "supplier", operationId: undefined, method: "POST", path: "(unknown)", status: 404, query: {} },
      { api: undefined, operationId: undefined, method: "GET", path: "(unknown)", status: 404 },
    ]);
    expect(JSON.stringify(sandbox.journal)).not.toContain("hush");
  });

  it("contains the fault, and the created id although the response was lost", async () => {
    const { sandbox, supplier } = await open();
    const operation = "serviceRequests.create";
    sandbox.fail({ operation, with: { status: 503 } });
    sandbox.fail({ operation, when: "after-commit", with: "reset" });
    sandbox.fail({ operation, with: "stall" });
    sandbox.fail({ operation, with: { code: "REG-SVC000187" } });
    // The first use of each part can be slow, so the timeout is long.
    const create = () => supplier.serviceRequests.create(repair(), { timeout: 500 });
    expect([await kindOf(create()), await kindOf(create()), await kindOf(create())]).toEqual([
      "server",
      "connection",
      "timeout",
    ]);
    await refusal(create());
    const { serviceRequests } = await supplier.serviceRequests.list();
    expect(sandbox.journal.of(operation)).toMatchObject([
      { status: 503, fault: "before-commit 503", created: undefined, traceId: expect.any(String) },
      { status: "reset", fault: "after-commit reset", created: serviceRequests[0]?.id },
      { status: "stall", fault: "before-commit stall", created: undefined },
      { status: 400, fault: "before-commit REG-SVC000187", codes: ["REG-SVC000187"] },
    ]);
  });

  it("contains each code once and no other text of the errors", async () => {
    const { sandbox, supplier } = await open();
    const errors = ["REG-X1", "SANDBOX-A", "REG-X1", "hush hush", "EYJ-1"].map((code) => ({ code }));
    sandbox.fail({ operation: "lessors.list", with: { status: 400, body: { errors } } });
    await refusal(supplier.lessors.list());
    expect(sandbox.journal.entries[0]?.codes).toEqual(["REG-X1", "SANDBOX-A"]);
  });

  it("is listed in the order of arrival, not of the responses", async () => {
    const { sandbox, supplier } = await open();
    const { id } = await supplier.serviceRequests.create(repair());
    sandbox.fail({ operation: "serviceRequests.get", with: { delay: 1000 } });
    const slow = supplier.serviceRequests.get(id);
    await supplier.lessors.list();
    expect(sandbox.journal.entries.map(({ number }) => number)).toEqual([1, 3]);
    sandbox.clock.advance({ ms: 1000 });
    await slow;
    expect(sandbox.journal.entries.map(({ number, operationId }) => [number, operationId])).toEqual([
      [1, "serviceRequests.create"],
      [2, "serviceRequests.get"],
      [3, "lessors.list"],
    ]);
  });
});
