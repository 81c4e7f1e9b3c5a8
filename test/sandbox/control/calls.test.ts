import { createSandbox, type Sandbox } from "@reg/sdk/sandbox";
import { describe, expect, expectTypeOf, it } from "vitest";
import { type CallArguments, callable } from "../../../src/sandbox/control/calls.js";
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

const rejectedField = (field: string, message: unknown = expect.any(String)) => ({
  status: 400,
  json: { error: { field, message } },
});
const noContent = { status: 204, text: "" };

describe("POST /call", () => {
  it("can call every method of a sandbox, except those with functions and connections", () => {
    const sandbox: object = createSandbox();
    const methodsOf = (part: object, prefix = ""): string[] =>
      Object.entries(part).flatMap(([name, value]) => (typeof value === "function" ? [`${prefix}${name}`] : []));
    const parts = Object.entries(sandbox).filter(([, value]) => typeof value === "object");
    const all = [...methodsOf(sandbox), ...parts.flatMap(([name, part]) => methodsOf(part, `${name}.`))];
    const others = ["fetch", "listen", "holdInvoices", "clock.schedule"];
    expect(all).toEqual(expect.arrayContaining(others));
    const methods = [...all.filter((name) => !others.includes(name)), "fault.cancel"];
    expect(Object.keys(callable).sort()).toEqual(methods.sort());
  });

  it("has the arguments of the methods, without functions", () => {
    expectTypeOf<CallArguments["clock.advance"]>().toEqualTypeOf<Parameters<Sandbox["clock"]["advance"]>>();
    expectTypeOf<CallArguments["lessor.approve"]>().toEqualTypeOf<Parameters<Sandbox["lessor"]["approve"]>>();
    type Policy = NonNullable<CallArguments["lessor.decideBy"][0]>;
    expectTypeOf<Extract<Policy["decide"], (...given: never[]) => unknown>>().toBeNever();
    type Matches = CallArguments["fail"][0]["matches"];
    expectTypeOf<Matches>().toEqualTypeOf<Readonly<Record<string, string>> | undefined>();
    expectTypeOf<CallArguments>().not.toHaveProperty("fetch");
  });

  it.each([
    [null, "body", "body must be an object such as { method, args }"],
    [["reset"], "body", "body must be an object such as { method, args }"],
    [{}, "method", "method must be the name of a method, such as clock.advance"],
    [{ method: 5 }, "method", "method must be the name of a method, such as clock.advance"],
    [{ method: "reset", arguments: [] }, "arguments", "arguments does not belong here: use method and args"],
    [{ method: "reset", args: {} }, "args", "args must be a list of arguments"],
    [{ method: "reset", args: [1] }, "args", "args must be a list of at most 0: []"],
    [{ method: "lessor.unpark", args: ["x", "y"] }, "args", "args must be a list of at most 1: [id]"],
    [{ method: "clock.advanced" }, "method", "method is not one that can be called; did you mean clock.advance?"],
    [{ method: "holdInvoices" }, "method", "method is not one that can be called; GET / lists them"],
  ])("rejects the body %j and names the field", async (body, field, message) => {
    const { post, defects } = await openControl();
    const { status, json } = await post("/call", body);
    expect({ status, json }).toEqual(rejectedField(field, message));
    expect(defects).toEqual([]);
  });

  it.each([
    "constructor",
    "__proto__",
    "toString",
    "clock",
    "clock.constructor",
    "clock.iso.call",
    "clock.",
    ".reset",
    "lessor.clientSecret",
    "journal.entries",
    "fetch",
    "listen",
    "clock.schedule",
    "Reset",
    "",
  ])("calls nothing that is not in its table: %j", async (method) => {
    const { invoke, defects } = await openControl();
    expect(await invoke(method)).toMatchObject(rejectedField("method"));
    expect(defects).toEqual([]);
  });

  it.each(Object.keys(callable))(
    "rejects arguments of %s that are of a wrong type, without a defect",
    async (method) => {
      const { invoke, defects } = await openControl();
      const parameters: readonly string[] = Object.entries(callable).find(([name]) => name === method)?.[1] ?? [];
      for (const junk of [5, true, "text", [], {}, [[{}]], { lines: 5 }, { times: "Infinity" }]) {
        const { status, json } = await invoke(method, ...parameters.map(() => junk));
        // What is in order for one method, such as a text as the name of a snapshot, is wrong for another.
        expect(status, JSON.stringify([junk, json])).toBeLessThan(500);
      }
      expect((await invoke(method)).status).toBeLessThan(500);
      expect(defects).toEqual([]);
    },
  );

  it("takes null for an argument that is left out", async () => {
    const { invoke, lessor } = await openControl();
    await lessor.vehicles.put({ licensePlate: "ZX-987-Y" });
    const value = [{ value: 1 }];
    expect(await invoke("lessor.maintain", "ZX-987-Y", "mileages", value, null)).toMatchObject(noContent);
    expect(await lessor.vehicles.mileages.get("ZX-987-Y")).toEqual(value);
  });
});

