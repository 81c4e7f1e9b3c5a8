import { describe, expect, it } from "vitest";
import { openControl } from "../../cli/support.js";
import { refusal, repair } from "../../sandbox/support.js";

type ControlledSandbox = Awaited<ReturnType<typeof openControl>>;

/** Opens a control surface of a sandbox in which one request awaits the decision of the lessor. */
async function openWithSubmittedRequest() {
  const controlled = await openControl();
  const { id } = await controlled.supplier.serviceRequests.create(repair({ status: "ApprovalRequested" }));
  const read = () => controlled.supplier.serviceRequests.get(id);
  const lines = (await read()).components?.map((line) => line.id) ?? [];
  return { ...controlled, id, read, lines };
}

const rejectedField = (field: string, message: unknown) => ({
  status: 400,
  json: { error: { field, message } },
});
const noContent = { status: 204, text: "" };

describe("the clock routes", () => {
  it("show, advance and set the clock of the sandbox", async () => {
    const { get, post, sandbox } = await openControl();
    expect((await get("/clock")).json).toEqual({ now: "2026-06-15T09:00:00.000Z" });
    expect((await post("/clock/advance", { days: 1, hours: 2, minutes: 3, ms: 4 })).json).toEqual({
      now: "2026-06-16T11:03:00.004Z",
    });
    expect((await post("/clock/set", { instant: "2026-07-01T00:00:00Z" })).json).toEqual({
      now: "2026-07-01T00:00:00.000Z",
    });
    expect(sandbox.clock.iso()).toBe("2026-07-01T00:00:00.000Z");
  });

  it.each([
    ["/clock/advance", { weeks: 1 }, "weeks", "weeks is not a unit: use days, hours, minutes, seconds or ms"],
    ["/clock/advance", { days: "1" }, "days", "days must be a number from 0: the clock cannot go back"],
    ["/clock/advance", [], "body", "body must be an object"],
    ["/clock/advance", null, "body", "body must be an object"],
    ["/clock/set", { instant: 5 }, "instant", "instant must be a text"],
    ["/clock/set", { instant: "2020-01-01T00:00:00Z" }, "instant", expect.stringContaining("past")],
    ["/clock/set", { instant: "x" }, "instant", expect.stringContaining("date-time")],
    ["/clock/set", { instant: "x", days: 1 }, "days", "days does not belong here"],
  ])("reject %s with the body %j and name the field", async (path, body, field, message) => {
    const { post } = await openControl();
    expect(await post(path, body)).toMatchObject(rejectedField(field, message));
  });
});

