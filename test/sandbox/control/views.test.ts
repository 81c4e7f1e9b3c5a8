import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { openControl } from "../../cli/support.js";
import { damageLine, refusal, repair, work } from "../support.js";

const hostile = `<img src=x onerror="alert('1')">`;

describe("GET /requests", () => {
  it("lists the requests of both kinds by phase, with what the list of the service shows", async () => {
    const { get, sandbox } = await openControl();
    await sandbox.seed("every-phase");
    const { json } = await get("/requests");
    const plates = json.map(({ phase, count, requests }: { phase: string; count: number; requests: object[] }) => [
      phase,
      count,
      requests.map((each) => `${Reflect.get(each, "licensePlate")} ${Reflect.get(each, "kind")}`),
    ]);
    expect(plates).toEqual([
      ["Draft", 2, ["DE-456-F damage", "AB-123-C service"]],
      ["Lessor", 2, ["AB-123-C service", "DE-456-F service"]],
      ["Response", 1, ["KL-012-M service"]],
      ["Invoicing", 3, ["AB-123-C damage", "BT-202-Z service", "VB-101-X service"]],
      ["Archived", 1, ["JK-707-N service"]],
    ]);
    expect(json[3].requests[1]).toMatchObject({
      status: "Approved",
      workOrderNumber: "WO-BT-202-Z",
      lessorName: "Noordzee Lease",
      invoicing: { totalAmountApproved: 129.5, totalAmountToInvoice: 0, totalAmountInvoiced: 129.5 },
      isParked: false,
    });
  });

  it.each([
    ["de-456", 2],
    ["wo-de-456-f", 1],
    ["  DE-456-F ", 2],
    ["nothing like it", 0],
    ["", 9],
  ])("finds %j in plates, work order numbers and ids", async (search, count) => {
    const { get, sandbox } = await openControl();
    const ids = await sandbox.seed("every-phase");
    const countOf = async (text: string) =>
      (await get(`/requests?${new URLSearchParams({ search: text })}`)).json.reduce(
        (sum: number, column: { count: number }) => sum + column.count,
        0,
      );
    expect(await countOf(search)).toBe(count);
    expect(await countOf(ids.damage.toUpperCase())).toBe(1);
  });

  it("shows as many of each phase as asked for, and counts all", async () => {
    const { get, sandbox } = await openControl();
    await sandbox.seed("every-phase");
    const { json } = await get("/requests?limit=1");
    const shown = json.map(({ count, requests }: { count: number; requests: object[] }) => [count, requests.length]);
    expect(shown).toEqual([
      [2, 1],
      [2, 1],
      [1, 1],
      [3, 1],
      [1, 1],
    ]);
    for (const limit of ["0", "-1", "1.5", "1001", "x", "", "1e2"])
      expect(await get(`/requests?limit=${limit}`), limit).toMatchObject({ status: 400 });
  });
});

describe("GET /requests with an automatic lessor", () => {
  it("shows the decisions that are due, as the next request of the service would", async () => {
    const { get, sandbox } = await openControl();
    const { lessor: id } = await sandbox.seed("lessor");
    sandbox.lessor.decideBy({ after: { hours: 2 } });
    expect((await get(`/requests/${id}`)).json.phase).toBe("Lessor");
    sandbox.clock.advance({ hours: 2 });
    expect((await get(`/requests/${id}`)).json.phase).toBe("Invoicing");
  });

  it("does not make the decisions, so that a program finds the same with the page as without it", async () => {
    const { get, supplier, sandbox } = await openControl();
    const { lessor: id } = await sandbox.seed("lessor");
    sandbox.lessor.decideBy({ after: { hours: 2 } });
    sandbox.clock.advance({ hours: 2 });
    expect((await get(`/requests/${id}`)).json.phase).toBe("Invoicing");
    sandbox.lessor.deny(id);
    expect((await supplier.serviceRequests.get(id)).status).toBe("Denied");
  });

  it("leaves the function of the program to the calls of the program", async () => {
    const { get, supplier, sandbox } = await openControl();
    const { lessor: id } = await sandbox.seed("lessor");
    const decided: string[] = [];
    sandbox.lessor.decideBy({
      decide: (line) => {
        decided.push(line.id);
        return "Approved";
      },
    });
    for (const path of ["/requests", `/requests/${id}`, "/clock"]) expect((await get(path)).status).toBe(200);
    expect(decided).toEqual([]);
    const { components } = await supplier.serviceRequests.get(id);
    expect(decided).toEqual(components.map((line) => line.id));
  });
});