describe("the clock", () => {
  it("is read, advanced and set", async () => {
    const { invoke, sandbox } = await openControl();
    expect((await invoke("clock.iso")).json).toBe("2026-06-15T09:00:00.000Z");
    expect(await invoke("clock.advance", { days: 1, hours: 2, minutes: 3, ms: 4 })).toMatchObject(noContent);
    expect((await invoke("clock.iso")).json).toBe("2026-06-16T11:03:00.004Z");
    expect(await invoke("clock.set", "2026-07-01T00:00:00Z")).toMatchObject(noContent);
    expect(sandbox.clock.iso()).toBe("2026-07-01T00:00:00.000Z");
  });

  it.each([
    ["advance", { weeks: 1 }, "weeks", "weeks is not a unit: use days, hours, minutes, seconds or ms"],
    ["advance", { days: "1" }, "days", "days must be a number from 0: the clock cannot go back"],
    ["advance", [], "step", expect.any(String)],
    ["advance", null, "step", expect.any(String)],
    ["set", 5, "instant", expect.stringContaining("date-time")],
    ["set", "2020-01-01T00:00:00Z", "instant", expect.stringContaining("past")],
    ["set", "x", "instant", expect.stringContaining("date-time")],
  ])("rejects %s with %j and names the field", async (method, argument, field, message) => {
    const { invoke } = await openControl();
    expect(await invoke(`clock.${method}`, argument)).toMatchObject(rejectedField(field, message));
  });
});