describe("the lessor routes", () => {
  it.each([
    ["approve", "Approved", ["Approved", "Denied"]],
    ["deny", "Denied", ["Denied", "Approved"]],
    ["provisionally-approve", "ProvisionallyApproved", ["ProvisionallyApproved", "Approved"]],
    ["call-lessor", "CallLessor", ["CallLessor", "Approved"]],
    ["will-call", "LessorWillCall", ["LessorWillCall", "Approved"]],
  ])("%s a request, or only some of its lines", async (path, status, partly) => {
    const whole = await openWithSubmittedRequest();
    expect(await whole.post(`/lessor/${path}`, { id: whole.id })).toMatchObject(noContent);
    expect((await whole.read()).components?.map((line) => line.status?.code)).toEqual([status, status]);
    const part = await openWithSubmittedRequest();
    await part.post(`/lessor/${path}`, { id: part.id, lines: part.lines.slice(0, 1) });
    expect((await part.read()).components?.map((line) => line.status?.code)).toEqual(partly);
  });

  it("review a request line by line", async () => {
    const { id, lines, post, read } = await openWithSubmittedRequest();
    const [first = "", second = ""] = lines;
    expect(await post("/lessor/review", { id, decisions: { [second]: "Denied" } })).toMatchObject(noContent);
    const statuses = (await read()).components?.map((line) => [line.id, line.status?.code]);
    expect(statuses).toEqual([
      [first, "Approved"],
      [second, "Denied"],
    ]);
  });

  it("set the policy of the lessor, and remove it", async () => {
    const { post, supplier, sandbox } = await openControl();
    const submit = (licensePlate: string) =>
      supplier.serviceRequests.create(
        repair({ status: "ApprovalRequested", vehicle: { licensePlate, partialVin: "JF123456" } }),
      );
    const readStatus = async ({ id }: { id: string }) => (await supplier.serviceRequests.get(id)).status;
    expect(await post("/lessor/policy", { decide: "Denied", after: { hours: 1 } })).toMatchObject(noContent);
    const first = await submit("AB-123-C");
    expect(await readStatus(first)).toBe("ApprovalRequested");
    sandbox.clock.advance({ hours: 1 });
    expect(await readStatus(first)).toBe("Denied");
    expect(await post("/lessor/policy", null)).toMatchObject(noContent);
    expect(await readStatus(await submit("DE-456-F"))).toBe("ApprovalRequested");
  });

  it("start and end the parking of a request", async () => {
    const { id, post, read } = await openWithSubmittedRequest();
    expect(await post("/lessor/park", { id, remark: "Waits for a part" })).toMatchObject(noContent);
    expect((await read()).parking).toEqual({ isParked: true, remark: "Waits for a part" });
    expect(await post("/lessor/unpark", { id })).toMatchObject(noContent);
    expect((await read()).parking).toEqual({ isParked: false });
  });

  it("change a contract", async () => {
    const { post, supplier } = await openControl();
    const changes = { vehicle: { vehicleModel: "Another" } };
    expect(await post("/lessor/contract", { licensePlate: "AB-123-C", changes })).toMatchObject(noContent);
    expect((await supplier.contracts.get("AB-123-C")).vehicle).toMatchObject({ vehicleModel: "Another" });
  });

  it("deactivate a lessor and activate it again", async () => {
    const { post, supplier } = await openControl();
    expect(await post("/lessor/deactivate", { lessorNumber: 1001 })).toMatchObject(noContent);
    expect(await refusal(supplier.lessors.get(1001))).toEqual([404]);
    expect(await post("/lessor/activate", { lessorNumber: 1001 })).toMatchObject(noContent);
    expect((await supplier.lessors.get(1001)).active).toBe(true);
  });

  it("publish a notification", async () => {
    const { post, supplier } = await openControl();
    const notification = {
      lessorId: 1001,
      title: "Closed",
      validFrom: "2026-06-01",
      validUntil: "2026-07-01",
    };
    const { status, json } = await post("/lessor/notify", notification);
    expect([status, json]).toEqual([200, { id: expect.any(Number) }]);
    expect(JSON.stringify(await supplier.lessors.notifications({ lessorId: 1001 }))).toContain("Closed");
  });

  it.each([
    ["approve", { id: "unknown" }, "id", "id is not the id of a request in this sandbox"],
    ["approve", {}, "id", "id must be a text"],
    ["approve", { id: "x", line: [] }, "line", "line does not belong here"],
    ["review", { id: "x", decisions: { a: "Yes" } }, "decisions.a", expect.stringContaining("LessorWillCall")],
    ["policy", { decide: "Yes" }, "decide", expect.stringContaining("LessorWillCall")],
    ["policy", { after: "1 hour" }, "after", "after must be an object"],
    ["policy", { after: { reads: 0 } }, "after.reads", expect.any(String)],
    ["policy", { since: 1 }, "since", "since does not belong here"],
    ["contract", { licensePlate: "UNKNOWN", changes: {} }, "licensePlate", expect.any(String)],
    ["contract", { licensePlate: "AB-123-C" }, "changes", "changes must be an object"],
    ["deactivate", { lessorNumber: 1 }, "lessorNumber", expect.any(String)],
    ["activate", { lessorNumber: "1001" }, "lessorNumber", "lessorNumber must be a number"],
    ["notify", { lessorId: 1001, title: "x", validFrom: "1", validUntil: "2" }, "validFrom", expect.any(String)],
    ["unpark", { id: "unknown" }, "id", expect.any(String)],
    ["maintain", { licensePlate: "UNKNOWN", kind: "mileages", value: {} }, "licensePlate", expect.any(String)],
    ["maintain", { licensePlate: "UNKNOWN", kind: "wheels", value: {} }, "kind", expect.any(String)],
  ])("reject %s with the body %j and name the field", async (path, body, field, message) => {
    const { post, defects } = await openControl();
    expect(await post(`/lessor/${path}`, body)).toMatchObject(rejectedField(field, message));
    expect(defects).toEqual([]);
  });
});