describe("GET /requests/{id}", () => {
  const workflowsIn = async (get: Awaited<ReturnType<typeof openControl>>["get"], id: string) => {
    const { json } = await get(`/requests/${id}`);
    return Object.fromEntries(
      json.workflows.map(({ name, reasons }: { name: string; reasons: { code?: string; description: string }[] }) => [
        name,
        reasons.map(({ code, description }) => code ?? description),
      ]),
    );
  };

  it.each([
    [
      "draft",
      { submit: [], resubmit: ["SANDBOX-PHASE"], invoice: ["SANDBOX-PHASE"], markNotInvoiced: ["SANDBOX-PHASE"] },
    ],
    [
      "lessor",
      {
        submit: ["SANDBOX-PHASE"],
        resubmit: ["SANDBOX-PHASE"],
        invoice: ["SANDBOX-PHASE"],
        markNotInvoiced: ["SANDBOX-PHASE"],
      },
    ],
    ["response", { submit: [], resubmit: [], invoice: ["SANDBOX-PHASE"], markNotInvoiced: ["SANDBOX-PHASE"] }],
    ["invoicing", { submit: ["SANDBOX-PHASE"], resubmit: ["SANDBOX-PHASE"], invoice: [], markNotInvoiced: [] }],
    [
      "archived",
      { submit: ["SANDBOX-PHASE"], resubmit: ["SANDBOX-PHASE"], invoice: [], markNotInvoiced: ["SANDBOX-PHASE"] },
    ],
  ] as const)("says what is possible with a request of the scenario %s", async (name, expected) => {
    const { get, sandbox } = await openControl();
    const id = Object.values(await sandbox.seed(name))[0] ?? "";
    expect(await workflowsIn(get, id)).toEqual(expected);
    const { json } = await get(`/requests/${id}`);
    expect(json.decisions.reasons.length === 0).toBe(name === "lessor");
  });

  it("says why a draft cannot be submitted, with the violations that the service would send", async () => {
    const { get, supplier } = await openControl();
    const { id } = await supplier.serviceRequests.create({ status: "Draft", vehicle: { licensePlate: "AB-123-C" } });
    const failure = refusal(supplier.serviceRequests.patch(id, { status: "ApprovalRequested" }));
    const { json } = await get(`/requests/${id}`);
    const [submit] = json.workflows;
    expect(submit.reasons.length).toBeGreaterThan(1);
    const reasons = submit.reasons.map(({ code, field }: { code: string; field: string }) => `${code} ${field}`);
    expect([400, ...reasons]).toEqual(await failure);
  });

  it("says that an invoiced request has nothing to invoice and can no longer be changed", async () => {
    const { get, sandbox } = await openControl();
    const { invoiced } = await sandbox.seed("invoiced");
    const workflows = await workflowsIn(get, invoiced);
    expect(workflows["invoice"]).toEqual(["Nothing is left to invoice."]);
    expect(workflows["markNotInvoiced"]).toEqual(["The request can no longer be changed."]);
    const { json } = await get(`/requests/${invoiced}`);
    const patch = json.operations.find(({ name }: { name: string }) => name === "serviceRequests.patch");
    expect(patch.reasons).toEqual([{ description: "The request can no longer be changed." }]);
    expect(json.operations.filter(({ name }: { name: string }) => !name.startsWith("serviceRequests."))).toEqual([]);
    expect(json.invoices).toMatchObject([
      { kind: "debit", date: "2026-06-15", total: 129.5, pdf: { name: "2026-0001.pdf" } },
    ]);
    expect(json.archiveAt).toBe("2026-06-15T22:00:00.000Z");
  });

  it("lists what is possible on each line, the contract and the attachments", async () => {
    const { get, supplier } = await openControl();
    const { id } = await supplier.damageServiceRequests.create({
      status: "Draft",
      vehicle: { licensePlate: "AB-123-C" },
      components: [damageLine()],
    });
    const file = new File(["photo"], `${hostile}.jpg`, { type: "image/jpeg" });
    await supplier.damageServiceRequests.attachments.upload(id, file);
    const { json } = await get(`/requests/${id}`);
    expect(Object.values(json.lines)).toEqual([
      ["damageServiceRequests.components.put", "damageServiceRequests.components.delete"],
    ]);
    expect(json.contract.vehicle.licensePlate).toBe("AB-123-C");
    expect(json.lessorName).toBe("Noordzee Lease");
    expect(json.attachments).toMatchObject([{ type: "image/jpeg", bytes: 5 }]);
    expect(json.kind).toBe("damage");
  });

  it("is 404 for a request that does not exist", async () => {
    const { get } = await openControl();
    expect(await get("/requests/none")).toMatchObject({ status: 404 });
  });
});

