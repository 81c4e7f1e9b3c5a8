import { createSandbox } from "@reg/sdk/sandbox";
import { describe, expect, it } from "vitest";
import { errorCodes } from "../../../src/generated/error-codes.js";
import { open, refusal, repair } from "../support.js";

/** Opens a sandbox, and sends requests with different results to it. */
async function openWithRequests() {
  const { sandbox, supplier, lessor } = await open();
  await lessor.vehicles.put({ licensePlate: "ZX-987-Y" });
  await supplier.serviceRequests.create(repair());
  await refusal(supplier.serviceRequests.create(repair({ vehicle: { licensePlate: "GH-789-J" } })));
  await refusal(supplier.serviceRequests.get("2b0d8ad2-53a0-4bd8-8b1b-5c0b3ae5e9f1"));
  sandbox.fail({ operation: "lessors.list", with: "reset" });
  await supplier.lessors.list().catch(() => {});
  return sandbox;
}

describe("the coverage report of a journal", () => {
  it("starts with all operations of both APIs and all codes as missed", () => {
    const { operations, codes, statuses } = createSandbox().journal.coverage();
    expect(operations.reached).toEqual([]);
    expect(operations.missed).toContain("token.create");
    expect(operations.missed).toContain("vehicles.put");
    expect(new Set(operations.missed).size).toBe(operations.missed.length);
    expect(codes).toEqual({ reached: [], missed: Object.keys(errorCodes), counts: {} });
    expect(statuses).toEqual({});
  });

  it("lists the reached and the missed operations and codes with their counts", async () => {
    const { operations, codes, statuses } = (await openWithRequests()).journal.coverage();
    const all = createSandbox().journal.coverage().operations.missed;
    expect(operations.reached).toEqual([
      "serviceRequests.create",
      "serviceRequests.get",
      "lessors.list",
      "vehicles.put",
      "token.create",
    ]);
    expect(operations.missed).toEqual(all.filter((id) => !operations.reached.includes(id)));
    expect(operations.counts).toEqual({
      "serviceRequests.create": 2,
      "serviceRequests.get": 1,
      "lessors.list": 1,
      "vehicles.put": 1,
      "token.create": 1,
    });
    expect(codes.reached).toEqual(["REG-SVC000187"]);
    expect(codes.missed).toEqual(Object.keys(errorCodes).filter((code) => code !== "REG-SVC000187"));
    expect(codes.counts).toEqual({ "REG-SVC000187": 1 });
    expect(statuses).toEqual({ 200: 1, 201: 1, 204: 1, 400: 1, 404: 1, reset: 1 });
  });

  it("counts the sandbox's own codes in addition to those of the catalogue", async () => {
    const { sandbox, supplier } = await open();
    await refusal(supplier.tires.get());
    const { codes } = sandbox.journal.coverage();
    expect(Object.keys(codes.counts)).toEqual([expect.stringMatching(/^SANDBOX-/)]);
    expect(codes.reached).toEqual([]);
  });

  it("is a short summary if it is converted to text", async () => {
    const report = (await openWithRequests()).journal.coverage();
    const { operations, codes } = report;
    const lines = String(report).split("\n");
    expect(lines.length).toBeLessThanOrEqual(15);
    expect(lines[0]).toBe(`Operations: 5 of ${operations.missed.length + 5} reached`);
    expect(String(report)).toContain("serviceRequests 2 of 21, damageServiceRequests 0 of 20, ");
    expect(lines.slice(-2)).toEqual([
      `Codes: 1 of ${codes.missed.length + 1} reached`,
      `  missed: ${codes.missed.join(", ")}`,
    ]);
  });

  it("is a list of tables in Markdown", async () => {
    const text = (await openWithRequests()).journal.coverage().toMarkdown();
    expect(text).toMatch(
      /^# Coverage of the sandbox\n\n## Operations: 5 of \d+\n\n\| Operation \| Times \|\n\| --- \| ---: \|\n/,
    );
    expect(text).toContain("| serviceRequests.create | 2 |\n");
    expect(text).toContain("| serviceRequests.delete | missed |\n");
    expect(text).toContain("| REG-SVC000187 | 1 |\n");
    expect(text).toMatch(/## Statuses\n\n\| Status \| Times \|\n\| --- \| ---: \|\n\| 200 \| 1 \|\n/);
    expect(text.endsWith("| reset | 1 |\n")).toBe(true);
  });

  it("can be converted to JSON, and does not change with later requests", async () => {
    const sandbox = await openWithRequests();
    const report = sandbox.journal.coverage();
    const before = JSON.stringify(report);
    expect(Object.keys(JSON.parse(before))).toEqual(["operations", "codes", "statuses"]);
    await sandbox.fetch(`${sandbox.supplier.baseUrl}/v2/dealerships`);
    expect(JSON.stringify(report)).toBe(before);
    expect(JSON.stringify(sandbox.journal.coverage())).not.toBe(before);
  });
});
