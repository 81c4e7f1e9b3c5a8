import { describe, expect, it } from "vitest";
import { approved, kindOf, open, refusal, repair, untyped, work } from "../support.js";

const ofInactiveLessor = repair({ vehicle: { licensePlate: "GH-789-J" } });

describe("an entry", () => {
  it("describes a create without sensitive and unknown values", async () => {
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

  it("has the parameters, the codes and the trace id of an error response", async () => {
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

  it("has the lessor's client as caller, and no caller without a valid token", async () => {
    const { sandbox, lessor } = await open();
    await lessor.vehicles.put({ licensePlate: "ZX-987-Y" });
    await sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/lessors`, { headers: { authorization: "Bearer x" } });
    expect(sandbox.journal.entries.map(({ api, caller, status }) => [api, caller, status])).toEqual([
      ["lessor", undefined, 200],
      ["lessor", sandbox.lessor.clientId, 204],
      ["supplier", undefined, 401],
    ]);
  });

  it("is added for an unknown path, without any possible secret", async () => {
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

  it("has the declared query parameters with all their values", async () => {
    const { sandbox, supplier } = await open();
    await supplier.tires
      .search(untyped({ makeCode: ["30", "31"], eanCode: "1", hush: "hush" }))
      .catch(() => {});
    expect(sandbox.journal.entries[0]?.query).toEqual({ makeCode: ["30", "31"], eanCode: ["1"] });
  });

  it("has the fault, and the created id although the response was lost", async () => {
    const world = await open();
    const { sandbox, supplier } = world;
    const operation = "serviceRequests.create";
    sandbox.fail({ operation, with: { status: 503 } });
    sandbox.fail({ operation, when: "after-commit", with: "reset" });
    sandbox.fail({ operation, with: "stall" });
    sandbox.fail({ operation, with: { code: "REG-SVC000187" } });
    // How long the first use of each part takes is the machine's affair.
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

  it("has each code once and no other text of the errors", async () => {
    const { sandbox, supplier } = await open();
    const errors = ["REG-X1", "SANDBOX-A", "REG-X1", "hush hush", "EYJ-1"].map((code) => ({ code }));
    sandbox.fail({ operation: "lessors.list", with: { status: 400, body: { errors } } });
    await refusal(supplier.lessors.list());
    expect(sandbox.journal.entries[0]?.codes).toEqual(["REG-X1", "SANDBOX-A"]);
  });

  it("has the status of a defect", async () => {
    const defects: unknown[] = [];
    const { sandbox, supplier } = await open({ onDefect: (defect) => defects.push(defect) });
    sandbox.fail({
      operation: "lessors.list",
      matches: () => {
        throw new Error("a mistake in a test");
      },
      with: "html",
    });
    await kindOf(supplier.lessors.list());
    expect(defects).toHaveLength(1);
    expect(sandbox.journal.entries).toMatchObject([{ operationId: "lessors.list", status: "defect" }]);
  });

  it("is in the order of arrival, not of the responses", async () => {
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

describe("redaction", () => {
  it("keeps the declared values and all names", async () => {
    const { sandbox, supplier } = await open();
    const strange = { hush: "hush", deep: { hush: 1 }, list: ["hush"], nothing: null, constructor: "hush" };
    await supplier.serviceRequests
      .create(
        untyped({
          ...repair({ components: [work({ id: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff" })] }),
          vehicle: { licensePlate: "AB-123-C", partialVin: null, ...strange },
          status: { hush: "hush" },
          appointment: "hush",
        }),
      )
      .catch(() => {});
    const gone = "[redacted]";
    expect(sandbox.journal.entries[0]?.body).toEqual({
      status: { hush: gone },
      vehicle: {
        licensePlate: "AB-123-C",
        partialVin: gone,
        hush: gone,
        deep: gone,
        list: gone,
        nothing: gone,
        constructor: gone,
      },
      appointment: gone,
      components: [
        {
          id: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
          reg: { code: "1101" },
          operation: { code: "01" },
          reason: { code: "20" },
          price: 129.5,
        },
      ],
    });
  });

  it("keeps no value that does not fit its schema", async () => {
    const { sandbox, supplier } = await open();
    const line = work({ id: "hush", price: untyped("hush"), warranty: untyped(7) });
    const appointment = { workshopDate: "hush", checkoutDate: "hush", estimatedDurationInDays: untyped("1") };
    await refusal(
      supplier.serviceRequests.create(
        untyped({ status: "hush", vehicle: "hush", appointment, components: [line] }),
      ),
    );
    expect(sandbox.journal.entries[0]?.body).toEqual({
      status: "[redacted]",
      vehicle: "[redacted]",
      appointment: {
        workshopDate: "[redacted]",
        checkoutDate: "[redacted]",
        estimatedDurationInDays: "[redacted]",
      },
      components: [{ ...line, id: "[redacted]", price: "[redacted]", warranty: "[redacted]" }],
    });
  });

  it("keeps the declared values of path and query, and the usual methods", async () => {
    const { sandbox } = await open();
    const call = (path: string, method = "GET") =>
      sandbox.fetch(`${sandbox.supplier.baseUrl}${path}`, { method });
    await call("/v2/servicerequests/hush");
    await call("/v2/lessors/hush/contracts/AB-123-C");
    await call("/v2/lessor/12");
    await call("/v2/lessors/notifications?lessorId=hush&lessorId=12&showInactiveNotifications=true");
    await call("/v2/tires?hush=hush&makeCode=30");
    for (const method of ["HUSH", "HEAD", "OPTIONS"]) await call("/v2/lessors", method);
    const entries = sandbox.journal.entries.map(({ method, params, query }) => ({ method, params, query }));
    expect(entries).toMatchObject([
      { params: { id: "[redacted]" } },
      { params: { lessorId: "[redacted]", licensePlate: "AB-123-C" } },
      { params: { lessorId: "12" } },
      { query: { lessorId: ["[redacted]", "12"], showInactiveNotifications: ["true"] } },
      { query: { makeCode: ["30"] } },
      { method: "(other)" },
      { method: "HEAD" },
      { method: "OPTIONS" },
    ]);
  });

  it("keeps a grant_type only if it is client_credentials", async () => {
    const { sandbox } = await open();
    const body = new URLSearchParams({ grant_type: "hush" });
    const url = `${sandbox.lessor.baseUrl}/token`;
    await sandbox.fetch(url, { method: "POST", body });
    expect(sandbox.journal.of("token.create")[0]?.body).toEqual({ grant_type: "[redacted]" });
  });

  it("keeps only the license plate of the lessor's data", async () => {
    const { sandbox, lessor } = await open();
    await lessor.vehicles.put({ licensePlate: "ZX-987-Y", driver: "hush" });
    await lessor.vehicles.mileages.put("ZX-987-Y", untyped([{ value: 48_210 }, 7]));
    expect(sandbox.journal.of("vehicles.put")[0]?.body).toEqual({
      licensePlate: "ZX-987-Y",
      driver: "[redacted]",
    });
    expect(sandbox.journal.of("vehicles.mileages.put")[0]?.body).toEqual([
      { value: "[redacted]" },
      "[redacted]",
    ]);
  });

  it("keeps only grant_type of the token endpoint's form, and no token", async () => {
    const world = await open();
    const { sandbox, lessor } = world;
    await approved(world);
    await lessor.vehicles.put({ licensePlate: "ZX-987-Y" });
    expect(sandbox.journal.of("token.create")[0]?.body).toEqual({ grant_type: "client_credentials" });
    const text = JSON.stringify(sandbox.journal);
    expect(text).not.toMatch(/Bearer|eyJ|authorization/i);
    expect(text).not.toContain(sandbox.lessor.clientSecret);
  });

  it("keeps the length and the type of a file", async () => {
    const { sandbox, supplier } = await open();
    const { id } = await supplier.serviceRequests.create(repair());
    const file = new Blob(["%PDF-1.7 hush"], { type: "application/pdf" });
    await supplier.serviceRequests.attachments.upload(id, file);
    expect(sandbox.journal.of("serviceRequests.attachments.upload")).toMatchObject([
      { params: { id }, body: { bytes: 13, contentType: "application/pdf" }, created: expect.any(String) },
    ]);
    expect(JSON.stringify(sandbox.journal)).not.toContain("hush");
  });

  it("replaces a body that is not JSON", async () => {
    const { sandbox } = await open();
    const url = `${sandbox.supplier.baseUrl}/v2/servicerequests`;
    const headers = {
      authorization: `Bearer ${await sandbox.supplier.token()}`,
      "content-type": "application/json",
    };
    await sandbox.fetch(url, { method: "POST", headers, body: "{hush" });
    expect(sandbox.journal.entries).toMatchObject([{ status: 400, body: "[unreadable]" }]);
  });
});