describe("the lessor", () => {
  it.each([
    ["approve", "Approved", ["Approved", "Denied"]],
    ["deny", "Denied", ["Denied", "Approved"]],
    ["provisionallyApprove", "ProvisionallyApproved", ["ProvisionallyApproved", "Approved"]],
    ["callLessor", "CallLessor", ["CallLessor", "Approved"]],
    ["willCall", "LessorWillCall", ["LessorWillCall", "Approved"]],
  ])("decides by %s about a request, or only about some of its lines", async (method, status, partly) => {
    const whole = await openWithSubmittedRequest();
    expect(await whole.invoke(`lessor.${method}`, whole.id)).toMatchObject(noContent);
    expect((await whole.read()).components?.map((line) => line.status?.code)).toEqual([status, status]);
    const part = await openWithSubmittedRequest();
    await part.invoke(`lessor.${method}`, part.id, { lines: part.lines.slice(0, 1) });
    expect((await part.read()).components?.map((line) => line.status?.code)).toEqual(partly);
  });

  it("reviews a request line by line", async () => {
    const { id, lines, invoke, read } = await openWithSubmittedRequest();
    const [first = "", second = ""] = lines;
    expect(await invoke("lessor.review", id, { [second]: "Denied" })).toMatchObject(noContent);
    const statuses = (await read()).components?.map((line) => [line.id, line.status?.code]);
    expect(statuses).toEqual([
      [first, "Approved"],
      [second, "Denied"],
    ]);
  });

  it("gets a policy, and loses it", async () => {
    const { invoke, supplier, sandbox } = await openControl();
    const submit = (licensePlate: string) =>
      supplier.serviceRequests.create(
        repair({ status: "ApprovalRequested", vehicle: { licensePlate, partialVin: "JF123456" } }),
      );
    const readStatus = async ({ id }: { id: string }) => (await supplier.serviceRequests.get(id)).status;
    const policy = { decide: "Denied", after: { hours: 1 } };
    expect(await invoke("lessor.decideBy", policy)).toMatchObject(noContent);
    const first = await submit("AB-123-C");
    expect(await readStatus(first)).toBe("ApprovalRequested");
    sandbox.clock.advance({ hours: 1 });
    expect(await readStatus(first)).toBe("Denied");
    expect(await invoke("lessor.decideBy", null)).toMatchObject(noContent);
    expect(await readStatus(await submit("DE-456-F"))).toBe("ApprovalRequested");
  });

  it("starts and ends the parking of a request", async () => {
    const { id, invoke, read } = await openWithSubmittedRequest();
    expect(await invoke("lessor.park", id, "Waits for a part")).toMatchObject(noContent);
    expect((await read()).parking).toEqual({ isParked: true, remark: "Waits for a part" });
    expect(await invoke("lessor.unpark", id)).toMatchObject(noContent);
    expect((await read()).parking).toEqual({ isParked: false });
  });

  it("changes a contract", async () => {
    const { invoke, supplier } = await openControl();
    const changes = { vehicle: { vehicleModel: "Another" } };
    expect(await invoke("lessor.changeContract", "AB-123-C", changes)).toMatchObject(noContent);
    expect((await supplier.contracts.get("AB-123-C")).vehicle).toMatchObject({ vehicleModel: "Another" });
  });

  it("is deactivated and activated again", async () => {
    const { invoke, supplier } = await openControl();
    expect(await invoke("lessor.deactivate", 1001)).toMatchObject(noContent);
    expect(await refusal(supplier.lessors.get(1001))).toEqual([404]);
    expect(await invoke("lessor.activate", 1001)).toMatchObject(noContent);
    expect((await supplier.lessors.get(1001)).active).toBe(true);
  });

  it("publishes a notification", async () => {
    const { invoke, supplier } = await openControl();
    const notification = { lessorId: 1001, title: "Closed", validFrom: "2026-06-01", validUntil: "2026-07-01" };
    const { status, json } = await invoke("lessor.notify", notification);
    expect([status, json]).toEqual([200, expect.any(Number)]);
    expect(JSON.stringify(await supplier.lessors.notifications({ lessorId: 1001 }))).toContain("Closed");
  });

  it.each([
    ["approve", ["unknown"], "id", "id is not the id of a request in this sandbox"],
    ["approve", [], "id", "id is not the id of a request in this sandbox"],
    ["approve", ["x", { line: [] }], "line", "line is not an option of a decision: use lines"],
    ["review", ["x", 5], "decisions", expect.any(String)],
    ["decideBy", [{ decide: "Yes" }], "decide", expect.stringContaining("LessorWillCall")],
    ["decideBy", [{ after: "1 hour" }], "after", expect.stringContaining("hours")],
    ["decideBy", [{ after: { reads: 0 } }], "after.reads", expect.any(String)],
    ["decideBy", [{ since: 1 }], "since", expect.any(String)],
    ["changeContract", ["UNKNOWN", {}], "licensePlate", expect.any(String)],
    ["changeContract", ["AB-123-C"], "changes", "changes must be an object"],
    ["changeContract", ["AB-123-C", "x"], "changes", "changes must be an object"],
    ["deactivate", [1], "lessorNumber", expect.any(String)],
    ["activate", ["1001"], "lessorNumber", expect.any(String)],
    ["notify", [{ lessorId: 1001, title: "x", validFrom: "1", validUntil: "2" }], "validFrom", expect.any(String)],
    ["unpark", ["unknown"], "id", expect.any(String)],
    ["maintain", ["UNKNOWN", "mileages", {}], "licensePlate", expect.any(String)],
    ["maintain", ["UNKNOWN", "wheels", {}], "kind", expect.any(String)],
  ])("rejects %s with the arguments %j and names the field", async (method, args, field, message) => {
    const { invoke, defects } = await openControl();
    expect(await invoke(`lessor.${method}`, ...args)).toMatchObject(rejectedField(field, message));
    expect(defects).toEqual([]);
  });

  it("rejects a decision that does not exist", async () => {
    const { id, lines, invoke } = await openWithSubmittedRequest();
    const decisions = { [lines[0] ?? ""]: "Yes" };
    const message = expect.stringContaining("LessorWillCall");
    expect(await invoke("lessor.review", id, decisions)).toMatchObject(rejectedField("decisions", message));
  });
});