describe("the token and client routes", () => {
  const listLessors = ({ sandbox }: ControlledSandbox, token: string) =>
    sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/lessors`, {
      headers: { authorization: `Bearer ${token}` },
    });

  it("issue and revoke supplier tokens", async () => {
    const controlled = await openControl();
    const { token } = (await controlled.post("/tokens/supplier", { supplierNumber: 4712, expiresInMs: 5000 })).json;
    expect((await listLessors(controlled, token)).status).toBe(200);
    expect(controlled.sandbox.journal.entries.at(-1)?.caller).toBe("4712");
    controlled.sandbox.clock.advance({ ms: 5000 });
    expect((await listLessors(controlled, token)).status).toBe(401);
    const { token: other } = (await controlled.post("/tokens/supplier")).json;
    expect((await listLessors(controlled, other)).status).toBe(200);
    expect(await controlled.post("/tokens/revoke", { api: "supplier" })).toMatchObject(noContent);
    expect((await listLessors(controlled, other)).status).toBe(401);
  });

  it("revoke the tokens of only one API", async () => {
    const { post, lessor, supplier } = await openControl();
    await lessor.vehicles.put({ licensePlate: "ZX-987-Y" });
    expect(await post("/tokens/revoke", { api: "lessor" })).toMatchObject(noContent);
    await supplier.lessors.list();
    await lessor.vehicles.get("ZX-987-Y");
    expect((await post("/tokens/revoke", { api: "both" })).json.error.field).toBe("api");
    expect((await post("/tokens/supplier", { supplierNumber: 1 })).json.error.field).toBe("supplierNumber");
  });

  it("replace the secret of the default client or of another one", async () => {
    const { post, sandbox } = await openControl();
    const { clientSecret } = sandbox.lessor;
    const { json } = await post("/lessor/rotate-secret");
    expect(json.clientSecret).toBe(sandbox.lessor.clientSecret);
    expect(json.clientSecret).not.toBe(clientSecret);
    const { json: other } = await post("/lessor/client", { name: "second" });
    expect(other).toEqual(sandbox.lessor.client("second"));
    await post("/lessor/rotate-secret", { client: "second" });
    expect(sandbox.lessor.client("second")).not.toEqual(other);
    expect(sandbox.lessor.clientSecret).toBe(json.clientSecret);
  });

  it("disable a client", async () => {
    const { post, lessor } = await openControl();
    expect(await post("/lessor/disable-client")).toMatchObject(noContent);
    await expect(lessor.vehicles.get("ZX-987-Y")).rejects.toThrow();
  });

  it("change related data of a vehicle", async () => {
    const { post, lessor } = await openControl();
    await lessor.vehicles.put({ licensePlate: "ZX-987-Y" });
    const body = { licensePlate: "ZX-987-Y", kind: "mileages", value: [{ value: 1 }] };
    expect(await post("/lessor/maintain", body)).toMatchObject(noContent);
    expect(await lessor.vehicles.mileages.get("ZX-987-Y")).toEqual([{ value: 1 }]);
  });
});

describe("the fault routes", () => {
  it("plan, list and cancel faults", async () => {
    const { post, get, call, supplier } = await openControl();
    const fault = { operation: "lessors.list", with: { status: 503 }, times: 2 };
    expect((await post("/faults", fault)).json).toEqual({ id: "1" });
    const endless = { operation: "*", with: "reset", times: "Infinity", skip: 1 };
    expect((await post("/faults", endless)).json).toEqual({ id: "2" });
    expect(await refusal(supplier.lessors.list())).toEqual([503]);
    expect((await get("/faults")).json).toEqual({
      faults: [
        { id: "1", fault, remaining: 1, happened: 1 },
        { id: "2", fault: endless, remaining: "Infinity", happened: 0 },
      ],
    });
    expect(await call("DELETE", "/faults/1")).toMatchObject(noContent);
    expect(await call("DELETE", "/faults/2")).toMatchObject(noContent);
    await supplier.lessors.list();
    expect((await get("/faults")).json).toEqual({ faults: [] });
    expect(await call("DELETE", "/faults/1")).toMatchObject({ status: 404 });
    expect((await post("/faults", fault)).json).toEqual({ id: "3" });
  });

  it("plan a fault for one vehicle", async () => {
    const { post, lessor } = await openControl();
    const matches = { licensePlate: "AB-2" };
    await post("/faults", { operation: "vehicles.put", matches, with: { status: 503 }, times: "Infinity" });
    await lessor.vehicles.put({ licensePlate: "AB-1" });
    expect(await refusal(lessor.vehicles.put({ licensePlate: "AB-2" }))).toEqual([503]);
  });

  it.each([
    [{}, "operation"],
    [{ operation: "lessor.list", with: "reset" }, "operation"],
    [{ operation: "lessors.list", with: "explode" }, "with"],
    [{ operation: "lessors.list", with: "reset", times: "often" }, "times"],
    [{ operation: "lessors.list", with: "reset", matches: "x" }, "matches"],
    [[], "body"],
  ])("reject the invalid fault %j", async (fault, field) => {
    const { post, get } = await openControl();
    expect(await post("/faults", fault)).toMatchObject(rejectedField(field, expect.any(String)));
    expect((await get("/faults")).json).toEqual({ faults: [] });
  });
});

describe("the journal routes", () => {
  it("return the journal and its coverage", async () => {
    const { get, sandbox, supplier } = await openControl();
    await supplier.lessors.list();
    const { json } = await get("/journal");
    expect(json).toEqual(JSON.parse(JSON.stringify(sandbox.journal)));
    expect(json).toMatchObject({ requests: 1, calls: { "lessors.list": 1 } });
    expect((await get("/journal/coverage")).json.operations.reached).toEqual(["lessors.list"]);
    const markdown = await get("/journal/coverage?format=markdown");
    expect(markdown.text).toBe(sandbox.journal.coverage().toMarkdown());
  });

  it("check the journal against expectations", async () => {
    const { post, supplier } = await openControl();
    await supplier.serviceRequests.create(repair({ components: [], vehicle: { licensePlate: "DE-456-F" } }));
    const met = { mostInAnyMinute: 1, noDuplicateCreates: true, calls: { "lessors.list": 0 } };
    expect(await post("/journal/check", met)).toMatchObject({ status: 200, json: { ok: true } });
    await supplier.serviceRequests.create(repair({ components: [] }));
    await supplier.serviceRequests.create(repair({ components: [] }));
    const unmet = [{ mostInAnyMinute: 2 }, { noDuplicateCreates: true }, { calls: { "lessors.list": 1 } }];
    for (const expected of unmet) {
      const { status, json } = await post("/journal/check", expected);
      expect([status, json.error.message], JSON.stringify(expected)).toEqual([
        409,
        expect.stringContaining("expected"),
      ]);
    }
    const { json } = await post("/journal/check", { noDuplicateCreates: true });
    expect(json.error.entries.map(({ number }: { number: number }) => number)).toEqual([2, 3]);
  });

  it.each([
    [{ calls: { "lessor.list": 1 } }, "operation"],
    [{ calls: { "serviceRequests.get": "x" } }, "calls.serviceRequests.get"],
    [{ calls: { "serviceRequests.get": -1 } }, "calls.serviceRequests.get"],
    [{ calls: [1] }, "calls"],
    [{ noDuplicateCreates: false }, "noDuplicateCreates"],
    [{ mostInAnyMinute: -1 }, "limit"],
    [{ noDuplicates: true }, "noDuplicates"],
  ])("reject the invalid expectation %j", async (expected, field) => {
    const { post } = await openControl();
    expect(await post("/journal/check", expected)).toMatchObject(rejectedField(field, expect.any(String)));
  });
});

describe("the state routes", () => {
  it("reset the sandbox, including its faults", async () => {
    const { post, get, sandbox, supplier } = await openControl();
    await supplier.serviceRequests.create(repair());
    await post("/faults", { operation: "serviceRequests.list", with: "reset" });
    expect(await post("/reset")).toMatchObject(noContent);
    expect((await get("/faults")).json).toEqual({ faults: [] });
    expect(sandbox.journal.entries).toEqual([]);
    expect((await supplier.serviceRequests.list()).serviceRequests).toEqual([]);
  });

  it("save a snapshot under a name and restore it any number of times", async () => {
    const { post, supplier } = await openControl();
    const countRequests = async () => (await supplier.serviceRequests.list()).serviceRequests.length;
    const create = () => supplier.serviceRequests.create(repair({ components: [] }));
    await create();
    expect(await post("/snapshots", { name: "one/draft é" })).toMatchObject(noContent);
    const restore = `/snapshots/${encodeURIComponent("one/draft é")}/restore`;
    for (const _ of [1, 2]) {
      await create();
      expect(await countRequests()).toBe(2);
      expect(await post(restore)).toMatchObject(noContent);
      expect(await countRequests()).toBe(1);
    }
    expect(await post("/reset")).toMatchObject(noContent);
    expect(await post(restore)).toMatchObject(noContent);
    expect(await countRequests()).toBe(1);
    expect(await post("/snapshots/other/restore")).toMatchObject({ status: 404 });
    expect(await post("/snapshots", { name: "" })).toMatchObject(rejectedField("name", "name must not be empty"));
  });

  it("seed a scenario", async () => {
    const { post, supplier } = await openControl();
    const { status, json } = await post("/seed", { scenario: "draft" });
    expect([status, Object.keys(json.requests)]).toEqual([200, ["draft"]]);
    expect((await supplier.serviceRequests.get(json.requests.draft)).status).toBe("Draft");
    expect(await post("/seed", { scenario: "drat" })).toMatchObject(
      rejectedField("scenario", expect.stringContaining("every-phase")),
    );
  });
});