describe("GET /journal/entries", () => {
  it("lists the latest first, and filters by operation and status", async () => {
    const { get, supplier, sandbox } = await openControl();
    await supplier.serviceRequests.list();
    await supplier.serviceRequests.get(randomUUID()).catch(() => {});
    sandbox.fail({ operation: "lessors.list", with: "reset" });
    await supplier.lessors.list().catch(() => {});
    const rowsOf = async (query: string) => {
      const { json } = await get(`/journal/entries?${query}`);
      return [
        json.count,
        json.rows.map(({ number, status }: { number: number; status: unknown }) => `#${number} ${status}`),
      ];
    };
    expect(await rowsOf("")).toEqual([3, ["#3 reset", "#2 404", "#1 200"]]);
    expect(await rowsOf("limit=1")).toEqual([3, ["#3 reset"]]);
    expect(await rowsOf("status=4xx")).toEqual([1, ["#2 404"]]);
    expect(await rowsOf("status=404")).toEqual([1, ["#2 404"]]);
    expect(await rowsOf("status=none")).toEqual([1, ["#3 reset"]]);
    expect(await rowsOf("operation=serviceRequests.list&status=2xx")).toEqual([1, ["#1 200"]]);
    expect(await rowsOf("operation=serviceRequests.list&status=5xx")).toEqual([0, []]);
  });

  it("lists page by page below the number of an entry, and leaves out reads", async () => {
    const { get, supplier } = await openControl();
    await supplier.lessors.list();
    await supplier.serviceRequests.create({ status: "Draft", vehicle: { licensePlate: "AB-123-C" } });
    await supplier.lessors.list();
    await supplier.lessors.list();
    const pageOf = async (query: string) => {
      const { json } = await get(`/journal/entries?${query}`);
      return [json.count, json.newer, json.rows.map(({ number }: { number: number }) => number)];
    };
    expect(await pageOf("limit=2")).toEqual([4, 0, [4, 3]]);
    expect(await pageOf("limit=2&before=3")).toEqual([4, 2, [2, 1]]);
    expect(await pageOf("before=3&operation=lessors.list")).toEqual([3, 2, [1]]);
    expect(await pageOf("before=1")).toEqual([4, 4, []]);
    expect(await pageOf("reads=false")).toEqual([1, 0, [2]]);
    expect(await pageOf("reads=true")).toEqual([4, 0, [4, 3, 2, 1]]);
    for (const query of ["before=0", "before=", "before=x", "before=1.5", "before=-1", "reads=", "reads=no"])
      expect(await get(`/journal/entries?${query}`), query).toMatchObject({ status: 400 });
  });

  it("marks creates that were executed twice, with the other ones", async () => {
    const { get, supplier } = await openControl();
    const body = { status: "Draft", vehicle: { licensePlate: "AB-123-C" } } as const;
    await supplier.serviceRequests.create(body);
    await supplier.serviceRequests.list();
    await supplier.serviceRequests.create(body);
    const { json } = await get("/journal/entries");
    expect(json.rows.map(({ duplicate }: { duplicate?: string }) => duplicate)).toEqual([
      "the same body as #1",
      undefined,
      "the same body as #3",
    ]);
  });

  it("shows request, response, duration, explanations and a curl line without the token", async () => {
    const { get, supplier, sandbox } = await openControl();
    sandbox.lessor.deactivate(1001);
    const plate = "AB-123-C";
    await supplier.serviceRequests.create({ status: "Draft", vehicle: { licensePlate: plate } }).catch(() => {});
    const { json } = await get("/journal/entries/1");
    expect(json).toMatchObject({
      row: { status: 400, codes: ["REG-SVC000187"], durationMs: expect.any(Number) },
      requestBody: { status: "Draft", vehicle: { licensePlate: plate } },
      responseStatus: 400,
      responseBody: { status: 400, errors: [{ code: "REG-SVC000187" }] },
      explanations: [{ code: "REG-SVC000187", action: expect.any(String) }],
      curl:
        `curl -X POST -H "Authorization: Bearer $REG_TOKEN" -H 'Content-Type: application/json' ` +
        `-d '{"status":"Draft","vehicle":{"licensePlate":"AB-123-C"}}' "$REG_BASE_URL"'/v2/servicerequests'`,
    });
  });

  it("shows no token, no secret and no sensitive value, in requests and in responses", async () => {
    const { get, lessor, supplier, sandbox } = await openControl();
    await lessor.vehicles.put({ licensePlate: "AB-123-C" });
    await supplier.serviceRequests.create(repair());
    await supplier.serviceRequests.list();
    const { json: list } = await get("/journal/entries");
    const texts = await Promise.all(
      list.rows.map(async ({ number }: { number: number }) => (await get(`/journal/entries/${number}`)).text),
    );
    const { json: token } = await get("/journal/entries/1");
    expect(token.row.operationId).toBe("token.create");
    expect(token.responseBody.access_token).toBe("[redacted]");
    expect(token.curl).toContain("client_secret=$REG_CLIENT_SECRET");
    for (const text of texts) {
      expect(text).not.toContain("eyJ");
      expect(text).not.toContain(sandbox.lessor.clientSecret);
      expect(text).not.toContain("Robin de Vries");
    }
  });

  it("keeps hostile text as data, also in a curl line", async () => {
    const { get, lessor } = await openControl();
    await lessor.vehicles.put({ licensePlate: hostile });
    await lessor.vehicles.get(hostile);
    const [put, read] = await Promise.all([get("/journal/entries/2"), get("/journal/entries/3")]);
    expect(put.json.requestBody).toEqual({ licensePlate: hostile });
    const quoted = JSON.stringify({ licensePlate: hostile }).replaceAll("'", "'\\''");
    expect(put.json.curl).toContain(`-d '${quoted}'`);
    expect(
      read.json.curl.endsWith(
        `"$REG_LESSOR_BASE_URL"'/v1/vehicles/${encodeURIComponent(hostile).replaceAll("'", "'\\''")}'`,
      ),
    ).toBe(true);
    const { json: fleet } = await get("/fleet");
    expect(fleet).toMatchObject({ count: 1, vehicles: [{ licensePlate: hostile, clientId: "sandbox-lessor" }] });
    const path = `/fleet/sandbox-lessor/${encodeURIComponent(hostile)}`;
    expect((await get(path)).json).toEqual({ vehicle: { licensePlate: hostile }, related: {} });
  });

  it("drops the text of a response that was followed by 500 others, and keeps the rest", async () => {
    const { get, supplier } = await openControl({ rateLimit: false });
    for (let count = 0; count <= 500; count++) await supplier.lessors.list();
    expect((await get("/journal/entries/1")).json).toMatchObject({ responseStatus: 200 });
    expect((await get("/journal/entries/1")).json.responseBody).toBeUndefined();
    expect((await get("/journal/entries/2")).json.responseBody).toBeDefined();
  });

  it("is 404 for an entry that does not exist", async () => {
    const { get } = await openControl();
    for (const number of ["1", "x"]) expect(await get(`/journal/entries/${number}`)).toMatchObject({ status: 404 });
  });
});