describe("tokens and clients", () => {
  const listLessors = ({ sandbox }: ControlledSandbox, token: string) =>
    sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/lessors`, {
      headers: { authorization: `Bearer ${token}` },
    });

  it("supplier tokens are issued and revoked", async () => {
    const controlled = await openControl();
    const { json: token } = await controlled.invoke("supplier.token", { supplierNumber: 4712, expiresInMs: 5000 });
    expect((await listLessors(controlled, token)).status).toBe(200);
    expect(controlled.sandbox.journal.entries.at(-1)?.caller).toBe("4712");
    controlled.sandbox.clock.advance({ ms: 5000 });
    expect((await listLessors(controlled, token)).status).toBe(401);
    const { json: other } = await controlled.invoke("supplier.token");
    expect((await listLessors(controlled, other)).status).toBe(200);
    expect(await controlled.invoke("supplier.revokeTokens")).toMatchObject(noContent);
    expect((await listLessors(controlled, other)).status).toBe(401);
  });

  it("the tokens of only one API are revoked", async () => {
    const { invoke, lessor, supplier } = await openControl();
    await lessor.vehicles.put({ licensePlate: "ZX-987-Y" });
    expect(await invoke("lessor.revokeTokens")).toMatchObject(noContent);
    await supplier.lessors.list();
    await lessor.vehicles.get("ZX-987-Y");
    expect((await invoke("supplier.token", { supplierNumber: 1 })).json.error.field).toBe("supplierNumber");
  });

  it("the secret of the default client or of another one is replaced", async () => {
    const { invoke, sandbox } = await openControl();
    const { clientSecret } = sandbox.lessor;
    const { json } = await invoke("lessor.rotateSecret");
    expect(json).toBe(sandbox.lessor.clientSecret);
    expect(json).not.toBe(clientSecret);
    const { json: other } = await invoke("lessor.client", "second");
    expect(other).toEqual(sandbox.lessor.client("second"));
    await invoke("lessor.rotateSecret", "second");
    expect(sandbox.lessor.client("second")).not.toEqual(other);
    expect(sandbox.lessor.clientSecret).toBe(json);
  });

  it("a client is disabled", async () => {
    const { invoke, lessor } = await openControl();
    expect(await invoke("lessor.disableClient")).toMatchObject(noContent);
    await expect(lessor.vehicles.get("ZX-987-Y")).rejects.toThrow();
  });
});

describe("faults", () => {
  it("are planned, listed and cancelled by their ids", async () => {
    const { invoke, get, supplier } = await openControl();
    const fault = { operation: "lessors.list", with: { status: 503 }, times: 2 };
    expect(await invoke("fail", fault)).toMatchObject({ status: 200, json: { id: "1" } });
    const endless = { operation: "*", with: "reset", times: "Infinity", skip: 1 };
    expect((await invoke("fail", endless)).json).toEqual({ id: "2" });
    expect(await refusal(supplier.lessors.list())).toEqual([503]);
    expect((await get("/faults")).json).toEqual({
      faults: [
        { id: "1", fault, remaining: 1, happened: 1 },
        { id: "2", fault: endless, remaining: "Infinity", happened: 0 },
      ],
    });
    expect(await invoke("fault.cancel", "1")).toMatchObject(noContent);
    expect(await invoke("fault.cancel", "2")).toMatchObject(noContent);
    await supplier.lessors.list();
    expect((await get("/faults")).json).toEqual({ faults: [] });
    expect(await invoke("fault.cancel", "1")).toMatchObject({ status: 404 });
    expect((await invoke("fail", fault)).json).toEqual({ id: "3" });
  });

  it("are planned for one vehicle", async () => {
    const { invoke, lessor } = await openControl();
    const matches = { licensePlate: "AB-2" };
    await invoke("fail", { operation: "vehicles.put", matches, with: { status: 503 }, times: "Infinity" });
    await lessor.vehicles.put({ licensePlate: "AB-1" });
    expect(await refusal(lessor.vehicles.put({ licensePlate: "AB-2" }))).toEqual([503]);
  });

  it.each([
    [{}, "operation"],
    [{ operation: "lessor.list", with: "reset" }, "operation"],
    [{ operation: "lessors.list", with: "explode" }, "with"],
    [{ operation: "lessors.list", with: "reset", times: "often" }, "times"],
    [{ operation: "lessors.list", with: "reset", matches: "x" }, "matches"],
    [[], "fault"],
  ])("are rejected if they are invalid: %j", async (fault, field) => {
    const { invoke, get } = await openControl();
    expect(await invoke("fail", fault)).toMatchObject(rejectedField(field));
    expect((await get("/faults")).json).toEqual({ faults: [] });
  });
});

describe("the journal", () => {
  it("is returned as JSON, whole and by operation", async () => {
    const { invoke, sandbox, supplier } = await openControl();
    await supplier.lessors.list();
    const { json } = await invoke("journal.toJSON");
    expect(json).toEqual(JSON.parse(JSON.stringify(sandbox.journal)));
    expect(json).toMatchObject({ requests: 1, calls: { "lessors.list": 1 } });
    expect((await invoke("journal.calls")).json).toEqual({ "lessors.list": 1 });
    expect((await invoke("journal.of", "lessors.list")).json).toEqual(json.entries);
    expect((await invoke("journal.mostInAnyMinute")).json).toBe(1);
  });

  it("is compared with expectations", async () => {
    const { invoke, supplier } = await openControl();
    await supplier.serviceRequests.create(repair({ components: [], vehicle: { licensePlate: "DE-456-F" } }));
    const met: [string, ...unknown[]][] = [
      ["assertMostInAnyMinute", 1],
      ["assertNoDuplicateCreates"],
      ["assertCalls", { "lessors.list": 0 }],
    ];
    for (const [name, ...args] of met) expect(await invoke(`journal.${name}`, ...args)).toMatchObject(noContent);
    await supplier.serviceRequests.create(repair({ components: [] }));
    await supplier.serviceRequests.create(repair({ components: [] }));
    const unmet: [string, ...unknown[]][] = [
      ["assertMostInAnyMinute", 2],
      ["assertNoDuplicateCreates"],
      ["assertCalls", { "lessors.list": 1 }],
    ];
    for (const [name, ...args] of unmet) {
      const { status, json } = await invoke(`journal.${name}`, ...args);
      expect([status, json.error.message], name).toEqual([409, expect.stringContaining("expected")]);
    }
    const { json } = await invoke("journal.assertNoDuplicateCreates");
    expect(json.error.entries.map(({ number }: { number: number }) => number)).toEqual([2, 3]);
  });

  it.each([
    ["assertCalls", { "lessor.list": 1 }, "operation"],
    ["assertCalls", { "serviceRequests.get": "x" }, "serviceRequests.get"],
    ["assertCalls", { "serviceRequests.get": -1 }, "serviceRequests.get"],
    ["assertCalls", [1], "expected"],
    ["assertMostInAnyMinute", -1, "limit"],
    ["mostInAny", 0, "windowMs"],
    ["of", "lessor.list", "operation"],
  ])("rejects %s with the invalid argument %j", async (method, argument, field) => {
    const { invoke } = await openControl();
    expect(await invoke(`journal.${method}`, argument)).toMatchObject(rejectedField(field));
  });
});

describe("the state", () => {
  it("is reset, including the faults", async () => {
    const { invoke, get, sandbox, supplier } = await openControl();
    await supplier.serviceRequests.create(repair());
    await invoke("fail", { operation: "serviceRequests.list", with: "reset" });
    expect(await invoke("reset")).toMatchObject(noContent);
    expect((await get("/faults")).json).toEqual({ faults: [] });
    expect(sandbox.journal.entries).toEqual([]);
    expect((await supplier.serviceRequests.list()).serviceRequests).toEqual([]);
  });

  it("is saved as a snapshot under a name and restored any number of times", async () => {
    const { invoke, supplier } = await openControl();
    const countRequests = async () => (await supplier.serviceRequests.list()).serviceRequests.length;
    const create = () => supplier.serviceRequests.create(repair({ components: [] }));
    await create();
    const name = "one/draft é";
    expect(await invoke("snapshot", name)).toMatchObject(noContent);
    for (const _ of [1, 2]) {
      await create();
      expect(await countRequests()).toBe(2);
      expect(await invoke("restore", name)).toMatchObject(noContent);
      expect(await countRequests()).toBe(1);
    }
    expect(await invoke("reset")).toMatchObject(noContent);
    expect(await invoke("restore", name)).toMatchObject(noContent);
    expect(await countRequests()).toBe(1);
    expect(await invoke("restore", "other")).toMatchObject({ status: 404 });
    for (const other of ["", 5, null])
      expect(await invoke("snapshot", other)).toMatchObject(
        rejectedField("name", "name must be a text that is not empty"),
      );
  });

  it("gets the requests of a scenario", async () => {
    const { invoke, supplier } = await openControl();
    const { status, json } = await invoke("seed", "draft");
    expect([status, Object.keys(json)]).toEqual([200, ["draft"]]);
    expect((await supplier.serviceRequests.get(json.draft)).status).toBe("Draft");
    const message = expect.stringContaining("every-phase");
    expect(await invoke("seed", "drat")).toMatchObject(rejectedField("scenario", message));
  });
});
