import { describe, expect, it } from "vitest";
import { Evidence, type SeenDifference } from "../../../src/cli/verify/evidence.js";
import type { CallParameters } from "../../../src/cli/verify/steps.js";
import type { AssumptionTable } from "../../../src/document/assumptions.js";
import type { OperationTable } from "../../../src/document/operation.js";
import { lessorAssumptions } from "../../../src/generated/lessor/assumptions.js";
import { lessorOperations, lessorTokenOperations } from "../../../src/generated/lessor/operations.js";
import { supplierAssumptions } from "../../../src/generated/supplier/assumptions.js";
import { supplierOperations } from "../../../src/generated/supplier/operations.js";

const operations: OperationTable = { ...supplierOperations, ...lessorOperations, ...lessorTokenOperations };

interface GivenResponse {
  readonly status?: number;
  /** Null: there is no JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly parameters?: CallParameters;
}

/** Creates evidence from responses of operations. */
function collect(
  responses: readonly (readonly [operationId: string, response: GivenResponse])[],
  table: AssumptionTable = supplierAssumptions,
) {
  const evidence = new Evidence(table);
  for (const [operationId, { status = 200, body = {}, headers, parameters = {} }] of responses) {
    const operation = operations[operationId];
    if (operation === undefined) throw new Error(operationId);
    const all = new Headers({ "content-type": "application/json", ...headers });
    evidence.add({ operationId, status, body: body ?? undefined, headers: all, operation, parameters });
  }
  const judge = (differences: readonly SeenDifference[] = [], notSent: readonly string[] = []) =>
    evidence.judge(differences, { api: "supplier", notSent });
  const find = (id: string, differences: readonly SeenDifference[] = []) => {
    const row = judge(differences).find((each) => each.id === id);
    return row && [row.verdict, row.evidence];
  };
  return { judge, find };
}

const difference = (given: Partial<SeenDifference>): SeenDifference => ({
  operationId: "serviceRequests.get",
  pointer: "",
  kind: "type",
  expected: "text",
  found: "number",
  confidence: "inferred",
  statuses: new Set([200]),
  ...given,
});

const withAppointment = (supplierNumber: unknown) => ({ data: { appointment: { supplierNumber } } });

describe("the verdict on a field", () => {
  const id = "Appointment.supplierNumber";

  it("is confirmed with its types if responses have it", () => {
    const { find } = collect([
      ["serviceRequests.get", { body: withAppointment("1") }],
      ["damageServiceRequests.get", { body: withAppointment("2") }],
    ]);
    expect(find(id)).toEqual(["confirmed", "text, 2 times"]);
  });

  it("is refuted by a difference at its place, and not by one elsewhere or a new value", () => {
    const { find } = collect([["serviceRequests.get", { body: withAppointment(1) }]]);
    const pointer = "/data/appointment/supplierNumber";
    expect(find(id, [difference({ pointer })])).toEqual(["refuted", "number instead of text"]);
    const missing = difference({ pointer, kind: "missing", found: "nothing" });
    expect(find(id, [missing])).toEqual(["refuted", "nothing instead of text"]);
    const renamed = difference({ pointer, kind: "renamed", foundAt: "/data/appointment/garage" });
    expect(find(id, [renamed])).toEqual(["refuted", "the field is garage"]);
    for (const other of [{ pointer: "/data/appointment" }, { pointer, kind: "new" as const }])
      expect(find(id, [difference(other)])).toEqual(["confirmed", "integer, once"]);
    expect(find(id, [difference({ pointer, operationId: "contracts.get" })])?.[0]).toBe("confirmed");
    expect(find(id, [difference({ pointer, statuses: new Set([404]) })])?.[0]).toBe("confirmed");
  });

  it("says what would show it if no response has it", () => {
    const { find } = collect([["serviceRequests.get", { body: { data: {} } }]]);
    expect(find(id)).toEqual([
      "not-seen",
      "a response with a value in serviceRequests.get /data/appointment/supplierNumber",
    ]);
  });

  it("is refuted for all of a body with another media type", () => {
    const { find } = collect([["serviceRequests.get", { status: 404 }]]);
    const page = { kind: "media-type", expected: "application/json", found: "text/html", statuses: new Set([404]) };
    expect(find("Problem", [difference(page as Partial<SeenDifference>)])?.[0]).toBe("refuted");
  });

  it("is left out if no operation with it was called", () => {
    const { find } = collect([["lessors.list", { body: [] }]]);
    expect(find(id)).toBe(undefined);
  });

  it("is confirmed for further values of an enumeration if one was new", () => {
    const { find } = collect([["serviceRequests.get", { body: { data: { status: "Parked" } } }]]);
    const row = "ServiceRequestStatusValue.(other values)";
    expect(find(row)?.[0]).toBe("not-seen");
    const pointer = "/data/status";
    expect(find(row, [difference({ pointer, kind: "new" })])).toEqual([
      "confirmed",
      "another value, in serviceRequests.get /data/status",
    ]);
  });

  it("names the field of an invoice that has another name, if only one fits", () => {
    const [get, number, date] = ["serviceRequests.invoices.get", "Invoice.invoiceNumber", "Invoice.invoiceDate"];
    const body = { id: 1, factuurNummer: "2026-1", datum: "2026-06-15", created: "2026-06-15" };
    const { find } = collect([[get, { body }]]);
    expect(find(number)).toEqual(["refuted", "the field is factuurNummer"]);
    expect(find(date)).toEqual(["refuted", "the field is datum"]);
    const second = { factuurNummer: "2026-2", dueDate: "2026-06-15" };
    const both = collect([
      [get, { body }],
      [get, { body: second }],
    ]);
    expect(both.find(number)?.[0]).toBe("refuted");
    expect(both.find(date)?.[0]).toBe("not-seen");
    const two = collect([[get, { body: { ...body, orderNumber: 7 } }]]);
    expect(two.find(number)?.[0]).toBe("not-seen");
    const usual = collect([[get, { body: { ...body, invoiceNumber: "2026-1" } }]]);
    expect(usual.find(number)).toEqual(["confirmed", "text, once"]);
  });
});

describe("the verdict on an operation", () => {
  it("is confirmed by a success and refuted by 403, 405 and 501", () => {
    const judge = (status: number, headers = {}) =>
      collect([["vehicles.mileages.get", { status, headers }]], lessorAssumptions).find("vehicles.mileages.get");
    expect(judge(200)).toEqual(["confirmed", "status 200"]);
    for (const status of [403, 405, 501]) {
      expect(judge(status)).toEqual(["refuted", `status ${status}`]);
      expect(judge(status, { "content-type": "text/html; charset=utf-8" })?.[0]).toBe("not-seen");
    }
    expect(judge(404)).toEqual(["not-seen", "a vehicle that has such data (so far status 404)"]);
    expect(judge(404, { "content-type": "text/html" })?.[1]).toContain("may mean that the path does not exist");
  });

  it("is refuted for a success status that is another one, and not seen for an error that did not come", () => {
    const { find } = collect([["lessors.list", { status: 206 }]]);
    expect(find("lessors.list.status.200")).toEqual(["refuted", "status 206"]);
    const missing = collect([["lessors.get", {}]]);
    expect(missing.find("lessors.get.status.404")).toEqual(["not-seen", "a response with the status 404"]);
    const refused = collect([["lessors.get", { status: 404 }]]);
    expect(refused.find("lessors.get.status.200")?.[0]).toBe("not-seen");
    expect(refused.find("lessors.get.status.404")).toEqual(["confirmed", "status 404, once"]);
  });

  it("is not seen for a request that the service rejects", () => {
    const judge = (status: number) =>
      collect([["serviceRequests.create", { status }]]).find("serviceRequests.create.input")?.[0];
    expect([judge(201), judge(400), judge(422)]).toEqual(["confirmed", "not-seen", "not-seen"]);
  });

  it("is neither confirmed nor refuted by a body that is not JSON, such as a page of a proxy", () => {
    const page = { headers: { "content-type": "text/html" }, body: null };
    const { judge } = collect([
      ["lessors.notifications", { ...page, parameters: { lessorId: 1 } }],
      ["lessors.get", { ...page, status: 404 }],
      ["serviceRequests.create", { ...page, status: 201 }],
    ]);
    expect(judge().filter(({ verdict }) => verdict !== "not-seen")).toEqual([]);
    const related = collect([["vehicles.mileages.get", page]], lessorAssumptions);
    expect(related.find("vehicles.mileages.get")).toEqual([
      "not-seen",
      "a response with JSON (so far status 200 without)",
    ]);
  });

  it("is confirmed for a parameter with which a call succeeded", () => {
    const id = "lessors.notifications.parameter.lessorId";
    const judge = (status: number) =>
      collect([["lessors.notifications", { status, parameters: { lessorId: 1 } }]]).find(id)?.[0];
    expect([judge(200), judge(400)]).toEqual(["confirmed", "not-seen"]);
  });

  it("is refuted for a body with a wrapper, another media type or another type", () => {
    const id = "contracts.get.body.200";
    const contract = { isActive: true };
    expect(collect([["contracts.get", { body: contract }]]).find(id)).toEqual(["confirmed", "application/json"]);
    const wrapped = collect([["contracts.get", { body: { data: contract } }]]);
    expect(wrapped.find(id)).toEqual(["refuted", "an object with a single field"]);
    const other = collect([["contracts.get", { body: { result: contract } }]]);
    expect(other.find(id)).toEqual(["refuted", "an object with a single field"]);
    const envelope = difference({ operationId: "contracts.get", kind: "envelope", foundAt: "/result" });
    const withOthers = collect([["contracts.get", { body: { result: contract, links: [] } }]]);
    expect(withOthers.find(id, [envelope])).toEqual(["refuted", "the content is at /result"]);
    for (const kind of ["media-type", "type"] as const)
      expect(collect([["contracts.get", {}]]).find(id, [difference({ operationId: "contracts.get", kind })])?.[0]).toBe(
        "refuted",
      );
    const ofError = difference({
      operationId: "contracts.get",
      kind: "media-type",
      statuses: new Set([404]),
    });
    expect(collect([["contracts.get", {}]]).find(id, [ofError])?.[0]).toBe("confirmed");
    expect(collect([["contracts.get", { status: 404 }]]).find(id)?.[0]).toBe("not-seen");
  });

  it("is not confirmed for a body without required fields", () => {
    const id = "contracts.get.body.200";
    const missing = (pointer: string) => difference({ operationId: "contracts.get", kind: "missing", pointer });
    const judge = (pointer: string) => collect([["contracts.get", {}]]).find(id, [missing(pointer)])?.[0];
    expect(["", "/isActive", "/lessor/name"].map(judge)).toEqual(["not-seen", "not-seen", "confirmed"]);
  });

  it("is refuted for a Location that is missing", () => {
    const id = "serviceRequests.create.location.201";
    const judge = (headers: GivenResponse["headers"] = {}) =>
      collect([["serviceRequests.create", { status: 201, headers }]]).find(id);
    expect(judge({ location: "/v2/servicerequests/1" })).toEqual(["confirmed", "a header, once"]);
    expect(judge()).toEqual(["refuted", "no header in a 201"]);
  });

  it("never names an uncommon media type", () => {
    const { find } = collect([["contracts.get", { headers: { "content-type": "application/x-AB-123-C" } }]]);
    expect(find("contracts.get.body.200")).toEqual(["confirmed", "another media type"]);
  });
});

describe("what was not seen", () => {
  it.each([
    ["contracts.get.status.200", "license-plate"],
    ["damageServiceRequests.get.status.410", "id"],
    ["lessors.get.status.404", "error"],
    ["Appointment.supplierNumber", "id"],
    ["ServiceRequestStatusValue.(other values)", "other-value"],
    ["serviceRequests.create.input", "write"],
    ["lessors.list.status.200", "other-data"],
    ["answers.problem-elsewhere", "error"],
  ])("needs for %s: %s", (id, need) => {
    const operationIds = [
      "lessors.list",
      "lessors.get",
      "contracts.get",
      "serviceRequests.get",
      "damageServiceRequests.get",
      "serviceRequests.create",
    ];
    const { judge } = collect(operationIds.map((each) => [each, { status: 500, body: null }]));
    expect(judge().find((each) => each.id === id)).toMatchObject({ verdict: "not-seen", needs: need });
  });

  it("needs a higher limit if it has kept calls of an operation that may show it from being sent", () => {
    const { judge } = collect([["contracts.get", { status: 403 }]]);
    const find = (notSent: readonly string[]) =>
      judge([], notSent).find(({ id }) => id === "contracts.get.status.200")?.needs;
    expect([find(["contracts.get"]), find(["lessors.list"])]).toEqual(["max-requests", "license-plate"]);
  });
});
