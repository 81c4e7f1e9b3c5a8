import { describe, expect, it } from "vitest";
import { checkStatements, judgeStatement } from "../../../src/cli/verify/statements.js";
import type { OperationTable } from "../../../src/document/operation.js";
import { lessorAssumptions } from "../../../src/generated/lessor/assumptions.js";
import { lessorOperations, lessorTokenOperations } from "../../../src/generated/lessor/operations.js";
import { supplierAssumptions } from "../../../src/generated/supplier/assumptions.js";
import { supplierOperations } from "../../../src/generated/supplier/operations.js";

const operations: OperationTable = { ...supplierOperations, ...lessorOperations, ...lessorTokenOperations };

/** The verdict on a statement after responses with JSON. */
function judge(
  id: string,
  ...responses: readonly (readonly [operationId: string, status: number, body: unknown, type?: string])[]
) {
  const table = [supplierAssumptions, lessorAssumptions].find(({ rules }) => rules.some((rule) => rule.id === id));
  const rules = table?.rules ?? [];
  const results = responses.map(([operationId, status, body, type = "application/json"]) => {
    const operation = operations[operationId];
    if (operation === undefined) throw new Error(operationId);
    const headers = new Headers({ "content-type": type });
    return checkStatements(rules, { operationId, status, body, headers, operation, parameters: {} });
  });
  const { verdict, evidence } = judgeStatement(id, results) ?? {};
  return [verdict, evidence];
}

const problem = { type: "about:blank", title: "Not Found", status: 404, detail: "Nothing.", traceId: "1" };

describe("the verdict on a statement", () => {
  it("names other media types of JSON", () => {
    const id = "answers.media-type";
    expect(judge(id)).toEqual(["not-seen", "a response with JSON"]);
    expect(judge(id, ["lessors.list", 200, []])).toEqual(["confirmed", "application/json, once"]);
    expect(judge(id, ["lessors.list", 200, []], ["lessors.get", 404, problem, "application/problem+json"])).toEqual([
      "refuted",
      "application/problem+json",
    ]);
  });

  it("names the fields that an error lacks, of which a validation error is not one", () => {
    const id = "answers.problem-elsewhere";
    expect(judge(id, ["lessors.get", 404, problem])).toEqual(["confirmed", "all fields, once"]);
    const { traceId: _, ...others } = problem;
    expect(judge(id, ["lessors.get", 404, others])).toEqual(["refuted", "404 without traceId"]);
    expect(judge(id, ["lessors.get", 400, {}])).toEqual(["not-seen", "an error other than 400"]);
    expect(judge("answers.problem-lessor", ["token.create", 401, { error: "x" }])?.[0]).toBe("not-seen");
    expect(judge("answers.problem-lessor", ["vehicles.get", 404, "none"])?.[0]).toBe("refuted");
  });

  it("looks at the entries of locations", () => {
    const id = "lookups.locations";
    const allowed = (locations: unknown) => ({ components: [{ locations }] });
    expect(judge(id, ["contracts.components", 200, allowed([{ positionCode1: "1" }])])[0]).toBe("confirmed");
    expect(judge(id, ["contracts.components", 200, allowed(["FL"])])).toEqual([
      "refuted",
      "entries without positionCode1",
    ]);
    expect(judge(id, ["contracts.components", 200, allowed([])])[0]).toBe("not-seen");
  });

  it("compares the lifetime of a token with an hour", () => {
    const id = "token-endpoint.lifetime";
    expect(judge(id, ["token.create", 200, { expires_in: 3600 }])).toEqual(["confirmed", "3600 s, once"]);
    expect(judge(id, ["token.create", 200, { expires_in: 900 }])).toEqual(["refuted", "900 s"]);
  });
});