describe("the clock of the control server", () => {
  it("says when the next day begins in Amsterdam, also in winter", async () => {
    const { get, sandbox } = await openControl();
    const next = async () => (await get("/clock")).json.midnight;
    expect(await next()).toBe("2026-06-15T22:00:00.000Z");
    sandbox.clock.set(await next());
    expect(await next()).toBe("2026-06-16T22:00:00.000Z");
    sandbox.clock.set("2026-11-30T22:59:59Z");
    expect(await next()).toBe("2026-11-30T23:00:00.000Z");
  });

  it("says what will happen next: archiving, decisions and tokens in use", async () => {
    const { get, supplier, lessor, sandbox } = await openControl({ tokenLifetime: 600_000 });
    await sandbox.seed("invoiced");
    expect((await get("/clock")).json.upcoming).toEqual([
      { at: "2026-06-15T22:00:00.000Z", what: "A request is archived" },
    ]);
    sandbox.lessor.decideBy({ after: { hours: 2 } });
    await supplier.serviceRequests
      .create(repair({ status: "ApprovalRequested", components: [work()] }))
      .catch(() => {});
    await supplier.serviceRequests.create(
      repair({ status: "ApprovalRequested", vehicle: { licensePlate: "DE-456-F", partialVin: "JF123456" } }),
    );
    const { json } = await get("/clock");
    expect(json).toMatchObject({
      mode: "standing",
      amsterdam: "2026-06-15 11:00:00",
      midnight: "2026-06-15T22:00:00.000Z",
    });
    expect(json.upcoming.map(({ what }: { what: string }) => what)).toEqual([
      "The lessor decides on the request for DE-456-F",
      "A request is archived",
      "A token of supplier 4711 expires",
    ]);
    sandbox.supplier.revokeTokens();
    expect((await get("/clock")).json.upcoming).toHaveLength(2);
    sandbox.lessor.decideBy({ after: { reads: 2 } });
    expect((await get("/clock")).json.upcoming).toHaveLength(1);
    sandbox.lessor.decideBy({ after: { hours: 2 } });
    await lessor.vehicles.put({ licensePlate: "AB-123-C" });
    const expiry = { at: "2026-06-15T09:10:00.000Z", what: "A token of client sandbox-lessor expires" };
    expect((await get("/clock")).json.upcoming[0]).toEqual(expiry);
    sandbox.clock.advance({ minutes: 10 });
    expect((await get("/clock")).json.upcoming).toHaveLength(2);
  });
});

