import { describe, expect, it } from "vitest";
import { routes } from "../../src/cli/sandbox/control-routes.js";
import { serveControl } from "../../src/cli/sandbox/control-server.js";
import { createSandbox } from "../../src/sandbox/index.js";
import { refusal, repair } from "../sandbox/support.js";
import { key, later, openControl } from "./support.js";

type World = Awaited<ReturnType<typeof openControl>>;

/** A control surface over a sandbox in which a request waits for the lessor. */
async function waiting() {
  const world = await openControl();
  const { id } = await world.supplier.serviceRequests.create(repair({ status: "ApprovalRequested" }));
  const request = () => world.supplier.serviceRequests.get(id);
  const lines = (await request()).components?.map((line) => line.id) ?? [];
  return { ...world, id, request, lines };
}

const error = (field: string, message: unknown) => ({ status: 400, json: { error: { field, message } } });
const done = { status: 204, text: "" };

describe("the clock", () => {
  it("is shown, advanced and set", async () => {
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
    ["/clock/advance", { weeks: 1 }, "weeks", "weeks is not a unit: use days, hours, minutes or ms"],
    ["/clock/advance", { days: "1" }, "days", "days must be a number from 0: the clock cannot go back"],
    ["/clock/advance", [], "body", "body must be an object"],
    ["/clock/advance", null, "body", "body must be an object"],
    ["/clock/set", { instant: 5 }, "instant", "instant must be a text"],
    ["/clock/set", {}, "instant", "instant must be a text"],
    ["/clock/set", { instant: "2020-01-01T00:00:00Z" }, "instant", expect.stringContaining("past")],
    ["/clock/set", { instant: "x" }, "instant", expect.stringContaining("date-time")],
    ["/clock/set", { instant: "x", days: 1 }, "days", "days does not belong here"],
  ])("refuses %s %j", async (path, body, field, message) => {
    const { post } = await openControl();
    expect(await post(path, body)).toMatchObject(error(field, message));
  });
});

describe("the lessor", () => {
  it.each([
    ["approve", "Approved", ["Approved", "Denied"]],
    ["deny", "Denied", ["Denied", "Approved"]],
    ["provisionally-approve", "ProvisionallyApproved", ["ProvisionallyApproved", "Approved"]],
    ["call-lessor", "CallLessor", ["CallLessor", "Approved"]],
    ["will-call", "LessorWillCall", ["LessorWillCall", "Approved"]],
  ])("can %s a request, or some of its lines", async (path, status, partly) => {
    const whole = await waiting();
    expect(await whole.post(`/lessor/${path}`, { id: whole.id })).toMatchObject(done);
    expect((await whole.request()).components?.map((line) => line.status?.code)).toEqual([status, status]);
    const part = await waiting();
    await part.post(`/lessor/${path}`, { id: part.id, lines: part.lines.slice(0, 1) });
    expect((await part.request()).components?.map((line) => line.status?.code)).toEqual(partly);
  });

  it("reviews line by line", async () => {
    const { id, lines, post, request } = await waiting();
    const [first = "", second = ""] = lines;
    expect(await post("/lessor/review", { id, decisions: { [second]: "Denied" } })).toMatchObject(done);
    const statuses = (await request()).components?.map((line) => [line.id, line.status?.code]);
    expect(statuses).toEqual([
      [first, "Approved"],
      [second, "Denied"],
    ]);
  });

  it("decides by a policy until it is taken away", async () => {
    const { post, supplier, sandbox } = await openControl();
    const submit = (licensePlate: string) =>
      supplier.serviceRequests.create(
        repair({ status: "ApprovalRequested", vehicle: { licensePlate, partialVin: "JF123456" } }),
      );
    const statusOf = async ({ id }: { id: string }) => (await supplier.serviceRequests.get(id)).status;
    expect(await post("/lessor/policy", { decide: "Denied", after: { hours: 1 } })).toMatchObject(done);
    const first = await submit("AB-123-C");
    expect(await statusOf(first)).toBe("ApprovalRequested");
    sandbox.clock.advance({ hours: 1 });
    expect(await statusOf(first)).toBe("Denied");
    expect(await post("/lessor/policy", null)).toMatchObject(done);
    expect(await statusOf(await submit("DE-456-F"))).toBe("ApprovalRequested");
  });

  it("parks a request and takes it out again", async () => {
    const { id, post, request } = await waiting();
    expect(await post("/lessor/park", { id, remark: "Waits for a part" })).toMatchObject(done);
    expect((await request()).parking).toEqual({ isParked: true, remark: "Waits for a part" });
    expect(await post("/lessor/unpark", { id })).toMatchObject(done);
    expect((await request()).parking).toEqual({ isParked: false });
  });

  it("changes a contract", async () => {
    const { post, supplier } = await openControl();
    const changes = { vehicle: { vehicleModel: "Another" } };
    expect(await post("/lessor/contract", { licensePlate: "AB-123-C", changes })).toMatchObject(done);
    expect((await supplier.contracts.get("AB-123-C")).vehicle).toMatchObject({ vehicleModel: "Another" });
  });

  it("leaves the service and comes back", async () => {
    const { post, supplier } = await openControl();
    expect(await post("/lessor/deactivate", { lessorNumber: 1001 })).toMatchObject(done);
    expect(await refusal(supplier.lessors.get(1001))).toEqual([404]);
    expect(await post("/lessor/activate", { lessorNumber: 1001 })).toMatchObject(done);
    expect((await supplier.lessors.get(1001)).active).toBe(true);
  });

  it("publishes a notification", async () => {
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
    ["approve", { id: "nobody" }, "id", "id is not the id of a request in this sandbox"],
    ["approve", {}, "id", "id must be a text"],
    ["approve", { id: "x", line: [] }, "line", "line does not belong here"],
    ["approve", { id: "x", lines: "all" }, "lines", expect.any(String)],
    [
      "review",
      { id: "x", decisions: { a: "Yes" } },
      "decisions.a",
      expect.stringContaining("LessorWillCall"),
    ],
    ["policy", { decide: "Yes" }, "decide", expect.stringContaining("LessorWillCall")],
    ["policy", { after: "1 hour" }, "after", "after must be an object"],
    ["policy", { after: { reads: 0 } }, "after.reads", expect.any(String)],
    ["policy", { since: 1 }, "since", "since does not belong here"],
    ["contract", { licensePlate: "nobody", changes: {} }, "licensePlate", expect.any(String)],
    ["contract", { licensePlate: "AB-123-C" }, "changes", "changes must be an object"],
    ["deactivate", { lessorNumber: 1 }, "lessorNumber", expect.any(String)],
    ["activate", { lessorNumber: "1001" }, "lessorNumber", "lessorNumber must be a number"],
    [
      "notify",
      { lessorId: 1001, title: "x", validFrom: "1", validUntil: "2" },
      "validFrom",
      expect.any(String),
    ],
    ["park", { id: "nobody" }, "id", expect.any(String)],
    ["unpark", { id: "nobody" }, "id", expect.any(String)],
    ["maintain", { licensePlate: "nobody", kind: "mileages", value: {} }, "licensePlate", expect.any(String)],
    ["maintain", { licensePlate: "nobody", kind: "wheels", value: {} }, "kind", expect.any(String)],
    ["client", { name: "a b" }, "name", expect.any(String)],
  ])("refuses %s with %j", async (path, body, field, message) => {
    const { post, defects } = await openControl();
    expect(await post(`/lessor/${path}`, body)).toMatchObject(error(field, message));
    expect(defects).toEqual([]);
  });
});