describe("the other views of the control server", () => {
  it("says how the lessor decides automatically", async () => {
    const { get, invoke, sandbox } = await openControl();
    expect((await get("/lessor/policy")).json).toBeNull();
    await invoke("lessor.decideBy", { decide: "Denied", after: { hours: 2 } });
    expect((await get("/lessor/policy")).json).toEqual({ decide: "Denied", after: { hours: 2 } });
    sandbox.lessor.decideBy({ decide: () => "Denied" });
    expect((await get("/lessor/policy")).json).toEqual({ decide: "function" });
  });

  it("lists and cancels the faults that the program around the sandbox has planned", async () => {
    const { get, invoke, sandbox, supplier } = await openControl();
    const program = sandbox.fail({ operation: "lessors.list", with: "reset", times: 2 });
    await invoke("fail", { operation: "tires.get", with: "html" });
    await supplier.lessors.list().catch(() => {});
    const list = async () =>
      (await get("/faults")).json.faults.map((each: { id: string; remaining: number; happened: number }) => [
        each.id,
        each.remaining,
        each.happened,
      ]);
    expect(await list()).toEqual([
      ["1", 1, 0],
      ["program-1", 1, 1],
    ]);
    expect(await invoke("fault.cancel", "program-1")).toMatchObject({ status: 204 });
    expect([program.remaining, await list()]).toEqual([0, [["1", 1, 0]]]);
  });

  it("lists lessors with their notifications and vehicles, contracts, snapshots and choices", async () => {
    const { get, invoke } = await openControl();
    await invoke("lessor.deactivate", 1001);
    await invoke("lessor.notify", {
      lessorId: 1001,
      title: hostile,
      validFrom: "2026-06-01",
      validUntil: "2026-06-30",
    });
    await invoke("snapshot", "before");
    const { json: lessors } = await get("/lessors");
    expect(lessors[0]).toMatchObject({ number: 1001, name: "Noordzee Lease", isActive: false });
    expect(lessors[0].notifications.at(-1)).toMatchObject({ title: hostile, validUntil: "2026-06-30" });
    expect(lessors[0].licensePlates).toContain("AB-123-C");
    expect((await get("/contracts/AB-123-C")).json.vehicle.licensePlate).toBe("AB-123-C");
    expect(await get("/contracts/none")).toMatchObject({ status: 404 });
    expect((await get("/snapshots")).json).toEqual(["before"]);
    const { json: choices } = await get("/choices");
    expect(choices.operations).toContain("serviceRequests.invoices.create");
    expect(choices.codes).toContain("REG-INV000107");
    expect(choices.faults).toContain("cut-body");
    expect(choices.scenarios).toContain("every-phase");
  });
});