describe("tokens and clients", () => {
  const lessors = ({ sandbox }: World, token: string) =>
    sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/lessors`, {
      headers: { authorization: `Bearer ${token}` },
    });

  it("issues tokens of a supplier and revokes them", async () => {
    const world = await openControl();
    const { token } = (await world.post("/tokens/supplier", { supplierNumber: 4712, expiresInMs: 5000 }))
      .json;
    expect((await lessors(world, token)).status).toBe(200);
    expect(world.sandbox.journal.entries.at(-1)?.caller).toBe("4712");
    world.sandbox.clock.advance({ ms: 5000 });
    expect((await lessors(world, token)).status).toBe(401);
    const { token: other } = (await world.post("/tokens/supplier")).json;
    expect((await lessors(world, other)).status).toBe(200);
    expect(await world.post("/tokens/revoke", { api: "supplier" })).toMatchObject(done);
    expect((await lessors(world, other)).status).toBe(401);
  });

  it("revokes the tokens of one API only", async () => {
    const { post, lessor, supplier } = await openControl();
    await lessor.vehicles.put({ licensePlate: "ZX-987-Y" });
    expect(await post("/tokens/revoke", { api: "lessor" })).toMatchObject(done);
    await supplier.lessors.list();
    await lessor.vehicles.get("ZX-987-Y");
    expect((await post("/tokens/revoke", { api: "both" })).json.error.field).toBe("api");
    expect((await post("/tokens/supplier", { supplierNumber: 1 })).json.error.field).toBe("supplierNumber");
  });

  it("replaces secrets, of the usual client or another", async () => {
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

  it("shuts a client out", async () => {
    const { post, lessor } = await openControl();
    expect(await post("/lessor/disable-client")).toMatchObject(done);
    await expect(lessor.vehicles.get("ZX-987-Y")).rejects.toThrow();
  });

  it("has the service change related data", async () => {
    const { post, lessor } = await openControl();
    await lessor.vehicles.put({ licensePlate: "ZX-987-Y" });
    const body = { licensePlate: "ZX-987-Y", kind: "mileages", value: [{ value: 1 }] };
    expect(await post("/lessor/maintain", body)).toMatchObject(done);
    expect(await lessor.vehicles.mileages.get("ZX-987-Y")).toEqual([{ value: 1 }]);
  });
});

describe("faults", () => {
  it("are planned, shown and taken back", async () => {
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
    expect(await call("DELETE", "/faults/1")).toMatchObject(done);
    expect(await call("DELETE", "/faults/2")).toMatchObject(done);
    await supplier.lessors.list();
    expect((await get("/faults")).json).toEqual({ faults: [] });
    expect(await call("DELETE", "/faults/1")).toMatchObject({ status: 404 });
    expect((await post("/faults", fault)).json).toEqual({ id: "3" });
  });

  it.each([
    [{}, "operation"],
    [{ operation: "lessor.list", with: "reset" }, "operation"],
    [{ operation: "lessors.list", with: "explode" }, "with"],
    [{ operation: "lessors.list", with: "reset", times: "often" }, "times"],
    [{ operation: "lessors.list", with: "reset", matches: "x" }, "matches"],
    [[], "body"],
  ])("refuses %j", async (fault, field) => {
    const { post, get } = await openControl();
    expect(await post("/faults", fault)).toMatchObject(error(field, expect.any(String)));
    expect((await get("/faults")).json).toEqual({ faults: [] });
  });
});

describe("the journal", () => {
  it("is shown, with its coverage", async () => {
    const { get, sandbox, supplier } = await openControl();
    await supplier.lessors.list();
    const { json } = await get("/journal");
    expect(json).toEqual(JSON.parse(JSON.stringify(sandbox.journal)));
    expect(json).toMatchObject({ requests: 1, calls: { "lessors.list": 1 } });
    expect((await get("/journal/coverage")).json.operations.reached).toEqual(["lessors.list"]);
    const markdown = await get("/journal/coverage?format=markdown");
    expect(markdown.text).toBe(sandbox.journal.coverage().toMarkdown());
  });

  it("is held against what is expected", async () => {
    const { post, supplier } = await openControl();
    await supplier.serviceRequests.create(repair({ components: [], vehicle: { licensePlate: "DE-456-F" } }));
    const holds = { mostInAnyMinute: 1, noDuplicateCreates: true, calls: { "lessors.list": 0 } };
    expect(await post("/journal/check", holds)).toMatchObject({ status: 200, json: { ok: true } });
    await supplier.serviceRequests.create(repair({ components: [] }));
    await supplier.serviceRequests.create(repair({ components: [] }));
    const failing = [{ mostInAnyMinute: 2 }, { noDuplicateCreates: true }, { calls: { "lessors.list": 1 } }];
    for (const expected of failing) {
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
  ])("refuses to be held against %j", async (expected, field) => {
    const { post } = await openControl();
    expect(await post("/journal/check", expected)).toMatchObject(error(field, expect.any(String)));
  });
});

describe("the state", () => {
  it("is reset, faults included", async () => {
    const { post, get, sandbox, supplier } = await openControl();
    await supplier.serviceRequests.create(repair());
    await post("/faults", { operation: "serviceRequests.list", with: "reset" });
    expect(await post("/reset")).toMatchObject(done);
    expect((await get("/faults")).json).toEqual({ faults: [] });
    expect(sandbox.journal.entries).toEqual([]);
    expect((await supplier.serviceRequests.list()).serviceRequests).toEqual([]);
  });

  it("is kept under a name and restored, as often as one likes", async () => {
    const { post, supplier } = await openControl();
    const count = async () => (await supplier.serviceRequests.list()).serviceRequests.length;
    const create = () => supplier.serviceRequests.create(repair({ components: [] }));
    await create();
    expect(await post("/snapshots", { name: "one/draft é" })).toMatchObject(done);
    const restore = `/snapshots/${encodeURIComponent("one/draft é")}/restore`;
    for (const _ of [1, 2]) {
      await create();
      expect(await count()).toBe(2);
      expect(await post(restore)).toMatchObject(done);
      expect(await count()).toBe(1);
    }
    expect(await post("/reset")).toMatchObject(done);
    expect(await post(restore)).toMatchObject(done);
    expect(await count()).toBe(1);
    expect(await post("/snapshots/other/restore")).toMatchObject({ status: 404 });
    expect(await post("/snapshots", { name: "" })).toMatchObject(error("name", "name must not be empty"));
  });

  it("is filled with a scenario", async () => {
    const { post, supplier } = await openControl();
    const { status, json } = await post("/seed", { scenario: "draft" });
    expect([status, Object.keys(json.requests)]).toEqual([200, ["draft"]]);
    expect((await supplier.serviceRequests.get(json.requests.draft)).status).toBe("Draft");
    expect(await post("/seed", { scenario: "drat" })).toMatchObject(
      error("scenario", expect.stringContaining("every-phase")),
    );
  });
});

it("answers with 500 and tells, if it fails itself", async () => {
  const sandbox = createSandbox();
  const failure = new TypeError("oops");
  const fails = () => {
    throw failure;
  };
  const defects: unknown[] = [];
  const onDefect = (defect: unknown) => defects.push(defect);
  const { url, close } = await serveControl({
    sandbox: { ...sandbox, reset: fails },
    key,
    port: 0,
    onDefect,
  });
  later(close);
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const answer = await fetch(`${url}/reset`, { method: "POST", headers });
  expect([answer.status, await answer.text()]).toEqual([500, expect.not.stringContaining("oops")]);
  expect(defects).toEqual([failure]);
});

it("has a table in which no path stands twice", () => {
  const lines = routes.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(lines).size).toBe(lines.length);
});
